"""Kong, Lin, Koloskova, Jaggi and Stich 2021: consensus control."""

from ...theorem import Theorem
from .consensus_distance import CONSENSUS_DISTANCE, RATE

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (CONSENSUS_DISTANCE, RATE)
