"""dawo, (39) to (42): an eigenvector known to accuracy eps = ||v - v_r||^2 gives a subgradient of accuracy e = O(eps).

g, g_r: (19) with unit v and v_r. `dawo.eq-40`, `-41`: (g - g_r)_ij^2 <= 32 p_ij^2 eps, ||g - g_r||_F^2 <= 32 eps sum
p_ij^2, true, also with 4 for 32 (`sharp`), and for any v and v_r of length 1. Idea: with a = e_i - e_j, (g -
g_r)_ij/p_ij = a'(vv' - v_r v_r')a, and the eigenvalues of vv' - v_r v_r' are +-sqrt(1 - (v'v_r)^2), at most sqrt(eps)
in size. `dawo.eq-39`: e = sup <g - g_r, W - W(n)> = c ||g - g_r||_F^2 (39). A supremum of a linear function is
homogeneous of degree 1 in g - g_r, not 2: no c serves all accuracies (`c-1`, `c-1000`; any c, closer to v_r).
`repaired`: e <= sqrt(M/2) ||g - g_r||_F, degree 1 and an explicit constant, by Cauchy and Schwarz, as sum (w' - w)^2
<= sum (w' + w) <= 2 M. With (41) `sharp`, e <= sqrt(2 M eps sum p^2). `dawo.eq-42`: (39) with (41), hence e <= 32 c
eps sum p^2: fails alike (`c-1`, `c-1000`). `repaired`: e = O(eps) is true all the same, with e read as what (37) asks
for, f(W') >= f(W) + <g, W' - W> - e: e = 2 eps is enough, for v centred and of length 1; and so is (lambda_2 -
lambda_M) eps (`repaired-gap`). Idea: rho(W') >= v'(E W_hat')v = v'(E W_hat)v + <g, W' - W>, and the part of v across
v_r, of squared length at most eps, loses at most lambda_2 - lambda_M <= 2 of its square. (Stated for rho = lambda_2;
-lambda_M alike.)
"""

from ...families.subgradients import subgradient
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .eq_17 import FALL

