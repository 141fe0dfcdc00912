"""Fair dice: the server commits to a seed before the first event and reveals it after the last, so all can check them.

Before a game the server publishes `commitment(...)`, which binds a 256-bit seed to the table and its rules. Each player
may then add entropy of their own, so that nobody, the server included, could have chosen the dice. `FairSource` makes
every number from both. After the game seed and entropies are revealed, and `verify_record` recomputes every roll, deal
and draw. The facts travel with an exported record as lines that record.py takes for comments:

    # fair table k3v9
    # fair commitment 9f86d0…
    # fair seed 60303a…
    # fair entropy 2 00ff…
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from heimlich.chance import draw
from heimlich.errors import HeimlichError
from heimlich.game import AnyGame, RulesetName, Seat
from heimlich.record import Record, replay

SEED_BYTES = 32
MOST_ENTROPY = 64  # bytes that one player may add
_DOMAIN = b"heimlich fair 1"
_SPACE = 1 << 256
_MARK = "# fair "


class Unfair(HeimlichError):
    """The dice differ from what the commitment promised, or cannot be checked."""


def commitment(seed: bytes, table: str, game: str, rules: RulesetName, players: int) -> str:
    """Return the hash that is published before the first event: it binds the seed to its table and rules."""
    _check_seed(seed)
    if rules.version is None:
        raise Unfair("a commitment names the rules version that is played")
    words = [table, game, rules.edition, str(rules.version), str(players), str(len(rules.variants)), *rules.variants]
    words += [word for setting in rules.house for word in setting]
    return hashlib.sha256(_joined(b"commitment", seed, *(word.encode() for word in words))).hexdigest()


def season_commitment(seed: bytes, season: str) -> str:
    """Return the hash that is published when a season begins: it binds the seed of all its deals."""
    _check_seed(seed)
    return hashlib.sha256(_joined(b"season", seed, season.encode())).hexdigest()


def deal_seed(seed: bytes, deal: int) -> bytes:
    """Return the seed of one deal of a season, from 0. It tells nothing of the season's seed, or of other deals."""
    _check_seed(seed)
    return hmac.digest(seed, _joined(b"deal", _number(deal)), "sha256")


class FairSource:
    """A chance.Source whose numbers are made from the server's seed and the entropy that players added."""

    def __init__(self, seed: bytes, entropies: Mapping[Seat, bytes] | None = None) -> None:
        _check_seed(seed)
        parts: list[bytes] = []
        for seat, entropy in sorted((entropies or {}).items()):
            parts += [_number(seat), entropy]
        self._hmac = hmac.new(hmac.digest(seed, _joined(b"key", *parts), "sha256"), digestmod="sha256")

    def below(self, total: int, stream: str, index: int) -> int:
        """Return a number below `total`, all equally likely: hashes that would favour small numbers are rejected."""
        if total < 1:
            raise HeimlichError(f"nothing can happen in '{stream}'")
        limit = _SPACE - _SPACE % total
        counter = 0
        while True:
            message = _stream(stream) + _EIGHT + _number(index) + _EIGHT + _number(counter)
            hashed = self._hmac.copy()  # it has absorbed the key already
            hashed.update(message)
            value = int.from_bytes(hashed.digest(), "big")
            if value < limit:
                return value % total
            counter += 1


def _joined(purpose: bytes, *parts: bytes) -> bytes:
    """Join parts, each with its length in front, so that different lists of parts give different bytes."""
    return b"".join(_number(len(part)) + part for part in (_DOMAIN, purpose, *parts))


def _number(number: int) -> bytes:
    return number.to_bytes(8, "big")


_EIGHT = _number(8)  # the length of a number


@lru_cache(maxsize=256)
def _stream(stream: str) -> bytes:
    """Return the bytes with which the message for every number of this stream begins."""
    return _joined(b"number", stream.encode())


