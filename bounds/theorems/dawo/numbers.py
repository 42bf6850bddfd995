"""Statements about numbers with domains of their own."""

from ...domains import Domain
from ...family import Family, Parameter
from ...scalars import ScalarsRun


def numbers(**domains: Domain) -> Family:
    """Settings that give each name one number of its domain."""
    return Family(
        "scalars", {}, tuple(Parameter(name, (), domain) for name, domain in domains.items()), ScalarsRun
    )
