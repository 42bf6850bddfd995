"""`prove ID --printed`: the proof that a paper prints, line by line."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

from mixproof.spectral.outputs import write_text

from .colours import painted
from .output import emit

__all__ = ["prove_printed"]


def prove_printed(arguments: Namespace) -> int:
    """Status 0 where every line is proved, 1 where one is false, open or not said."""
    from mixproof.bounds.printed import examine, printed

    found = examine(printed(arguments.algorithm))
    false = next((line.witness for line in found.lines if line.status == "refuted"), None)
    if arguments.witness is not None and false is not None:
        write_text(Path(arguments.witness), json.dumps(dict(false)) + "\n")
    emit(arguments, found.to_json(), painted(str(found)))
    return 0 if found.told.proved else 1
