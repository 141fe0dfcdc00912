"""The edition `engine-1.0.1` and the Java engine agree on every legal set and every state of its recorded games.

One game of each kind lies here; more are used where a folder of them is named by HEIMLICH_TRACES or stands beside the
repository as shared/traces.
"""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from heimlich import BadRecord
from heimlich.games.heimlich_co.traces import compare

ROOT = Path(__file__).parents[2]
HERE = sorted((Path(__file__).parent / "traces").glob("*.gz"))
MORE = sorted(Path(os.environ.get("HEIMLICH_TRACES", ROOT.parent / "shared" / "traces")).glob("*.gz"))
KINDS = {f"p{players}-{kind}" for players in range(2, 8) for kind in ("basic", "cards", "cards-slow")}


def _lines(file: Path) -> list[str]:
    return gzip.decompress(file.read_bytes()).decode().splitlines()


@pytest.mark.parametrize("file", HERE + MORE, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_no_difference(file: Path) -> None:
    report = compare(_lines(file))
    assert report.games > 0
    assert report.differences == ()


def test_there_is_a_trace_of_each_kind() -> None:
    assert {file.name.removesuffix(".jsonl.gz") for file in HERE} == KINDS


@pytest.mark.parametrize(
    "change",
    [
        lambda row: row["state"].update(safe=(row["state"]["safe"] + 1) % 12),
        lambda row: row["state"]["score"].__setitem__(0, 99),
        lambda row: row["legal"].update(safe=[1]),
        lambda row: row.update(cur=(row["cur"] + 1) % 2) if row["phase"] == "die" else row.update(phase="safe"),
        lambda row: row["state"].update(trig=[0, 1]),
        lambda row: row["state"]["util"].__setitem__(1, -1),
    ],
)
def test_a_difference_is_found(change: Any) -> None:
    lines = _lines(HERE[0])
    row = json.loads(lines[1])
    change(row)
    report = compare([lines[0], json.dumps(row)])
    assert report.differences
    assert {difference.line for difference in report.differences} == {2}


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["{"], "line 1: not a line of a trace"),
        (['{"k": 0}'], "line 1: an action before any game's header"),
        (['{"game": 1, "agents": ["JAMES"]}'], "line 1: not a line of a trace"),
        (
            [_lines(HERE[0])[0], '{"k":0,"cur":0,"phase":"die","legal":{},"act":["fly"],"state":{}}'],
            "line 2: not a line",
        ),
        (
            [_lines(HERE[0])[0], '{"k":0,"cur":0,"phase":"die","legal":{"die":true},"act":["safe",3],"state":{}}'],
            "line 2: 'safe 3' must wait",
        ),
    ],
)
def test_a_broken_trace_is_named_by_line(lines: list[str], error: str) -> None:
    with pytest.raises(BadRecord) as found:
        compare(lines)
    assert str(found.value).startswith(error)
