"""Islamov, Gao and Stich 2025 (MoTEF): the step sizes for which its Lyapunov function falls, row by row.

Setting. Decentralized learning with compressed messages, momentum and tracking. A round bounds f - f*, the errors of
the momentum and four errors of compression and consensus by each other; weights c_1, ..., c_6 of the errors sum these
bounds up if seven linear inequalities hold, one a row. alpha is what compression keeps, rho the spectral gap, tau <= 1
a free factor, C = 4 bounds ||I - W||^2.

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

_STEPS = {"l": "alpha*tau*rho**3/200", "g": "alpha*rho/200", "h": "alpha*tau*rho**3/(100000*L)"}
_WEIGHTS = {
    "c1": "1/(500*n**2*L)",
    "c2": "13*tau/(200000*n*L)",
    "c3": "L/(20*rho**3*n*tau)",
    "c4": "tau/(400000*rho*n*L)",
    "c5": "9*L/(100*rho**3*n*tau)",
    "c6": "tau/(200000*rho*n*L)",
}
_POWERS = """
a2: alpha**2 <= 1 by alpha <= 1
r2: rho**2 <= 1 by rho <= 1
r2t: rho**2*tau <= 1 by r2, tau <= 1
t2: tau**2 <= 1 by tau <= 1
t4: tau**4 <= 1 by t2
r4: rho**4 <= 1 by r2
r8: rho**8 <= 1 by r4
r4t2: rho**4*tau**2 <= 1 by r4, t2
low: alpha**2*rho**2*tau**2 <= 1 by a2, r2, t2
r6: rho**6 <= 1 by r4, r2
high6: alpha**2*rho**6*tau**4 <= 1 by a2, r6, t4
high8: alpha**2*rho**8*tau**4 <= 1 by a2, r8, t4
high10: alpha**2*rho**10*tau**4 <= 1 by high8, r2
"""
_A2, _HIGH8, _HIGH10 = "alpha**2*rho**2*tau**2", "alpha**2*rho**8*tau**4", "alpha**2*rho**10*tau**4"
_TRACKED = "36*l**2*g**2*L**2*4/alpha*c4"
# label, left, right, the parts of left/right, with those below 1e-5 apart: (coefficient, power)
_ROWS = (
    ("row-1", "h/n**2", "l*c1", "1", ()),
    ("row-2", "6*l**2/alpha*c4 + 12*l**2/(g*rho)*c6", "l*c2", "3/2600*rho**2*tau + 12/13*tau", ()),
    (
        "row-3",
        f"3*L**2*n*g**2*4/l*c1 + 3*L**2*g**2*4/l*c2 + {_TRACKED} + 6*g*4/rho*c5 + 36*g*l**2*L**2*4/rho*c6",
        "alpha/4*c3",
        "6/625*rho**2 + 39/125000*rho**2*tau + 108/125",
        (("9/500000000000", _HIGH10), ("9/1250000000", _HIGH8)),
    ),
    ("row-4", "6*g*4/rho*c6", "alpha/4*c4", "24/25", ()),
    (
        "row-5",
        "3*L**2*n*g**2*4/l*c1 + 3*L**2*g**2*4/l*c2 + 6*g**2*4/alpha*c3 + "
        f"{_TRACKED} + 36*g*l**2*L**2*4/rho*c6 + h*L**2/n",
        "g*rho/2*c5",
        "2/3 + 13/750*tau + 2/45*rho**4*tau**2",
        (("1/1000000000", _HIGH8), ("1/2500000", "alpha**2*rho**6*tau**4")),
    ),
    (
        "row-6",
        "3*L**2*n*h**2/l*c1 + 3*L**2*h**2/l*c2 + 6*h**2/alpha*c3 + (6*g**2*4/alpha + 36*l**2*h**2*L**2/alpha)*c4 "
        "+ 6*h**2/(g*rho)*c5 + 36*h**2*l**2*L**2/(g*rho)*c6",
        "g*rho/2*c6",
        "3/250*rho**2 + 39/125000*rho**2*tau + 123/125",
        (("9/500000000000", _HIGH10), ("9/1250000000", _HIGH8)),
    ),
    (
        "row-7",
        "3*L**2*n**2*h**2/l*c1 + 3*L**2*n*h**2/l*c2 + 6*h**2*n/alpha*c3 + 36*l**2*h**2*n*L**2/alpha*c4 "
        "+ 36*h**2*n*g*L**2/rho*c6",
        "h/4",
        "3/50000 + 39/25000000*tau",
        (("9/100000000000000", _HIGH8), ("9/250000000000", _A2)),
    ),
)


def _row(label: str, left: str, right: str, parts: str, small: tuple[tuple[str, str], ...]) -> Variant:
    """Small parts are bounded by a thousandth of their power first."""
    most = " + ".join((parts, *(f"{power}/1000" for _, power in small)))
    lines = [f"small{k}: {right}*{c}*{p} <= {right}*{p}/1000 by scale" for k, (c, p) in enumerate(small)]
    told = "".join(f", small{k}" for k in range(len(small)))
    ends = f"""scale: {right} > 0
ratio: {most} <= 1 by r2, r2t, r4t2, tau <= 1, low, high6, high8, high10
product: {right}*({most}) <= {right} by ratio, scale
"""
    return Variant(
        label,
        f"{left} <= {right}",
        assume=("alpha > 0", "rho > 0", "tau > 0"),
        where=_STEPS | _WEIGHTS,
        derivation="\n".join((f"{_POWERS}{ends}", *lines, f"claim by product{told}\n")),
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
    variants=tuple(_row(*row) for row in _ROWS),
)

STATED: tuple[Theorem, ...] = (STEP_SIZES,)
