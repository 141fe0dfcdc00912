"""Count over a guest's plays: wins by game, edition, players and company; covers, identities, points given away."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from heimlich.server.table.afterwards.plays import LEFT, LOST, SHARED, WON, FinishedGame

COUNTED = (WON, SHARED, LOST, LEFT)  # results that count as a game played to its end
MOST_IN_FORM = 40  # latest results that are listed one by one


class Rate(Struct, frozen=True):
    """A guest's wins in games of one kind; a shared win counts in `shared` alone."""

    key: str
    played: int
    won: int
    shared: int


class GuestPoints(Struct, frozen=True):
    """Points in games of one kind: those that a guest's own agent or suitcases brought them, and those given away.

    In heimlich-co: what their own agents, and those of other players, gained in scorings of their turns. In suitcases:
    the secrets of their own colour that they, and that others, brought home.
    """

    key: str
    played: int
    own: int
    given: int


class GuestFigures(Struct, frozen=True):
    """Figures over some of a guest's games.

    Only games count that were played to their end, from one seat. A guest who left a game has not won it. A cover was
    kept if nobody named one of the guest's agents rightly in a dossier; only games with dossiers count for that.
    """

    played: int
    won: int
    shared: int
    by_game: tuple[Rate, ...]
    by_edition: tuple[Rate, ...]
    by_players: tuple[Rate, ...]
    by_company: tuple[Rate, ...]
    points: tuple[GuestPoints, ...]
    covers: int  # games in which others wrote dossiers …
    covers_kept: int  # … and nobody found the guest's agents
    asked: int  # agents of other players that the guest had to name …
    found: int  # … and named rightly
    form: tuple[str, ...]  # the latest results, the last one first


class Choice(Struct, frozen=True):
    """The kinds of games that a guest wants to see; None: all."""

    game: str | None = None
    edition: str | None = None
    players: int | None = None
    company: str | None = None
    result: str | None = None

    def takes(self, play: FinishedGame) -> bool:
        """Tell whether a play is of these kinds."""
        return (
            self.game in {None, play.game}
            and self.edition in {None, play.edition}
            and self.players in {None, len(play.seats)}
            and self.company in {None, play.company}
            and self.result in {None, play.result}
        )


class Kinds(Struct, frozen=True):
    """The kinds of games among a guest's plays, for filters."""

    games: tuple[str, ...]
    editions: tuple[str, ...]
    players: tuple[int, ...]
    companies: tuple[str, ...]
    results: tuple[str, ...]


def kinds_of(plays: Sequence[FinishedGame]) -> Kinds:
    """List what there is to choose from."""
    return Kinds(
        games=tuple(sorted({play.game for play in plays})),
        editions=tuple(sorted({play.edition for play in plays})),
        players=tuple(sorted({len(play.seats) for play in plays})),
        companies=tuple(sorted({play.company for play in plays})),
        results=tuple(sorted({play.result for play in plays})),
    )


def figures_of(plays: Iterable[FinishedGame]) -> GuestFigures:
    """Count over plays, the latest first."""
    counted = [play for play in plays if play.result in COUNTED and len(play.own) == 1]
    covers = [play.figures for play in counted if play.figures.get("judges")]
    return GuestFigures(
        played=len(counted),
        won=_count(counted, WON),
        shared=_count(counted, SHARED),
        by_game=_rates(counted, lambda play: play.game),
        by_edition=_rates(counted, lambda play: play.edition),
        by_players=_rates(counted, lambda play: f"{len(play.seats):02}"),
        by_company=_rates(counted, lambda play: play.company),
        points=_points(counted),
        covers=len(covers),
        covers_kept=sum(not figures["found_by"] for figures in covers),
        asked=sum(play.figures.get("asked", 0) for play in counted),
        found=sum(play.figures.get("right", 0) for play in counted),
        form=tuple(play.result for play in counted[:MOST_IN_FORM]),
    )


def _count(plays: Iterable[FinishedGame], result: str) -> int:
    return sum(play.result == result for play in plays)


def _groups(plays: Sequence[FinishedGame], key: Callable[[FinishedGame], str]) -> dict[str, list[FinishedGame]]:
    groups: dict[str, list[FinishedGame]] = {}
    for play in plays:
        groups.setdefault(key(play), []).append(play)
    return dict(sorted(groups.items()))


def _rates(plays: Sequence[FinishedGame], key: Callable[[FinishedGame], str]) -> tuple[Rate, ...]:
    return tuple(
        Rate(name.lstrip("0"), len(group), _count(group, WON), _count(group, SHARED))
        for name, group in _groups(plays, key).items()
    )


def _points(plays: Sequence[FinishedGame]) -> tuple[GuestPoints, ...]:
    scored = [play for play in plays if "given" in play.figures]
    return tuple(
        GuestPoints(
            name,
            len(group),
            sum(play.figures["own"] for play in group),
            sum(play.figures["given"] for play in group),
        )
        for name, group in _groups(scored, lambda play: play.game).items()
    )
