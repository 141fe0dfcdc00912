"""Fair dice: unbiased numbers, a commitment that binds, and a check that finds the first event that differs."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

from heimlich.bots.random_bot import RandomBot
from heimlich.errors import HeimlichError
from heimlich.fairness import FairFacts, FairSource, Unfair, commitment, read_facts, verify_record, with_facts
from heimlich.game import RulesetName
from heimlich.games import GAMES
from heimlich.record import Record, closed, new_record, read_record
from heimlich.runner import bots_ask, play, seat_generators

SEED = bytes(range(32))
OTHER = bytes(range(1, 33))
ENTROPIES = {0: b"\x01\x02", 2: b"mine"}
NAME = RulesetName("rio-grande", ("top-secret",), version=1)


def test_the_same_place_gives_the_same_number_whatever_was_asked_before() -> None:
    one, other = FairSource(SEED, ENTROPIES), FairSource(SEED, dict(reversed(ENTROPIES.items())))
    numbers = [one.below(6, "dice", index) for index in range(50)]
    assert [other.below(6, "dice", index) for index in reversed(range(50))] == numbers[::-1]
    assert [FairSource(SEED).below(6, "dice", index) for index in range(50)] != numbers
    assert [FairSource(OTHER, ENTROPIES).below(6, "dice", index) for index in range(50)] != numbers
    assert [one.below(6, "cards", index) for index in range(50)] != numbers


def test_entropies_cannot_be_shifted_between_seats() -> None:
    seen = {
        FairSource(SEED, entropies).below(1 << 128, "dice", 0)
        for entropies in ({}, {0: b"ab"}, {1: b"ab"}, {0: b"a", 1: b"b"}, {0: b"b", 1: b"a"}, {0: b"", 1: b"ab"})
    }
    assert len(seen) == 6


def test_streams_and_indices_cannot_be_confused() -> None:
    source = FairSource(SEED)
    places = [("a", 11), ("a1", 1), ("a11", 0), ("", 0), ("a\x00", 1)]
    assert len({source.below(1 << 128, stream, index) for stream, index in places}) == len(places)


def test_numbers_are_spread_evenly() -> None:
    source = FairSource(SEED)
    counts = Counter(source.below(6, "dice", index) for index in range(6000))
    assert set(counts) == set(range(6))
    chi_squared = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert chi_squared < 20.5  # 5 degrees of freedom: one sound source in a thousand would fail


def test_numbers_that_would_favour_the_small_ones_are_drawn_again() -> None:
    """With three quarters of all hashes, the lowest third of the numbers would come up half of the time."""
    total = 3 << 254
    source = FairSource(SEED)
    numbers = [source.below(total, "big", index) for index in range(600)]
    assert max(numbers) < total
    assert 150 < sum(number < total // 3 for number in numbers) < 250


def test_a_total_of_nothing_is_refused() -> None:
    with pytest.raises(HeimlichError, match="nothing can happen in 'dice'"):
        FairSource(SEED).below(0, "dice", 0)


@pytest.mark.parametrize(
    "changed",
    [
        {"seed": OTHER},
        {"table": "t2"},
        {"game": "suitcases"},
        {"players": 4},
        {"rules": replace(NAME, edition="escale")},
        {"rules": replace(NAME, variants=())},
        {"rules": replace(NAME, house=(("target", "20"),))},
        {"rules": replace(NAME, variants=("top-secret", "target", "20"))},
        {"rules": replace(NAME, version=2)},
    ],
)
def test_a_commitment_binds_seed_table_and_rules(changed: dict[str, Any]) -> None:
    facts: dict[str, Any] = {"seed": SEED, "table": "t1", "game": "heimlich-co", "rules": NAME, "players": 3}
    assert commitment(**facts) == commitment(**facts)
    assert commitment(**facts | changed) != commitment(**facts)


def test_a_commitment_needs_a_whole_seed_and_a_rules_version() -> None:
    with pytest.raises(Unfair, match="a seed has 32 bytes, not 3"):
        commitment(b"abc", "t", "heimlich-co", NAME, 3)
    with pytest.raises(Unfair, match="names the rules version"):
        commitment(SEED, "t", "heimlich-co", replace(NAME, version=None), 3)


@lru_cache
def played(game_name: str) -> tuple[Record, FairFacts]:
    """A whole game with fair dice."""
    game = GAMES[game_name]
    name = game.limited(RulesetName(next(iter(game.editions())), house=(("turn_limit", "30"),)))
    record = new_record(game, name, ("Anna", "Bob", "Carl"))
    events: list[Any] = []
    ask = bots_ask(game, [RandomBot()] * 3, seat_generators(1, 3))
    start = game.new(game.ruleset(record.rules), 3)
    source = FairSource(SEED, ENTROPIES)
    end = play(game, start, source, ask, lambda _, event, __: events.append(event))
    record = closed(replace(record, events=tuple(events)), game, end)
    facts = FairFacts("t1", commitment(SEED, "t1", game.id, record.rules, 3), SEED, ENTROPIES)
    return record, facts


@pytest.mark.parametrize("game", list(GAMES))
def test_a_fair_game_is_found_fair(game: str) -> None:
    record, facts = played(game)
    checked = verify_record(record, GAMES[game], facts)
    assert checked.finished
    assert checked.chances + checked.decisions == len(record.events)
    assert checked.chances > 10
    assert checked.entropies == 2


@pytest.mark.parametrize("game", list(GAMES))
def test_facts_travel_with_a_record_as_comments(game: str) -> None:
    record, facts = played(game)
    text = with_facts(str(record), facts)
    assert text.splitlines()[:6] == [
        "heimlich record 1",
        "# fair table t1",
        f"# fair commitment {facts.commitment}",
        f"# fair seed {SEED.hex()}",
        "# fair entropy 1 0102",
        "# fair entropy 3 6d696e65",
    ]
    again = read_record(text, GAMES)
    assert again == record
    assert read_facts(text) == facts
    verify_record(again, GAMES[game], facts)
    assert read_facts(str(record)) is None


def test_the_first_event_that_differs_is_named() -> None:
    record, facts = played("heimlich-co")
    text = with_facts(str(record), facts)
    number = next(index for index, row in enumerate(text.splitlines()) if row.startswith("roll"))
    rows = text.splitlines()
    roll = rows[number]
    rows[number] = "roll 4" if roll != "roll 4" else "roll 5"
    cut = [*rows[: number + 1], f"unfinished {number - rows.index('events')}"]
    forged = read_record("\n".join(cut), GAMES)
    with pytest.raises(Unfair) as error:
        verify_record(forged, GAMES["heimlich-co"], facts)
    event = number - rows.index("events")
    assert str(error.value).startswith(f"line {number + 1}: event {event} is '{rows[number]}'; the seed gives '{roll}'")


def test_another_seed_entropy_or_commitment_is_found() -> None:
    record, facts = played("heimlich-co")
    game = GAMES["heimlich-co"]
    with pytest.raises(Unfair, match="the commitment does not fit the seed"):
        verify_record(record, game, replace(facts, seed=OTHER))
    with pytest.raises(Unfair, match="the commitment does not fit the seed"):
        verify_record(record, game, replace(facts, table="t2"))
    with pytest.raises(Unfair, match=r"event [1-3] is"):
        verify_record(record, game, replace(facts, entropies={}))
    with pytest.raises(Unfair, match="the seed has not been revealed yet"):
        verify_record(record, game, replace(facts, seed=None))
    with pytest.raises(Unfair, match="entropy of seat 8; the game has 3 seats"):
        verify_record(record, game, replace(facts, entropies={7: b"x"}))


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ("# fair seed 00", "nothing of '# fair table …'"),
        ("# fair table t\n# fair commitment c\n# fair seed 00", "a seed has 32 bytes, not 1"),
        ("# fair table t\n# fair commitment c\n# fair seed xyz", "the seed 'xyz' is no hexadecimal number"),
        (
            "# fair table t\n# fair table u",
            "'# fair table u' is nothing that belongs to fair dice, or stands there twice",
        ),
        ("# fair luck 7", "'# fair luck 7' is nothing"),
        ("# fair entropy 0 00", "names no seat"),
        ("# fair entropy x", "names no seat"),
        ("# fair entropy 1 0g", "the entropy '0g' is no hexadecimal number"),
        ("# fair entropy 1 00\n# fair entropy 1 01", "comes twice for seat 1"),
    ],
)
def test_broken_facts_are_refused(lines: str, text: str) -> None:
    with pytest.raises(Unfair) as error:
        read_facts(lines)
    assert text in str(error.value)
