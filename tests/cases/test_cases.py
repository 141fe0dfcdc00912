"""Cases of the day: made from their names alone, within their bars, solvable, never twice, and named by real dates."""

import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import msgspec
import pytest

from heimlich.cases import making
from heimlich.cases.calendar import FIRST_DAY, CaseName, read_day, read_name
from heimlich.cases.checking import CaseFinding, check_case, check_cases, digest_of, names_until
from heimlich.cases.degrees import DEGREES, LARGEST_SHARE
from heimlich.cases.making import MAKING, make_case
from heimlich.cases.observer import Observer
from heimlich.errors import HeimlichError
from heimlich.games import GAMES
from heimlich.record import as_seen, read_record, replay
from heimlich.server.table.afterwards.cases import CaseAnswer, judge, shown, solution
from tests.soak import count

LONGEST_S = 3.0  # of CPU time for one case
GAME = GAMES["heimlich-co"]


def test_the_first_cases_are_solvable_as_claimed_and_none_comes_twice() -> None:
    """Three days in every run; a year in the soak. `check_cases` raises where a claim does not hold."""
    days = count(3, 365)
    found = list(check_cases(days))
    assert len({one.digest for one in found}) == len(found) == days * len(DEGREES)
    assert max(one.seconds for one in found) < LONGEST_S
    for one in found:
        degree = DEGREES[one.name.degree]
        assert len(one.sure) == degree.players
        assert round(100 * degree.least) <= min(one.sure) <= 100 * degree.below
        assert one.moments >= min(degree.rounds) * degree.players


@pytest.mark.parametrize("degree", DEGREES)
def test_the_evidence_is_spread_over_several_moments(degree: str) -> None:
    case = make_case(CaseName(20, degree))
    observer = Observer(GAME)
    for step in replay(case.record, GAME):
        observer.follow(step)
    for seat, agent in enumerate(case.owners):
        weights = [weight for _, weight in observer.speaking(seat, case.agents.index(agent))]
        assert len(weights) > 1
        assert max(weights) <= LARGEST_SHARE * sum(weights)


def test_a_case_is_its_number_in_every_process_whatever_is_hashed_how() -> None:
    code = (
        "from heimlich.cases.making import make_case; from heimlich.cases.calendar import CaseName;"
        "from heimlich.cases.checking import digest_of; print(digest_of(make_case(CaseName(7, 'hard'))))"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout.strip()
        for seed in ("0", "1")
    }
    assert digests == {digest_of(make_case(CaseName(7, "hard")))}


@pytest.mark.parametrize("degree", DEGREES)
def test_a_case_shows_nothing_that_a_spectator_may_not_know(degree: str) -> None:
    """Two games that differ in nothing but who owns whom are the same case, to the last byte."""
    case = make_case(CaseName(3, degree))
    dealt = [str(event) for event in case.record.events if str(event).startswith("identity")]
    assert len(dealt) == len(case.owners)
    text = str(case.record)
    others = [agent for agent in case.agents if agent not in case.owners]
    for new, old in zip([*others, *case.owners], case.owners, strict=False):
        for line in dealt:
            if line.endswith(f" {old}"):
                text = text.replace(f"\n{line}\n", f"\n{line.removesuffix(old)}*{new}\n", 1)
    text = text.replace("*", "")
    other = case._replace(record=read_record(text, GAMES))
    assert other.record != case.record
    assert msgspec.json.encode(shown(other)) == msgspec.json.encode(shown(case))


def test_the_stop_is_before_anything_comes_out() -> None:
    for name in names_until(2):
        case = make_case(name)
        for step in replay(case.record, GAME):
            assert step.after.table.result is None
        seen = str(as_seen(case.record, GAME, None)).splitlines()
        assert not any(re.fullmatch(r"identity \d+ \w+", line) for line in seen)
        assert any(re.fullmatch(r"identity \d+ \w+", line) for line in str(case.record).splitlines())
        assert len(shown(case).public.updates) == shown(case).moments


@pytest.mark.parametrize(
    "text",
    [
        *("2026-02-30", "2026-2-3", "2026-13-01", "0000-01-01", "٢٠٢٦-٠١-٠١", "２０２６-01-01"),
        *("2026-01-01\n", " 2026-01-01", "-026-01-01", "today", "", "9" * 500),
    ],
)
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(HeimlichError, match="is no date") as caught:
        read_day(text)
    assert len(str(caught.value)) < 100


def test_days_have_numbers() -> None:
    assert read_name(FIRST_DAY.isoformat(), "easy") == CaseName(1, "easy")
    assert read_name("2026-12-31", "hard").number == 365
    assert CaseName(366, "easy").day == date(2027, 1, 1)
    assert read_name("9999-12-31", "easy").day == date(9999, 12, 31)
    for day in ("0001-01-01", "2025-12-31"):
        with pytest.raises(HeimlichError, match="the first cases are those of 2026-01-01"):
            read_name(day, "easy")
    with pytest.raises(HeimlichError, match="there is no degree 'Easy'; there are: easy, medium, hard"):
        read_name("2026-01-01", "Easy")


def test_a_check_resumes_and_notices_what_comes_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "cases"
    made: list[CaseName] = []

    def noting(name: CaseName) -> CaseFinding:
        made.append(name)
        return check_case(name)

    monkeypatch.setattr("heimlich.cases.checking.check_case", noting)
    first = list(check_cases(1, file))
    assert len(made) == 3
    assert list(check_cases(2, file))[:3] == first
    assert len(made) == 6
    twice = first[0]._replace(name=CaseName(1, "medium"))
    monkeypatch.setattr("heimlich.cases.checking.check_case", lambda name: twice._replace(name=name))
    with pytest.raises(HeimlichError, match=r"case 1 \(medium\) is the same game as case 1 \(easy\)"):
        list(check_cases(1))


def test_a_check_fails_if_a_case_does_not_keep_its_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heimlich.cases.making.is_fit", lambda *_: True)
    with pytest.raises(HeimlichError, match="does not keep the bars"):
        [check_case(CaseName(number, "hard")) for number in range(1, 20)]


def test_where_no_game_fits_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "MOST_TRIES", 2)
    monkeypatch.setattr(making, "is_fit", lambda *_: False)
    with pytest.raises(HeimlichError, match=r"no game was found for case 1 \(easy\)"):
        make_case(CaseName(1, "easy"))
    assert MAKING == 1


def test_an_answer_is_judged_seat_by_seat_and_nonsense_is_refused() -> None:
    case = make_case(CaseName(1, "easy"))
    truth, agents = solution(case), tuple(map(str, case.agents))
    assert judge(CaseAnswer(truth.owners), truth, agents).right == (True,) * 3
    others = [agent for agent in agents if agent not in truth.owners]
    assert judge(CaseAnswer((truth.owners[0], *others[:2])), truth, agents).right == (True, False, False)
    for owners, why in (
        ((), "name an agent for each of the 3 players; these are 0"),
        ((*truth.owners, others[0]), "these are 4"),
        ((truth.owners[0],) * 3, "an agent has one owner"),
        (("pink", *truth.owners[1:]), "there is no agent 'pink' in this case"),
    ):
        with pytest.raises(HeimlichError, match=why):
            judge(CaseAnswer(owners), truth, agents)
