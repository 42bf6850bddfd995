"""Proofs of a rate for a whole family of constants, checked: `check(record)`, standard library only.

For every s in (0, 1]: lambda, eta and the squared rate r are polynomials in s, W(t) is symmetric, W 1 = 1, its other
eigenvalues in [-lambda(s), lambda(s)], any at every round (tier sym of `lyapunov`), and

    V(t+1) <= r(s) V(t) + c(s) ||h||^2,   V = K e'P(s) e + (sum over directions of disagreement of x'Q(s) x).

P, Q, the multipliers and c are polynomials in s, written s^order D(s) (sum_j s^j term_j) D(s), D(s) = diag(s^shift).
The terms' sum is shown positive on [0, 1], and so is each form of `lyapunov`, divided by such factors, as a matrix sum
of squares S0(s) + s (1 - s) S1(s): an identity between polynomials, true if it holds at degree + 1 points. It is then
one theorem for all s, where a certificate at given constants is a line of a table.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from .lyapunov import NotProved, Proof, holds
from .psd import Matrix, gram_at, need, negative, number, numbers, positive, triangle
from .rate_record import listed
from .tracer import degree

__all__ = ["check"]

LARGEST = 24  # degree of anything in s
ONE = Fraction(1)


def check(record: Any) -> dict[str, Any]:
    """{"proved", "what", "reason"} of a certificate. Raises NotACertificate for what is none."""
    family = Family(record)
    try:
        family.check()
    except NotProved as reason:
        return {"proved": False, "what": family.what, "reason": str(reason)}
    return {"proved": True, "what": family.what, "reason": ""}


class Scaled:
    """s^order D(s) X(s) D(s), X(s) = sum_j s^j term_j or a sum of squares."""

    def __init__(self, name: str, record: Any, size: int):
        need(isinstance(record, dict), f"{name} is no object")
        order, shift = number(name, record.get("order")), numbers(name, record.get("shift"))
        small = all(v.denominator == 1 and 0 <= v <= LARGEST for v in (order, *shift))
        need(small and len(shift) == size, f"{name}: order and shift are small integers, one shift a vector")
        self.size, self.order, self.shift = size, int(order), [int(v) for v in shift]
        self.terms = [triangle(name, term, size) for term in listed(name, record.get("terms", []))]
        pair = listed(name, record.get("gram"))
        need(len(pair) == 2 and all(isinstance(G, list) for G in pair), f"{name}: a gram is a pair")
        need(all(size and len(G) % size == 0 for G in pair), f"{name}: a gram has blocks of {size} rows")
        self.G0, self.G1 = (triangle(name, G, len(G)) for G in pair)
        self.top = max(2 * len(self.G0) // size - 2, 2 * len(self.G1) // size, len(self.terms) - 1)
        need(self.top <= LARGEST, f"{name}: a polynomial of too high a degree")

    @property
    def degree(self) -> int:
        return self.order + 2 * max(self.shift) + self.top

    def squares(self, s: Fraction) -> Matrix:
        return gram_at(self.G0, self.G1, self.size, s, lambda s: s * (1 - s))

    def sum(self, s: Fraction) -> Matrix:
        total = [[Fraction(0)] * self.size for _ in range(self.size)]
        for power, term in enumerate(self.terms):
            total = [[a + s**power * b for a, b in zip(x, y)] for x, y in zip(total, term)]
        return total

    def scale(self, X: Matrix, s: Fraction) -> Matrix:
        shift = self.shift
        return [
            [s ** (self.order + shift[i] + shift[j]) * x for j, x in enumerate(row)]
            for i, row in enumerate(X)
        ]

    def value(self, s: Fraction) -> Matrix:
        return self.scale(self.sum(s), s)

    def positive(self, strictly: bool) -> bool:
        """Whether the terms' sum is the sum of squares that the record gives."""
        same = all(self.squares(s) == self.sum(s) for s in map(Fraction, range(self.top + 1)))
        something = bool(self.G0) or not strictly  # a sum of no squares is 0
        return same and something and positive(self.G0, strictly) and positive(self.G1)


