"""Draw the page's icons for home screens, from one drawing: `python -m docs.pictures.make_icons`."""

from pathlib import Path

import resvg_py

ICONS = Path(__file__).parents[2] / "web" / "public" / "icons"
NIGHT, LAMP, INK = "#16203a", "#e8b64c", "#f3ecdc"
# A hat and a pair of glasses, as on the favicon, in a square of 32.
HAT = (
    "M4.5 15.5c3.5 1.6 19.5 1.6 23 0-.6-1.5-3.2-2.2-5.2-2.6L20.6 6.8c-.3-1-1.3-1.5-2.2-1.1-1.6.7-3.2.7-4.8 0"
    "-.9-.4-1.9.1-2.2 1.1L9.7 12.9c-2 .4-4.6 1.1-5.2 2.6z"
)
GLASSES = '<circle cx="11" cy="21.5" r="3.6"/><circle cx="21" cy="21.5" r="3.6"/><path d="M14.6 21q1.4-1.2 2.8 0"/>'
SPY = f'<path d="{HAT}" fill="{LAMP}"/><g fill="none" stroke="{INK}" stroke-width="2">{GLASSES}</g>'
WHITE = SPY.replace(LAMP, "#fff").replace(INK, "#fff")


def draw(name: str, size: int, corner: float, scale: float, *, badge: bool = False) -> None:
    """Write one icon; `scale` leaves room around the drawing, for systems that cut the picture to their own form."""
    ground = "" if badge else f'<rect width="32" height="32" rx="{corner}" fill="{NIGHT}"/>'
    move = 16 * (1 - scale)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{ground}'
        f'<g transform="translate({move} {move}) scale({scale})">{WHITE if badge else SPY}</g></svg>'
    )
    (ICONS / f"{name}.png").write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size)))


def main() -> None:
    """Draw them all."""
    ICONS.mkdir(parents=True, exist_ok=True)
    for size in (192, 512):
        draw(f"icon-{size}", size, 7, 1)
        draw(f"maskable-{size}", size, 0, 0.72)  # within the inner four fifths, whatever is cut off
    draw("apple-180", 180, 0, 0.86)
    draw("badge-96", 96, 0, 1, badge=True)  # one colour, for the bar of a phone


if __name__ == "__main__":
    main()
