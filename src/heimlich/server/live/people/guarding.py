"""Guard the tables of seasons: only the player may look; after the end, those who have finished the same deal, too."""

from typing import TYPE_CHECKING

from heimlich.server.storage.guests import Guest
from heimlich.server.storage.seasons import has_finished
from heimlich.server.table.refusals import Refused
from heimlich.server.table.situation import Situation, Stage

if TYPE_CHECKING:
    from heimlich.server.live.hub import Hub

NOT_YET = "this table plays a deal of a season: finish the deal yourself, and you can look at it"


async def check_may_look(hub: "Hub", now: Situation, guest: Guest | None) -> None:
    """Refuse a guest who could learn something about a deal that they may still play."""
    if not now.is_guarded or (guest is not None and now.person(guest.id)):
        return
    if guest is not None and now.stage is Stage.OVER:
        season, deal, who = now.season, now.deal, guest.id
        if await hub.database.read(lambda found: has_finished(found, season, deal, who)):
            return
    raise Refused("season", NOT_YET)
