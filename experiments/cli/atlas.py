"""`atlas`: printed constants, certified constants and worst cases over a grid."""

from __future__ import annotations

from argparse import Namespace

from mixproof.spectral.outputs import reachable

from ..campaigns.campaign import collected
from .conduct import conduct
from .output import emit

__all__ = ["make_atlas"]


def make_atlas(arguments: Namespace) -> int:
    from ..atlas import KAPPAS, pieces, write

    reachable(arguments.out)
    cells = pieces(arguments.ids, arguments.kappa or KAPPAS, methods=arguments.methods or ())
    words = [*arguments.ids]
    for name in ("methods", "kappa"):
        words += [word for value in getattr(arguments, name) or () for word in (f"--{name}", str(value))]
    files = collected(
        lambda each: conduct(arguments, cells, "cells", each),
        lambda found: write(
            {cell: found[cell] for cell in cells if cell in found}, arguments.out, words, len(cells)
        ),
    )
    emit(arguments, {"files": files}, "\n".join(f"wrote {file}" for file in files))
    return 0
