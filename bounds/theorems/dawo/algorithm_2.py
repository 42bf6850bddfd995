"""dawo, Algorithm 2 and Proposition 4: W(n+1) = projection of W(n) - gamma_n g(W(n)); with gamma_n = 1/n and exact
eigenvectors, liminf rho = the minimum.

`dawo.proposition-4`, `main`: with the projection as printed it is false. The path 1 - 2 - 3 with w_12 = 1, w_23 = 0 is
feasible; rho = 1 has the eigenvector (1, 1, -2), the subgradient asks for more of w_23, device 1 keeps w_12 = 1 and
leaves l_2 = 0: W never moves, whatever the steps, while w = (1/2, 1/2) has rho < 1. Claim checked: a W that a step of
size 1 does not move, at an exact eigenvector, is a minimizer (steps below 1 then do not move it either: device after
device, q(gamma) is the same point for every gamma <= 1, as each set in (23) is convex). From (1/2, 1/2), the
minimizer, the same mechanism raises w_12 at every step, and rho with it. `step`: the inequality that the proof rests
on, ||Y - W'||^2 <= ||W - W'||^2 - 2 gamma (rho(W) - rho(W')) + gamma^2 ||g||^2 for Y = W - gamma g before any
projection: true (subgradient inequality). With the sequential projection (`after-projection`) it is false. `repaired`:
true for whole-row projections, swept until feasible (`dawo.eq-37`, repaired). Summed over n with gamma_n = 1/n it
gives Proposition 4: sum gamma_n (rho(W(n)) - rho(W')) <= ||W(0) - W'||^2/2 + sum gamma_n^2 ||g||^2/2 < infinity and
sum gamma_n = infinity, so liminf rho(W(n)) <= rho(W'); inexact v add 2 eps_n to each term (`dawo.eq-42`, repaired). No
finite run can refute or confirm the limit itself. `inner-iterations`, "eps_n decreases with the number of inner
iterations": one more of them never turns v away from an eigenvector v_r of rho: true, as |(E W_hat)v|
<= rho |v|. That eps_n vanishes is another matter: `dawo.algorithm-1`.

`dawo.algorithm-2`: `feasible`, every iterate is feasible: false after one step of size 1 (last device, see
`dawo.eq-23`). `constant-step`, the experiments' gamma = 0.01 "consistently converges to the global optimal solution":
two clients have rho = |1 - 2 p w|, and where a step leaps over the minimum w = 1/(2p) the iterates alternate between
two weights for good, neither of them optimal. The claim: of two alternating weights one is optimal. rho stays within 2
p^2 gamma of its minimum at one of them (`constant-step-repaired`), and gamma_n = 1/n lets that vanish.
"""

from ...domains import POSITIVE, UNIT
from ...families.scalars import scalars
from ...families.subgradients import subgradient
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .eq_17 import FALL
from .projection_lines import SWEPT

_PATH = {
    **{"K": 3, "S": 2, "P": [[0, "1/2", 0], ["1/2", 0, "1/2"], [0, "1/2", 0]], "v": [1, 1, -2], "gamma": 1},
    "W": [[[0, 1, 0], [1, 0, 0], [0, 0, 1]], [["1/2", "1/2", 0], ["1/2", 0, "1/2"], [0, "1/2", "1/2"]]],
}
_HUB_LAST = {
    **{"K": 3, "S": 2, "P": [[0, 0, 1], [0, 0, 1], [1, 1, 0]], "v": [1, -1, 0], "gamma": 1},
    "W": [[["3/4", 0, "1/4"], [0, "3/4", "1/4"], ["1/4", "1/4", "1/2"]]] * 2,
}
_SUBGRADIENT = ("norm2 > 0", "residual2 <= 0", "1 + quotient == 1 + rho_mean")
_DECREASE = "apart2 - 2*gamma*(rho_mean - rho_other) + gamma**2*slope2"
_FAMILY = subgradient(step=True)
_LESS = f"""{FALL}
less: rho_mean - gain <= rho_other
  by cauchy(v, W_other(v)), m, fall, norm2 > 0, 1 + quotient == 1 + rho_mean
"""
_STEP = f"{_LESS}claim by less, gamma > 0"
_SWEEP = f"{_LESS}step: moved_apart2 <= {_DECREASE} by less, gamma > 0\n{SWEPT}claim by I, step, moved"
_INNER = """
size: quotientr**2 >= rho_mean**2 by cases abs(quotientr) == quotientr, abs(quotientr) == -quotientr
  case
    here: quotientr**2 >= rho_mean**2 by case, 1 + abs(quotientr) == 1 + rho_mean times quotientr + rho_mean
  case
    here: quotientr**2 >= rho_mean**2 by case, 1 + abs(quotientr) == 1 + rho_mean times -quotientr + rho_mean
longer: sq(W_mean(v)) <= quotientr**2*sq(v) by mean(v), size
claim by longer with inner
"""

