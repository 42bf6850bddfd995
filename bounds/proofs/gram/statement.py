"""What a worst case says: for every run of a declared algorithm that meets the conditions, objective <= value.

All quantities are per client, so that they make sense for every K at once: gstar2 = ||(grad F_k(w*))_k||^2/K, eps0 =
(1/K) sum_k F_k(w_k(0)) - F_k^*, error2(t) = ||wbar(t) - w*||^2, spread2(t) = ||w(t) - 1 wbar(t)||^2/K, distance2(t) =
error2(t) + spread2(t), gradients2(t) = ||(grad F_k(w_k(t)))_k||^2/K, gap(t) = F(wbar(t)) - F(w*), with F = (1/K) sum_k
F_k, and eps_star = (1/K) sum_k F_k(w*) - F_k^*.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mixproof.spectral.errors import InputError

from ...algorithms.declaration import Algorithm

__all__ = ["TERMS", "Condition", "Statement", "term"]

Terms = Mapping[str, Fraction]
Matrix = tuple[tuple[Fraction, ...], ...]

TERMS = ("error2", "spread2", "distance2", "gap", "gradients2", "gstar2", "eps0", "eps_star")
_TERM = re.compile(r"(error2|spread2|distance2|gap|gradients2)\((\d+)\)|gstar2|eps0|eps_star")


def term(name: str) -> tuple[str, int]:
    """A term's name and its round; the others speak of round 0.

    >>> term("error2(5)"), term("gstar2")
    (('error2', 5), ('gstar2', 0))
    """
    match = _TERM.fullmatch(name)
    if match is None:
        raise InputError("term", name, f"one of {', '.join(TERMS)}, the first five at a round: error2(5)")
    return (match[1] or name, int(match[2] or 0))


@dataclass(frozen=True)
class Condition:
    """sum of coefficient * term <= bound."""

    terms: Terms
    bound: Fraction

    def to_json(self) -> dict[str, Any]:
        return {"terms": {name: str(c) for name, c in self.terms.items()}, "bound": str(self.bound)}


@dataclass(frozen=True)
class Statement:
    """The run and the class it ranges over.

    mu, L: clients are mu-strongly convex and L-smooth, 0 <= mu < L
    step: {"eta": ...}, or {"delta": ..., "Gamma": ...} for eta_t = delta/(t + Gamma)
    matrix: W (K, K), rows of sum 1; or spectrum: the class of symmetric W described in `forms.Classes`
    clients, changing: of a spectrum: K where it is one number, and whether W is another one every round
    common: all clients start at one point;  objective: coefficient of each term
    """

    algorithm: Algorithm
    mu: Fraction
    L: Fraction
    step: Mapping[str, Fraction]
    rounds: int
    objective: Terms
    conditions: tuple[Condition, ...]
    common: bool = True
    spectrum: tuple[Fraction, Fraction] | None = None
    matrix: Matrix | None = None
    clients: int | None = None
    changing: bool = False

    def eta(self, t: int) -> Fraction:
        if "eta" in self.step:
            return self.step["eta"]
        return self.step["delta"] / (t + self.step["Gamma"])

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        """Those of the spectrum, of a class of W."""
        assert self.spectrum is not None
        return self.spectrum

    @property
    def K(self) -> int | None:
        """The number of clients, where it is one."""
        return self.clients if self.matrix is None else len(self.matrix)

    @property
    def names(self) -> list[str]:
        """Every term that the objective or a condition speaks of."""
        return [*self.objective, *(name for condition in self.conditions for name in condition.terms)]

    @property
    def anchors(self) -> tuple[str, ...]:
        """Points of no round: w* where a term speaks of it, each client's own minimizer where eps0 or eps_star do."""
        kinds = {term(name)[0] for name in self.names}
        star = kinds & {"error2", "distance2", "gap", "gstar2", "eps_star"}
        return (*(("star",) if star else ()), *(("minima",) if kinds & {"eps0", "eps_star"} else ()))

    def to_json(self) -> dict[str, Any]:
        """The part of a certificate that says what is proved; numbers as "p/q"."""
        told = {name: str(value) for name, value in self.step.items()}
        network: dict[str, Any]
        if self.matrix is None:
            network = {"spectrum": [str(end) for end in self.spectrum or ()]}
            network |= {} if self.clients is None else {"clients": self.clients}
            network |= {"changing": True} if self.changing else {}
        else:
            network = {"matrix": [[str(w) for w in row] for row in self.matrix]}
        return {
            "algorithm": self.algorithm.to_json(),
            "mu": str(self.mu),
            "L": str(self.L),
            "step": told,
            "rounds": self.rounds,
            "network": network,
            "common": self.common,
            "conditions": [condition.to_json() for condition in self.conditions],
            "objective": {name: str(c) for name, c in self.objective.items()},
        }
