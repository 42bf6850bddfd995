"""Islamov, Gao and Stich 2025 (MoTEF): the step sizes for which its Lyapunov function falls, row by row.

Setting. Decentralized learning with compressed messages, momentum and tracking. A round bounds f - f*, two errors of
the momentum and four of compression and consensus by each other; weights c_1, ..., c_6 of the errors sum these bounds
up if seven linear inequalities hold, one a row. alpha is what compression keeps, rho the spectral gap, tau <= 1 a free
factor, C = 4 bounds ||I - W||^2.

Statement. lambda = alpha tau rho^3/200 (`l`), gamma = alpha rho/200 (`g`), eta = alpha tau rho^3/(10^5 L) (`h`) and the
weights below meet all seven rows, for all alpha, rho, tau in (0, 1], all n and L. Rows, step sizes and weights are
those of `symb-verification/test_m.m` in the authors' repository mlolab/MoTEF, which divides each row by a common factor
and evaluates it at alpha = rho = tau = 1; in the paper they could not be compared. Row 1 is met with equality, row 6
with 0.4 % to spare.

Idea. Over its right side every term is a number times powers of alpha, rho and tau, which are at most 1.
"""

from ..domains import UNIT
from ..families.scalars import scalars
from ..theorem import Theorem, Variant

_WHERE = {
    **{"l": "alpha*tau*rho**3/200", "g": "alpha*rho/200", "h": "alpha*tau*rho**3/(100000*L)"},
    "c1": "1/(500*n**2*L)",
    "c2": "13*tau/(200000*n*L)",
    "c3": "L/(20*rho**3*n*tau)",
    "c4": "tau/(400000*rho*n*L)",
    "c5": "9*L/(100*rho**3*n*tau)",
    "c6": "tau/(200000*rho*n*L)",
}
_MODELS = "3*L**2*n*g**2*4/l*c1 + 3*L**2*g**2*4/l*c2"
_TRACKED = "36*l**2*g**2*L**2*4/alpha*c4"
_ROWS = (
    "h/n**2 <= l*c1",
    "6*l**2/alpha*c4 + 12*l**2/(g*rho)*c6 <= l*c2",
    f"{_MODELS} + {_TRACKED} + 6*g*4/rho*c5 + 36*g*l**2*L**2*4/rho*c6 <= alpha/4*c3",
    "6*g*4/rho*c6 <= alpha/4*c4",
    f"{_MODELS} + 6*g**2*4/alpha*c3 + {_TRACKED} + 36*g*l**2*L**2*4/rho*c6 + h*L**2/n <= g*rho/2*c5",
    "3*L**2*n*h**2/l*c1 + 3*L**2*h**2/l*c2 + 6*h**2/alpha*c3 + (6*g**2*4/alpha + 36*l**2*h**2*L**2/alpha)*c4 "
    "+ 6*h**2/(g*rho)*c5 + 36*h**2*l**2*L**2/(g*rho)*c6 <= g*rho/2*c6",
    "3*L**2*n**2*h**2/l*c1 + 3*L**2*n*h**2/l*c2 + 6*h**2*n/alpha*c3 + 36*l**2*h**2*n*L**2/alpha*c4 "
    "+ 36*h**2*n*g*L**2/rho*c6 <= h/4",
)

STEP_SIZES = Theorem(
    id="islamov2025.step-sizes",
    title="MoTEF: step sizes and weights for which its Lyapunov function falls",
    place="Islamov, Gao and Stich 2025, the system of linear inequalities behind the nonconvex rate, as in the "
    "authors' repository mlolab/MoTEF, symb-verification/test_m.m",
    statement="seven linear inequalities in c_1, ..., c_6, at lambda = alpha tau rho^3/200, gamma = alpha rho/200, "
    "eta = alpha tau rho^3/(10^5 L)",
    family=scalars("n", "L", alpha=UNIT, rho=UNIT, tau=UNIT),
    first=None,
    variants=tuple(
        Variant(
            f"row-{k}",
            row,
            assume=("alpha > 0", "rho > 0", "tau > 0"),
            where=_WHERE,
            derivation="claim by alpha <= 1, rho <= 1, tau <= 1\n",
        )
        for k, row in enumerate(_ROWS, 1)
    ),
)

STATED: tuple[Theorem, ...] = (STEP_SIZES,)