PROPOSITION_4 = Theorem(
    id="dawo.proposition-4",
    title="convergence of the distributed subgradient method",
    place="dawo, Proposition 4 and Appendix C",
    statement="liminf rho(W(n)) <= min rho + limsup e_n with gamma_n = 1/n",
    family=_FAMILY,
    first=None,
    variants=(
        Variant(
            "main",
            "rho_mean <= rho_other",
            statement="a W that the printed step and projection do not move is a minimizer",
            assume=(*_SUBGRADIENT, "shift2 <= 0", "gamma == 1"),
            examples=(_PATH,),
            severity=Severity.SUBSTANCE,
            remains="True with a projection that moves away from no feasible W, such as sweeps of whole rows.",
        ),
        Variant(
            "step",
            f"moved_apart2 <= {_DECREASE}",
            statement="||Y - W'||^2 <= ||W - W'||^2 - 2 gamma (rho(W) - rho(W')) + gamma^2 ||g||^2 before the "
            "projection",
            assume=_SUBGRADIENT,
            derivation=_STEP,
        ),
        Variant(
            "after-projection",
            f"after_apart2 <= {_DECREASE}",
            statement="the same after the printed projection",
            assume=(*_SUBGRADIENT, "own_after >= 0"),
            examples=({**_PATH, "gamma": "1/2"},),
            severity=Severity.SUBSTANCE,
            remains="True with a projection that moves away from no feasible W, such as sweeps of whole rows.",
        ),
        Variant(
            "inner-iterations",
            "inner**2*(residual2 + quotient**2*norm2) <= (quotientr*inner)**2*norm2",
            statement="one more step of Algorithm 1 takes v no farther from the direction of an eigenvector v_r "
            "of rho",
            assume=("norm2 > 0", "normr2 > 0", "residualr2 <= 0", "1 + abs(quotientr) == 1 + rho_mean"),
            family=subgradient(second=True),
            note="(v'v_r)^2/|v|^2 against the same of y = (E W_hat)v; |y|^2 = residual2 + quotient^2 |v|^2",
            derivation=_INNER,
        ),
        Variant(
            "repaired",
            f"sweep_apart2 <= {_DECREASE}",
            statement="the same after a sweep in which each device projects its whole row",
            assume=_SUBGRADIENT,
            derivation=_SWEEP,
        ),
    ),
)
_CONSTANT_STEP_REPAIRED_PROOF = """
let a = 1 - 2*p*w, b = 1 - 2*p*(w + 2*p*gamma), low = min(abs(a), abs(b))
aa: abs(a) <= a by cases abs(a) == a, abs(a) == -a
  case
    aa1: abs(a) <= a by case
  case
    aa2: abs(a) <= a by case, assume1
bb: abs(b) <= -b by cases abs(b) == b, abs(b) == -b
  case
    bb1: abs(b) <= -b by case, assume2
  case
    bb2: abs(b) <= -b by case
la: low <= abs(a)
lb: low <= abs(b)
claim by la, lb, aa, bb
"""

ALGORITHM_2 = Theorem(
    id="dawo.algorithm-2",
    title="Algorithm 2 converges to the optimum of (10)",
    place="dawo, Algorithm 2, and Fig. 5",
    statement="consistently converges to the global optimal solution",
    family=_FAMILY,
    first=None,
    variants=(
        Variant(
            "feasible",
            "0 <= own_after",
            statement="every iterate is feasible",
            assume=_SUBGRADIENT,
            examples=(_HUB_LAST,),
            severity=Severity.SUBSTANCE,
            remains="Feasible after sweeps of whole rows.",
        ),
        Variant(
            "constant-step",
            "min(abs(1 - 2*p*w), abs(1 - 2*p*(w + 2*p*gamma))) <= 0",
            statement="two clients, constant step: one of the two weights between which the iterates alternate "
            "is optimal",
            assume=("1 - 2*p*w > 0", "1 - 2*p*(w + 2*p*gamma) < 0", "w + 2*p*gamma <= 1"),
            family=scalars(p=UNIT, w=UNIT, gamma=POSITIVE),
            examples=({"p": "3/4", "w": "133/200", "gamma": "1/100"},),
            note="the example is where gamma = 1/100 leads from w = 1/2 at p = 3/4",
            severity=Severity.SUBSTANCE,
            remains="Diminishing steps with a nonexpansive projection converge.",
        ),
        Variant(
            "constant-step-repaired",
            "min(abs(1 - 2*p*w), abs(1 - 2*p*(w + 2*p*gamma))) <= 2*p**2*gamma",
            statement="one of the two is within 2 p^2 gamma of the optimum",
            assume=("1 - 2*p*w > 0", "1 - 2*p*(w + 2*p*gamma) < 0", "w + 2*p*gamma <= 1"),
            family=scalars(p=UNIT, w=UNIT, gamma=POSITIVE),
            derivation=_CONSTANT_STEP_REPAIRED_PROOF,
        ),
    ),
)
