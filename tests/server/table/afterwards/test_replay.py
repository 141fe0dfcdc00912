"""A record played again as a table: the same messages as on a live connection, for every viewpoint; bad records."""

from pathlib import Path
from random import Random

import msgspec
import pytest

from heimlich.errors import BadRecord, HeimlichError
from heimlich.server.table.afterwards.replay import (
    LARGEST_RECORD,
    MOST_EVENTS,
    Replay,
    Stream,
    read_foreign_record,
    replay,
)
from heimlich.server.table.audience.messages import Update, decode_server
from heimlich.server.table.audience.patches import Picture, apply_patch
from heimlich.server.table.refusals import Refused
from heimlich.server.table.setup.terms import Terms
from heimlich.server.table.situation import Audience
from tests.golden.test_golden import RECORDS
from tests.server.tables import CARDS, JUMBO, RIO, Sitting

LIVE = {"offer", "me", "clock"}
HEAD = "heimlich record 1\ngame {game}\nedition {edition}\nrules 1\n{more}seat Anna\nseat Bob\nevents\nunfinished 0\n"


def played_again(stream: Stream) -> Picture:
    """The last picture of a stream."""
    picture = stream.first.p
    for update in stream.updates:
        picture = apply_patch(picture, update.p)
    return picture


def replayed(text: str) -> Replay:
    return replay(read_foreign_record(text))


def sent(sitting: Sitting, audience: Audience) -> list[tuple[tuple[str, ...], tuple[object, ...]]]:
    """Events and lines of the updates that an audience was sent after the deal."""
    updates = [message for text in sitting.sent[audience] if isinstance(message := decode_server(text), Update)]
    told = [(update.e, update.l) for update in updates if update.e or update.l]
    return told[1:] if told[0][0][0].startswith("agent ") else told


@pytest.mark.parametrize("terms", [RIO, CARDS, JUMBO], ids=["rio", "cards", "jumbo"])
def test_a_replay_sends_what_was_sent_at_the_table(terms: Terms) -> None:
    """Events and lines of every decision are those of the live updates; the last pictures of the game are equal."""
    sitting = Sitting(terms).start().play(Random(3))
    again = replayed(sitting.table.export(None))
    assert len(again.by_seat) == terms.seats
    for audience in (None, *range(terms.seats)):
        stream = again.public if audience is None else again.by_seat[audience]
        told = [(update.e, update.l) for update in stream.updates if update.e or update.l]
        assert msgspec.to_builtins(told) == msgspec.to_builtins(sent(sitting, audience))
        picture = played_again(stream)
        assert picture["game"] == sitting.pictures[audience]["game"]
        assert not LIVE & set(picture)
        assert {"fair", "abandoned"}.isdisjoint(picture["table"])
        assert picture["table"]["stage"] == "over"


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_every_golden_record_can_be_replayed(file: Path) -> None:
    """Numbers without a gap, moments in order; the last pictures are all of one game, and nothing is asked."""
    again = replayed(file.read_text("utf-8"))
    last = played_again(again.public)["game"]
    for stream in (again.public, *again.by_seat, again.everything):
        assert [update.n for update in stream.updates] == list(range(2, len(stream.updates) + 2))
        assert list(stream.moments) == sorted(set(stream.moments))
        assert stream.moments[-1] == again.moments
        picture = played_again(stream)
        assert not LIVE & set(picture)
        assert {key: part for key, part in picture["game"].items() if key != "own"} == last


@pytest.mark.parametrize("name", ["rio-grande-4", "jumbo-3"])
def test_the_stream_of_everything_shows_what_every_seat_knew(name: str) -> None:
    """At each moment `revealed` is what the streams of the seats show as their own."""
    again = replayed(next(file for file in RECORDS if file.stem == name).read_text("utf-8"))
    streams = (again.everything, *again.by_seat)
    pictures = [stream.first.p for stream in streams]
    for moment in range(again.moments + 1):
        for index, stream in enumerate(streams):
            if moment in stream.moments:
                update = stream.updates[stream.moments.index(moment)]
                pictures[index] = apply_patch(pictures[index], update.p)
        assert pictures[0]["revealed"] == [picture["game"]["own"] for picture in pictures[1:]]


