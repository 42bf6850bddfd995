"""The objective of a name, its value at given weights, and what a certificate proves of all weights."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError
from mixproof.spectral.mixing import MixingMatrix
from mixproof.spectral.network import Network

from .certify.certificate import AnyCertificate
from .learning import Learning, learning
from .norms import Grouped, Weighted
from .objectives import Interval, Mean, Objective, SecondMoment

__all__ = ["OBJECTIVES", "chosen", "objective_enclosure", "objective_value", "verify_certificate"]

OBJECTIVES = ("mean", "second-moment", "learning", "learning-convex")


def chosen(
    objective: str | Objective,
    nodes: int | None = None,
    *,
    step: float | None = None,
    curvature: float | None = None,
    noise: float = 0.0,
    heterogeneity: Any = None,
    target: Any = None,
    groups: Any = None,
    run: str | None = None,
) -> Objective:
    """The objective of that name, or the object itself; the other arguments are those of `learning` and `norms`.

    Raises InputError for an unknown name, for arguments of learning with another objective or beside an object, and
    for those that make no sense.

    >>> chosen("mean").scale(0.75)
    0.25
    """
    if target is not None or groups is not None:
        return _wider(objective, nodes, target, groups)
    own = {"step": step, "curvature": curvature, "noise": noise or None, "heterogeneity": heterogeneity}
    own["run"] = run
    given = [name for name, value in own.items() if value is not None]
    if isinstance(objective, Objective):
        if given:
            raise InputError(given[0], "given", f"part of the objective itself, {objective.name}")
        if isinstance(objective, Learning):
            objective.check(nodes)
        return objective
    if not isinstance(objective, str) or objective not in OBJECTIVES:
        raise InputError("objective", objective, f"one of {', '.join(OBJECTIVES)}")
    moduli: dict[str, type[Objective]] = {"mean": Mean, "second-moment": SecondMoment}
    if objective in moduli:
        if given:
            raise InputError(given[0], "given", f"speaks of objective learning, not of {objective}")
        return moduli[objective]()
    return learning(nodes, step, curvature, noise, heterogeneity, objective == "learning-convex", run)


def _wider(objective: str | Objective, nodes: int | None, target: Any, groups: Any) -> Objective:
    """The objectives of `norms`."""
    if target is not None:
        if objective != "mean" or groups is not None:
            raise InputError("target", "given", "speaks of objective mean, without groups")
        return Weighted.of(target, nodes)
    if objective != "second-moment":
        rule = "speaks of objective second-moment; the mean matrix is the same whichever links fail together"
        raise InputError("groups", "given", rule)
    return Grouped.of(groups)


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
