"""Scalar inequalities: a setting is a handful of named rational numbers, and formulas use them directly."""

from __future__ import annotations

from .domains import NATURAL, Domain
from .family import Family, Parameter
from .scalars import ScalarsRun

__all__ = ["scalar"]


def scalar(counts: str = "", **domains: Domain) -> Family:
    """The family of settings with these numbers, each of a domain of its own.

    counts: names of natural numbers, separated by blanks; domains: name -> domain of every other number

    >>> from bounds.domains import POSITIVE
    >>> [p.name for p in scalar("tau", eta=POSITIVE).parameters]
    ['tau', 'eta']
    """
    named = {**dict.fromkeys(counts.split(), NATURAL), **domains}
    return Family(
        "scalars", {}, tuple(Parameter(name, (), domain) for name, domain in named.items()), ScalarsRun
    )
