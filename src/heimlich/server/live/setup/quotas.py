"""Limits on the tables of one guest and of one address; a game against bots alone may be closed to make room."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from heimlich.server.limits import Buckets
from heimlich.server.settings import Settings
from heimlich.server.storage import store
from heimlich.server.storage.guests import Guest
from heimlich.server.storage.store import Listing
from heimlich.server.table.audience.summaries import TableSummary, read_summary
from heimlich.server.table.commands import Close
from heimlich.server.table.refusals import Refused
from heimlich.server.table.situation import Situation, Stage

if TYPE_CHECKING:
    from heimlich.server.live.hub import Hub


class Quotas:
    """The limits, and how much each address has opened lately."""

    def __init__(self, settings: Settings) -> None:
        self.hosted = settings.tables_per_guest
        self.with_bots = settings.bot_tables_per_guest
        self._opened = Buckets(settings.table_rate, settings.table_burst)
        self._rows = Buckets(settings.row_rate, settings.row_burst)
        self._reports = Buckets(1 / 60, 5)  # a second, and at once
        self._reports_there = Buckets(1 / 10, 40)
        self._names = Buckets(1 / 5, 20)
        self._groups = Buckets(1 / 60, 20)
        self._seasons = Buckets(1 / 60, 40)

    def count_opening(self, network: str) -> None:
        """Count one more table opened from a network."""
        if not self._opened.take(network):
            raise Refused("limit", "many tables were opened from your address just now; wait a little")

    def count_report(self, guest: str, network: str) -> None:
        """Count one more report of a guest: some at once, then one in a while."""
        if not self._reports.take(guest) or not self._reports_there.take(network):
            raise Refused("rate", "you have reported much just now; wait a little")

    def count_name(self, guest: str) -> None:
        """Count one more nickname of a guest."""
        if not self._names.take(guest):
            raise Refused("rate", "you have changed names often just now; wait a little")

    def count_group(self, network: str) -> None:
        """Count one more group made from a network."""
        if not self._groups.take(network):
            raise Refused("limit", "many groups were made from your address just now; wait a little")

    def count_season(self, network: str) -> None:
        """Count one more season begun from a network."""
        if not self._seasons.take(network):
            raise Refused("limit", "many seasons were begun from your address just now; wait a little")

    def count_row(self, guest: str) -> None:
        """Count one more row that a guest adds to a table's log, except decisions and chat."""
        if not self._rows.take(guest):
            raise Refused("rate", "that was very much at once; wait a little")


class _Game(NamedTuple):
    listing: Listing
    summary: TableSummary


async def room_for_table(hub: "Hub", guest: Guest) -> None:
    """Refuse one table too many, unless a game against bots alone can be given up for it."""
    hosted = await hub.database.read(lambda connection: store.count_hosted(connection, guest.id))
    if hosted >= hub.quotas.hosted:
        await _give_up_one(hub, await _games(hub, guest), f"you are host of {hosted} tables already")
    hub.quotas.count_opening(hub.whereabouts.of(guest.id))


async def room_for_bots(hub: "Hub", now: Situation, guest: Guest) -> None:
    """Refuse one game with bots too many before it starts, unless one against bots alone can be given up for it."""
    ready = now.stage is Stage.WAITING and not any(chair.free for chair in now.chairs)
    if not ready or now.person(guest.id) != now.host or not any(chair.bot for chair in now.chairs):
        return
    games = [
        game
        for game in await _games(hub, guest)
        if any(seat.bot for seat in game.summary.seats) and not game.summary.deal
    ]
    if len(games) >= hub.quotas.with_bots:
        await _give_up_one(hub, games, f"you have {len(games)} games with bots going already")


async def _games(hub: "Hub", guest: Guest) -> list[_Game]:
    """List the running games at tables of a guest, the oldest first."""
    found = await hub.database.read(lambda connection: store.games_hosted(connection, guest.id))
    return [_Game(listing, summary) for listing in found if (summary := read_summary(listing.summary))]


async def _give_up_one(hub: "Hub", games: Sequence[_Game], why: str) -> None:
    """Close the oldest game against bots alone, but no deal of a season; refuse if there is none."""
    alone = next((game for game in games if game.summary.people <= 1 and not game.summary.deal), None)
    if alone is None:
        raise Refused("limit", f"{why}; finish or leave one first")
    await hub.do(alone.listing.id, Close())
