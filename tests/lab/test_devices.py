"""Several devices share a study's games, and the tally is the same: here devices that XLA makes of one CPU."""

import json
import os
import subprocess
import sys

from heimlich.lab.play import Chunk, play_chunk
from heimlich.lab.study import Study
from heimlich.lab.tally import from_plain

STUDY = Study("rio-grande+target=15", 3, 9, "random")
SHARED = """
import json, jax
from heimlich.lab import play
from heimlich.lab.study import Study
play.LANES["jax"] = 16  # of which three devices get five each
tally = play.play_chunk(play.Chunk(Study("rio-grande+target=15", 3, 9, "random"), "jax", 7, 100))
print(json.dumps([len(jax.devices()), tally.as_plain()]))
"""


def test_several_devices_make_the_same_tally() -> None:
    flags = {"XLA_FLAGS": "--xla_force_host_platform_device_count=3", "JAX_PLATFORMS": "cpu"}
    command = [sys.executable, "-c", SHARED]
    done = subprocess.run(command, env={**os.environ, **flags}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    devices, plain = json.loads(done.stdout)
    assert devices == 3
    assert from_plain(plain) == play_chunk(Chunk(STUDY, "numpy", 7, 100))
