"""Draws the story of any game as a picture to share, as SVG or as PNG."""

from collections.abc import Sequence
from pathlib import Path

from heimlich.analysis.story import HeimlichStory, Story
from heimlich.drawing import heimlich_co, suitcase_story
from heimlich.drawing.poster import draw_poster

FONT = "DejaVu Sans"  # for whatever another typeface lacks


def draw_story(story: Story, names: Sequence[str], language: str, *, reveal: bool) -> str:
    """Draw a story as SVG; only with `reveal` the picture shows anything that was secret, or who won."""
    if isinstance(story, HeimlichStory):
        return draw_poster(heimlich_co.make_poster(story, names, language, reveal=reveal))
    return draw_poster(suitcase_story.make_poster(story, names, language, reveal=reveal))


def as_png(svg: str, fonts: Path) -> bytes:
    """Draw an SVG of ours as PNG, with the typefaces of a folder; if it has none, with those of the machine.

    With typefaces of our own the same text gives the same bytes on every machine.
    """
    import resvg_py  # a compiled library, loaded where a picture is drawn

    files = [str(file) for file in sorted(fonts.glob("*.ttf"))]
    drawn = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=bool(files), font_files=files, font_family=FONT)
    return bytes(drawn)
