"""Cases of the day over HTTP: the case itself for everyone, its solution for those who have answered.

There are cases for every day from the first one up to the present one (UTC). Days to come are refused before anything
is made, and all alike.
"""

from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter
from litestar.status_codes import HTTP_200_OK

from heimlich.cases.calendar import FIRST_DAY, MOVE
from heimlich.cases.degrees import DEGREES
from heimlich.server.live.afterwards.cases import name_of, today
from heimlich.server.live.service import Service
from heimlich.server.table.afterwards.cases import CaseAnswer, CaseDay, CaseScore, CaseShown, CaseSolution, judge
from heimlich.server.table.afterwards.moves import MoveAnswer, MoveShown, MoveSolution, check_answer
from heimlich.server.web.afterwards.replays import packed_answer
from heimlich.server.web.requests.errors import TROUBLES
from heimlich.server.web.requests.security import address_of, count_request

AnyRequest = Request[Any, Any, Any]
Word = Annotated[str, Parameter(max_length=64)]
SHOWN = ResponseSpec(CaseShown, description="the case as everyone may see it", generate_examples=False)
OFFERED = ResponseSpec(MoveShown, description="the problem as everyone may see it", generate_examples=False)


@get("/api/cases", tags=["cases"], responses=TROUBLES, sync_to_thread=False)
def show_case_day() -> CaseDay:
    """Say which day it is for cases."""
    day = today()
    number = (day - FIRST_DAY).days + 1
    return CaseDay(day.isoformat(), number, FIRST_DAY.isoformat(), tuple(DEGREES))


@get("/api/cases/{day:str}/{degree:str}", tags=["cases"], responses={**TROUBLES, HTTP_200_OK: SHOWN})
async def show_case(day: Word, degree: Word, request: AnyRequest, service: Service) -> Response[bytes]:
    """Show a case, as `CaseShown` in docs/protocol.md."""
    count_request(request, service)
    made = await service.cases.get(name_of(day, degree), address_of(request))
    return packed_answer(made.packed, request)


@post("/api/cases/{day:str}/{degree:str}/answer", tags=["cases"], responses=TROUBLES, status_code=HTTP_200_OK)
async def answer_case(day: Word, degree: Word, data: CaseAnswer, request: AnyRequest, service: Service) -> CaseScore:
    """Judge an answer, and tell the solution. Nothing of it is kept."""
    made = await service.cases.get(name_of(day, degree), address_of(request))
    assert isinstance(made.solution, CaseSolution)
    return judge(data, made.solution, made.agents)


@get("/api/cases/{day:str}/move", tags=["cases"], responses={**TROUBLES, HTTP_200_OK: OFFERED})
async def show_problem(day: Word, request: AnyRequest, service: Service) -> Response[bytes]:
    """Show the problem of a day, "What would you do?", as `MoveShown` in docs/protocol.md."""
    count_request(request, service)
    made = await service.cases.get(name_of(day, MOVE), address_of(request))
    return packed_answer(made.packed, request)


@post("/api/cases/{day:str}/move/answer", tags=["cases"], responses=TROUBLES, status_code=HTTP_200_OK)
async def answer_problem(day: Word, data: MoveAnswer, request: AnyRequest, service: Service) -> MoveSolution:
    """Take a choice, and tell what is known about each move. Nothing of it is kept."""
    made = await service.cases.get(name_of(day, MOVE), address_of(request))
    assert isinstance(made.solution, MoveSolution)
    check_answer(data, made.solution)
    return made.solution
