"""`heimlich verify`: check a served game's dice, deals and draws against the seed that was committed to beforehand."""

import argparse
from pathlib import Path

from heimlich.cli.options import read_text
from heimlich.fairness import Checked, FairFacts, Unfair, read_facts, verify_record
from heimlich.games import GAMES
from heimlich.record import read_record


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser("verify", help="recompute every roll, deal and draw of a served game")
    parser.add_argument("file", type=Path)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Say what was checked; whatever differs is an error, and ends the command with 1."""
    text = read_text(options.file)
    record = read_record(text, GAMES)
    facts = read_facts(text)
    if facts is None:
        raise Unfair("the record has no lines '# fair …': it was not played on a server, or they were removed")
    if record.view:
        raise Unfair(f"this is the game as seen by {record.view}; only the whole record can be checked")
    checked = verify_record(record, GAMES[record.game], facts)
    print("\n".join(_told(checked, facts)))
    return 0


def _told(checked: Checked, facts: FairFacts) -> list[str]:
    end = "the game is over, and its last position is as recorded" if checked.finished else "the game was not finished"
    return [
        f"commitment {facts.commitment[:16]}…: fits the seed, table {facts.table} and the rules",
        f"entropy: added by {checked.entropies} of the players",
        f"chance: {checked.chances} events recomputed, all as recorded",
        f"decisions: {checked.decisions} replayed, all legal; {end}",
    ]
