"""Two classic spy board games: the reference rules, to play, study and teach.

>>> from heimlich import GAMES, RulesetName
>>> game = GAMES["heimlich-co"]
>>> rules = game.ruleset(RulesetName("rio-grande", ("top-secret",)))
>>> state = game.new(rules, players=4)

Deal by a seed, and ask whose turn it is and what that seat may decide:

>>> from heimlich import Seeded, draw
>>> source = Seeded("docs")
>>> while chance := game.chance(state):
...     state = game.apply(state, draw(chance, source))
>>> seat = game.actors(state)[0]
>>> view = game.view(state, seat)
>>> len(game.legal_actions(view)) > 1
True

Let bots play a whole game:

>>> from heimlich import bots_ask, play, seat_generators
>>> from heimlich.bots.registry import make_table_of_bots
>>> bots = make_table_of_bots(game.id, ["casual"], 4)
>>> final = play(game, game.new(rules, 4), Seeded(1), bots_ask(game, bots, seat_generators(1, 4)))
>>> sum(game.outcome(final).shares)
1.0
"""

from heimlich.chance import Chance, Scripted, Seeded, Source, draw
from heimlich.errors import BadNotation, BadRecord, BadRuleset, HeimlichError, IllegalAction
from heimlich.game import Bot, Budget, Decision, Game, Outcome, RulesetName, Seat
from heimlich.games import GAMES, game_named
from heimlich.offer import Ballot, Distribute, Offer, Pick, Say, Targets
from heimlich.record import Record, read_record
from heimlich.runner import bots_ask, play, seat_generators

__all__ = [
    "GAMES",
    "BadNotation",
    "BadRecord",
    "BadRuleset",
    "Ballot",
    "Bot",
    "Budget",
    "Chance",
    "Decision",
    "Distribute",
    "Game",
    "HeimlichError",
    "IllegalAction",
    "Offer",
    "Outcome",
    "Pick",
    "Record",
    "RulesetName",
    "Say",
    "Scripted",
    "Seat",
    "Seeded",
    "Source",
    "Targets",
    "bots_ask",
    "draw",
    "game_named",
    "play",
    "read_record",
    "seat_generators",
]
