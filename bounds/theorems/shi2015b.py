"""Shi, Ling, Wu and Yin 2015 (PG-EXTRA): EXTRA with a proximal map converges for the same steps as EXTRA.

Setting. min sum_i s_i(x) + r(x), s_i convex and L-smooth, r convex (the paper allows an r_i of each client); x(k+1) =
prox of alpha r at W x(k) - alpha grad s(x(k)) - q(k), q(k+1) = q(k) + (x(k) - W x(k))/2, W~ = (I + W)/2, one start. V,
z and z* as for EXTRA (`shi2015.lyapunov`), h the gradients of s at 1 w*, whose mean need not be 0 here.

Statement. For 0 < alpha < 2 lambda_min(W~)/L, which is (1 + lambda_n)/L, ||z(k) - z*||_G^2 does not grow. Judged is
what it implies for the models: they stay bounded.

Idea. The proximal map is firmly nonexpansive and keeps w* - alpha grad s(w*) at w*: what is an equation for EXTRA,
multiplied by x(k+1) - x*, becomes an inequality.
"""

from ..families.declared import declared
from ..theorem import Theorem, Variant
from .shi2015.lyapunov import BOUNDED, CONSTANTS, ROUND, STEP

_PROOF = (
    ROUND.replace(
        "move: next(V) - V ==",
        """let z = W(x) - eta*grad(x) - q, v = o - eta*J(grad(o))
resolvent: sq(next(e)) <= dot(next(e), z - v)
  by firm(z, v), stays times next(e), stays times z - v, stays times prox(v) - o
move: next(V) - V <=""",
    ).replace("  by vanishing(q - y/2", "  by resolvent, vanishing(q - y/2", 1)
    + BOUNDED
)

PG_EXTRA = Theorem(
    id="shi2015b.lyapunov",
    title="PG-EXTRA: iterates come no farther from the optimum",
    place="Shi, Ling, Wu and Yin 2015 (PG-EXTRA), the inequality behind its convergence, as commonly cited; the paper "
    "itself could not be read",
    statement="||z(k) - z*||_G^2 <= ||z(0) - z*||_G^2 for alpha < 2 lambda_min(W~)/L",
    family=declared("pg-extra", common=True),
    variants=(
        Variant(
            "bounded",
            "distance2(t) - links2(t)/2 <= V0",
            statement="||x(k) - x*||^2 in the norm of W~ stays below ||z(0) - z*||_G^2, r = l1 ||x||_1",
            assume=STEP,
            where={"V0": CONSTANTS["V0"]},
            derivation=_PROOF,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (PG_EXTRA,)
