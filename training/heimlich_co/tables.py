"""Measures networks: `python -m training.heimlich_co.tables rio-grande 4 FILE [FILE …] --against FILE [FILE …]`.

Each of the files takes one seat at tables of every network that is named, and of every sort of the population, those
that are held out included; owners are known to all, nobody searches. A line of JSON for each file: win share in % of
the games that were over, their number, and how many were not over, in %.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import jax
import jax.numpy as jnp

from heimlich.games.heimlich_co.editions import EDITIONS, VERSION
from training.heimlich_co.league import League, read_options
from training.heimlich_co.network import init
from training.heimlich_co.network_files import read_network


def main(words: Sequence[str] | None = None) -> None:
    """Measure some networks."""
    parser = argparse.ArgumentParser(description="Measure networks, one seat at tables of others.")
    parser.add_argument("edition", choices=EDITIONS[VERSION])
    parser.add_argument("players", type=int)
    parser.add_argument("files", nargs="+", help="networks; {edition} and {players} are filled in")
    parser.add_argument("--against", nargs="+", required=True, help="networks of the others, likewise")
    parser.add_argument("--widths", type=int, nargs=3, default=(128, 96, 32), help="at least those of every network")
    parser.add_argument("--games", type=int, default=12288, help="in a batch")
    parser.add_argument("--batches", type=int, default=1, help="for each sort")
    parser.add_argument("--past-share", type=float, default=0.5, help="of the games at tables of networks")
    parser.add_argument("--half", type=int, default=0, help="1: play with half precision")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a file to add the lines to")
    options = parser.parse_args(words)
    plan = ["--games", str(options.games), "--past-share", str(options.past_share), "--half", str(options.half)]
    known = read_options([options.edition, str(options.players), "--out", ".", *plan])
    league = League(EDITIONS[VERSION][options.edition], options.players, known)
    like = jax.tree.map(jnp.zeros_like, init(jax.random.key(1), options.players, tuple(options.widths)))

    def networks(names: Sequence[str]) -> dict[str, dict[str, jax.Array]]:
        paths = [Path(name.format(edition=options.edition, players=options.players)) for name in names]
        return {path.stem: read_network(path, like) for path in paths}

    others, key = networks(options.against), jax.random.key(options.seed)
    for name, params in networks(options.files).items():
        found = league.measure({name: params}, others, options.batches, key)
        line = json.dumps({"edition": options.edition, "players": options.players} | found)
        print(line, flush=True)
        if options.out:
            with options.out.open("a", encoding="utf-8") as file:
                file.write(line + "\n")


if __name__ == "__main__":
    main()
