"""`python -m mixproof.bounds.printed [ID ...]`: search settings that refute printed lines, and keep them."""

import sys

from . import ALL
from .examined import keep

for one in ALL:
    if len(sys.argv) == 1 or one.theorem in sys.argv[1:]:
        print(keep(one), flush=True)
