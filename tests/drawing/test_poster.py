"""Pictures to share: what they show, what they never show unasked, and what hostile names can do to them."""

import itertools
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from heimlich.analysis.story import HeimlichStory, Story, SuitcaseStory
from heimlich.analysis.tell import tell
from heimlich.drawing.agents import COLOURS, HATS
from heimlich.drawing.poster import Chart, Curve, Mark, Poster, PosterPlayer, draw_poster, shorten, text_width, visible
from heimlich.drawing.sharing import as_png, draw_story
from heimlich.server.table.afterwards.replay import read_foreign_record
from heimlich.server.thinking.answering import FONTS
from heimlich.text import LANGUAGES
from tests.golden.test_golden import RECORDS

WEB = Path(__file__).parents[2] / "web" / "src"
SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {f"{SVG}{name}" for name in ("svg", "title", "rect", "path", "g", "text")}
HOSTILE = (
    "<script>alert(1)</script>",
    "\"' onload='x' \"&amp;",
    "]]><!--",
    "\u202eevil\u2066\u200f",
    "👩‍👩‍👧‍👦" * 16,
    "\x00\x1b[31m\ufffe",
    "שלום",
)


def record_of(name: str) -> str:
    return next(file for file in RECORDS if file.stem == name).read_text("utf-8")


def story_of(record: str) -> Story:
    return tell(read_foreign_record(record))


def texts(svg: str) -> list[str]:
    return ["".join(element.itertext()) for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.fixture(scope="module")
def heimlich() -> HeimlichStory:
    story = story_of(record_of("rio-grande-4"))
    assert isinstance(story, HeimlichStory)
    return story


@pytest.fixture(scope="module")
def suitcases() -> SuitcaseStory:
    story = story_of(record_of("map-europe-2"))
    assert isinstance(story, SuitcaseStory)
    return story


# What is shown


def test_a_picture_tells_who_was_who_only_if_asked(heimlich: HeimlichStory) -> None:
    plain, told = (draw_story(heimlich, heimlich.seats, "en", reveal=reveal) for reveal in (False, True))
    assert "Who was who?" in texts(plain)
    assert {"Anna", "Bob", "Chris", "David"} <= set(texts(plain))
    assert "Who was who" in texts(told)
    assert texts(plain).count("?") == len(heimlich.seats)
    assert "?" not in texts(told)
    assert [text for text in texts(told) if "perfect observer" in text]
    assert not [text for text in texts(plain) if "perfect observer" in text]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reveal", [False, True])
def test_every_edition_and_language_can_be_drawn(language: str, reveal: bool) -> None:
    for name in ("cie-free-agent", "engine-2", "escale-7", "rio-grande-turn-limit", "jumbo-last-standing", "jumbo-4"):
        story = story_of(record_of(name))
        svg = draw_story(story, story.seats, language, reveal=reveal)
        assert {element.tag for element in ElementTree.fromstring(svg).iter()} <= SHAPES
        assert "unmask." not in svg
        assert len(svg) < 120_000


def test_a_game_without_a_single_scoring_can_be_drawn(heimlich: HeimlichStory) -> None:
    points = msgspec.structs.replace(heimlich.points, moments=(0,), by_agent=tuple((0,) for _ in heimlich.agents))
    story = msgspec.structs.replace(heimlich, moments=0, points=points, scorings=(), turns=(), winners=())
    assert texts(draw_story(story, story.seats, "en", reveal=True))


# What is not shown


def test_without_reveal_secrets_of_a_story_change_no_byte(heimlich: HeimlichStory, suitcases: SuitcaseStory) -> None:
    other = msgspec.structs.replace(
        heimlich,
        owners=heimlich.owners[::-1],
        winners=(0, 1),
        observers=(),
        reasons=(),
        covers=(),
        pushes=(),
        dossiers=(),
        awards=(),
    )
    packed = tuple(msgspec.structs.replace(one, content=0, learnt=(), route=()) for one in suitcases.suitcases)
    empty = msgspec.structs.replace(
        suitcases, winners=(), suitcases=packed, scored=(), secrets=((), (), ()), agents_left=(), decisive=()
    )
    for story, changed in ((heimlich, other), (suitcases, empty)):
        plain, same = (draw_story(one, one.seats, "en", reveal=False) for one in (story, changed))
        assert plain == same


def with_identity(record: str, identity: str) -> str:
    """The same public play, with another identity for the first seat, which wrote its dossier on the other agents."""
    lines = record.replace("identity 1 orange", f"identity 1 {identity}").splitlines()
    swapped = [line.replace(f"name {identity} ", "name orange ") if line.startswith("1: ") else line for line in lines]
    events = len(lines) - lines.index("events") - 2
    return "\n".join([*swapped[:-1], f"unfinished {events}"])


@pytest.mark.parametrize("identity", ["red", "yellow"])
def test_games_that_differ_in_an_identity_have_the_same_picture_without_reveal(identity: str) -> None:
    """Dossiers included: what they are worth moves the markers, and depends on who is who."""
    record = record_of("rio-grande-4")
    one, two = story_of(record), story_of(with_identity(record, identity))
    assert isinstance(one, HeimlichStory)
    assert isinstance(two, HeimlichStory)
    assert one.points != two.points
    pictures = [draw_story(story, story.seats, "en", reveal=False) for story in (one, two)]
    assert pictures[0] == pictures[1]
    told = [draw_story(story, story.seats, "en", reveal=True) for story in (one, two)]
    assert told[0] != told[1]


# Names


@pytest.mark.parametrize("reveal", [False, True])
def test_a_hostile_name_is_only_ever_text(heimlich: HeimlichStory, suitcases: SuitcaseStory, reveal: bool) -> None:
    for story in (heimlich, suitcases):
        for name in HOSTILE:
            names = [name] * len(story.seats)
            svg = draw_story(story, names, "en", reveal=reveal)
            root = ElementTree.fromstring(svg)
            assert {element.tag for element in root.iter()} <= SHAPES
            keys = {key for element in root.iter() for key in element.attrib}
            assert not [key for key in keys if key.startswith(("on", "href", "style"))]
            assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b-\u200f\x00-\x08\x1b]", svg)