def test_a_spectators_stream_holds_no_secret_before_the_end() -> None:
    """Two games that differ only in who is who are the same for spectators, until masks come off."""
    text = next(file for file in RECORDS if file.stem == "rio-grande-one-winner").read_text("utf-8")
    dealt = [line for line in text.splitlines() if line.startswith("identity ")]
    agents = [line.split()[2] for line in dealt]
    swapped = [f"identity {seat} {agent}" for seat, agent in enumerate([*agents[1:], agents[0]], 1)]
    kept = [line for line in text.splitlines() if not line.startswith(("final ", "identity "))]
    first = kept.index("events") + 1 + sum(line.startswith("agent ") for line in kept)
    streams = []
    for owners in (dealt, swapped):
        lines = [*kept[:first], *owners, *kept[first:]]
        lines = lines[: len(lines) - 12]
        again = replayed("\n".join([*lines, f"unfinished {len(lines) - lines.index('events') - 1}"]))
        streams.append(msgspec.json.encode(again.public))
        assert again.by_seat[0].first.p["game"]["own"]["agents"] == [owners[0].split()[2]]
    assert streams[0] == streams[1]


def test_bots_of_a_record_are_bots_again() -> None:
    text = HEAD.format(game="heimlich-co", edition="cie", more="").replace("seat Bob", "seat Vera (careful)")
    seats = replayed(text).public.first.p["table"]["seats"]
    assert seats == {"0": {"who": 2}, "1": {"bot": "careful", "name": "Vera"}}
    text = text.replace("Vera (careful)", "Vera (thief)")
    assert "bot" not in replayed(text).public.first.p["table"]["seats"]["1"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a record starts with 'heimlich record 1'"),
        ("x" * (LARGEST_RECORD + 1), "a record has at most 48 kB here"),
        (HEAD.format(game="chess", edition="cie", more=""), "there is no game 'chess'"),
        (
            HEAD.format(game="heimlich-co", edition="cie", more="set target=9999\n"),
            "'target' takes numbers from 1 to 500",
        ),
        (
            HEAD.format(
                game="heimlich-co", edition="rio-grande", more="set agents_in_play=7,7,7,7,7,7\nset die=12,12\n"
            ),
            "has a face 12 with",
        ),
        (
            HEAD.format(game="suitcases", edition="jumbo", more="set map=/etc/hostname\n"),
            "there is no map '/etc/hostname'",
        ),
        (HEAD.format(game="suitcases", edition="jumbo", more=" set  map = /etc/hostname \n"), "there is no setting"),
        (HEAD.format(game="heimlich-co", edition="cie", more="view seat 1\n"), "only the whole record can be replayed"),
        (
            HEAD.format(game="heimlich-co", edition="cie", more="").replace("unfinished 0", "1: pass\nunfinished 1"),
            "must wait",
        ),
    ],
)
def test_a_bad_record_is_refused_and_it_says_why(text: str, reason: str) -> None:
    with pytest.raises(HeimlichError) as caught:
        replayed(text)
    assert reason in str(caught.value)


def test_a_record_with_too_many_events_is_refused() -> None:
    events = "\n".join(["roll 1"] * (MOST_EVENTS + 1))
    text = HEAD.format(game="heimlich-co", edition="cie", more="")
    with pytest.raises(Refused, match="at most 6000 events"):
        read_foreign_record(text.replace("unfinished 0", f"{events}\nunfinished {MOST_EVENTS + 1}"))


def test_no_file_is_opened_for_a_record(tmp_path: Path) -> None:
    """A map that exists as a file is refused with the same words as one that does not."""
    file = tmp_path / "map.json"
    refusals = []
    for content in (None, "{}"):
        if content is not None:
            file.write_text(content)
        with pytest.raises(Refused) as caught:
            replayed(HEAD.format(game="suitcases", edition="jumbo", more=f"set map={file}\n"))
        refusals.append(str(caught.value))
    assert refusals[0] == refusals[1]


def test_a_broken_record_is_refused_by_line() -> None:
    text = next(file for file in RECORDS if file.stem == "rio-grande-2").read_text("utf-8")
    with pytest.raises(BadRecord, match="line "):
        replayed(text.replace("move", "mvoe", 1))
