"""Lian et al. 2017, Theorem 3: on a ring D-PSGD is as fast as the centralized method where nodes are few.

Setting. Every node of a ring gives 1/3 to each neighbour and keeps 1/3; step as in `corollary_2`, T rounds.

Statement. The rate of Corollary 2 holds for n = O(T^(1/13)), and for n = O(T^(1/9)) where zeta = 0. In numbers, with
constants of our own: on any connected graph whose weights are 1/3 or more, self-weights counted, lambda <= 1 - 8/(3
n^2) (`gap`); so the bound of Corollary 2 holds for T >= (4 L^4 n^13/(sigma^6 (F + L)^2)) (3 sigma^2/32 + 81
zeta^2/64)^2 and T >= 81 L^2 n^6/(8 sigma^2) (`few-nodes`), and for zeta = 0 with 9 L^4 n^9/(16 sigma^2 (F + L)^2) for
the first (`alike`).

Idea. 1/(1 - lambda) <= 3 n^2/8 in the conditions of Corollary 2; no connected graph has a smaller gap than the path.
"""

from dataclasses import replace

from ...domains import UNIT
from ...families.scalars import scalars
from ...families.shared import matrices
from ...theorem import Theorem, Variant
from ..decefl.si_assumption_3_remark import SELF_WEIGHTS
from .corollary_2 import COROLLARY_2, GAPS, STEP
from .setting import SOURCE

_GAP = f"""
kept: own > 0 by own >= 1/3{SELF_WEIGHTS.replace("claim by both, least", "")}
claim by both
"""
_NEAR = """
near: 3*n**2*(1 - lam) >= 8 by lam <= 1 - 8/(3*n**2)
near2: 9*n**4*(1 - lam)**2 >= 64 by near
rest: 3*n**2*lam*(1 - lam) >= 0 by gap, lam >= 0
seven: 8*T*sigma**2 >= 81*L**2*n**6 by T >= 81*L**2*n**6/(8*sigma**2)
short_n: 9*L**2*n**6*(1 - lam)**2 >= 64*L**2*n**2 by near2 with L*n
longer: 8*T*sigma**2*(1 - lam)**2 >= 81*L**2*n**6*(1 - lam)**2 by seven with 1 - lam
long: T*sigma**2*(1 - lam)**2 >= 72*L**2*n**2 by short_n, longer
"""
_FEW = """
given: 4*L**4*n**13*Y**2 <= T*sigma**6*(F + L)**2 by enough
some: 8*sigma**2/(1 - lam**2) <= 3*n**2*sigma**2 over wide
more_s: 4*n**2*sigma**2 <= n**4*sigma**2 with sigma
other: 64*zeta**2/(1 - lam)**2 <= 9*n**4*zeta**2 by near2 over gap2
x_high: X <= n**4*Y by some, other, more_s
squared: X**2 <= n**8*Y**2 by x_high, x_low
scaled: L**4*n**5*X**2 <= L**4*n**13*Y**2 by squared with L**2*n**2*sqrt(n)
many: 4*L**4*n**5*X**2 <= T*sigma**6*(F + L)**2 by given, scaled
"""
_ALIKE = """
given: 9*L**4*n**9*sigma**4 <= 16*T*sigma**6*(F + L)**2 by enough
x_high: 8*X <= 3*n**2*sigma**2 over wide
squared: 64*X**2 <= 9*n**4*sigma**4 by x_high, x_low
scaled: 64*L**4*n**5*X**2 <= 9*L**4*n**9*sigma**4 by squared with L**2*n**2*sqrt(n)
many: 4*L**4*n**5*X**2 <= T*sigma**6*(F + L)**2 by given, scaled
"""


def _variant(label: str, statement: str, enough: str, many: str, X: str, **where: str) -> Variant:
    bound, near = COROLLARY_2.variants[0], GAPS.replace("lam < 1", "lam <= 1 - 8/(3*n**2)")
    return replace(
        bound,
        label=label,
        statement=f"{statement}: the bound of Corollary 2",
        assume=(
            *(["n >= 2"] if where else ()),
            "lam <= 1 - 8/(3*n**2)",
            enough,
            "T >= 81*L**2*n**6/(8*sigma**2)",
        ),
        where={**where, **bound.where, "X": X},
        family=scalars("n T", "L sigma F zeta" if where else "L sigma F", lam=UNIT),
        derivation=f"""{near}{_NEAR}{many.replace("enough", enough)}{STEP}""",
    )


THEOREM_3 = Theorem(
    id="lian2017.theorem-3",
    title="D-PSGD on a ring",
    place=f"Theorem 3; {SOURCE}; constants of our own",
    statement="the rate of Corollary 2 on a ring of n = O(T^(1/13)) nodes, O(T^(1/9)) where zeta = 0",
    family=COROLLARY_2.family,
    first=None,
    variants=(
        Variant(
            "gap",
            "lam <= 1 - 8/(3*K**2)",
            statement="lambda <= 1 - 8/(3 n^2) on connected graphs with weights of 1/3 or more",
            assume=("connected == 1", "own >= 1/3", "least >= 1/3"),
            family=matrices(K=(2, 3, 4)),
            derivation=_GAP,
        ),
        _variant(
            "few-nodes",
            "T of the order of n^13",
            "T >= 4*L**4*n**13*Y**2/(sigma**6*(F + L)**2)",
            _FEW,
            COROLLARY_2.variants[0].where["X"],
            Y="3*sigma**2/32 + 81*zeta**2/64",
        ),
        _variant(
            "alike",
            "zeta = 0, T of the order of n^9",
            "T >= 9*L**4*n**9/(16*sigma**2*(F + L)**2)",
            _ALIKE,
            "sigma**2/(1 - lam**2)",
        ),
    ),
)
