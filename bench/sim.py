"""How fast the simulators are, as JSON: `python bench/sim.py` is `heimlich bench sim --json`.

    PYTHONPATH=src python3 bench/sim.py            everything that fits into about five minutes
    PYTHONPATH=src python3 bench/sim.py --quick    a look, in about a minute

Needs the standard library, NumPy and, to measure it, JAX.
"""

import sys

from heimlich.cli.main import main

if __name__ == "__main__":
    sys.exit(main(["bench", "sim", "--json", *sys.argv[1:]]))
