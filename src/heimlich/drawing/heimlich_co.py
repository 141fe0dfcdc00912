"""Draws a finished game of Heimlich & Co. as a picture to share.

Without `reveal` it is made of what everyone at the table saw: the names, and the agents' points. Owners, winners,
beliefs and awards are not looked at then, so that no picture can tell anything of them.
"""

from collections.abc import Sequence

from heimlich.analysis.story import HeimlichStory, Suspicion
from heimlich.drawing.agents import COLOURS, HATS
from heimlich.drawing.poster import Chart, Curve, Mark, Poster, PosterAward, PosterPlayer
from heimlich.text import say

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
