"""`python -m mixproof`: the command line."""

import sys

from mixproof.experiments.cli import main

if __name__ == "__main__":
    sys.exit(main())
