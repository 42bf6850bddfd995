"""How grave it is that a printed form is false."""

from __future__ import annotations

from enum import Enum

__all__ = ["Severity"]


class Severity(Enum):
    """How grave a refutation is, mildest first; the value is the sentence a reader sees."""

    TYPO = "a slip of the pen: the proof's own formula is right"
    MISSING = "a hypothesis is missing that the setting meant may well have"
    CONSTANT = "a constant or rate is wrong, the shape of the bound is right"
    SUBSTANCE = "false in substance"
