"""Cases of the day over HTTP: for everyone, up to the present day; solutions only for those who have answered."""

import re
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from heimlich.bench.server import cpu_seconds
from heimlich.cases.calendar import FIRST_DAY, read_name
from heimlich.cases.making import Case, make_case
from tests.live.servers import LiveServer, serving

NOT_YET = {"code": "case", "text": "there is no case for this day yet"}
DAY_MS = 24 * 3600 * 1000
OLD = "2026-01-05"
MOST_S = 1.0  # of CPU time for refusing a thousand requests and handing out some


def _case(day: str, degree: str) -> Case:
    return make_case(read_name(day, degree))


def _ask(server: LiveServer, day: str, degree: str = "easy") -> tuple[int, Any]:
    status, answer, _ = server.ask("GET", f"/api/cases/{day}/{degree}")
    return status, answer


def test_a_case_is_the_same_for_everyone_and_says_nothing_of_its_solution(server: LiveServer) -> None:
    for degree in ("easy", "medium", "hard"):
        status, answer = _ask(server, OLD, degree)
        case = _case(OLD, degree)
        assert status == 200
        assert answer["seats"] == list(case.record.seats)
        assert answer["number"] == 5
        assert answer["moments"] == len(answer["public"]["updates"])
        assert sorted(answer["agents"]) == sorted(case.agents)
        assert {row["rows"] and len(row["rows"]) for row in answer["pad"]["grids"]} == {len(case.agents)}
        del answer["public"]["first"]["names"]  # the keys of all lines that there are
        assert not re.search(r"identity-own|identities|owner|belief|reason|secret|seed", str(answer))
        again = _ask(server, OLD, degree)[1]
        assert again["public"]["updates"] == answer["public"]["updates"]


def test_an_answer_gets_the_truth_the_beliefs_and_the_reasons(server: LiveServer) -> None:
    case = _case(OLD, "medium")
    owners = [str(owner) for owner in case.owners]
    path = f"/api/cases/{OLD}/medium/answer"
    status, answer, _ = server.ask("POST", path, {"owners": [owners[1], owners[0], *owners[2:]]})
    assert status == 200
    assert answer["right"] == [False, False, True, True]
    assert answer["solution"]["owners"] == owners
    assert answer["solution"]["beliefs"] == [list(row) for row in case.beliefs]
    reasons = answer["solution"]["reasons"]
    assert {one["seat"] for one in reasons} == {0, 1, 2, 3}
    moments = _ask(server, OLD, "medium")[1]["moments"]
    assert all(1 <= one["moment"] <= moments and one["tenths"] > 10 for one in reasons)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"owners": []}, 409),
        ({"owners": ["red"] * 4}, 409),
        ({"owners": ["pink", "red", "blue", "gray"]}, 409),
        ({"owners": ["red"] * 99}, 400),
        ({"owners": ["x" * 21]}, 400),
        ({"owners": "red"}, 400),
        ({}, 400),
        ({"owners": ["red"], "cheat": True}, 400),
    ],
)
def test_what_is_no_answer_is_refused_and_tells_nothing(server: LiveServer, body: Any, status: int) -> None:
    found, answer, _ = server.ask("POST", f"/api/cases/{OLD}/medium/answer", body)
    assert found == status, answer
    assert set(answer) == {"code", "text"}
    case = _case(OLD, "medium")
    owned = [agent for agent in case.owners if agent in answer["text"]]
    assert len(owned) in {0, len(case.owners)}  # at most the list of all agents


@pytest.mark.parametrize("degree", ["easy", "medium", "hard"])
def test_days_to_come_are_refused_all_alike_before_anything_is_made(server: LiveServer, degree: str) -> None:
    today = date.fromisoformat(server.ask("GET", "/api/cases")[1]["day"])
    for day in (today + timedelta(days=1), today + timedelta(days=2), date(9999, 12, 31)):
        for method, path, body in (
            ("GET", f"/api/cases/{day}/{degree}", None),
            ("POST", f"/api/cases/{day}/{degree}/answer", {"owners": ["red", "blue", "gray"]}),
        ):
            status, answer, _ = server.ask(method, path, body)
            assert (status, answer) == (404, NOT_YET)


@pytest.mark.parametrize(
    ("day", "degree", "text"),
    [
        ("2026-02-30", "easy", "'2026-02-30' is no date"),
        ("0001-01-01", "easy", "the first cases are those of 2026-01-01"),
        ("%D9%A2%D9%A0%D9%A2%D9%A6-01-01", "easy", "is no date"),
        ("2026-01-05%0A", "easy", "is no date"),
        ("..%2f..", "easy", ""),
        ("2026-01-05", "master", "there is no degree 'master'"),
        ("2026-01-05", "EASY", "there is no degree 'EASY'"),
    ],
)
def test_wrong_dates_and_degrees_get_a_clear_error(server: LiveServer, day: str, degree: str, text: str) -> None:
    status, answer = _ask(server, day, degree)
    assert status == 404
    assert text in answer["text"]


def test_the_day_changes_at_midnight_by_the_server_s_own_clock(tmp_path: Path) -> None:
    """The case of tomorrow is there when tomorrow has come, and not before."""
    shift = tmp_path / "shift"
    shift.write_text("0")
    with serving(str(tmp_path / "tables.sqlite3"), {"HEIMLICH_TEST_WALL_SHIFT_FILE": str(shift)}) as server:
        _see_the_day_change(server, shift)


def _see_the_day_change(server: LiveServer, shift: Path) -> None:
    known = server.ask("GET", "/api/cases")[1]
    today = date.fromisoformat(known["day"])
    assert known["number"] == (today - FIRST_DAY).days + 1
    assert known["degrees"] == ["easy", "medium", "hard"]
    tomorrow = (today + timedelta(days=2)).isoformat()  # even if midnight passes meanwhile
    assert _ask(server, tomorrow) == (404, NOT_YET)
    shift.write_text(str(2 * DAY_MS))
    assert server.ask("GET", "/api/cases")[1]["day"] >= tomorrow
    assert _ask(server, tomorrow)[0] == 200


def test_a_thousand_days_at_once_cost_little(server: LiveServer) -> None:
    """Few are made at a time for one address; the others are refused at once, and tables are served meanwhile."""
    before = cpu_seconds(server.pid)
    days = [(FIRST_DAY + timedelta(days=number % 300)).isoformat() for number in range(60)]
    with ThreadPoolExecutor(20) as crowd:
        found = list(crowd.map(lambda day: _ask(server, day, "hard"), days))
    assert {status for status, _ in found} <= {200, 429}
    assert sum(status == 200 for status, _ in found) >= 3
    assert all(answer["code"] == "limit" for status, answer in found if status == 429)
    assert cpu_seconds(server.pid) - before < MOST_S
    assert _ask(server, OLD)[0] == 200


def test_one_case_asked_for_by_many_is_made_once(server: LiveServer) -> None:
    with ThreadPoolExecutor(12) as crowd:
        found = list(crowd.map(lambda _: _ask(server, "2026-03-03", "hard"), range(24)))
    assert {status for status, _ in found} == {200}
    assert len({str(answer) for _, answer in found}) == 1


def test_the_page_of_a_case_holds_nothing_of_it(server: LiveServer) -> None:
    for path in ("/case", f"/case/{OLD}/hard", "/case/2099-01-01/easy"):
        with urllib.request.urlopen(server.url + path) as answer:
            text = answer.read().decode()
        assert not any(name in text for name in _case(OLD, "hard").record.seats)