_WHERE = {"eps": "2 - 2*inner/sqrt(norm2*normr2)"}  # ||v/|v| - vr/|vr|||^2
_TWO = ("norm2 > 0", "normr2 > 0")
_NEAR = (*_TWO, "inner > 0")
_RIGHT = ("residualr2 <= 0", "1 + quotientr == 1 + rho_mean")
_CLOSE = {
    **{"K": 3, "S": 2, "P": [[0, 0, 1], [0, 0, 1], [1, 1, 0]], "vr": [1, -1, 0]},
    "W": [
        [["3/4", 0, "1/4"], [0, "3/4", "1/4"], ["1/4", "1/4", "1/2"]],
        [[1, 0, 0], [0, "1/2", "1/2"], [0, "1/2", "1/2"]],
    ],
}
_FAMILY = subgradient(second=True)
# |sum c d|^2 <= sum c^2 sum d^2 over the links, c = g - gr and d = w2 - w.
_CAUCHY = """
positive: slope_gap >= 0 by K > 0 with g[i, j] - gr[i, j] sum i j
all: sum(i, sum(j, w[i, j])) <= K by w_row sum i
others: sum(i, sum(j, w2[i, j])) <= K by w2_row sum i
near: sum(i, sum(j, (w2[i, j] - w[i, j])**2)) <= 2*K by all, others, w, w2, w_top, w2_top sum i j
product: 4*(gainr - gain)**2 <= slope_gap*sum(i, sum(j, (w2[i, j] - w[i, j])**2)) by K > 0
  with (g[i, j] - gr[i, j])*(w2[k, l] - w[k, l]) - (g[k, l] - gr[k, l])*(w2[i, j] - w[i, j]) sum i j k l
rooted: gainr - gain <= sqrt(K*slope_gap/2) by root, product, near, positive
claim by rooted
"""
# D = |v|^2 |r|^2 times a'(vv'/|v|^2 - rr'/|r|^2)a, a = e[i, j]; where v and r are parallel it is 0.
_ENTRIES = """
let N = norm2, S = normr2, G = norm2*normr2 - inner**2, D[i, j] = normr2*a[i, j]**2 - norm2*b[i, j]**2
gram: G >= 0 over normr2 > 0 with S*v - inner*r
entry: D[i, j]**2 <= 4*N*S*G by cases G <= 0, G > 0
  case
    along: S*a[i, j] == inner*b[i, j]
      by apart times -S, apart_r times inner, vanishing(S*v - inner*r) times e[i, j]
    turned: S*D[i, j] == -G*b[i, j]**2 by along times S*a[i, j] + inner*b[i, j]
    zero: S**2*D[i, j]**2 <= 0 by turned times S*D[i, j] - G*b[i, j]**2, case, gram with b[i, j]**2
    none: D[i, j]**2 <= 0 by zero over normr2 > 0, normr2 > 0
    here: D[i, j]**2 <= 4*N*S*G by none, gram, normr2 > 0, norm2 > 0
  case
    let Q[i, j] = S*a[i, j]**2 - 2*inner*a[i, j]*b[i, j] + N*b[i, j]**2
    plane: Q[i, j] <= 2*G by pair, case, apart times 2*G*(S*a[i, j] - inner*b[i, j]),
      apart_r times 2*G*(N*b[i, j] - inner*a[i, j])
      over case with G*e[i, j] - (S*a[i, j] - inner*b[i, j])*v - (N*b[i, j] - inner*a[i, j])*r
    turn: D[i, j]**2 <= 2*N*S*Q[i, j]
      by pair, apart times D[i, j]*S*a[i, j], apart_r times D[i, j]*N*b[i, j]
      with D[i, j], D[i, j]*e[i, j] - 2*S*a[i, j]*v + 2*N*b[i, j]*r
    here: D[i, j]**2 <= 4*N*S*G by plane, turn, norm2 > 0, normr2 > 0
near: G <= eps*N*S by norm2 > 0 with sqrt(N)*sqrt(S) - inner
accuracy: eps >= 0 by cauchy(v, r)
cell: D[i, j]**2 <= 4*eps*N**2*S**2 by entry, near
"""
_RATIO = f"""{_ENTRIES}
largest: slope_ratio*N**2*S**2 <= 4*eps*N**2*S**2
  by steepest, at, cell, at_one, accuracy, norm2 > 0, normr2 > 0 sum i j
sharper: slope_ratio <= 4*eps by largest over norm2 > 0, norm2 > 0, normr2 > 0, normr2 > 0
claim sharp by sharper
claim main by sharper, accuracy
"""
_TOTAL = f"""{_ENTRIES}
link: N**2*S**2*(g[i, j] - gr[i, j])**2 == p[i, j]**2*D[i, j]**2 by slopes times S, slopes_r times N
each: N**2*S**2*(g[i, j] - gr[i, j])**2 <= 4*eps*N**2*S**2*p[i, j]**2 by link, cell with p[i, j]
total: N**2*S**2*slope_gap <= 4*eps*N**2*S**2*p2 by each sum i j
sharper: slope_gap <= 4*eps*p2 by total over norm2 > 0, norm2 > 0, normr2 > 0, normr2 > 0
claim sharp by sharper
product: eps*p2 >= 0 by accuracy
claim main by sharper, product
"""
_TURNED = f"""{FALL}
let y = v - inner/normr2*r, q = quotientr
less: quotient - gain <= rho_other by cauchy(v, W_other(v)), m, fall over norm2 > 0
turn: inner/normr2*dot(y, W_mean(r)) == 0 by vanishing(W_mean(r) - q*r) times inner/normr2*y
split: dot(v, W_mean(v)) == dot(y, W_mean(y)) + inner**2/normr2*q by turn times 2
high: q <= lam2 by second(r), normr2 > 0
loss: q*sq(v) - dot(v, W_mean(v)) <= (lam2 - lam_low)*sq(y) by split, least(y), high with y
near: sq(y) <= eps*sq(v) by norm2 > 0 with sqrt(norm2) - inner/sqrt(normr2)
order: lam2 - lam_low >= 0 by second(r), least(r) over normr2 > 0
most: q - quotient <= (lam2 - lam_low)*eps by loss, near, order over norm2 > 0
claim repaired-gap by less, most, 1 + quotientr == 1 + rho_mean
accuracy: eps >= 0 by near over norm2 > 0 with y
ends: lam2 - lam_low <= 2 by second_top, least_bottom, rho_mean_high
claim repaired by less, most, 1 + quotientr == 1 + rho_mean, accuracy, ends
"""


