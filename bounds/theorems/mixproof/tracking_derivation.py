"""The derivation of `mixproof.tracking-step:below`, from the solution of a semidefinite program.

    python -m mixproof.bounds.theorems.mixproof.tracking_derivation      # writes bounds/derivations/...

The Lyapunov function is found with L = 1 and mu = 1/1000, for vectors over L (`proofs.lyapunov.family_record` says how
its lines are written). Of mu >= L/1000 is known what is known of L/1000 itself, as (mu - L/1000) times `smooth` is
added to `cocoercive`; eta L stands for theta, and the assumption on it is multiplied by what two squares differ by.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from ...algorithms import algorithm
from ...kept import place
from ...proofs.derivation import stated_as
from ...proofs.lyapunov.family import DIGING_LAMBDAS, search
from ...proofs.lyapunov.family_record import MORE, FamilyRecord, bernstein
from ...proofs.lyapunov.lines import Terms, less_one, line, parts
from ...proofs.lyapunov.texts import combination
from .tracking_step import MOST, SHARE, TRACKING_STEP

__all__ = ["derivation"]

BITS = 24
THETA = f"{SHARE}*s**2"
VECTORS = {
    "s": "1 - lam",
    "e_x": "x - o",
    "e_p": "(p + grad(o))/L",
    "m_x": "J(e_x)",
    "b_x": "e_x - J(e_x)",
    "b_p": "e_p - J(e_p)",
    "u_1": "(grad(x) - grad(o))/L",
    "m_grad1": "J(u_1)",
    "b_grad1": "u_1 - J(u_1)",
    "d": "b_p + b_grad1",
    "n": "W(d) - b_grad1",
}
OVER = "1/L**2 >= 0"  # of vectors over L


def derivation() -> dict[str, Any]:
    """The record; the kernel decides it."""
    rate2 = [1, 0, -SHARE / 1000]
    told: dict[str, Any] = {"lam": [1, -1], "eta": [0, 0, SHARE], "rate2": rate2, "orders": DIGING_LAMBDAS}
    solved = search(algorithm("diging"), L=1, mu="1/1000", **told).written(BITS)
    found = _Linear(**{field.name: getattr(solved, field.name) for field in fields(solved)})
    P, x, xp, p = (
        _entry(found, *place) for place in (("P", 0, 0, 0), ("Q", 0, 0, 1), ("Q", 1, 0, 2), ("Q", 1, 1, 3))
    )
    V = f"({P})*sq(m_x) + ({x})*sq(b_x) + ({xp})*dot(b_x, b_p) + ({p})*sq(b_p)"
    # next(V) is a polynomial of degree 2 in theta: once and twice what theta is times
    once = f"-2*({P})*dot(m_x, m_grad1) - 2*({x})*dot(W(b_x), d) - ({xp})*dot(d, n)"
    twice = f"({P})*sq(m_grad1) + ({x})*sq(d)"
    decrease = line(
        "decrease", "next(V) <= (1 - eta*L/1000)*V", [term for old in found.decrease() for term in _of(old)]
    )
    decrease["proof"]["over"] = ["width"]
    left = f"(lam + {MORE}*s**2)*(V/1000 + {once} + (eta*L + {THETA})*({twice}))"
    trackers = f"(lam + {MORE}*s**2)*eta*({P})*(2*(m_x - eta*L*m_grad1) - eta*J(p))"
    decrease["proof"]["equations"] = [["theta", left], ["vanishing(J(p))", trackers]]
    rate = line("rate", "1 - eta*L/1000 >= 0", bernstein(found.rate2))
    rate["proof"]["equations"] = [["theta", "1/1000"]]
    began, states = ["start(m_x)"], ["start(b_x)", "s*start(b_p)"]
    start = f"{MOST}*(K*error2(0) + s*(spread2(0) + s**2*gstar**2/L**2))"
    power = "(1 - eta*L/1000)**t"
    return {
        "kind": "derivation",
        "statement": stated_as(TRACKING_STEP, TRACKING_STEP.variant("below")),
        "steps": [
            *({"let": name, "is": text} for name, text in {**VECTORS, "V": V}.items()),
            line("low", "s >= 0", [["1", ["assume1"]]]),
            line("high", "s <= 1", [["1", ["lam_low"]]]),
            line("width", f"lam + {MORE}*s**2 > 0", [["1", ["lam_low"]], [str(MORE), ["low", "low"]]]),
            line("ratio", "mu - L/1000 >= 0", [["1/1000", ["assume2"]]]),
            {"name": "theta", "claim": f"eta*L == {THETA}", "proof": {"equations": [["assume3", "L"]]}},
            {
                "always": [["balanced", "sq(J(p)) <= 0"]],
                "start": [{}],
                "lines": [],
                "next": [{"terms": [["1", ["balanced"]]]}],
            },
            rate,
            decrease,
            line("above", "K*error2(t) + s*spread2(t) <= V", [
                *_ends([less_one(found.at("P", end)) for end in ENDS], ["m_x"], 0),
                *_ends([less_one(found.at("Q", end)) for end in ENDS], ["b_x", "s*b_p"], 1),
            ]),
            line("begun", f"start(V) <= {start}", [
                *_ends([MOST * np.eye(1, dtype=int) - found.at("P", end) for end in ENDS], began, 0),
                *_ends([MOST * np.eye(2, dtype=int) - found.at("Q", end) for end in ENDS], states, 1),
            ]),
            {
                "always": [["bounded", f"V <= {power}*start(V)"]],
                "start": [{}],
                "lines": [],
                "next": [{"terms": [["1", ["decrease"]], ["1", ["rate", "bounded"]]]}],
            },
        ],
        "conclusion": {"terms": [["1", ["above"]], ["1", ["bounded"]], ["1", [f"{power} >= 0", "begun"]]]},
    }  # fmt: skip


ENDS = Fraction(0), Fraction(1)  # of s


class _Linear(FamilyRecord):
    """P and Q are linear in s, so what is true of V at both ends is true between."""

    @cached_property
    def scaled(self) -> dict[str, np.ndarray]:
        """V is K e^2 + s |x|^2 at least, at no loss."""
        value, least = self.value, np.inf
        for end in (0, 1):
            P, Q = (value[f"{name}0"] + end * value[f"{name}1"] for name in "PQ")
            least = min(least, P[0, 0], Q[0, 0] - Q[1, 0] ** 2 / Q[1, 1])
        return {name: (1 + 1e-4) / least * part for name, part in value.items()}


def _entry(found: FamilyRecord, name: str, i: int, k: int, order: int) -> str:
    """An entry of V as a polynomial in s, those beside the diagonal twice."""
    return found.polynomial([(1 + (k < i)) * term[i, k] for term in found.terms[name]], order)


def _ends(matrices: Sequence[np.ndarray], names: Sequence[str], order: int) -> Terms:
    """s^order times a form that is linear in s, as its parts at both ends."""
    told = zip(matrices, ("high", "low"))
    return [
        [str(c), [fact] + ["low"] * order, combination(zip(row, names))]
        for A, fact in told
        for c, row in parts(A)
    ]


def _of(term: list[Any]) -> Terms:
    """A term over a class of W with mu = L/1000, over the table of declared algorithms."""
    c, facts, *square = term
    *facts, last = ["lam_low" if fact == "lam" else fact for fact in facts] or [""]
    rule, _, vector = last[:-1].partition("(")
    match rule:
        case "cocoercive":
            return [
                [c, [*facts, OVER, "cocoercive(x, o)"], *square],
                [c, [*facts, OVER, "ratio", "smooth(x, o)"], *square],
            ]
        case "least":
            return [[c, [*facts, f"smallest({vector})"]], [c, [*facts, "lam_n_low"], vector]]
        case "spectrum_flat":
            return [[c, [*facts, f"mixing({vector})"]]]
    return [[c, [*facts, *filter(None, [last])], *square]]


if __name__ == "__main__":
    file = place(TRACKING_STEP, TRACKING_STEP.variant("below"))
    file.write_text(json.dumps(derivation(), indent=0, separators=(",", ":")) + "\n")
