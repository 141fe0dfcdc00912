"""What a lesson lights: whether it can be seen, and how it is pressed."""

from playwright.sync_api import Page

# The first control that is lit and drawn, as a reader would look for it; a hidden box is shown by its label.
LIT = """() => [...document.querySelectorAll("[data-lit]:not([disabled])")].map((one) => one.closest("label") ?? one)
  .find((one) => one.getClientRects().length)"""
OVER = """() => document.querySelector(".coach.over, dialog[open]") !== null"""
IN_VIEW = f"""() => {{
  if (({OVER})()) return true;
  const coach = document.querySelector(".coach"), one = ({LIT})();
  if (!one || !coach) return false;
  const box = one.getBoundingClientRect(), above = coach.getBoundingClientRect();
  const inside = box.top >= -2 && box.left >= -2 && box.bottom <= innerHeight + 2 && box.right <= innerWidth + 2;
  const beside = box.top >= above.bottom - 2 || box.bottom <= above.top + 2 || box.left >= above.right - 2
    || box.right <= above.left + 2;
  return inside && (coach.contains(one) || beside);
}}"""
PRESS = f"""() => {{
  const one = ({LIT})();
  const pressed = one?.querySelector("input") ?? one;
  if (pressed instanceof HTMLElement) pressed.click();
  else pressed?.dispatchEvent(new MouseEvent("click", {{ bubbles: true }}));
}}"""
# What cannot be read as a whole: panels of the board that reach beyond the window, where nobody can scroll to, bubbles
# that reach beyond the map, questions and sentences that are higher than their place.
CUT_OFF = """() => [
  ...[...document.querySelectorAll(".prompt, .suitcases-around")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1),
  ...[...document.querySelectorAll(".floating")].filter((one) => {
    const box = one.getBoundingClientRect(), map = one.closest(".map").getBoundingClientRect();
    return box.left < map.left - 1 || box.right > map.right + 1 || box.bottom > map.bottom + 1;
  }),
  ...[...document.querySelectorAll(".prompt .said, .coach .text")]
    .filter((one) => one.scrollHeight > one.clientHeight + 1),
].map((one) => `${one.className}: ${one.textContent}`)"""


def see_what_is_lit(page: Page) -> bool:
    """Wait until what is lit is inside the window and not below the coach; return False when the lesson is over."""
    page.wait_for_function(IN_VIEW)
    return not page.evaluate(OVER)
