"""Draws a finished game with suitcases as a picture to share.

Without `reveal` it is made of what everyone saw: the names, and who won which duel. What was in the suitcases, who won
the game and how likely that was are not looked at then.
"""

from collections.abc import Iterable, Sequence

from heimlich.analysis.story import SuitcaseStory, SuitcaseTold
from heimlich.drawing.poster import Chart, Curve, Mark, Poster, PosterAward, PosterPlayer
from heimlich.games.suitcases.names import colour_name
from heimlich.text import say

GAME = "suitcases"
COLOURS = {"red": "#ff7468", "blue": "#62b0ff", "green": "#58cf86", "yellow": "#f6cb45"}
_INK = "#0b1423"


def make_poster(story: SuitcaseStory, names: Sequence[str], language: str, *, reveal: bool) -> Poster:
    """Make the picture of a game; only with `reveal` it says what was in the suitcases, and who won."""
    marks = [mark_of(colour_name(len(names), seat)) for seat in range(len(names))]
    plain = Poster(
        title=say(f"{GAME}.title", language),
        subtitle=say("unmask.picture-about", language, players=len(names), turns=max(story.turns, default=0)),
        moments=story.moments,
        charts=[_duels(story, names, marks, language)],
        heading=say("unmask.picture-secret", language),
        players=[PosterPlayer(name, [mark]) for name, mark in zip(names, marks, strict=True)],
    )
    return _revealed(plain, story, names, marks, language) if reveal else plain


def _duels(story: SuitcaseStory, names: Sequence[str], marks: Sequence[Mark], language: str) -> Chart:
    curves = []
    for seat, name in enumerate(names):
        won = [duel.moment for duel in story.duels if duel.winner == seat]
        points = [(0, 0.0), *((moment, float(number)) for number, moment in enumerate(won, 1))]
        curves.append(Curve(name, marks[seat], points))
    most = max(max(curve.points[-1][1] for curve in curves), 1.0)
    return Chart(say("unmask.duels-won", language), curves, most)


def _revealed(
    plain: Poster, story: SuitcaseStory, names: Sequence[str], marks: Sequence[Mark], language: str
) -> Poster:
    return plain._replace(
        charts=[_outcome(story, names, marks, language), *plain.charts],
        heading=say("unmask.picture-suitcases", language),
        players=[
            PosterPlayer(
                name,
                [marks[seat]],
                str(story.secrets[seat][-1] if story.secrets[seat] else 0),
                seat in story.winners,
            )
            for seat, name in enumerate(names)
        ],
        awards=[
            PosterAward(say("unmask.packed-by", language, name=name), _contents(story.suitcases, seat, language))
            for seat, name in enumerate(names)
        ],
    )


def _outcome(story: SuitcaseStory, names: Sequence[str], marks: Sequence[Mark], language: str) -> Chart:
    """Draw the win probabilities where the story has them, else the state secrets."""
    win = story.win
    values: Iterable[Sequence[int]]
    if win.moments:
        values, moments, most, unit = win.by_seat, win.moments, 100.0, " %"
        caption = say("unmask.win-chance", language)
    else:
        values, moments, unit = ((0, *own) for own in story.secrets), (0, *story.scored), ""
        most = float(max((max(seat, default=0) for seat in story.secrets), default=0)) or 1.0
        caption = say("unmask.secrets-over-time", language)
    curves = [
        Curve(name, mark, list(zip(moments, map(float, own), strict=True)))
        for name, mark, own in zip(names, marks, values, strict=True)
    ]
    return Chart(caption, curves, most, unit)


def _contents(suitcases: Sequence[SuitcaseTold], seat: int, language: str) -> str:
    bomb = say("unmask.bomb", language)
    own = [one for one in suitcases if one.owner == seat]
    return " · ".join(f"{one.letter} {bomb if one.content == 'bomb' else one.content}" for one in own)


def mark_of(colour: str) -> Mark:
    """Draw a side's tile: its colour and its letter."""
    return Mark(COLOURS[colour], _INK, "", colour[0].upper())
