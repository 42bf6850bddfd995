"""Koloskova et al. 2020, Theorem 2 for convex losses: decentralized SGD with a fixed step.

Setting. x+ = W (x - eta (grad f(x) + noise)), p = 1 - lambda^2, zeta^2 = (1/n) sum_i ||grad f_i(x*)||^2, noise of mean
variance sigma^2, independent over clients; f_i mu-strongly convex and L-smooth.

Statement. The theorem gives orders: f - f* is at most of the order of r_0/(eta T) + eta sigma^2/n + eta^2 L (zeta^2/p^2
+ sigma^2/p) before the step is tuned, r_0 = ||xbar_0 - x*||^2. In constants of our own, for eta <= p/(14 L): the mean
over T rounds is at most 2 Phi_0/(eta T) + 2 eta sigma^2/n + 16 L eta^2 sigma^2/p + 96 L eta^2 zeta^2/p^2 (`convex`),
and ||xbar_t - x*||^2 is at most (1 - eta mu/2)^t Phi_0 and 1/mu times the last three of these terms
(`strongly-convex`), where Phi_0 = r_0 + (8 L eta/p) (1/n) sum_i ||x_i - xbar||^2 at the start. Where W is drawn anew
every round (`-drawn`) p = 1 - ||E W^2 - J||.

Idea. Phi = ||xbar - x*||^2 + (8 L eta/p) (1/n) sum_i ||x_i - xbar||^2 falls: the descent lemma (`descent-convex`)
charges the deviations 3 L eta, and they shrink by 1 - p/2 a round but for what gradients add.
"""

from ...families.declared import declared
from ...theorem import Theorem, Variant
from .descent_convex import MEAN_STEP
from .setting import SOURCE

_FIXED = "2*eta*sigma2/K + 16*L*eta**2*sigma2/(1 - MIX) + 96*L*eta**2*gstar**2/(K*(1 - MIX)**2)"
_START = "(error2(0) + 8*L*eta/(1 - MIX)*spread2(0)/K)"
# MIX is lambda^2, or rho2 where W is drawn; SHORTENS the rule that a round shortens deviations by it.
_ROUND = f"""{MEAN_STEP.format(mean_noise="mean_xi1")}
let p = 1 - MIX, a = x - m, h = grad(x) - J(grad(x)), S = spread2(t), g2 = gstar**2
wide: p > 0 by MIX < 1
left: MIX >= 0 by LEAST
step: 14*L*eta <= p by eta <= (1 - MIX)/(14*L)
short: 12*L*eta <= 1 by step, left
centre: sq(J(next(x)) - o) <= (1 - eta*mu/2)*sq(m - o) + eta**2*sigma2 - eta*e + 3*L*eta*S
  by stepped, pull, climb, above_zero, short, L >= mu with a
mixed: next(S) <= MIX*(sq(a - eta*h) + eta**2*(K - 1)*sigma2) by SHORTENS(x - eta*(grad(x) + xi1)), noise_xi1, mean_xi1
young: p*MIX*sq(a - eta*h) <= p*(1 - p/2)*S + 2*eta**2*sq(h) by wide, left with p*a + 2*MIX*eta*h, eta*h
size: sq(h) <= 3*L**2*S + 6*L*e + 3*g2 by lipschitz(x, m), interpolation_convex(m, o)
  with grad(x) - 2*grad(m) + grad(o), grad(x) - grad(m) - grad(o), grad(m) - 2*grad(o), J(grad(x))
few: MIX*(K - 1)*sigma2 <= K*sigma2 by wide, K >= 2, sigma2 >= 0
scatter: p*next(S) <= p*(1 - p/2)*S + 2*eta**2*(3*L**2*S + 6*L*e + 3*g2) + p*eta**2*K*sigma2 by mixed, young, size, few
let E = sq(m - o), U = p**2*E + 8*L*eta*p*S, N = p**2*eta**2*sigma2 + 8*L*eta**3*(6*g2 + p*K*sigma2)
square: 14*L*eta*L*eta <= p*L*eta by step, L*eta > 0
tight: 96*L**2*eta**2 <= p**2/2 by step, square, wide
pos: S >= 0 with a
one: next(U) <= (1 - eta*mu/2)*U - p**2*eta/2*e + N
  by centre, scatter, tight, square, step, pos, above_zero, wide, L >= mu, eta > 0
"""
_CONVEX = f"""{_ROUND}
let G = sum(s < t, gap(s))
always I: U + p**2*K*eta/2*G <= start(U) + t*N
  low: U >= 0 by pos, wide, L*eta > 0 with m - o
  next by I
added: p**2*K*eta/2*G <= start(U) + t*N by I, pos, wide, L*eta > 0 with m - o
late: t > 0 by t >= 1
scaled: G/t <= 2*start(U)/(p**2*K*eta*t) + 2*N/(p**2*K*eta) by added over late, wide, wide, eta > 0
begun: start(U)/p**2 == K*{_START} by wide
noise: 2*N/(p**2*eta) == K*({_FIXED}) by wide
"""
_STRONG = f"""{_ROUND}
let r = 1 - eta*mu/2, c = 2*N/(eta*mu)
rate: r >= 0 by short, L >= mu, eta > 0
floor: c >= 0
down: next(U) - c <= r*(U - c) by one, above_zero, wide, eta > 0
always I: U - c <= r**t*(start(U) - c)
  next by down, I, rate
total: p**2*E <= r**t*start(U) + c by I, floor, pos, wide, L*eta > 0
begun: start(U)/p**2 == K*{_START} by wide
noise: c/p**2 == K*({_FIXED})/mu by wide, eta > 0
scaled: E <= r**t*start(U)/p**2 + c/p**2 by total over wide, wide
"""


def _over(drawn: bool, text: str) -> str:
    mix, rule, least = ("rho2", "links", "rho2 >= 0") if drawn else ("lam**2", "mixing", "lam >= 0")
    return text.replace("MIX", mix).replace("SHORTENS", rule).replace("LEAST", least)


THEOREM_2 = Theorem(
    id="koloskova2020.theorem-2",
    title="decentralized SGD on convex losses: rate with a fixed step",
    place=f"Theorem 2, convex and strongly convex, one gossip round a step, in constants of our own; {SOURCE}",
    statement="f - f* is of the order of r_0/(eta T) + eta sigma^2/n + eta^2 L (zeta^2/p^2 + sigma^2/p)",
    family=declared("diffusion", noisy=True),
    first=1,
    variants=tuple(
        Variant(
            label + ("-drawn" if drawn else ""),
            f"{left} <= {_over(drawn, right)}",
            statement=said + (", W drawn every round" if drawn else ""),
            assume=tuple(_over(drawn, text) for text in ("MIX < 1", "eta <= (1 - MIX)/(14*L)", *more)),
            family=declared("diffusion", noisy=True, drawn=drawn),
            derivation=_over(drawn, lines),
        )
        for drawn in (False, True)
        for label, said, left, right, more, lines in (
            (
                "convex",
                "mean over T rounds of f(xbar) - f*",
                "mean(s < t, gap(s))",
                f"2*{_START}/(eta*t) + {_FIXED}",
                ("t >= 1",),
                f"{_CONVEX}claim by scaled, begun, noise over late, eta > 0\n",
            ),
            (
                "strongly-convex",
                "||xbar - x*||^2 after t rounds",
                "error2(t)",
                f"(1 - eta*mu/2)**t*{_START} + ({_FIXED})/mu",
                (),
                f"{_STRONG}claim by scaled, begun times r**t, noise\n",
            ),
        )
    ),
).changing("convex", "strongly-convex")
