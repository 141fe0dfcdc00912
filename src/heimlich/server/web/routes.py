"""Every HTTP route for players, by room. Operators have their own routes (operation.py)."""

from heimlich.server.web.afterwards.cases import answer_case, answer_problem, show_case, show_case_day, show_problem
from heimlich.server.web.afterwards.pictures import draw_png, draw_svg
from heimlich.server.web.afterwards.replays import replay_record, replay_table
from heimlich.server.web.afterwards.stories import story_of_record, story_of_table
from heimlich.server.web.people.calls import CALLS
from heimlich.server.web.people.groups import GROUPS
from heimlich.server.web.people.guests import GUEST_HANDLERS
from heimlich.server.web.people.own_games import list_own_games
from heimlich.server.web.people.passkeys import PASSKEY_HANDLERS
from heimlich.server.web.people.personal import export_guest, forget_guest
from heimlich.server.web.people.ratings import show_rated_result, show_standing
from heimlich.server.web.people.seasons import SEASONS
from heimlich.server.web.tables.lessons import begin_lesson, show_lesson, show_lessons
from heimlich.server.web.tables.lobby import LOBBY
from heimlich.server.web.tables.maps import show_map

HANDLERS = (
    *LOBBY,
    *GUEST_HANDLERS,
    *PASSKEY_HANDLERS,
    forget_guest,
    export_guest,
    list_own_games,
    show_standing,
    *GROUPS,
    *SEASONS,
    show_map,
    show_rated_result,
    replay_table,
    replay_record,
    story_of_table,
    story_of_record,
    *CALLS,
    show_case_day,
    show_case,
    answer_case,
    show_problem,
    answer_problem,
    show_lessons,
    show_lesson,
    begin_lesson,
    draw_svg,
    draw_png,
)
