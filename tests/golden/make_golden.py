"""Makes the golden records, playthroughs and tables anew: `python -m tests.golden.make_golden`.

Only for a new rules version or a new game: golden files tell what the rules were when they were right.
"""

from collections.abc import Iterator
from pathlib import Path

from heimlich import GAMES, Decision, RulesetName
from heimlich.game import AnyGame, Line
from heimlich.games.heimlich_co.actions import PlayCard
from heimlich.games.heimlich_co.names import Card
from heimlich.record import Record, Step, closed, new_record, replay
from heimlich.text import Speaker
from tests.golden.fingerprints import PERFT_DEPTH, editions_text, perft_row
from tests.tables import CASES, Case, random_game

HERE = Path(__file__).parent
RECORDS = HERE / "records"
PLAYTHROUGHS = HERE / "playthroughs"
NAMES = ("Anna", "Bob", "Chris", "David", "Emma", "Frida", "Georg")
SEEDS = 4000  # tried for a rare ending


def record_of(case: Case, seed: int | str) -> Record:
    """A random game as a record."""
    steps = random_game(case, seed)
    name = case.game.limited(case.name)
    record = new_record(case.game, name, NAMES[: case.players])
    record = Record(record.game, record.rules, record.seats, tuple(step.event for step in steps))
    return closed(record, case.game, steps[-1].after)


def _ending(case: Case, seed: int | str) -> str:
    outcome = case.game.outcome(random_game(case, seed)[-1].after)
    assert outcome is not None
    return outcome.ending


def chosen(game: AnyGame) -> Iterator[tuple[str, Case, int | str]]:
    """For every edition: every number of players with everything on, and every ending."""
    for edition, variants in game.editions().items():
        full = RulesetName(edition, variants)
        numbers = game.players(game.ruleset(full))
        for players in numbers:
            yield f"{edition}-{players}", Case(game, full, players), 1
        for ending in game.endings:
            found = next(_with_ending(game, edition, ending), None)
            if found is None:
                print(f"no game of {edition} ends with {ending}")
            else:
                yield f"{edition}-{ending}", *found


def _with_ending(game: AnyGame, edition: str, ending: str) -> Iterator[tuple[Case, int]]:
    house = (("turn_limit", "8"),) if ending == "turn-limit" else ()
    for seed in range(SEEDS):
        for players in game.players(game.ruleset(RulesetName(edition))):
            case = Case(game, RulesetName(edition, (), house), players)
            if _ending(case, seed) == ending:
                yield case, seed


def with_card(card: Card) -> tuple[Case, int]:
    """A game in which this kind of card is played."""
    case = Case(GAMES["heimlich-co"], RulesetName("rio-grande", ("top-secret",)), 4)
    return case, next(seed for seed in range(SEEDS) if card in cards_played(record_of(case, seed)))


def cards_played(record: Record) -> set[Card]:
    """The kinds of Top Secret card that are played in a game."""
    decisions = [event.action for event in record.events if isinstance(event, Decision)]
    return {action.card for action in decisions if isinstance(action, PlayCard)}


def playthrough(record: Record, game: AnyGame) -> str:
    """Every event as each seat and a spectator sees it, and their views after it."""
    rows = [f"{record.game} {record.rules.edition} {' '.join(record.rules.variants)}"]
    speaker = Speaker(game.id, record.seats)
    for step in replay(record, game):
        rows += ["", f"# {step.event}"]
        for seat in (None, *range(len(record.seats))):
            rows.append(f"{'spectator' if seat is None else f'seat {seat + 1}'}:")
            rows += [f"  saw  {event}" for event in game.seen(*step, seat)]
            rows += [f"  told {speaker.line(line)}" for line in _log(game, step, seat)]
            rows.append(f"  view {game.format_view(game.view(step.after, seat))}")
    return "\n".join(rows) + "\n"


def _log(game: AnyGame, step: Step, seat: int | None) -> list[Line]:
    seen = game.seen(*step, seat)
    return list(game.log(game.view(step.before, seat), seen, game.view(step.after, seat)))


# Short games with everything in them, told from every seat.
SHORT: dict[str, tuple[str, RulesetName, int]] = {
    "heimlich-co-cards-and-dossiers": (
        "heimlich-co",
        RulesetName("rio-grande", ("top-secret", "dossier"), (("target", "16"), ("dossier_from", "10"))),
        3,
    ),
    "heimlich-co-cie": (
        "heimlich-co",
        RulesetName("cie", ("dossier",), (("target", "12"), ("dossier_from", "9"), ("dossier_again_below", "8"))),
        2,
    ),
}


def main() -> None:
    covered: set[Card] = set()
    for game in GAMES.values():
        for name, case, seed in chosen(game):
            record = record_of(case, seed)
            covered |= cards_played(record)
            (RECORDS / f"{name}.heimlich").write_text(str(record))
    for card in sorted(set(Card) - covered):
        (RECORDS / f"card-{card}.heimlich").write_text(str(record_of(*with_card(card))))
    for name, (game_name, rules, players) in SHORT.items():
        case = Case(GAMES[game_name], rules, players)
        record = record_of(case, "short")
        (PLAYTHROUGHS / f"{name}.heimlich").write_text(str(record))
        (PLAYTHROUGHS / f"{name}.txt").write_text(playthrough(record, case.game))
    (HERE / "perft.txt").write_text("".join(f"{perft_row(case, PERFT_DEPTH)}\n" for case in CASES))
    (HERE / "editions.txt").write_text(editions_text())


if __name__ == "__main__":
    main()