def _check_seed(seed: bytes) -> None:
    if len(seed) != SEED_BYTES:
        raise Unfair(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")


@dataclass(frozen=True, slots=True)
class FairFacts:
    """All that is needed to check a game's dice; the seed is None while it is secret."""

    table: str
    commitment: str
    seed: bytes | None = None
    entropies: Mapping[Seat, bytes] = field(default_factory=dict)

    def __str__(self) -> str:
        rows = [f"table {self.table}", f"commitment {self.commitment}"]
        rows += [f"seed {self.seed.hex()}"] if self.seed is not None else []
        rows += [f"entropy {seat + 1} {entropy.hex()}" for seat, entropy in sorted(self.entropies.items())]
        return "".join(f"{_MARK}{row}\n" for row in rows)


def with_facts(record: str, facts: FairFacts) -> str:
    """Return a record's text with the facts inserted below its first line."""
    first, _, rest = record.partition("\n")
    return f"{first}\n{facts}{rest}"


def read_facts(text: str) -> FairFacts | None:
    """Read the facts out of a record's text; None if it has none."""
    rows = [row.strip().removeprefix(_MARK) for row in text.splitlines() if row.strip().startswith(_MARK)]
    if not rows:
        return None
    found: dict[str, str] = {}
    entropies: dict[Seat, bytes] = {}
    for row in rows:
        key, _, value = row.partition(" ")
        if key == "entropy":
            seat, entropy = _entropy(row, value)
            if seat in entropies:
                raise Unfair(f"'{_MARK}{row}' comes twice for seat {seat + 1}")
            entropies[seat] = entropy
        elif key in {"table", "commitment", "seed"} and value and key not in found:
            found[key] = value
        else:
            raise Unfair(f"'{_MARK}{row}' is nothing that belongs to fair dice, or stands there twice")
    missing = [key for key in ("table", "commitment") if key not in found]
    if missing:
        raise Unfair(f"the record says nothing of '{_MARK}{missing[0]} …'")
    seed = _hexadecimal(found["seed"], "seed") if "seed" in found else None
    if seed is not None:
        _check_seed(seed)
    return FairFacts(found["table"], found["commitment"], seed, entropies)


def _entropy(row: str, value: str) -> tuple[Seat, bytes]:
    seat, _, digits = value.partition(" ")
    if not (seat.isascii() and seat.isdecimal() and int(seat) > 0):
        raise Unfair(f"'{_MARK}{row}' names no seat; it looks like: {_MARK}entropy 2 00ff")
    return int(seat) - 1, _hexadecimal(digits, "entropy")


def _hexadecimal(digits: str, what: str) -> bytes:
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise Unfair(f"the {what} '{digits[:80]}' is no hexadecimal number") from None


class Checked(NamedTuple):
    """Counts of what a check has compared: chance events, decisions and entropies."""

    chances: int
    decisions: int
    entropies: int
    finished: bool


def verify_record(record: Record, game: AnyGame, facts: FairFacts) -> Checked:
    """Recompute every chance event of a game from the revealed seed; the error names the first one that differs."""
    if facts.seed is None:
        raise Unfair("the seed has not been revealed yet")
    _check_seats(facts.entropies, len(record.seats))
    promised = commitment(facts.seed, facts.table, record.game, record.rules, len(record.seats))
    if not hmac.compare_digest(promised, facts.commitment.lower()):
        raise Unfair(
            "the commitment does not fit the seed, this table and these rules:"
            f" {facts.commitment} was published, and the seed gives {promised}"
        )
    source = FairSource(facts.seed, facts.entropies)
    chances = 0
    for index, (before, event, _) in enumerate(replay(record, game)):
        chance = game.chance(before)
        if chance is None:
            continue
        expected = draw(chance, source)
        if event != expected:
            raise Unfair(
                f"line {record.line(index)}: event {index + 1} is '{event}'; the seed gives '{expected}'"
                f" ({chance.stream} {chance.number + 1})"
            )
        chances += 1
    return Checked(chances, len(record.events) - chances, len(facts.entropies), record.final is not None)


def _check_seats(seats: Iterable[Seat], players: int) -> None:
    for seat in seats:
        if not 0 <= seat < players:
            raise Unfair(f"there is entropy of seat {seat + 1}; the game has {players} seats")
