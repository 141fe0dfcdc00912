"""Call the members of a group who want it to a new table, or to a season that begins; never in their quiet hours."""

from collections.abc import Callable
from functools import partial

import msgspec
from msgspec import Struct

from heimlich.game import Line
from heimlich.server.live.hub import Hub
from heimlich.server.live.people.calls import minute_in
from heimlich.server.push.messenger import Messenger
from heimlich.server.settings import Settings
from heimlich.server.storage.groups import Group, Member, members_of
from heimlich.server.storage.guests import Guest
from heimlich.server.storage.moments import now_ms
from heimlich.server.storage.seasons import Season
from heimlich.server.storage.subscriptions import begin_call
from heimlich.server.table.seats import GuestId
from heimlich.server.table.situation import Stage
from heimlich.text import LANGUAGES, Speaker, say


class GroupCall(Struct, frozen=True):
    """A call to the members of a group: for what, by whom, the message by language, and whether it still holds."""

    subject: str  # the table or the season
    host: GuestId
    messages: dict[str, bytes]
    is_wanted: Callable[[], bool]


async def call_to_table(hub: Hub, messenger: Messenger, settings: Settings, group: Group, table: str) -> None:
    """Call the members who want to be called to a new table of their group."""
    now = (await hub.get(table)).table.now
    host = now.people[now.host - 1]

    def still_waits() -> bool:
        entry = hub.in_memory(table)
        return entry is None or entry.table.now.stage is Stage.WAITING

    messages = _messages(group, "group-table", now.terms.game, host.name, {"table": table})
    await _call_members(hub, messenger, settings, group, GroupCall(table, host.guest, messages, still_waits))


async def call_to_season(
    hub: Hub, messenger: Messenger, settings: Settings, group: Group, season: Season, guest: Guest
) -> None:
    """Call the members who want to be called to a season that a guest has begun."""
    messages = _messages(group, "season", season.terms.game, guest.nickname, {"season": season.id})
    call = GroupCall(season.id, guest.id, messages, lambda: not season.is_over(now_ms()))
    await _call_members(hub, messenger, settings, group, call)


async def _call_members(hub: Hub, messenger: Messenger, settings: Settings, group: Group, call: GroupCall) -> None:
    if not (settings.allowed_push_services or settings.push_loopback):
        return
    for member in await hub.database.read(lambda found: members_of(found, group)):
        if member.is_called and member.guest != call.host:
            await _call(hub, messenger, settings, member, call)


async def _call(hub: Hub, messenger: Messenger, settings: Settings, member: Member, call: GroupCall) -> None:
    begin = partial(
        begin_call,
        guest=member.guest,
        table=call.subject,
        since=0,
        now_ms=now_ms(),
        most=settings.push_per_hour,
        minute_in=minute_in,
    )
    _, devices = await hub.database.write(begin)
    for device in devices:
        message = call.messages.get(device.language, call.messages["en"])
        messenger.send(device, call.subject, message, call.is_wanted)


def _messages(group: Group, key: str, game: str, host: str, subject: dict[str, str]) -> dict[str, bytes]:
    """Write the message in each language: which group, which game, who invites; switched off for the whole group."""
    where = {"group": group.link, **subject}

    def write(language: str) -> bytes:
        values = {"game": say(f"{game}.title", language), "name": host}
        body = Speaker("call", language=language).line(Line(key if host else f"{key}-unnamed", values))
        off = say("call.not-this-group", language)
        return msgspec.json.encode({**where, "title": group.name, "body": body, "off": off})

    return {language: write(language) for language in LANGUAGES}
