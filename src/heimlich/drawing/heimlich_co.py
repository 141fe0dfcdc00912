"""Draws a finished game of Heimlich & Co. as a picture to share.

Without `reveal` it is made of what everyone at the table saw: the names, and the agents' points. Owners, winners,
beliefs and awards are not looked at then, so that no picture can tell anything of them.
"""

from collections.abc import Sequence

from heimlich.analysis.story import HeimlichStory, Suspicion
from heimlich.drawing.poster import Chart, Curve, Mark, Poster, PosterAward, PosterPlayer
from heimlich.text import say

# The agents' colours and hats, as the page draws them (web/src/theme.css, boards/heimlich_co/pieces/hats.ts); a test
# compares. A hat: its shape, its trim, its middle, and how much it is enlarged.
COLOURS = {
    "gray": ("#9aa1ad", "#10131a"),
    "yellow": ("#f2cd38", "#1d1600"),
    "orange": ("#ef8a23", "#1d0f00"),
    "red": ("#cf2f2f", "#ffffff"),
    "green": ("#227d3f", "#ffffff"),
    "blue": ("#2c6ad0", "#ffffff"),
    "violet": ("#8a4cc2", "#ffffff"),
}
HATS: dict[str, tuple[str, str, tuple[float, float], float]] = {
    "gray": ("M-18-65Q0-74 18-65L12-54V-50H-11Q-17-45-25-47Q-23-53-12-54Z", "M-12-54.5H12", (-3.5, -58), 1.08),
    "yellow": (
        "M-10-54C-13-66-8-73-4-72Q0-67 4-72C8-73 13-66 10-54Q20-54 25-64Q28-48 0-46Q-28-48-25-64Q-20-54-10-54Z",
        "M-10.5-55Q0-51 10.5-55",
        (0, -59),
        0.92,
    ),
    "orange": ("M-11-53L-13-73H13L11-53H21V-47H-21V-53Z", "M-11.4-57H11.4", (0, -60), 1.08),
    "red": ("M-12-50Q-26-52-22-61Q-15-69 2-68L3-73H7L6-68Q19-66 18-57Q17-51 12-50Z", "M-12-53H12", (-3, -61), 1.12),
    "green": (
        "M-14-66Q0-73 14-66L15-55Q22-54 21-40Q17-35 11-38V-51H-11V-38Q-17-35-21-40Q-22-54-15-55Z",
        "M-9-52.5V-62Q0-65 9-62V-52.5Z",
        (0, -53.5),
        1.05,
    ),
    "blue": (
        "M-12-54C-14-68-8-73 0-73C8-73 14-68 12-54Q17-54 20-58Q21-49 0-47Q-21-49-20-58Q-17-54-12-54Z",
        "M-12.3-56Q0-52 12.3-56",
        (0, -60),
        1.12,
    ),
    "violet": (
        "M-13-48V-55Q-13-63-5-65A6 6 0 1 1 5-65Q13-63 13-55V-48Q0-46-13-48Z",
        "M-13-55Q0-53 13-55M-6-54.5V-48M0-54.5V-48M6-54.5V-48",
        (0, -60),
        1.32,
    ),
}
UNKNOWN = Mark("#36425f", "#f1ead9", "", "?")
GAME = "heimlich-co"


def make_poster(story: HeimlichStory, names: Sequence[str], language: str, *, reveal: bool) -> Poster:
    """Make the picture of a game; only with `reveal` it says who was who."""
    plain = Poster(
        title=say(f"{GAME}.title", language),
        subtitle=say("unmask.picture-about", language, players=len(names), turns=max(story.turns, default=0)),
        moments=story.moments,
        charts=[_points(story, language, _played(story))],
        heading=say("unmask.picture-question", language),
        players=[PosterPlayer(name, [UNKNOWN]) for name in names],
    )
    return _revealed(plain, story, names, language) if reveal else plain


def _played(story: HeimlichStory) -> list[tuple[int, ...]]:
    """Return each agent's points as the board showed them in play: dossiers are paid when all is revealed (D7)."""
    values = list(story.points.by_agent)
    if story.points.moments[-1] < story.moments or len(story.points.moments) == 1:
        return values
    gains = [scoring.changes for scoring in story.scorings if scoring.moment == story.moments]
    return [(*own[:-1], own[-2] + sum(gain[agent] for gain in gains)) for agent, own in enumerate(values)]


def _points(story: HeimlichStory, language: str, by_agent: Sequence[Sequence[int]]) -> Chart:
    curves = [
        Curve(_agent(agent, language), mark_of(agent), list(zip(story.points.moments, values, strict=True)))
        for agent, values in zip(story.agents, by_agent, strict=True)
    ]
    most = max((max(values, default=0) for values in by_agent), default=0)
    return Chart(say("unmask.points", language), curves, most, lines=[scoring.moment for scoring in story.scorings])


def _revealed(plain: Poster, story: HeimlichStory, names: Sequence[str], language: str) -> Poster:
    players = [
        PosterPlayer(name, [mark_of(story.agents[agent]) for agent in agents], won=seat in story.winners)
        for seat, (name, agents) in enumerate(zip(names, story.owners, strict=True))
    ]
    public = next((observer for observer in story.observers if observer.kind == "public"), None)
    suspicions = [
        _suspicion(story, public, seat, names[seat], language) for seat in story.winners[:1] if public is not None
    ]
    awards = [
        PosterAward(say(f"unmask.award.{award.award}", language), ", ".join(names[seat] for seat in award.seats))
        for award in story.awards
    ]
    return plain._replace(
        charts=[_points(story, language, story.points.by_agent), *suspicions],
        heading=say("unmask.picture-answer", language),
        players=players,
        awards=awards,
    )


def _suspicion(story: HeimlichStory, observer: Suspicion, seat: int, name: str, language: str) -> Chart:
    curves = [
        Curve(
            _agent(agent, language),
            mark_of(agent),
            [
                (moment, max(0, belief[seat][number]))
                for moment, belief in zip(observer.moments, observer.beliefs, strict=True)
            ],
            strong=number in story.owners[seat],
        )
        for number, agent in enumerate(story.agents)
    ]
    return Chart(say("unmask.picture-suspicion", language, name=name), curves, 100, " %")


def mark_of(agent: str) -> Mark:
    """Draw an agent's tile: its colour and its hat."""
    colour, ink = COLOURS[agent]
    hat, trim, (x, y), zoom = HATS[agent]
    drawing = (
        f'<g transform="scale({zoom:g}) translate({-x:g} {-y:g})"><path d="{hat}" fill="{ink}"/>'
        f'<path d="{trim}" fill="none" stroke="{colour}" stroke-width="2.5"/></g>'
    )
    return Mark(colour, ink, drawing)


def _agent(agent: str, language: str) -> str:
    return say(f"{GAME}.agent.{agent}", language)
