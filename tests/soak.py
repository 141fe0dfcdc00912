"""How much is tried: a little in every run, everything in `dev.py soak`."""

import os

SOAK = bool(os.environ.get("HEIMLICH_SOAK"))


def count(usual: int, full: int) -> int:
    """The usual number, or the full one."""
    return full if SOAK else usual
