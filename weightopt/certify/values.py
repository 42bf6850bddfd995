"""An objective's value at given weights, and what a certificate proves of all weights: the three public questions."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError
from mixproof.spectral.mixing import MixingMatrix
from mixproof.spectral.network import Network

from ..goals import chosen
from ..objectives import Interval, Objective
from .certificate import AnyCertificate

__all__ = ["objective_enclosure", "objective_value", "verify_certificate"]


def verify_certificate(
    network: Network,
    certificate: AnyCertificate,
    objective: str | Objective | None = None,
    signed: bool | None = None,
) -> float:
    """A number that no feasible W on `network` gets below, re-derived from the certificate alone.

    The certificate names its objective and whether weights may be negative; only one made by hand without an objective
    takes both from the arguments (default: `mean`, not negative). Plain sums, no eigenvalue, no solver, rounding on the
    safe side. The derivations are in `weightopt.certify.certificate` and `weightopt.certify.learning`. A wrong
    certificate gives a weak bound, never a false one. Raises InputError where an argument contradicts the certificate,
    for an unknown objective, arrays of a wrong shape, or NaN.

    >>> import numpy as np
    >>> from mixproof.weightopt import Certificate
    >>> from mixproof.spectral import parse_network
    >>> slow = np.array([[1.0], [0.0], [-1.0]])   # the path's slow direction: rho* = cos(pi/3)
    >>> good = Certificate(slow, np.zeros((3, 0)), np.array([0.0, 1.0, 0.0]), None)
    >>> round(verify_certificate(parse_network("path:n=3"), good), 12)
    0.5
    """
    goal = certificate.objective
    if goal is None:
        return chosen(objective or "mean", network.n).lower_bound(network, certificate, bool(signed))
    if objective is not None and not _names(goal, objective):
        given = objective if isinstance(objective, str) else objective.name
        raise InputError(
            "objective", given, f"the certificate is one of {goal.name}, with constants that it holds itself"
        )
    if signed is not None and signed != certificate.signed:
        raise InputError("signed", signed, f"the certificate is one for signed={certificate.signed}")
    return goal.lower_bound(network, certificate, certificate.signed)


def _names(goal: Any, given: str | Objective) -> bool:
    """Whether `given` is the objective `goal`, or its name."""
    if isinstance(given, str):
        return given == goal.name
    if type(given) is not type(goal):
        return False
    return all(np.array_equal(getattr(goal, one.name), getattr(given, one.name)) for one in fields(goal))


def objective_value(weights: MixingMatrix, objective: str | Objective = "mean") -> float:
    """The objective at given weights: a point inside the interval of `objective_enclosure`.

    >>> from mixproof.spectral import mixing_matrix, parse_network
    >>> round(objective_value(mixing_matrix(parse_network("ring:n=4"), "metropolis")), 12)
    0.333333333333
    """
    return _fitting(weights, objective).value(weights)


def objective_enclosure(
    weights: MixingMatrix,
    objective: str | Objective = "mean",
    certify: bool | None = None,
    within: float | None = None,
) -> tuple[float, Interval]:
    """The objective, and an interval that contains it whatever rounding did; `certify` and `within` as for `spectrum`.

    >>> from mixproof.spectral import mixing_matrix, parse_network
    >>> value, (low, high) = objective_enclosure(mixing_matrix(parse_network("ring:n=4"), "metropolis"))
    >>> low <= value <= high and high - low < 1e-13
    True
    """
    return _fitting(weights, objective).enclosure(weights, certify, within)


def _fitting(weights: MixingMatrix, objective: str | Objective) -> Objective:
    if weights.network.directed and not (isinstance(objective, Objective) and objective.takes_directed):
        shown = f"{weights.n} nodes, directed"
        raise InputError("network", shown, "objectives are defined on undirected networks")
    if weights.network.m == 0:
        raise InputError("network", f"{weights.n} node, no link", "there is a link to give a weight")
    return chosen(objective, weights.n)
