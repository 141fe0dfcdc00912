"""`python -m heimlich` is `heimlich`."""

import sys

from heimlich.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
