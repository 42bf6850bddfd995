"""Koloskova, Stich and Jaggi 2019: Choco-Gossip, consensus with compressed messages."""

from ...theorem import Theorem
from .average import AVERAGE
from .one_round import ONE_ROUND
from .rate import RATE
from .sgd import SGD

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (AVERAGE, ONE_ROUND, RATE, SGD)
