"""How fast the readable rules are: `python bench/rules.py` is `heimlich bench rules`."""

import sys

from heimlich.cli.main import main

if __name__ == "__main__":
    sys.exit(main(["bench", "rules", *sys.argv[1:]]))
