"""DeceFL, main text, Theorem 1: consensus error and error of the mean decay like 1/t.

Setting. K clients, F = (1/K) sum_k F_k, each F_k L_k-smooth and mu_k-strongly convex, L = max L_k, mu = min
mu_k. W symmetric, doubly stochastic, lambda = ||W - J||. w_k(t+1) = sum_j W_kj w_j(t) - eta_t grad F_k(w_k(t)),
eta_t = delta/(t + Gamma).

Statement (5), (6). With delta > 1/mu, Gamma > lambda/(1 - lambda), delta/Gamma <= 1/L, eps_0 = sum_k
F_k(w_k(0)) - F_k^*: ||w(t) - 1 wbar(t)|| <= zeta/(t + Gamma) and ||wbar(t) - w*|| <= zeta~/(t + Gamma), zeta
and zeta~ as in `where` below.

Why it fails. The proof needs sum_k ||grad F_k(w_k(t))||^2 <= 2 L eps_0 at every t; it holds at t = 0 only.
Clients that start at their own minimizers have eps_0 = 0, and mixing moves them away. Reading "the initial
point" as one point for all (`-equal-start`) does not help: while eta > (1 + lambda_n)/L the models swing apart
at first.

Repair. Replace sqrt(2 L eps_0) by G = g* + L max(||w(0) - 1 w*||, g*/mu), g* = ||(grad F_k(w*))_k||, and the step rule
by delta/Gamma <= (1 + lambda_n)/(L + mu), lambda_n the smallest eigenvalue of W. Idea. W - eta H, H the Hessian
between mu I and L I, contracts by 1 - eta mu under this step rule, so the clients stay within max(||w(0) - 1 w*||,
g*/mu) of w*, which bounds the gradients by G; the printed induction then goes through, for the mean with eta <= 2/(L +
mu).

`certified`, `certified-mean`: sharper constants from a comparison system; `decefl.certified` is their proof.
"""

from ...families.shared import GOSSIP, gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..two_clients import two_clients
from .certified import certified

_RANGE = ("0 < lam < 1", "delta*mu > 1", "Gamma > lam/(1 - lam)")
_PRINTED = (*_RANGE, "delta/Gamma <= 1/L")
_ZETA = "max(Gamma*spread(0), delta*sqrt(2*L*eps0)/(Gamma/(Gamma + 1) - lam))"
_MEAN = "max(Gamma*error(0), L*delta*zeta/(sqrt(K)*(mu*delta - 1)))"
_REPAIRED = (*_RANGE, "delta/Gamma <= (1 + lam_n)/(L + mu)")
_REMAINS = "The rate 1/t, with a bound on the gradients that lasts and shorter first steps (`repaired`)"
_TRUE = {
    "G": "gstar + L*max(distance(0), gstar/mu)",
    "zeta": "max(Gamma*spread(0), delta*G/(Gamma/(Gamma + 1) - lam))",
}

_DERIVED = """
let y = x - o, h = grad(x) - grad(o), a = (1 + lam_n)/2, R = max(distance(0), gstar/mu)
low: 1 + lam_n > 0 by lam_n >= -lam, lam < 1
top: lam_n <= 1
short: eta*(L + mu) <= 1 + lam_n by delta/Gamma <= (1 + lam_n)/(L + mu), t >= 0, low
slow: eta*mu <= a by short, L >= mu
always I: norm(x - o) <= R
  p1: norm(a*y - eta*h) <= (a - eta*mu)*norm(y) by root, cocoercive(x, o), monotone(x, o), short, slow
  p2: norm(W(y) - a*y) <= (1 - a)*norm(y) by root, spectrum(y), top
  next by triangle(a*y - eta*h, W(y) - a*y), triangle(W(y) - eta*h, -eta*grad(o)), p1, p2, slow, top, I,
      R >= gstar/mu
bounded: norm(h) <= L*norm(y) by root, lipschitz(x, o)
grads: norm(grad(x)) <= G by triangle(h, grad(o)), bounded, I
gsmall: norm(grad(x) - J(grad(x))) <= norm(grad(x)) by root with J(grad(x))
mixed: norm(W(x) - J(x)) <= lam*norm(x - J(x)) by root, mixing(x)
one: norm(next(x) - J(next(x))) <= lam*norm(x - J(x)) + eta*G by triangle(W(x) - J(x),
    -eta*(grad(x) - J(grad(x)))), mixed, gsmall, grads
zG: zeta*(Gamma/(Gamma + 1) - lam) >= delta*G by zeta >= delta*G/(Gamma/(Gamma + 1) - lam)
fall: (t + Gamma)*zeta >= (t + 1 + Gamma)*(lam*zeta + delta*G) by zG, t >= 0
always II: (t + Gamma)*norm(x - J(x)) <= zeta
  next by one, II, fall
claim repaired by II
e0: 2 - eta*(L + mu) >= 0 by short, top
e1: 1 - eta*mu >= 0 by e0, L >= mu
gd: norm(J(x) - o - eta*J(grad(J(x)))) <= (1 - eta*mu)*norm(J(x) - o) by root, cocoercive(J(x), o),
    monotone(J(x), o), e0, e1
  with grad(J(x)) - grad(o) - J(grad(J(x)))
pull: norm(-eta*J(grad(x) - grad(J(x)))) <= eta*L*norm(x - J(x)) by root, lipschitz(x, J(x))
    with grad(x) - grad(J(x)) - J(grad(x) - grad(J(x)))
step: norm(J(next(x)) - o) <= (1 - eta*mu)*norm(J(x) - o) + eta*L*norm(x - J(x))
    by triangle(J(x) - o - eta*J(grad(J(x))), -eta*J(grad(x) - grad(J(x)))), gd, pull
big: zeta_mean*sqrt(K)*(mu*delta - 1) >= L*delta*zeta
    by zeta_mean >= L*delta*zeta/(sqrt(K)*(mu*delta - 1)), delta*mu > 1
always III: (t + Gamma)*norm(J(x) - o) <= zeta_mean*sqrt(K)
  start by zeta_mean >= Gamma*error(0)
  next by step, III, II, big, e1
claim repaired-mean by III
"""

