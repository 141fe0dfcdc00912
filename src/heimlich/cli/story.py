"""`heimlich story`: the story of a recorded game that is over, in words; its twin is the unmasking on the page."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heimlich.cli.options import add_language, language_of, read_text
from heimlich.cli.replay import headline
from heimlich.errors import HeimlichError
from heimlich.game import Line, Term
from heimlich.games import GAMES
from heimlich.record import read_record
from heimlich.server.table.audience.lines import names_of, unpack_line
from heimlich.text import Speaker, catalogue, say

if TYPE_CHECKING:  # NumPy takes a while to load
    from heimlich.analysis.story import HeimlichStory, SuitcaseStory

SHOWN = 8  # rows of the table of suspicion


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser("story", help="tell who knew what in a recorded game, and when")
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true", help="the whole story, as the server sends it")
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Tell the whole story first: a broken record is refused before anything is printed."""
    import msgspec

    from heimlich.analysis.story import HeimlichStory
    from heimlich.analysis.tell import tell

    language = language_of(options)
    record = read_record(read_text(options.file), GAMES)
    if record.final is None:
        raise HeimlichError("this game is not over, so there is no story yet")
    story = tell(record)
    if options.json:
        sys.stdout.write(msgspec.json.encode(story).decode() + "\n")
        return 0
    print(headline(record))
    teller = Teller(record.game, record.seats, language)
    if isinstance(story, HeimlichStory):
        teller.unmask(story)
    else:
        teller.open_suitcases(story)
    return 0


class Teller:
    """Prints a story in one language."""

    def __init__(self, game: str, seats: Sequence[str], language: str) -> None:
        self._names, self._language = names_of(game), language
        self._speaker = Speaker(game, seats, language)

    def _head(self, text: str) -> None:
        print(f"\n{text}")

    def _sentence(self, line: Any) -> str:
        return self._speaker.line(unpack_line(line, self._names))

    def _words(self, line: Line) -> str:
        return self._speaker.line(line)

    def _place(self, place: str) -> str:
        """Return the name of a place; places of maps in files have none but their word."""
        known = f"suitcases.place.{place}" in catalogue(self._language)
        return say(f"suitcases.place.{place}", self._language) if known else place

    def unmask(self, story: "HeimlichStory") -> None:
        """Print who was who, suspicion as a small table, what changed minds, covers and awards."""
        agents = [say(f"heimlich-co.agent.{agent}", self._language) for agent in story.agents]
        self._head(say("terminal.story-suspicion", self._language))
        public = story.observers[0]
        every = max(1, len(public.moments) // SHOWN)
        shown = sorted({*range(0, len(public.moments), every), len(public.moments) - 1})
        width = max(map(len, story.seats))
        for seat, own in enumerate(story.owners):
            row = " ".join(f"{public.beliefs[index][seat][own[0]]:3d}%" for index in shown)
            print(f"{story.seats[seat]:{width}}  {row}  {', '.join(agents[agent] for agent in own)}")
        print(f"{'':{width}}  {' '.join(f'{story.turns[public.moments[index]]:3d}.' for index in shown)}")
        self._head(say("terminal.story-reasons", self._language))
        for reason in sorted(story.reasons, key=lambda one: one.moment):
            change = f"{agents[reason.agent]} {reason.before}% → {reason.after}%"
            print(f"{story.turns[reason.moment - 1]:3d}. {self._sentence(reason.line)} ({change})")
        self._head(say("terminal.story-covers", self._language))
        for cover in story.covers:
            who = {"seat": story.seats[cover.seat], "agent": agents[cover.agent]}
            if cover.blown is None:
                print(say("terminal.story-cover-kept", self._language, **who))
            else:
                turn = story.turns[max(0, cover.blown - 1)]
                print(say("terminal.story-cover-blown", self._language, **who, turn=turn))
        self._awards(story)

    def _awards(self, story: "HeimlichStory") -> None:
        if story.awards:
            self._head(say("terminal.story-awards", self._language))
        for award in story.awards:
            for line in award.lines:
                print(f"{say(f'unmask.award.{award.award}', self._language)} – {self._sentence(line)}")

    def open_suitcases(self, story: "SuitcaseStory") -> None:
        """Print what was in the suitcases and where they ended, the duels, and the moments that decided."""
        self._head(say("terminal.story-suitcases", self._language))
        for one in story.suitcases:
            content = Line("bomb", {}) if one.content == "bomb" else Line("secrets", {"n": one.content})
            end = one.route[-1] if one.route else None
            name = Line("suitcase", {"colour": Term("colour", one.suitcase.partition("-")[0]), "letter": one.letter})
            print(f"{self._words(name):24} {self._words(content):20} {self._place(end.place) if end else ''}")
        self._head(say("terminal.story-duels", self._language))
        for duel in story.duels:
            left = " | ".join(" ".join(map(str, hand)) for hand in duel.left)
            cards = f"{duel.shown[0]}:{duel.shown[1]}"
            who = f"{duel.agents[0]} – {duel.agents[1]}"
            print(f"{story.turns[duel.moment]:3d}. {who:20} {self._place(duel.place):14} {cards:5} {left}")
        self._head(say("terminal.story-decisive", self._language))
        for moment in story.decisive:
            chances = " ".join(f"{old}→{new}%" for old, new in zip(moment.before, moment.after, strict=True))
            print(f"{story.turns[moment.moment - 1]:3d}. {self._sentence(moment.line)} ({chances})")
