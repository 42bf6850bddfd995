"""Statements about numbers alone: a setting is a handful of named rational numbers, and formulas use them directly."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from mixproof.spectral.checks import of_kind

from ..domains import NATURAL, POSITIVE, Domain
from ..family import Family, Parameter

__all__ = ["ScalarsRun", "scalars"]


# Counts that nothing is done so many times for: rounds, records.
COUNTS = replace(NATURAL, choices=(*NATURAL.choices, *(Fraction(10) ** k for k in (2, 4, 7, 14))))


class ScalarsRun:
    """Every parameter, of shape (), is a constant under its own name; `kinds` tells the kernel its domain."""

    reach: ClassVar = math.inf  # there is no run

    def __init__(self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int, **kinds: str):
        for name, value in values.items():
            setattr(self, name, value.item())


def scalars(natural: str = "", positive: str = "", **domains: Domain) -> Family:
    """The family of settings with these numbers.

    natural, positive: names of positive integers and of positive numbers, separated by blanks
    domains: name -> domain of every other number, one of REAL, POSITIVE, NATURAL, UNIT
    Raises InputError for a domain that is none of these.

    >>> from mixproof.bounds.domains import UNIT
    >>> scalars("tau", "eta", q=UNIT).options
    {'tau': 'natural', 'eta': 'positive', 'q': 'unit'}
    """
    for name, domain in domains.items():
        of_kind(name, domain, Domain, "a domain of mixproof.bounds.domains: REAL, POSITIVE, NATURAL or UNIT")
    named = {
        **dict.fromkeys(natural.split(), COUNTS),
        **dict.fromkeys(positive.split(), POSITIVE),
        **domains,
    }
    parameters = tuple(Parameter(name, (), domain) for name, domain in named.items())
    kinds = {name: domain.name for name, domain in named.items()}
    return Family("scalars", {}, parameters, ScalarsRun, options=kinds)
