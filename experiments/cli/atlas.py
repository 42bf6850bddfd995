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
    cells = pieces(arguments.ids, arguments.kappa or KAPPAS)
    files = collected(
        lambda each: conduct(arguments, cells, "cells", each),
        lambda found: write(
            {cell: found[cell] for cell in cells if cell in found}, arguments.out, arguments.ids
        ),
    )
    emit(arguments, {"files": files}, "\n".join(f"wrote {file}" for file in files))
    return 0
