"""Counts the instructions of a GPU kernel, without a GPU: `python -m bench.instructions RULESET PLAYERS [--before N]`.

512 games are played in NumPy up to decision N, and 16 decisions more by the kernel, whose text runs on the NumPy
machine of tests/equivalence; the games must then be those of NumPy. The figures are for one decision of 32 games that
go side by side: an instruction counts where at least one of them needs it.

With NVIDIA's `ptxas` and `nvdisasm` on the path (CUDA has both, the package nvidia-cuda-nvdisasm the second) the kernel
is assembled and the instructions of the chip are counted, too, each as often as the line it was made of. The driver of
a GPU assembles nearly the same. `spilled` are those that move flags or numbers about for want of registers.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from tests.equivalence import ptx_machine

from heimlich.lab.study import Study
from heimlich.lab.subjects import subject_of
from heimlich.sim import play, ptx
from heimlich.sim.batch import loop
from heimlich.sim.fused import Build, Kernels

GAMES, STEPS, WARP = 512, 16, 32
CHIP, VERSION = "sm_90", "8.0"
RULE = re.compile(r"/heimlich/sim/(?:(?:suitcases|heimlich_co)/(\w+)|(play|threefry))\.py$")
LINE = re.compile(r'//## File "[^"]*", line (\d+)')
ON_CHIP = re.compile(r"\s*/\*[0-9a-f]{4,}\*/\s+(.*)")
SPILLED = re.compile(
    r"LOP3\.LUT (R\d+), \1, 0x[1248]0*, RZ, 0xfc"  # a flag becomes a bit of a register,
    r"|LOP3\.LUT (R\d+), \2, 0xf*[7bde]f*, RZ, 0xc0"  # which was cleared for it,
    r"|LOP3\.LUT P\d, RZ, R\d+(?:\.reuse)?, 0x[1248]0*, RZ, 0xc0"  # and is read from there
    r"|P2R|R2P|STL|LDL"
)


class RuleWriter(ptx.Writer):
    """A writer that knows for each line which function of the rules wrote it."""

    rules: dict[int, str]

    def _line(self, text: str, target: str = "", *uses: str) -> None:
        super()._line(text, target, *uses)
        self.__dict__.setdefault("rules", {})[id(self._lines[-1])] = _rule()

    def text(self) -> str:
        """The kernel; the rules of its lines are kept with it."""
        lines = [line for line in ptx._used(self._lines) if _is_instruction(line.text.strip())]
        Counted.rules = [self.rules.get(id(line), "") for line in lines]
        return super().text()


class Counted(ptx_machine.Machine):
    """A machine that counts how many groups of 32 threads came to each line."""

    rules: list[str]
    last: "Counted"

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self.source, self.times = source, np.zeros(len(self.lines))
        Counted.last = self

    def come_to(self, at: int, taken: Any) -> None:
        """Count the groups in which a thread comes to a line."""
        threads = np.broadcast_to(taken, (self.threads,))
        self.times[at] += threads.reshape(-1, WARP).any(axis=1).sum() / (GAMES // WARP * STEPS)


def _rule() -> str:
    """The innermost function of the rules, or of random play, that is being carried out."""
    frame = sys._getframe(2)
    while frame.f_back is not None:
        found = RULE.search(frame.f_code.co_filename)
        if found and not frame.f_code.co_name.startswith("<"):
            return f"{found[1] or found[2]}.{frame.f_code.co_name}"
        frame = frame.f_back
    return ""


def _is_instruction(text: str) -> bool:
    return not text.endswith(":") and not text.startswith("bar.sync")


def counted(label: str, players: int, before: int) -> tuple[Counted, int]:
    """A machine on which the kernel of a ruleset has run; and the threads to a block that such kernels have."""
    study = Study(label, 2, 1, "random")
    subject = subject_of(study.game.id)
    plain, traced = (subject.simulator(study.rules, players, xp) for xp in (np, jnp))
    running = play.start(np, plain.reset(1, np.arange(GAMES)))

    def steps(sim: Any, shape: Any, rules: Any, running: play.Running, number: int) -> play.Running:
        found: play.Running = loop(
            shape, number, lambda now, _: play.decide_once(shape, rules, sim.parts, now), running
        )
        return found

    running = steps(plain, plain.shape, plain.rules, running, before)
    kernels = Kernels(traced, running, Build(WARP))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ptx, "Writer", RuleWriter)
        patch.setattr(ptx_machine, "Machine", Counted)
        packed = ptx_machine.call(
            lambda packed: kernels.run(lambda shape, rules, now: (steps(traced, shape, rules, now, STEPS), ()), packed)[
                0
            ],
            kernels.pack(running),
        )
    expected = steps(plain, plain.shape, plain.rules, running, STEPS)
    for one, other in zip(*map(jax.tree_util.tree_leaves, (kernels.unpack(packed), expected)), strict=True):
        np.testing.assert_array_equal(one, other)
    return Counted.last, 512 if traced.shape.in_words else 128


def on_chip(machine: Counted, block: int) -> dict[str, Any]:
    """Assemble the kernel and count the instructions of the chip."""
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder, "kernel.ptx"), Path(folder, "kernel.cubin")
        source.write_text(_numbered(machine.source, block))
        told = _run("ptxas", f"-arch={CHIP}", "-v", "-lineinfo", str(source), "-o", str(binary)).stderr
        listing = _run("nvdisasm", "-g", str(binary)).stdout
    at, total, spilled, rules = -1, 0.0, 0.0, defaultdict[str, float](float)
    for line in listing.splitlines():
        if found := LINE.search(line):
            at = int(found[1]) - 1
        elif (found := ON_CHIP.match(line)) and 0 <= at < len(machine.times):
            total += machine.times[at]
            spilled += machine.times[at] if SPILLED.search(found[1]) else 0
            rules[(*machine.rules, "")[at]] += machine.times[at]
    registers = re.search(r"Used (\d+) registers", told)
    return {
        "on_chip": round(total),
        "spilled": round(spilled),
        "registers": int(registers[1]) if registers else None,
        "on_chip_by_rule": _by_rule(rules),
    }


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, check=True, capture_output=True, text=True)


def _numbered(source: str, block: int) -> str:
    """The kernel, whose instructions say which line of the machine they are."""
    head, body = source.split("\n{", 1)
    head = re.sub(r"\.maxntid \d+", f".maxntid {block}", head).replace(f".target {ptx.TARGET}", f".target {CHIP}")
    head = head.replace(f".version {ptx.VERSION}", f".version {VERSION}")
    found, number = [head.replace(".address_size 64", '.address_size 64\n.file 1 "kernel.ptx"'), "{"], 0
    for line in body.splitlines():
        text = line.strip()
        if text and text != "}" and not text.startswith(".reg") and _is_instruction(text):
            number += 1
            found.append(f".loc 1 {number} 0")
        found.append(line)
    return "\n".join(found)


def _by_rule(rules: dict[str, float]) -> dict[str, float]:
    return {
        name or "loops and layout": round(rules[name], 1) for name in sorted(rules, key=rules.__getitem__, reverse=True)
    }


def main() -> None:
    """Read the command line, and print the figures as JSON."""
    parser = argparse.ArgumentParser(description="How many instructions a decision takes in a GPU kernel.")
    parser.add_argument("ruleset", metavar="RULESET")
    parser.add_argument("players", type=int, metavar="PLAYERS")
    parser.add_argument("--before", type=int, default=500, metavar="N", help="decisions before (default 500)")
    options = parser.parse_args()
    machine, block = counted(options.ruleset, options.players, options.before)
    rules = defaultdict[str, float](float)
    for rule, times in zip((*machine.rules, ""), machine.times, strict=False):
        rules[rule] += float(times)
    found: dict[str, Any] = {
        "rules": options.ruleset,
        "players": options.players,
        "before": options.before,
        "written": round(machine.times.sum()),
        "written_by_rule": _by_rule(rules),
    }
    if all(map(shutil.which, ("ptxas", "nvdisasm"))):
        found |= on_chip(machine, block)
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
