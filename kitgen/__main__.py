"""``python -m kitgen`` does what the command ``kitgen`` does."""

import sys

from kitgen.cli import main

if __name__ == "__main__":
    sys.exit(main())
