"""`python -m mixproof.bounds.checker WITNESS.json`, or `python checker WITNESS.json` where only this folder is."""

import sys
from importlib import import_module
from pathlib import Path

if not __package__:
    sys.path.insert(0, str(Path(__file__).parent))
sys.exit(import_module(f"{__package__}.checker" if __package__ else "checker").main(*sys.argv[1:]))
