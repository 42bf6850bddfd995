"""Printed proofs of the first five papers, line by line: what is proved, what is false, what a line lacks."""

from __future__ import annotations

from mixproof.spectral.errors import InputError

from .alidpfl import ALIDPFL
from .dawo import DAWO
from .decefl import DECEFL
from .declared import Part, Printed
from .defed import DEFED
from .examined import Examined, examine
from .ops import OPS

__all__ = ["ALL", "BY_STATEMENT", "NOT_TYPED", "Examined", "Part", "Printed", "examine", "printed"]

ALL: tuple[Printed, ...] = (*DECEFL, *DEFED, *OPS, *DAWO, *ALIDPFL)
BY_STATEMENT = {one.theorem: one for one in ALL}


def printed(id: str) -> Printed:
    """The printed proof of a statement; InputError where none is kept."""
    if id not in BY_STATEMENT:
        raise InputError("id", id, f"a statement whose printed proof is kept: {', '.join(BY_STATEMENT)}")
    return BY_STATEMENT[id]


# Printed proofs of the five papers that are not typed, and what it takes.
NOT_TYPED = {
    "DeceFL, supplement, Theorem 2": 'its proof is that of Theorem 1 with W(t) for W, "exactly the same"',
    "DeceFL, supplement, Theorem 3, and consensus by DeceFL": "not typed yet; what is repaired is derived over windows",
    "Online Push-Sum, Lemma 9, Corollaries 3 and 5, Theorem 4": "the language has no index over past rounds",
    "dawo, Propositions 2, 3 and 4, convexity, projection": "they speak of eigenvectors, suprema and limits; what they "
    "come to is among the statements",
    "ALI-DPFL, Lemmas 4 to 7, Theorem 2 up to (36)": "not typed yet; most of them have derivations of our own",
    "ALI-DPFL, Lemma 2, Theorem 3": "not typed yet; what is repaired is derived",
}
