"""The families of settings that theorems of several modules share."""

from __future__ import annotations

from fractions import Fraction

from ..family import Family, remembered
from .consensus import consensus
from .descent import MATRIX, ONE
from .gossip import GOSSIP, gossip
from .matrices import ConstantsRun, MatricesRun

__all__ = ["GOSSIP", "consensus", "constants", "gossip", "matrices"]


@remembered
def matrices(**sizes: tuple[int, ...]) -> Family:
    """Mixing matrices alone."""
    wide = {} if "K" in sizes else {"K": (4, 5, 6, 7, 8, 12)}
    return Family("matrices", {"K": (2, 3), **ONE, **sizes}, (MATRIX,), MatricesRun, wide=wide)


def constants(**numbers: str) -> Family:
    """No setting: printed numbers, as exact text, under names."""
    told = {name: str(Fraction(text)) for name, text in numbers.items()}  # decimals are none of a record
    return Family("constants", {}, (), ConstantsRun, options=numbers, told=told)
