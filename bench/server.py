"""How fast the server is: `python bench/server.py` is `heimlich bench server`."""

import sys

from heimlich.cli.main import main

if __name__ == "__main__":
    sys.exit(main(["bench", "server", *sys.argv[1:]]))