def test_a_long_text_is_cut_to_its_room() -> None:
    assert shorten("Anna", 200, 20) == "Anna"
    cut = shorten("W" * 64, 200, 20)
    assert cut.endswith("…")
    assert text_width(cut, 20) <= 200
    assert shorten("W" * 64, 0, 20) == "…"
    assert visible("a\u202eb\nc\x07") == "ab c"


def test_curves_that_end_at_one_height_are_labelled_apart() -> None:
    mark = Mark("#000000", "#ffffff", "")
    curves = [Curve(f"c{number}", mark, [(0, 0.0), (5, 7.0)]) for number in range(7)]
    svg = draw_poster(Poster("t", "s", 10, [Chart("c", curves, 7)], "h", [PosterPlayer("p", [mark])]))
    shown = ElementTree.fromstring(svg).iter(f"{SVG}text")
    labels = [element for element in shown if "".join(element.itertext()).startswith("7 ")]
    heights = sorted(float(element.get("y", "0")) for element in labels)
    assert len(heights) == 7
    assert min(b - a for a, b in itertools.pairwise(heights)) > 10


# The page draws the same agents


def test_agents_look_as_on_the_page() -> None:
    theme = (WEB / "theme.css").read_text("utf-8")
    for agent, (colour, ink) in COLOURS.items():
        assert f"--agent-{agent}: {colour};" in theme
        assert f"--agent-{agent}-ink: {ink};" in theme
    hats = (WEB / "boards" / "heimlich_co" / "pieces" / "hats.ts").read_text("utf-8")
    pattern = r'(\w+): \{\s*// .*\s*hat: "(.+)",\s*trim: "(.+)",\s*middle: \[(.+), (.+)\],\s*zoom: (.+),'
    rows = re.findall(pattern, hats)
    found = {name: (hat, trim, (float(x), float(y)), float(zoom)) for name, hat, trim, x, y, zoom in rows}
    assert found == HATS


# PNG


def size_of(png: bytes) -> Sequence[int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def test_a_png_is_as_previews_want_it_and_the_same_in_every_process(heimlich: HeimlichStory, tmp_path: Path) -> None:
    svg = draw_story(heimlich, heimlich.seats, "en", reveal=True)
    png = as_png(svg, FONTS)
    assert size_of(png) == (1200, 630)
    assert 10_000 < len(png) < 200_000
    file = tmp_path / "picture.svg"
    file.write_text(svg, "utf-8")
    program = (
        "import sys, pathlib\nfrom heimlich.drawing.sharing import as_png\n"
        "sys.stdout.buffer.write(as_png(pathlib.Path(sys.argv[1]).read_text('utf-8'), pathlib.Path(sys.argv[2])))"
    )
    done = subprocess.run((sys.executable, "-c", program, str(file), str(FONTS)), capture_output=True, check=True)
    assert done.stdout == png


def test_typefaces_are_our_own_where_the_page_is_built(heimlich: HeimlichStory, tmp_path: Path) -> None:
    if not FONTS.is_dir():
        pytest.skip("the page is not built: pictures use the typefaces of the machine")
    assert {file.name for file in FONTS.glob("*.ttf")} == {"AbrilFatface.ttf", "DejaVuSans.ttf", "DejaVuSans-Bold.ttf"}
    svg = draw_story(heimlich, heimlich.seats, "en", reveal=False)
    without = re.sub("<text.*?</text>", "", svg)
    assert as_png(svg, FONTS) != as_png(without, FONTS)  # there is text in the picture
    assert size_of(as_png(svg, tmp_path)) == (1200, 630)  # without them, too
