"""Compiled programs kept on disk, so that another process need not compile them again."""

import os
import sys
from pathlib import Path
from typing import Any

FOLDER = "JAX_COMPILATION_CACHE_DIR"
AT_LEAST = "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS"


def keep_compiled(folder: Path | None = None) -> Path:
    """Let JAX keep what takes it a second or more to compile; call it before the first program runs.

    Without a folder, the user's cache folder is taken, unless the environment names one for JAX. Processes that are
    started from here do the same.
    """
    if folder is not None:
        os.environ[FOLDER] = str(folder)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    chosen = Path(os.environ.setdefault(FOLDER, str(cache / "heimlich" / "jax")))
    least = float(os.environ.setdefault(AT_LEAST, "1"))
    if "jax" in sys.modules:
        import jax

        update: Any = jax.config.update
        update("jax_compilation_cache_dir", str(chosen))
        update("jax_persistent_cache_min_compile_time_secs", least)
    return chosen
