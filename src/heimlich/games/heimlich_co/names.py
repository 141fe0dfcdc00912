"""The words of the game: agents, buildings and cards. All other modules use them."""

from enum import StrEnum


class Agent(StrEnum):
    """The seven agents (H3). The colour is the name; older texts also use surnames and their first letters."""

    GRAY = "gray"
    YELLOW = "yellow"
    ORANGE = "orange"
    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    VIOLET = "violet"


# Read by the notation and in traces, and shown to nobody. No two begin with the same letter.
SURNAMES = {
    Agent.GRAY: "Schulz",
    Agent.YELLOW: "Perry",
    Agent.ORANGE: "Bucci",
    Agent.RED: "Jaques",
    Agent.GREEN: "Mirkov",
    Agent.BLUE: "Doyle",
    Agent.VIOLET: "Larsson",
}

Building = int  # clockwise from 0, the church, to 11, the ruins (H1)
CHURCH: Building = 0
RUINS: Building = 11
BUILDINGS = ("church", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "ruins")
RING = len(BUILDINGS)


class Card(StrEnum):
    """The fifteen kinds of Top Secret card (T10)."""

    BACK_ONE_OR_TWO = "back-one-or-two"
    TO_RUINS = "to-ruins"
    TWO_MARKERS = "two-markers"
    ONE_EITHER_WAY = "one-either-way"
    ALL_TO_CHURCH = "all-to-church"
    TO_SAFE = "to-safe"
    TWO_BACK = "two-back"
    TRADE_PLACES = "trade-places"
    TWO_FORWARD = "two-forward"
    JOIN_AGENT = "join-agent"
    DOUBLE_AGENT = "double-agent"
    LEAVE_SAFE = "leave-safe"
    RUINS_TO_CHURCH = "ruins-to-church"
    MOVE_SAFE = "move-safe"
    ONE_TO_THREE = "one-to-three"


KINDS = tuple(Card)
KIND_INDEX = {card: index for index, card in enumerate(KINDS)}
