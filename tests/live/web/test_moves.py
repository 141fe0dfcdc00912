"""Problems of the day over HTTP: for everyone, up to the present day; what is best only for those who have chosen."""

from datetime import date, timedelta
from typing import Any

import pytest

from heimlich.cases.calendar import MOVE, read_name
from heimlich.cases.moves import make_problem
from tests.live.servers import LiveServer

DAY = "2026-01-05"
PATH = f"/api/cases/{DAY}/move"
NOT_YET = {"code": "case", "text": "there is no case for this day yet"}


def test_a_problem_says_nothing_of_its_answer(server: LiveServer) -> None:
    status, answer, _ = server.ask("GET", PATH)
    problem = make_problem(read_name(DAY, MOVE))
    position = problem.position
    assert status == 200
    assert set(answer) == {"number", "day", "seats", "seat", "agent", "moments", "seen", "moves"}
    assert (answer["seat"], answer["agent"], answer["moments"]) == (position.seat, position.agent, position.moment)
    assert answer["moments"] == answer["seen"]["moments"][-1]
    assert all(set(one) == {"steps", "safe"} for one in answer["moves"])
    assert len(answer["moves"]) == len(position.moves)
    assert answer["seen"]["first"]["p"]["game"]["own"]["agents"] == [position.agent]
    assert server.ask("GET", PATH)[1] == answer


def test_a_choice_gets_what_is_known_about_each_move(server: LiveServer) -> None:
    position = make_problem(read_name(DAY, MOVE)).position
    status, answer, _ = server.ask("POST", f"{PATH}/answer", {"move": 0})
    assert status == 200
    assert (answer["best"], answer["looks"]) == (position.best, position.looks)
    assert [one["win"] for one in answer["moves"]] == [one.win for one in position.moves]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"move": 5}, 409),
        ({"move": 6}, 400),
        ({"move": -1}, 400),
        ({"move": "red 2"}, 400),
        ({"move": None}, 400),
        ({}, 400),
        ({"owners": ["red"]}, 400),
        ({"move": 0, "cheat": True}, 400),
    ],
)
def test_what_is_no_choice_is_refused_and_tells_nothing(server: LiveServer, body: Any, status: int) -> None:
    found, answer, _ = server.ask("POST", f"{PATH}/answer", body)
    assert found == status, answer
    assert set(answer) == {"code", "text"}


def test_days_to_come_and_wrong_ones_are_refused(server: LiveServer) -> None:
    today = date.fromisoformat(server.ask("GET", "/api/cases")[1]["day"])
    for day in (today + timedelta(days=1), date(9999, 12, 31)):
        for method, path, body in (
            ("GET", f"/api/cases/{day}/move", None),
            ("POST", f"/api/cases/{day}/move/answer", {"move": 0}),
        ):
            status, answer, _ = server.ask(method, path, body)
            assert (status, answer) == (404, NOT_YET)
    for wrong in ("2026-02-30", "2025-12-31", "x"):
        assert server.ask("GET", f"/api/cases/{wrong}/move")[0] == 404
