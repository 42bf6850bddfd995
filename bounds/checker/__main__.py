"""`python -m mixproof.bounds.checker FILE`."""

import sys

from .records import main

sys.exit(main(*sys.argv[1:]))
