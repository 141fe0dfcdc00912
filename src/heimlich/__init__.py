"""Two classic spy board games: the reference rules, to play, study and teach.

>>> from heimlich import GAMES, RulesetName
>>> game = GAMES["heimlich-co"]
>>> rules = game.ruleset(RulesetName("rio-grande", ("top-secret",)))
>>> state = game.new(rules, players=4)
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
