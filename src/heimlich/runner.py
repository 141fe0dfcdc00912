"""Play a game: ask chance, ask seats, apply, show. This is the only game loop.

>>> from heimlich import GAMES, RulesetName, Seeded
>>> from heimlich.bots.random_bot import RandomBot
>>> game = GAMES["heimlich-co"]
>>> rules = game.ruleset(RulesetName("rio-grande"))
>>> events = []
>>> ask = bots_ask(game, [RandomBot()] * 2, seat_generators("docs", 2))
>>> final = play(game, game.new(rules, 2), Seeded("docs"), ask, lambda before, event, after: events.append(event))
>>> game.outcome(final).ending
'one-winner'
>>> sum(isinstance(event, Decision) for event in events) > 10
True
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any

from heimlich.chance import Source, draw
from heimlich.errors import HeimlichError
from heimlich.game import Bot, Budget, Decision, Game, Seat, State, View, Watcher
from heimlich.record import Step

Watch = Callable[[State, Any, State], None]  # before, event, after
Ask = Callable[[State, Sequence[Seat]], Decision[Any]]

NO_BUDGET = Budget()


def play(
    game: Game[Any, State, Any, Any],
    state: State,
    source: Source,
    ask: Ask[State],
    watch: Watch[State] | None = None,
) -> State:
    """Play from a state to the end. `ask` gets the state and the seats that may act, and decides for one of them."""
    chance, apply, actors = game.chance, game.apply, game.actors
    while True:
        awaited = chance(state)
        if awaited is not None:
            event = draw(awaited, source)
        else:
            seats = actors(state)
            if not seats:
                if game.outcome(state) is None:
                    raise HeimlichError("nobody can act, and the game is not over")
                return state
            event = ask(state, seats)
        after = apply(state, event)
        if watch is not None:
            watch(state, event, after)
        state = after


def draw_until_decision(game: Game[Any, State, Any, Any], state: State, source: Source) -> Iterator[Step[State]]:
    """Let chance decide step by step until a seat is asked, or the game is over.

    >>> from heimlich import GAMES, RulesetName, Seeded
    >>> game = GAMES["heimlich-co"]
    >>> start = game.new(game.ruleset(RulesetName("rio-grande")), 2)
    >>> *_, last = draw_until_decision(game, start, Seeded(1))
    >>> len(game.actors(last.after))
    1
    """
    while (chance := game.chance(state)) is not None:
        event = draw(chance, source)
        step = Step(state, event, game.apply(state, event))
        yield step
        state = step.after


def bots_ask(
    game: Game[Any, State, Any, Any], bots: Sequence[Bot[Any, Any]], rngs: Sequence[Random], budget: Budget = NO_BUDGET
) -> Ask[State]:
    """Make the `ask` of a table of bots: each gets its view, its legal actions, its budget and its own generator."""
    view, legal_actions = game.view, game.legal_actions

    def ask(state: State, seats: Sequence[Seat]) -> Decision[Any]:
        seat = seats[0]
        seen = view(state, seat)
        return Decision(seat, bots[seat].choose(seen, legal_actions(seen), budget, rngs[seat]))

    return ask


def bots_watch(game: Game[Any, State, Any, Any], bots: Sequence[Bot[Any, Any] | None]) -> Watch[State] | None:
    """Make the `watch` that shows every `Watcher` among the bots what its seat sees; None if there is none.

    A seat without a bot is None.
    """
    everyone: Sequence[object] = bots
    watchers = [(seat, bot) for seat, bot in enumerate(everyone) if isinstance(bot, Watcher)]
    if not watchers:
        return None
    view, seen = game.view, game.seen

    def watch(before: State, event: Any, after: State) -> None:
        for seat, bot in watchers:
            bot.watch(view(before, seat), seen(before, event, after, seat), view(after, seat))

    return watch


def show_past(
    game: Game[Any, State, View, Any], watcher: Watcher[View], seat: Seat, steps: Iterable[Step[State]]
) -> View | None:
    """Show a watcher what a seat saw of some steps (before, event, after); return the last view, if any."""
    view = None
    for before, event, after in steps:
        earlier = game.view(before, seat) if view is None else view
        view = game.view(after, seat)
        watcher.watch(earlier, game.seen(before, event, after, seat), view)
    return view


def seat_generators(seed: int | str, players: int) -> list[Random]:
    """Make a generator for each seat, so that one bot's thinking does not change another's.

    >>> [generator.randrange(100) for generator in seat_generators(1, 2)] == [
    ...     generator.randrange(100) for generator in seat_generators(1, 2)
    ... ]
    True
    """
    return [Random(f"{seed} seat {seat}") for seat in range(players)]
