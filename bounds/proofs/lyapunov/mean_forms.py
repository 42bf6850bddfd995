"""The forms of a bound on a mean over rounds, linear in what is sought, and a solver's answer to them.

One round is written in the mean of the clients and beside it, as for a rate. For losses that are convex alone states
are counted from where they rest at w*. For others nothing is known of the distance to w*: they are counted from where
they would rest if the mean model J(x) were the minimizer, and that place moves as J(x) does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from ...algorithms import Algorithm, Form, Trace, disagreement, mean
from ...algorithms.tracing import FORMS
from ...formula import parse
from .constants import Constants
from .directions import outer
from .parts import rounded, short_rows
from .sdp import Program
from .texts import PULL, PULL_MOVES

__all__ = ["MeanForms", "Values"]

MARGIN = 1e-7
HALF = Fraction(1, 2)
Values = Mapping[str, np.ndarray]


@dataclass(frozen=True, eq=False)
class MeanForms:
    """Those of one algorithm, one set of constants and one tier.

    What is sought: P, Q, the form V in the mean and beside it; m, multipliers of `cocoercive` at the points of
    gradients; n, of the rules that bound the gap there (convex losses), or a, how much of F is in V; c, what a round
    adds, times |h|^2; R, of `mixing`.
    """

    algorithm: Algorithm
    at: Constants
    tier: str

    @property
    def convex(self) -> bool:
        return self.at.mu >= 0

    @cached_property
    def model(self) -> str:
        return self.algorithm.states[0]

    @cached_property
    def models(self) -> tuple[str, ...]:
        return tuple(s for s in self.traces[0].states if s in (self.algorithm.models or ()))

    @cached_property
    def traces(self) -> tuple[Trace, Trace]:
        together, apart = mean(self.algorithm), disagreement(self.algorithm, norm=self.tier == "norm")
        return (
            (together, apart) if self.convex else (_from_mean(self.algorithm, together), self._moving(apart))
        )

    def _moving(self, apart: Trace) -> Trace:
        """Beside the mean the place of rest moves with the gradients at J(x)."""
        rest, moved = {}, Form.of(PULL_MOVES)
        for state, text in (self.algorithm.rest or {}).items():
            told = parse(text).evaluate({"h": moved, "eta": Form.scalar(1, eta=1)}.__getitem__, FORMS)
            rest[state] = told if told.terms else Form({})
        return replace(
            apart,
            basis=(*apart.basis, PULL_MOVES),
            next={s: form - rest.get(s, Form({})) for s, form in apart.next.items()},
            oracles=(*apart.oracles, (Form({}), moved)),
        )

    # --- rows over the vectors of a side, and the form that must be positive there

    def rows(self, trace: Trace, nu: Fraction, *forms: Form) -> np.ndarray:
        told = [[Fraction(x) for x in trace.row(form, self.at.eta[0], nu)] for form in forms]
        return np.array(told, dtype=object).reshape(len(forms), len(trace.basis))

    def unit(self, trace: Trace, vector: str) -> np.ndarray:
        return self.rows(trace, Fraction(1), Form.of(vector))[0]

    def called(self, trace: Trace, nu: Fraction, values: Values) -> Any:
        """sum_i m_i (u_i - mu y_i)(L y_i - u_i), and what the rules on the gap leave."""
        mu, L = self.at.mu, self.at.L
        total = np.zeros((len(trace.basis),) * 2, dtype=int)
        for i, oracle in enumerate(trace.oracles):
            y, u = self.rows(trace, nu, *oracle)
            total = total + values["m"][i] * outer(u - mu * y, L * y - u)
            if self.convex:
                total = total + values["n"][i] * (self.near(trace, y, L) - outer(u, u) / (2 * L))
                if trace is self.traces[0]:
                    total = total + values["n"][i] * outer(u, self.unit(trace, self.model))
        return total

    def near(self, trace: Trace, y: np.ndarray, L: Fraction) -> np.ndarray:
        """L/2 |J(x) - y|^2."""
        away = self.unit(trace, self.model) - y if trace is self.traces[0] else y
        return L * HALF * outer(away, away)

    def together(self, values: Values) -> Any:
        """V - next(V) less the metric and the rules used, in the mean."""
        trace, one = self.traces[0], Fraction(1)
        ahead = self.rows(trace, one, *(trace.next[s] for s in trace.states))
        here = self.rows(trace, one, *map(Form.of, trace.states))
        P = values["P"]
        total = here.T @ P @ here - ahead.T @ P @ ahead - self.called(trace, one, values)
        if self.convex:
            return total
        pull = self.unit(trace, PULL)
        (moved,) = self.rows(trace, one, trace.oracles[-1][0])
        fall = outer(pull, moved) + self.at.L * HALF * outer(moved, moved)
        return total - outer(pull, pull) - values["a"][0] * fall

    def apart(self, values: Values, nu: Fraction) -> Any:
        """The same beside the mean, W being nu, or bounded by `mixing`."""
        trace, at, Q = self.traces[1], self.at, values["Q"]
        forms = [trace.next[s] for s in trace.states]
        ahead, here = self.rows(trace, nu, *forms), self.rows(trace, nu, *map(Form.of, trace.states))
        total = here.T @ Q @ here - ahead.T @ Q @ ahead - self.called(trace, nu, values)
        if at.r2 is not None:
            slope = self.slope
            total = total - (at.r2 - nu**2) * (slope.T @ Q @ slope)
        if "h" in trace.basis:
            h = self.unit(trace, "h")
            total = total + values["c"][0] * outer(h, h)
        if self.tier == "norm" and trace.mixes:
            z, v = (self.rows(trace, nu, *(pair[i] for pair in trace.mixes)) for i in (0, 1))
            total = total - (at.hi**2 * (z.T @ values["R"] @ z) - v.T @ values["R"] @ v)
        return total

    @cached_property
    def slope(self) -> np.ndarray:
        """The part of the next states that W multiplies."""
        trace = self.traces[1]
        parts = [
            {(v, i, 0): c for (v, i, j), c in trace.next[s].terms.items() if j == 1} for s in trace.states
        ]
        return self.rows(trace, Fraction(1), *map(Form, parts))

    @property
    def ends(self) -> tuple[Fraction, ...]:
        return (self.at.hi,) if self.tier == "norm" else (self.at.lo, self.at.hi)

    # --- the program

    @cached_property
    def variables(self) -> Program:
        program, (together, apart) = Program(), self.traces
        program.variable("P", len(together.states), symmetric=True)
        program.variable("Q", len(apart.states), symmetric=True)
        program.variable("m", len(together.oracles))
        program.variable("n", len(together.oracles) if self.convex else 0)
        program.variable("a", 0 if self.convex else 1)
        program.variable("c", int("h" in apart.basis))
        program.variable("R", len(apart.mixes) if self.tier == "norm" else 0, symmetric=True)
        return program

    def values(self, x: np.ndarray) -> dict[str, np.ndarray]:
        """The unknowns by name, floats or fractions."""
        found = {}
        for name, (offset, size, symmetric) in self.variables.blocks.items():
            found[name] = x[offset : offset + size]
            if symmetric:
                found[name] = np.zeros((size, size), dtype=x.dtype)
                for k, unit in self.variables.units(name):
                    found[name] = found[name] + x[k] * unit.astype(int)
        return found

    @cached_property
    def linear(self) -> list[tuple[np.ndarray, dict[int, np.ndarray]]]:
        """Each form that must be positive as a constant and the coefficients of the unknowns."""
        size = self.variables.size
        points = np.array(
            [[Fraction(int(i == j)) for j in range(size)] for i in range(-1, size)], dtype=object
        )
        forms = [self.together, *(lambda values, nu=nu: self.apart(values, nu) for nu in self.ends)]
        found = []
        for form in forms:
            none, *others = (form(self.values(point)) for point in points)
            found.append((none, {k: other - none for k, other in enumerate(others) if (other != none).any()}))
        return found

    @cached_property
    def shift(self) -> np.ndarray:
        """Convex losses: all models moved alike, along which nothing changes, so that the form must vanish there."""
        return np.array([Fraction(int(vector in self.models)) for vector in self.traces[0].basis])

    def at_rest(self) -> list[dict[int, Fraction]]:
        """Equations of the unknowns: the form in the mean vanishes at `shift`."""
        rows = {k: matrix @ self.shift for k, matrix in self.linear[0][1].items()}
        size = len(self.shift)
        return [{k: row[i] for k, row in rows.items() if row[i]} for i in range(size)]

    def solve(self) -> np.ndarray | None:
        """Unknowns for which all forms are positive, with little of what a bound has at its start."""
        program, base = Program(), self.variables
        program.blocks, program.size = base.blocks, base.size
        for k, (none, terms) in enumerate(self.linear):
            keep = slice(1, None) if self.convex and k == 0 else slice(None)
            matrices = {i: matrix[keep, keep].astype(float) for i, matrix in terms.items()}
            none = none[keep, keep].astype(float)
            program.semidefinite(matrices, none - MARGIN * np.eye(len(none)))
        if self.convex:
            for row in self.at_rest():
                program.zero({k: np.array([float(c)]) for k, c in row.items()}, np.zeros(1))
            program.zero({k: np.ones(1) for k, _ in base.units("n")}, -np.ones(1))
        for name in ("P", "Q", "R"):
            least = MARGIN if name != "R" else 0.0
            program.semidefinite(dict(base.units(name)), -least * np.eye(base.blocks[name][1]))
        for name in ("m", "n", "a", "c"):
            program.nonnegative(dict(base.units(name)), np.zeros(base.blocks[name][1]))
        eta = float(self.at.eta[0])
        costs = {"P": eta, "Q": eta / 10, "a": eta, "c": 1.0}
        return program.maximize(
            {
                k: -cost * float(np.trace(u) if u.ndim == 2 else u.sum())
                for name, cost in costs.items()
                for k, u in base.units(name)
            }
        )

    def exact(self, x: np.ndarray, bits: int) -> dict[str, np.ndarray]:
        """The unknowns as fractions, near a solver's, that meet the equations; R as rows r of R = sum of r r'."""
        near = rounded(x, bits)
        for name in ("m", "n", "a", "c"):
            for k, _ in self.variables.units(name):
                near[k] = max(near[k], Fraction(0))
        if self.convex:
            _solved(self.at_rest(), near)
        found = self.values(near)
        rows = short_rows(self.variables.value(x, "R"), bits)
        return found | {"R": rows.T @ rows, "rows": rows}


def _from_mean(algorithm: Algorithm, together: Trace) -> Trace:
    """The round in the mean, models counted from J(x), each gradient with all of what it is at J(x)."""
    model, models = together.states[0], algorithm.models or ()

    def form(told: Form) -> Form:
        pulls = [((PULL, i, j), c) for (v, i, j), c in told.terms.items() if v.startswith("grad ")]
        kept = [(key, c) for key, c in told.terms.items() if key[0] != model]
        return Form.collect([*kept, *pulls])

    moved, states = form(together.next[model]), tuple(s for s in together.states if s != model)
    ahead = {s: form(together.next[s]) - moved if s in models else form(together.next[s]) for s in states}
    more = (PULL,) if states else ()  # V may read it beside other states
    ahead |= {name: Form.of(PULL) + Form.of(PULL_MOVES) for name in more}
    calls = [v for v in together.basis if v.startswith("grad ")]
    return Trace(
        (*states, *more),
        (*states, PULL, *calls, PULL_MOVES),
        ahead,
        (*((form(y), u) for y, u in together.oracles), (moved, Form.of(PULL_MOVES))),
        (),
    )


def _solved(equations: list[dict[int, Fraction]], values: np.ndarray) -> None:
    """Changes the first unknowns of the equations so that all hold."""
    import flint

    unknowns = sorted({k for told in equations for k in told})
    rows = [
        [flint.fmpq(*told.get(k, Fraction(0)).as_integer_ratio()) for k in unknowns] for told in equations
    ]
    reduced, rank = flint.fmpq_mat(rows).rref()
    for row in reduced.tolist()[:rank]:
        first, *others = (j for j, c in enumerate(row) if c != 0)
        rest = (Fraction(int(row[j].p), int(row[j].q)) * values[unknowns[j]] for j in others)
        values[unknowns[first]] = -sum(rest, start=Fraction(0))