def _bound(
    label: str, statement: str, left: str, right: str, proof: str, assume: tuple[str, ...] = _NEAR
) -> Variant:
    return Variant(
        label, f"{left} <= {right}", statement=statement, assume=assume, where=_WHERE, derivation=proof
    )


def _scaled(c: int, v: tuple[str, str, str]) -> Variant:
    return Variant(
        f"c-{c}",
        f"gainr - gain <= 32*{c}*eps*p2",
        statement=f"e <= 32 c eps sum p^2 with c = {c}",
        assume=(*_NEAR, *_RIGHT),
        where=_WHERE,
        severity=Severity.CONSTANT,
        remains="e = O(eps) is true: 2 eps is enough in the inequality that (37) asks for.",
        examples=({**_CLOSE, "v": list(v)},),
    )


def _squared(c: int, v: tuple[str, str, str]) -> Variant:
    return Variant(
        f"c-{c}",
        f"gainr - gain <= {c}*slope_gap",
        statement=f"<g - g_r, W - W(n)> <= c ||g - g_r||_F^2 with c = {c}",
        assume=_NEAR,
        severity=Severity.CONSTANT,
        remains="sqrt(M/2) times the norm itself, not its square, is enough (`repaired`).",
        examples=({**_CLOSE, "v": list(v)},),
    )


EQ_39 = Theorem(
    id="dawo.eq-39",
    title="accuracy of the subgradient in terms of its error",
    place="dawo, Appendix C, (39)",
    statement="sup over W of <g - g_r, W - W(n)> = c ||g - g_r||_F^2, c > 0 a scaling constant",
    family=_FAMILY,
    first=None,
    variants=(
        _squared(1, ("1001/1000", "-999/1000", "-1/500")),
        _squared(1000, ("1000001/1000000", "-999999/1000000", "-1/500000")),
        Variant(
            "repaired",
            "gainr - gain <= sqrt(K*slope_gap/2)",
            statement="<g - g_r, W - W(n)> <= sqrt(M/2) ||g - g_r||_F for every feasible W",
            assume=("norm2 > 0", "normr2 > 0"),
            derivation=_CAUCHY,
        ),
    ),
)
EQ_40 = Theorem(
    id="dawo.eq-40",
    title="entries of the subgradient's error",
    place="dawo, Appendix C, (40)",
    statement="(g - g_r)_ij^2 <= 32 p_ij^2 eps",
    family=_FAMILY,
    first=None,
    variants=(
        _bound("main", "as printed", "slope_ratio", "32*eps", _RATIO),
        _bound("sharp", "4 for 32, at any angle", "slope_ratio", "4*eps", _RATIO, _TWO),
    ),
)
EQ_41 = Theorem(
    id="dawo.eq-41",
    title="norm of the subgradient's error",
    place="dawo, Appendix C, (41)",
    statement="||g - g_r||_F^2 <= 32 eps sum p_ij^2",
    family=_FAMILY,
    first=None,
    variants=(
        _bound("main", "as printed", "slope_gap", "32*eps*p2", _TOTAL),
        _bound("sharp", "4 for 32, at any angle", "slope_gap", "4*eps*p2", _TOTAL, _TWO),
    ),
)
EQ_42 = Theorem(
    id="dawo.eq-42",
    title="accuracy of the subgradient",
    place="dawo, Appendix C, (39), (42)",
    statement="sup over W of <g - g_r, W - W(n)> = c ||g - g_r||_F^2 <= 32 c eps sum p_ij^2",
    family=_FAMILY,
    first=None,
    variants=(
        _scaled(1, ("1001/1000", "-999/1000", "-1/500")),
        _scaled(1000, ("1000001/1000000", "-999999/1000000", "-1/500000")),
        Variant(
            "repaired",
            "rho_mean - gain - 2*eps <= rho_other",
            statement="rho(E W_hat') >= rho(E W_hat) + <g, W' - W> - 2 eps",
            assume=(*_NEAR, *_RIGHT),
            where=_WHERE,
            derivation=_TURNED,
        ),
        Variant(
            "repaired-gap",
            "rho_mean - gain - (lam2 - lam_low)*eps <= rho_other",
            statement="rho(E W_hat') >= rho(E W_hat) + <g, W' - W> - (lambda_2 - lambda_M) eps",
            assume=(*_NEAR, *_RIGHT),
            where=_WHERE,
            derivation=_TURNED,
        ),
    ),
)
