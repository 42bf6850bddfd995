"""`optimize --transport`: what carries the nodes' messages."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial

from mixproof.spectral.checks import count
from mixproof.spectral.errors import InputError
from mixproof.spectral.network import Network
from mixproof.weightopt.nodes.transport import InProcess, Transport

__all__ = ["transport_named"]


def transport_named(name: str, seed: int) -> tuple[Callable[[Network], Transport], bool]:
    """The transport, and whether this process prints: of MPI ranks only the first does."""
    count("--seed", seed)
    if name == "in-process":
        return InProcess, True
    if name == "lossy":
        from mixproof.weightopt.nodes.transport_lossy import Lossy

        return partial(Lossy, seed=seed), True
    if name != "mpi":
        raise InputError("--transport", name, "in-process, mpi or lossy")
    from mixproof.weightopt.nodes.transport_mpi import AcrossRanks, world

    if world().rank > 0:
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # until the process ends
        return AcrossRanks, False
    return AcrossRanks, True
