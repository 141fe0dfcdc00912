"""Heimlich & Co. as a `heimlich.game.Game`: each function of the contract, and the module that answers it."""

from collections.abc import Mapping

from heimlich.game import Outcome, RulesetName
from heimlich.games.heimlich_co import display, endgame, legal, notation, pad, position, setup, turn
from heimlich.games.heimlich_co.editions import edition_names, ruleset
from heimlich.games.heimlich_co.log import lines
from heimlich.games.heimlich_co.refusal import refuse
from heimlich.games.heimlich_co.ruleset import PLAYERS, Ruleset
from heimlich.games.heimlich_co.state import State
from heimlich.games.heimlich_co.view import consistent_state, seen, view_of
from heimlich.settings import settings, with_turn_limit

SIMULATION_LIMIT = 1000  # H18


class HeimlichCo:
    """The rules of Heimlich & Co."""

    id = "heimlich-co"
    endings: tuple[str, ...] = endgame.ENDINGS
    held_words = display.HELD_WORDS
    standing: tuple[str, ...] = pad.STANDING

    editions = staticmethod(edition_names)
    ruleset = staticmethod(ruleset)
    settings = staticmethod(settings)

    new = staticmethod(setup.new)
    chance = staticmethod(turn.chance)
    actors = staticmethod(turn.actors)
    apply = staticmethod(turn.apply)

    view = staticmethod(view_of)
    seen = staticmethod(seen)
    consistent_state = staticmethod(consistent_state)
    awaited = staticmethod(legal.awaited_in)
    offer = staticmethod(legal.offer)
    legal_actions = staticmethod(legal.legal_actions)
    is_legal = staticmethod(legal.is_legal)
    refuse = staticmethod(refuse)
    log = staticmethod(lines)

    note = staticmethod(pad.note)
    grids = staticmethod(pad.grids)
    standing_answer = staticmethod(pad.standing_answer)

    public_display = staticmethod(display.public)
    own_display = staticmethod(display.own)
    display = staticmethod(display.display)  # the last, since the module's name means this from here on

    parse_action = staticmethod(notation.parse_action)
    parse_event = staticmethod(notation.parse_event)
    parse_state = staticmethod(position.parse_state)
    format_state = staticmethod(position.format_state)
    format_view = staticmethod(position.format_view)

    @staticmethod
    def rules_version(rules: Ruleset) -> int:
        return rules.version

    @staticmethod
    def players(rules: Ruleset) -> range:  # noqa: ARG004 (the same in every edition)
        return PLAYERS

    @staticmethod
    def choices(setting: str) -> tuple[str, ...]:  # noqa: ARG004 (no setting here names a file)
        return ()

    @staticmethod
    def suggested(players: int) -> Mapping[str, str]:  # noqa: ARG004 (for no number of players)
        return {}

    @staticmethod
    def limited(name: RulesetName) -> RulesetName:
        return with_turn_limit(name, ruleset(name).turn_limit, SIMULATION_LIMIT)

    @staticmethod
    def outcome(state: State) -> Outcome | None:
        return state.table.result.outcome if state.table.result else None

    @staticmethod
    def tally(state: State) -> Mapping[str, float]:
        return {"turns": state.table.turn, "scorings": state.table.scorings}


HEIMLICH_CO = HeimlichCo()
