"""DeceFL, supplement, Theorem 2: SI Theorem 1 on graphs that change, every W(t) with ||W(t) - J|| <= lambda <
1.

Setting. Algorithm SI (11), Assumptions 1 to 3; everything else as in `si_theorem_1`. "For any t in N_+" in
Assumption 3 may leave out W(0) (`-n-plus`, `lam_later`), doubly stochastic like every W(t).

Proof of `proof` and `statement`. The proof by the energy in `si_theorem_1` takes one round at a time and uses
of W(t) only that it is doubly stochastic with ||W(t) - J|| <= lambda, for a lambda common to all rounds.

Idea of `-n-plus`. `proof-n-plus` is SI Theorem 3 at B = 1, see there. `statement-n-plus`: in round 0, where
||W(0) y|| <= ||y|| is all we know, the terms of y in (E) are at most 6 (delta/Gamma) chi sqrt(s(0)), which is small
beside zeta as 16 (delta chi)^2 <= zeta. From there on as before.
"""

from dataclasses import replace
from re import sub
from textwrap import indent

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..supplement import GAMMA_STATEMENT, MEAN, MEAN_IMPLICIT, RANGE, ZETA_STATEMENT
from .hard_settings import AGREEING_MINIMA
from .jointly import AFTER_ROUND_0
from .si_theorem_1 import END, FORCED, derivation, reading

# D bounds s(0), and says nothing later.
_FROM_ROUND_1 = f"""\
let z = sqrt(zeta)
quarter: 4*lam**2*(1 - lam**2) <= 1 with 1 - 2*lam**2
tiny: 16*delta**2*chi2 <= zeta by lasts, quarter, K >= 2, zeta >= 0, delta**2*chi2*lam**2 >= 0
tiny_root: 4*delta*chi <= z by root, tiny
always A: T*sq(J(x) - o) <= K*R and C: T**2*sq(x - o) <= K*R*T + zeta and D: T**2*sq(y)*(1 - t) <= zeta
  start A by zeta_mean >= Gamma*error2(0)
  start C by zeta_mean >= Gamma*error2(0), zeta >= Gamma**2*spread2(0)
  start D by zeta >= Gamma**2*spread2(0)
  size: T**2*sq(y) >= 0 with T*y
  later: T**2*sq(next(x) - o) <= (T - 2*a)*K*R + 4*zeta by cases t <= 0, t >= 1
    case
      kept: norm(W(y)) <= norm(y) by root, shorter(y)
      far: norm(y - W(y)) <= 2*norm(y) by triangle(y, -W(y)), kept
      drift: dot(y - W(y), grad(x)) - dot(y, grad(o)) <= 3*chi*norm(y)
        by cauchy(y - W(y), grad(x)), cauchy(-y, grad(o)), far, now, then
      turned: dot(W(x) - o, grad(x)) >= flattest*sq(x - o) - 3*chi*norm(y) by slope, drift
      near: T*norm(y) <= z by root, D, size, t <= 0
      both: T*norm(y)*4*delta*chi <= zeta by near, tiny_root
      forced: T**2*sq(next(x) - o) <= T*(T - 2*a)*sq(x - o) + 3*zeta
        by moved, shorter(x - o), T**2 > 0, turned, T*delta > 0, both, tiny, zeta >= 0
      goal: T**2*sq(next(x) - o) <= (T - 2*a)*K*R + 4*zeta by forced, C, long, T > 0
    case
      late: t > 0 by t >= 1
      mixes: sq(W(y)) <= lam**2*sq(y) by mixing_later(x) over late
      shrunk: norm(W(y)) <= lam*norm(y) by root, mixes
      mixed: sq(W(x) - o) <= sq(x - o) - (1 - lam**2)*sq(y) by mixes
      far: norm(y - W(y)) <= (1 + lam)*norm(y) by triangle(y, -W(y)), shrunk
{indent(FORCED, "      ")}\
      goal: T**2*sq(next(x) - o) <= (T - 2*a)*K*R + 4*zeta by forced, C, long, T > 0, zeta >= 0
{END.partition("claim by")[0]}\
  size_next: (T + 1)**2*sq(next(y)) >= 0 with next(y)*(T + 1)
  next D by size_next, t >= 0, zeta >= 0
claim by A over T > 0
"""


def later(variant: Variant, derivation: str) -> Variant:
    """The variant with lambda over t >= 1, and its proof."""

    def turned(text: str) -> str:
        return sub(r"\blam\b", "lam_later", text)

    where = {name: turned(text) for name, text in variant.where.items()}
    assume = tuple(map(turned, variant.assume))
    return replace(variant, where=where, assume=assume, derivation=turned(derivation))


SI_THEOREM_2 = Theorem(
    id="decefl.si-theorem-2",
    title="O(1/t) decay of the mean square error of the mean, graphs connected at every round",
    place="DeceFL, supplement, section 3, Theorem 2",
    statement="E||wbar(t) - w*||^2 <= zeta~/(t + Gamma), zeta~ of SI Theorem 1",
    family=gossip(scaled=True, turned=False, changing=True),
    rounds=30,
    variants=(
        reading("proof", "zeta and zeta~ as in the proof of SI Theorem 1", proved=True),
        reading(
            "statement",
            "zeta as in the statement of SI Theorem 1, zeta~ with 2 zeta m/K",
            zeta=ZETA_STATEMENT,
            within=(*RANGE, GAMMA_STATEMENT),
            proved=True,
        ),
        later(reading("proof-n-plus", "as `proof`, lambda over t >= 1 only"), AFTER_ROUND_0),
        later(
            reading(
                "statement-n-plus",
                "as `statement`, lambda over t >= 1 only",
                zeta=ZETA_STATEMENT,
                within=(*RANGE, GAMMA_STATEMENT),
            ),
            derivation(ZETA_STATEMENT, MEAN, rounds=_FROM_ROUND_1),
        ),
        reading(
            "statement-implicit",
            "zeta~ of the statement of SI Theorem 1, defined by itself",
            zeta=ZETA_STATEMENT,
            mean=MEAN_IMPLICIT,
            within=(*RANGE, GAMMA_STATEMENT),
            more=("mu*delta - m > 2*m/K",),
            severity=Severity.TYPO,
            remains="True with zeta for the zeta~ on the right (`statement`)",
            examples=({**AGREEING_MINIMA, "head": 0, "B": 1},),
        ),
    ),
)
