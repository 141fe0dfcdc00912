"""Top Secret, the suitcase game, as a `heimlich.game.Game`: each function, and the module that answers it."""

from collections.abc import Mapping

from heimlich.game import Outcome, RulesetName
from heimlich.games.suitcases import display, endgame, legal, notation, pad, position, setup, turn
from heimlich.games.suitcases.editions import SUGGESTED, edition_names, ruleset
from heimlich.games.suitcases.log import lines
from heimlich.games.suitcases.maps import MAPS
from heimlich.games.suitcases.names import BOMB
from heimlich.games.suitcases.refusal import refuse
from heimlich.games.suitcases.ruleset import PLAYERS, Ruleset
from heimlich.games.suitcases.state import State, View
from heimlich.games.suitcases.view import consistent_state, seen, view_of
from heimlich.settings import settings, with_turn_limit

SIMULATION_LIMIT = 400  # C21


class Suitcases:
    """The rules of Top Secret, the suitcase game."""

    id = "suitcases"
    endings: tuple[str, ...] = endgame.ENDINGS
    held_words = display.HELD_WORDS
    standing: tuple[str, ...] = ()

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

    public_display = staticmethod(display.public)
    own_display = staticmethod(display.own)
    display = staticmethod(display.display)  # the last, since the module's name means this from here on

    parse_action = staticmethod(notation.parse_action)
    parse_event = staticmethod(notation.parse_event)
    parse_state = staticmethod(position.parse_state)
    format_state = staticmethod(position.format_state)
    format_view = staticmethod(position.format_view)

    @staticmethod
    def standing_answer(view: View, kind: str, since: int) -> str:  # noqa: ARG004 (no question here is quiet)
        return ""

    @staticmethod
    def rules_version(rules: Ruleset) -> int:
        return rules.version

    @staticmethod
    def players(rules: Ruleset) -> range:  # noqa: ARG004 (the same in every edition)
        return PLAYERS

    @staticmethod
    def choices(setting: str) -> tuple[str, ...]:
        return tuple(MAPS) if setting == "map" else ()

    @staticmethod
    def suggested(players: int) -> Mapping[str, str]:
        return SUGGESTED.get(players, {})

    @staticmethod
    def limited(name: RulesetName) -> RulesetName:
        return with_turn_limit(name, ruleset(name).turn_limit, SIMULATION_LIMIT)

    @staticmethod
    def outcome(state: State) -> Outcome | None:
        return state.table.result.outcome if state.table.result else None

    @staticmethod
    def tally(state: State) -> Mapping[str, float]:
        table = state.table
        delivered = [delivery for row in table.delivered for delivery in row]
        return {
            "turns": table.turn,
            "duels": table.duels,
            "deliveries": len(delivered),
            "bombs": sum(delivery.content == BOMB for delivery in delivered),
            "agents_left": sum(place is not None for row in table.places for place in row),
        }


SUITCASES = Suitcases()