# Two clients at their own minimizers, -1 and 1: eps_0 = 0, and only mixing moves them.
AT_MINIMIZERS = two_clients("1/4", a=[1, 1], s=[0, 0], c=[1, -1], w0=[1, -1], delta=2, Gamma=2)

# One start, but W - eta H has an eigenvalue below -1 for some rounds.
OVERSHOOT = two_clients("7/8", a=[3, 3], c=[1, 0], s=[0, 0], start=[0], delta=16, Gamma=48)
OVERSHOOT_MEAN = {**OVERSHOOT, "a": [[16], [8]], "delta": 100, "Gamma": 1600}

THEOREM_1 = Theorem(
    id="decefl.theorem-1",
    title="O(1/t) decay of consensus error and error of the mean, fixed graph",
    place="DeceFL, main text, Theorem 1, (5) and (6)",
    statement="||w(t) - 1 wbar(t)|| <= zeta/(t+Gamma) and ||wbar(t) - w*|| <= zeta~/(t+Gamma)",
    family=GOSSIP,
    rounds=40,
    variants=(
        Variant(
            "eq-5",
            "spread(t) <= zeta/(t + Gamma)",
            assume=_PRINTED,
            where={"zeta": _ZETA},
            examples=(AT_MINIMIZERS,),
            severity=Severity.CONSTANT,
            remains=_REMAINS,
        ),
        Variant(
            "eq-6",
            "error(t) <= zeta_mean/(t + Gamma)",
            assume=_PRINTED,
            where={"zeta": _ZETA, "zeta_mean": _MEAN},
            severity=Severity.CONSTANT,
            remains=_REMAINS,
        ),
        Variant(
            "eq-5-equal-start",
            "spread(t) <= zeta/(t + Gamma)",
            statement="(5) when all clients start at one point, as `the initial point` may be read",
            assume=_PRINTED,
            where={"zeta": _ZETA},
            family=gossip(noisy=False, offsets=False, common=True),
            examples=(OVERSHOOT,),
            severity=Severity.CONSTANT,
            remains=_REMAINS,
        ),
        Variant(
            "eq-6-equal-start",
            "error(t) <= zeta_mean/(t + Gamma)",
            statement="(6) when all clients start at one point",
            assume=_PRINTED,
            where={"zeta": _ZETA, "zeta_mean": _MEAN},
            family=gossip(noisy=False, offsets=False, common=True),
            examples=(OVERSHOOT_MEAN,),
            severity=Severity.CONSTANT,
            remains=_REMAINS,
        ),
        Variant(
            "repaired",
            "spread(t) <= zeta/(t + Gamma)",
            statement="(5) with sqrt(2 L eps_0) replaced by a bound on the gradients that lasts, delta/Gamma <= "
            "(1+lambda_n)/(L+mu)",
            assume=_REPAIRED,
            where=_TRUE,
            derivation=_DERIVED,
        ),
        Variant(
            "repaired-mean",
            "error(t) <= zeta_mean/(t + Gamma)",
            statement="(6) with the repaired zeta and step rule",
            assume=_REPAIRED,
            where={**_TRUE, "zeta_mean": _MEAN},
            derivation=_DERIVED,
        ),
        *certified(),
    ),
).changing("repaired", "repaired-mean")
