"""Hanzely and Richtarik 2020, Theorem 3.1: local models that are held to their mean by a penalty.

Setting. x(lambda) minimizes f(x) + lambda psi(x), f the mean of the clients' losses at models of their own, psi the
mean squared distance of these from their mean, over 2; x(0) are the clients' own minimizers, x(inf) the common one, for
which psi is 0. Judged is what follows from minimality alone: f1, s1 are f and psi at x(lambda), f2, s2 at x(theta).

Statement. psi(x(lambda)) does not grow with lambda and f(x(lambda)) does not fall (`penalty`, `loss`); psi(x(lambda))
<= (f(x(inf)) - f(x(0)))/lambda (`rate`), f(x(lambda)) <= f(x(inf)) (`common`).

Idea. Each minimizer is no worse than the other for its own weight; the two inequalities add up to (lambda - theta)
(psi(x(lambda)) - psi(x(theta))) <= 0.
"""

from ..domains import REAL
from ..families.scalars import scalars
from ..theorem import Theorem, Variant

_BEST = ("theta < lam", "f1 + lam*s1 <= f2 + lam*s2", "f2 + theta*s2 <= f1 + theta*s1")
_LIMITS = ("f0 <= f1", "f1 + lam*s1 <= finf")
_PAIR = "more: lam - theta > 0 by assume1\npenalty: s1 <= s2 by assume2, assume3 over more\n"
_FAMILY = scalars("", "lam theta", **dict.fromkeys(("f0", "f1", "f2", "finf", "s1", "s2"), REAL))

PENALTY = Theorem(
    id="hanzely2020.theorem-3-1",
    title="mixtures of local and global models: what the penalty does",
    place="Hanzely and Richtarik 2020, Theorem 3.1, as commonly cited; the paper itself could not be read",
    statement="psi(x(lambda)) falls and f(x(lambda)) rises with lambda; psi(x(lambda)) <= (f(x(inf)) - f(x(0)))/lambda",
    family=_FAMILY,
    first=None,
    variants=tuple(
        Variant(label, f"{left} <= {right}", statement=said, assume=assume, derivation=lines)
        for label, said, left, right, assume, lines in (
            (
                "penalty",
                "psi(x(lambda)) <= psi(x(theta)), lambda > theta",
                "s1",
                "s2",
                _BEST,
                f"{_PAIR}claim penalty by penalty",
            ),
            (
                "loss",
                "f(x(theta)) <= f(x(lambda)), lambda > theta",
                "f2",
                "f1",
                _BEST,
                f"{_PAIR}claim loss by penalty, assume3",
            ),
            (
                "rate",
                "psi(x(lambda)) <= (f(x(inf)) - f(x(0)))/lambda",
                "s1",
                "(finf - f0)/lam",
                _LIMITS,
                "claim rate by assume1, assume2",
            ),
            (
                "common",
                "f(x(lambda)) <= f(x(inf))",
                "f1",
                "finf",
                ("f1 + lam*s1 <= finf", "s1 >= 0"),
                "claim common by assume1, assume2, lam > 0",
            ),
        )
    ),
)

STATED: tuple[Theorem, ...] = (PENALTY,)
