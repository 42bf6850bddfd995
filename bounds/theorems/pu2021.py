"""Pu and Nedic 2021 (DSGT): what a step of distributed stochastic gradient tracking does to the mean model.

Setting. x+ = W (x - alpha y), y+ = W y + g(x+) - g(x), y(0) = g(x(0)), g stochastic gradients of mean variance
sigma^2, independent over clients and rounds (Assumption 1); f_i mu-strongly convex and L-smooth, W doubly
stochastic, symmetric or not.

Statement. The mean of y is that of g, so that ||xbar+ - xbar||^2 has the mean alpha^2 (||(1/n) sum grad f_i(x_i)||^2
+ sigma^2/n) (`tracker`). For alpha <= 1/(mu + L): E||xbar+ - x*||^2 <= (1 - alpha mu) E||xbar - x*||^2 + alpha L^2 (1
+ alpha mu)/(mu n) E||x - 1 xbar||^2 + alpha^2 sigma^2/n (`main`); alpha <= 2/(mu + L) is enough (`any-step`).

Idea. A gradient step of f from xbar contracts by 1 - alpha mu, the mean gradient is off by L ||x - 1 xbar||/sqrt(n);
Young's inequality with weight alpha mu.
"""

from typing import Any

from ..families.declared import declared
from ..theorem import Theorem, Variant

_TRACKED = """
"""
_DERIVED = f"""{_TRACKED}
let m = J(x), h = J(grad(x)), s = J(grad(m)), c = eta*mu, a = m - o - eta*s, b = eta*(s - h)
stepped: sq(J(next(x)) - o) == sq(a + b) + eta**2*sigma2
  by mean_xi1, vanishing(J(p)) times a + b, vanishing(J(p)) times eta*J(p), vanishing(J(p)) times eta*J(xi1)
short: eta*(L + mu) <= 2 by assume1
rate: eta*mu <= 1 by short, L >= mu
near: sq(a) <= (1 - c)**2*sq(m - o) by short, mean_cocoercive(x, o), monotone(m, o)
within: sq(s - h) <= L**2*sq(x - m) by lipschitz(m, x) with grad(m) - grad(x) - s + h
young: c*sq(a + b) <= c*(1 + c)*sq(a) + (1 + c)*sq(b) with c*a - b
part: (1 + c)*sq(a) <= (1 - c)*sq(m - o) by near, rate with m - o
parts: (1 + c)*sq(b) <= (1 + c)*eta**2*L**2*sq(x - m) by eta > 0
both: mu*sq(a + b) <= mu*(1 - c)*sq(m - o) + (1 + c)*eta*L**2*sq(x - m) by young, part, parts over eta > 0
claim by stepped, both over mu > 0
"""


def _step(label: str, step: str) -> Variant:
    return Variant(
        label,
        "error2(t + 1) <= (1 - eta*mu)*error2(t) + eta*L**2*(1 + eta*mu)/(mu*K)*spread2(t) + eta**2*sigma2/K",
        statement=f"the error of the mean model after a step, {step}",
        assume=(step,),
        derivation=_DERIVED.replace("assume1", step),
    )


_TRACKER: dict[str, Any] = {
    "derivation": f"{_TRACKED}claim by mean_xi1, vanishing(J(p)) times J(p), vanishing(J(p)) times J(grad(x)), "
    "vanishing(J(p)) times J(xi1)",
}

MEAN_MODEL = Theorem(
    id="pu2021.mean-model",
    title="stochastic gradient tracking: the mean model",
    place="Pu and Nedic 2021, the lemmas on the mean tracker and on the linear system of inequalities, as commonly "
    "cited; of the "
    "paper only the beginning could be read",
    statement="E||xbar_(k+1) - x*||^2 <= (1 - alpha mu) E||xbar_k - x*||^2 + (alpha L^2/(mu n))(1 + alpha mu) "
    "E||x_k - 1 xbar_k||^2 + "
    "alpha^2 sigma^2/n",
    family=declared("atc-tracking", noisy=True, directed=True),
    rounds=4,
    variants=(
        Variant(
            "tracker",
            "moved_mean2(t) == eta**2*(mean_gradient2(t) + sigma2/K)",
            statement="the mean model moves by the mean stochastic gradient",
            **_TRACKER,
        ),
        _step("main", "eta <= 1/(L + mu)"),
        _step("any-step", "eta <= 2/(L + mu)"),
    ),
)

STATED: tuple[Theorem, ...] = (MEAN_MODEL,)
