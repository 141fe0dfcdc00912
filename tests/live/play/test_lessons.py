"""Lessons over real sockets: each is played through, from every step; nothing of it counts, and it is one's own."""

import asyncio
from typing import Any

import pytest

from heimlich.lessons.reading import Lesson, all_lessons
from heimlich.server.table.audience.messages import Refusal
from heimlich.server.table.commands import AddBot, Consent, Decide, Rematch, Sit, Watch
from tests.live.clients import FINISHED, Client
from tests.live.servers import LiveServer

LESSONS = list(all_lessons().values())
lessons = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
FIRST = all_lessons()["heimlich-co/first"]


def begin(server: LiveServer, token: str, lesson: str, decision: int = 0) -> str:
    status, answer, _ = server.ask("POST", f"/api/lessons/{lesson}", {"decision": decision}, token=token)
    assert status == 201, answer
    table = answer["table"]
    assert isinstance(table, str)
    return table


def refused(server: LiveServer, token: str, path: str, body: Any) -> tuple[int, Any]:
    status, answer, _ = server.ask("POST", path, body, token=token)
    return status, answer


async def decide(pupil: Client, action: str) -> Refusal | None:
    """Decide for the pupil's seat; return the refusal, if there was one."""
    assert pupil.seat is not None
    answer = await pupil.do(Decide(pupil.seat, action, pupil.number))
    return answer if isinstance(answer, Refusal) else None


async def play_on(server: LiveServer, token: str, table: str, lesson: Lesson, decision: int = 0) -> Client:
    """Make the decisions of the steps from this one on, each once it is asked for."""
    wanted = [step.do for step in lesson.steps if step.do][decision:]
    async with Client(server, token, table, lesson.seat) as pupil:
        await pupil.follow()
        for at, action in enumerate(wanted, lesson.earlier + decision):
            await pupil.until(lambda at=at: pupil.picture["me"]["decided"] == at and "offer" in pupil.picture)
            assert await decide(pupil, action) is None
        await pupil.until(lambda: pupil.picture["me"]["decided"] == lesson.earlier + lesson.decisions)
    return pupil


@lessons
def test_a_lesson_is_played_through(server: LiveServer, lesson: Lesson) -> None:
    token = server.token("Pia")
    table = begin(server, token, lesson.id)
    asyncio.run(play_on(server, token, table, lesson))
    own = server.ask("GET", "/api/guest/tables", token=token)[1]
    assert own == [], "a lesson that is done is not to be gone on with"


@lessons
def test_one_can_begin_at_every_decision(server: LiveServer, lesson: Lesson) -> None:
    token = server.token("Pia")
    for decision in range(lesson.decisions):
        table = begin(server, token, lesson.id, decision)

        async def look(table: str = table, decision: int = decision) -> None:
            async with Client(server, token, table, lesson.seat) as pupil:
                await pupil.follow()
                await pupil.until(lambda: "offer" in pupil.picture)
                assert pupil.picture["me"]["decided"] == lesson.earlier + decision

        asyncio.run(look())
    (own,) = server.ask("GET", "/api/guest/tables", token=token)[1]
    assert own["table"]["table"] == table, "of a lesson, the table that was opened last is offered"
    assert own["table"]["lesson"] == lesson.id


def test_a_lesson_counts_nowhere_and_says_that_it_is_one(server: LiveServer) -> None:
    token = server.token("Pia")
    table = begin(server, token, FIRST.id)
    pupil = asyncio.run(play_on(server, token, table, FIRST))
    picture = pupil.picture["table"]
    assert picture["stage"] in FINISHED
    assert picture["lesson"] == FIRST.id
    assert "fair" not in picture, "dice that follow a record are not drawn from a seed"
    assert not picture["terms"]["public"]
    assert server.ask("GET", "/api/guest/games", token=token)[1]["games"] == []
    listed = server.ask("GET", "/api/tables")[1]
    assert table not in [one["table"] for one in listed]
    text = server.ask("GET", f"/api/tables/{table}/record", token=token)[1]
    assert "# fair" not in text
    status, answer = refused(server, token, "/api/tables", {"terms": picture["terms"], "twin_of": table})
    assert (status, answer["code"]) == (409, "duplicate")


def test_another_decision_is_refused_and_changes_nothing(server: LiveServer) -> None:
    token = server.token("Pia")
    table = begin(server, token, FIRST.id)

    async def try_all() -> None:
        async with Client(server, token, table, 0) as pupil:
            await pupil.follow()
            await pupil.until(lambda: "offer" in pupil.picture)
            number = pupil.number
            for action, code in (("move blue 3", "lesson"), ("safe 4", "lesson"), ("jump", "rules")):
                refusal = await decide(pupil, action)
                assert refusal is not None
                assert refusal.code == code
                assert refusal.code == "rules" or "goes on with 'move red 3';" in refusal.text
            assert pupil.number == number
            assert await decide(pupil, "move red 3") is None

    asyncio.run(try_all())


def test_nobody_else_is_at_a_lesson(server: LiveServer) -> None:
    token, stranger = server.token("Pia"), server.token("Mallory")
    table = begin(server, token, FIRST.id)

    async def intrude() -> list[str]:
        async with Client(server, stranger, table) as other:
            commands = (Watch(), Sit(0), Sit(1), AddBot(1, "casual"), Consent("end"), Rematch())
            answers = [await other.do(command) for command in commands]
            return [answer.code if isinstance(answer, Refusal) else "" for answer in answers]

    assert asyncio.run(intrude()) == ["watch", "stage", "stage", "stranger", "stranger", "stranger"]
    assert server.ask("GET", f"/api/tables/{table}/record", token=stranger)[0] == 401


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/api/lessons/heimlich-co/nothing", {}, 409, "lesson"),
        ("/api/lessons/heimlich-co/..", {}, 409, "lesson"),
        ("/api/lessons/go/first", {}, 409, "lesson"),
        (f"/api/lessons/{FIRST.id}", {"decision": -1}, 409, "lesson"),
        (f"/api/lessons/{FIRST.id}", {"decision": 99}, 409, "lesson"),
        (f"/api/lessons/{FIRST.id}", {"decision": "all"}, 400, "request"),
        (f"/api/lessons/{FIRST.id}", {"script": ["roll 6"]}, 400, "request"),
    ],
)
def test_a_lesson_that_is_none_is_refused(server: LiveServer, path: str, body: Any, status: int, code: str) -> None:
    found, answer = refused(server, server.token("Pia"), path, body)
    assert found == status, answer
    assert not code or answer["code"] == code


def test_terms_cannot_make_a_lesson(server: LiveServer) -> None:
    token = server.token("Pia")
    terms = {"game": "heimlich-co", "edition": "rio-grande", "seats": 3, "lesson": FIRST.id, "script": ["roll 6"]}
    status, answer = refused(server, token, "/api/tables", {"terms": terms})
    assert status in {201, 400}
    if status == 201:
        shown = server.ask("GET", f"/api/tables/{answer['table']}", token=token)[1]
        assert "lesson" not in shown["table"]


def test_the_steps_of_a_lesson_hold_no_secret(server: LiveServer) -> None:
    for lesson in LESSONS:
        status, answer, _ = server.ask("GET", f"/api/lessons/{lesson.id}")
        assert status == 200
        assert set(answer) == {"id", "game", "name", "steps", "next"}
        assert all(set(step) <= {"say", "after", "show", "do"} for step in answer["steps"])
