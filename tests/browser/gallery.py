"""Pictures of the page as people see it: narrow and wide, by day and by night, kept as files to be looked at."""

from pathlib import Path

from tests.browser.visitors import DESK, PHONE, Visitor

FOLDER = Path(__file__).parents[2] / "artefacts" / "screenshots"
COLOURS = ("day", "night")
SMALLEST = 4_000  # bytes; an empty page has fewer
# When the page has drawn all that it draws bit by bit, and colours have changed.
SETTLED = "() => new Promise((done) => { scrollTo(0, 0); requestAnimationFrame(() => setTimeout(done, 120)); })"


def keep(visitor: Visitor, name: str) -> None:
    """The page as it is now, in four pictures; nothing is wider than the screen."""
    for size in (DESK, PHONE):  # it goes on narrow
        visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
        for colours in COLOURS:
            visitor.use_colours(colours)
            visitor.page.evaluate(SETTLED)
            path = FOLDER / f"{name}-{size[0]}-{colours}.png"
            visitor.page.screenshot(path=path, full_page=size == PHONE)
            assert path.stat().st_size > SMALLEST, path
        assert visitor.overflow() == 0, (name, size)


def clear(run: str) -> None:
    """Only pictures of this run shall be there; whichever of its processes comes first sees to that."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    try:
        (FOLDER / f".{run}").touch(exist_ok=False)
    except FileExistsError:
        return
    for old in (*FOLDER.glob("*.png"), *FOLDER.glob(".*")):
        if old.name != f".{run}":
            old.unlink(missing_ok=True)