class Family:
    """One certificate."""

    def __init__(self, record: Any):
        need(
            isinstance(record, dict) and record.get("kind") == "lyapunov-family", "no certificate of a family"
        )
        self.lam, self.eta, self.rate2 = (numbers(k, record.get(k)) for k in ("lam", "eta", "rate2"))
        need(
            all(1 <= len(p) <= 9 for p in (self.lam, self.eta, self.rate2)),
            "a polynomial of too high a degree",
        )
        empty: dict[str, Any] = {"kind": "lyapunov", "tier": "sym", "lo": 0, "hi": 0, "rho": 0, "floor": 0}
        blank = {k: record.get(k) for k in ("algorithm", "mu", "L", "share")} | empty | {"eta": ["1"]}
        calls = len(listed("multipliers", record.get("multipliers")))
        blank["P"], blank["Q"] = ([["0"] * (i + 1) for i in range(n)] for n in _sizes(record))
        self.proof = Proof(blank | {"multipliers": [["0"] * calls], "Q": [blank["Q"]]})
        need(calls > 0, "a family is for methods with gradients")
        proof = self.proof
        self.P, self.Q = (
            Scaled("P", record.get("P"), len(proof.free)),
            Scaled("Q", record.get("Q"), len(proof.states)),
        )
        self.m = [Scaled("multipliers", m, 1) for m in record["multipliers"]]
        self.c = Scaled("floor", record.get("floor"), 1) if proof.floored else None
        forms = listed("forms", record.get("forms"))
        need(len(forms) == 3, "forms: of the mean, and of the disagreement at lambda and -lambda")
        self.forms = [
            Scaled("forms", f, len(b)) for f, b in zip(forms, (proof.mean_basis, *[proof.basis] * 2))
        ]

    @property
    def what(self) -> str:
        proof, floor = self.proof, " + c(s) ||h||^2" if self.proof.floored else ""
        lines = "; ".join(
            [f"{k} = {v}" for k, v in proof.algorithm["let"].items()]
            + [f"{k} <- {v}" for k, v in proof.algorithm["next"].items()]
        )
        return (
            f"{proof.algorithm['name']} ({lines}): for all K, dimensions, {proof.mu}-strongly convex, {proof.L}-smooth "
            f"clients and every s in (0, 1]: with lambda = {_text(self.lam)}, eta = {_text(self.eta)} and symmetric W "
            f"with eigenvalues in [-lambda, lambda] beside the 1, any at every round, V <= ({_text(self.rate2)}) V"
            f"{floor} after each round"
        )

    def check(self) -> None:
        proof = self.proof
        holds(
            0 < proof.mu <= proof.L and 0 < proof.share[0] <= proof.share[1], "0 < mu <= L or a share fails"
        )
        proof.declared()
        proof.shapes()
        holds(_above(self.eta), "eta is not positive on (0, 1]")
        holds(_above(self.lam, zero=True) and _above(_rest(self.lam)), "lambda is not in [0, 1) on (0, 1]")
        holds(_above(self.rate2) and _above(_rest(self.rate2)), "the rate is not in (0, 1) on (0, 1]")
        holds(self.P.positive(strictly=True), "P is not positive")
        holds(self.Q.positive(strictly=True), "Q is not positive")
        holds(all(m.positive(strictly=False) for m in self.m), "a multiplier is not a sum of squares")
        for index, form in enumerate(self.forms):
            holds(positive(form.G0) and positive(form.G1), f"form {index}: a Gram matrix is not positive")
            for s in map(Fraction, range(max(self._degree(), form.degree) + 1)):
                same = form.scale(form.squares(s), s) == negative(self._form(index, s))
                holds(same, f"form {index} is not the polynomial that it should be")

    def _degree(self) -> int:
        """Of the forms in s, bounded."""
        eta, lam = len(self.eta) - 1, len(self.lam) - 1
        pairs = [pair for pair in self.proof.round.next.values()] + [y for y, _ in self.proof.round.calls]
        ahead = 2 * max(eta * degree(form, 1) + lam * degree(form, 2) for pair in pairs for form in pair)
        square = max(self.P.degree, self.Q.degree) + max(ahead, len(self.rate2) - 1)
        floor = self.c.degree if self.c is not None else 0
        return max(square, floor, max(m.degree for m in self.m) + ahead)

    def _form(self, index: int, s: Fraction) -> Matrix:
        proof, lam = self.proof, _at(self.lam, s)
        proof.eta, proof.rate2 = [_at(self.eta, s)], _at(self.rate2, s)
        proof.m = [[m.value(s)[0][0] for m in self.m]]
        proof.floor = self.c.value(s)[0][0] if self.c is not None else Fraction(0)
        if index == 0:
            return proof.form(self.P.value(s), 0, ONE, True)
        return proof.form(self.Q.value(s), 0, lam if index == 1 else -lam, False)


def _sizes(record: dict[str, Any]) -> tuple[int, int]:
    """Of P and Q, as the algorithm says (its shape is checked where it is traced)."""
    algorithm: Any = record.get("algorithm")
    need(isinstance(algorithm, dict) and isinstance(algorithm.get("next"), dict), "algorithm is no object")
    balanced = algorithm.get("balanced")
    need(isinstance(balanced, list), "balanced are no states")
    states = list(algorithm["next"])
    return len([s for s in states if s not in balanced]), len(states)


def _at(p: list[Fraction], s: Fraction) -> Fraction:
    return sum((value * s**power for power, value in enumerate(p)), Fraction(0))


def _rest(p: list[Fraction]) -> list[Fraction]:
    """1 - p."""
    return [1 - p[0], *(-value for value in p[1:])]


def _above(p: list[Fraction], zero: bool = False) -> bool:
    """Sufficient for p > 0 on (0, 1] (>= 0 if `zero`): the signs of Bernstein's coefficients, powers of s taken out."""
    p = list(p)
    while len(p) > 1 and not p[0]:
        p.pop(0)
    n = len(p) - 1
    b = [sum(Fraction(comb(i, j), comb(n, j)) * p[j] for j in range(i + 1)) for i in range(n + 1)]
    return all(value >= 0 if zero else value > 0 for value in b)


def _text(p: list[Fraction]) -> str:
    """A polynomial in s.

    >>> _text([Fraction(1), Fraction(-1, 2)])
    '1 - 1/2 s'
    """
    powers = ["", "s", *(f"s^{k}" for k in range(2, len(p)))]
    parts = [
        (v, power if power and abs(v) == 1 else f"{abs(v)} {power}".strip())
        for v, power in zip(p, powers)
        if v
    ]
    if not parts:
        return "0"
    text = ("-" if parts[0][0] < 0 else "") + parts[0][1]
    return text + "".join((" - " if v < 0 else " + ") + part for v, part in parts[1:])
