"""Chat: two separate rooms, the texts that are allowed in them, and the limit on messages."""

from collections.abc import Sequence

from heimlich.server.table.clocks import SECOND
from heimlich.server.table.refusals import Refused

PLAYERS_ROOM = "players"
SPECTATORS_ROOM = "spectators"
LONGEST = 300  # characters
MOST = 5  # messages of one guest …
WITHIN = 10 * SECOND  # … in this time

# Keys of quick phrases. The client translates them, so that each reader sees their own language.
PHRASES = (
    "hello",
    "good-luck",
    "well-played",
    "thanks",
    "your-turn",
    "one-moment",
    "oops",
    "it-was-not-me",
    "i-suspect-you",
    "good-game",
    "rematch",
    "bye",
)


def check_text(text: str, phrase: str) -> str:
    """Return the text to send on, cleaned to one line; "" for a quick phrase. Refuse anything else."""
    if bool(text) == bool(phrase):
        raise Refused("chat", "say something: a text, or one of the phrases")
    if phrase:
        if phrase not in PHRASES:
            raise Refused("chat", f"there is no phrase '{phrase[:40]}'; there are: {', '.join(PHRASES)}")
        return ""
    clean = clean_line(text)
    if not clean:
        raise Refused("chat", "say something: a text, or one of the phrases")
    if len(clean) > LONGEST:
        raise Refused("chat", f"a message has at most {LONGEST} characters; this one has {len(clean)}")
    return clean


def clean_line(text: str) -> str:
    """Return a text on one line, without unprintable characters (they could reverse the line, or hide in it)."""
    return " ".join("".join(character if character.isprintable() else " " for character in text).split())


def check_rate(times: Sequence[int], now: int) -> None:
    """Refuse a message if its guest has sent `MOST` of them within the last `WITHIN` ms."""
    recent = [at for at in times if at > now - WITHIN]
    if len(recent) >= MOST:
        raise Refused("rate", f"at most {MOST} messages in {WITHIN // SECOND} seconds; wait a little")
