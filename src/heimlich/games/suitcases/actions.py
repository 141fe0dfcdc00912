"""The actions and events of the game, one frozen type each. `str` writes each as notation.py reads it."""

from dataclasses import dataclass

from heimlich.game import Decision, Seat
from heimlich.games.suitcases.names import Content, Number, Place, Suitcase, content_word


@dataclass(frozen=True, slots=True)
class Pack:
    """Put a content into the suitcase with this letter, unseen by the others (C4)."""

    letter: str
    content: Content

    def __str__(self) -> str:
        return f"pack {self.letter} {content_word(self.content)}"


@dataclass(frozen=True, slots=True)
class PutSuitcase:
    """Put the suitcase with this letter into a city, while setting up (C5)."""

    letter: str
    city: Place

    def __str__(self) -> str:
        return f"place {self.letter} {self.city}"


@dataclass(frozen=True, slots=True)
class Station:
    """Put an agent on the start space that belongs to nobody (C22)."""

    def __str__(self) -> str:
        return "station"


@dataclass(frozen=True, slots=True)
class Stay:
    """Keep all agents on the player's own start space (C22)."""

    def __str__(self) -> str:
        return "stay"


@dataclass(frozen=True, slots=True)
class Step:
    """Move an agent along a line (C9)."""

    agent: Number
    place: Place

    def __str__(self) -> str:
        return f"step {self.agent} {self.place}"


@dataclass(frozen=True, slots=True)
class Take:
    """Pick a suitcase up with an agent (C10, C15)."""

    agent: Number
    suitcase: Suitcase

    def __str__(self) -> str:
        return f"take {self.agent} {self.suitcase}"


@dataclass(frozen=True, slots=True)
class Drop:
    """Set an agent's suitcase down (C10)."""

    agent: Number

    def __str__(self) -> str:
        return f"drop {self.agent}"


@dataclass(frozen=True, slots=True)
class Exchange:
    """Set an agent's suitcase down and pick this one up (C10, C15)."""

    agent: Number
    suitcase: Suitcase

    def __str__(self) -> str:
        return f"exchange {self.agent} {self.suitcase}"


@dataclass(frozen=True, slots=True)
class Leave:
    """Do not take what the beaten aggressor carried (C15)."""

    def __str__(self) -> str:
        return "leave"


@dataclass(frozen=True, slots=True)
class Fight:
    """Choose which of several opposing agents in the city to fight first (C17)."""

    colour: str
    agent: Number

    def __str__(self) -> str:
        return f"fight {self.colour}-{self.agent}"


@dataclass(frozen=True, slots=True)
class PlayDuelCard:
    """Choose a duel card, unseen by the opponent (C13)."""

    card: int

    def __str__(self) -> str:
        return f"duel {self.card}"


@dataclass(frozen=True, slots=True)
class Lose:
    """Lose this agent to the bomb (C20)."""

    agent: Number

    def __str__(self) -> str:
        return f"lose {self.agent}"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn; steps may be left unspent (C8)."""

    def __str__(self) -> str:
        return "end"


Action = (
    Pack | PutSuitcase | Station | Stay | Step | Take | Drop | Exchange | Leave | Fight | PlayDuelCard | Lose | EndTurn
)


@dataclass(frozen=True, slots=True)
class StartDrawn:
    """This seat has rolled highest and starts (C6)."""

    seat: Seat

    def __str__(self) -> str:
        return f"start {self.seat + 1}"


@dataclass(frozen=True, slots=True)
class Rolled:
    """The two dice show these numbers (C8)."""

    dice: tuple[int, ...]

    def __str__(self) -> str:
        return "dice " + " ".join(map(str, self.dice))


ChanceEvent = StartDrawn | Rolled
Event = Decision[Action] | ChanceEvent


@dataclass(frozen=True, slots=True)
class Packed:
    """A seat has filled all its suitcases (C23). Seen, never applied."""

    seat: Seat

    def __str__(self) -> str:
        return f"packed {self.seat + 1}"


@dataclass(frozen=True, slots=True)
class DuelRevealed:
    """Both duellists have chosen; these are the aggressor's card and the defender's (C13). Seen, never applied."""

    attack: int
    defence: int

    def __str__(self) -> str:
        return f"duel revealed {self.attack} {self.defence}"


@dataclass(frozen=True, slots=True)
class Opened:
    """A suitcase was delivered and opened; this is its content (C18). Seen, never applied."""

    suitcase: Suitcase
    content: Content

    def __str__(self) -> str:
        return f"opened {self.suitcase} {content_word(self.content)}"


SeenEvent = Event | Packed | DuelRevealed | Opened
