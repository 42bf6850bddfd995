"""Kong, Lin, Koloskova, Jaggi and Stich 2021: a consensus distance below which decentralized SGD descends like
centralized.

Setting. Decentralized SGD with gradient noise of mean variance sigma^2, Xi^2 = (1/n) sum_i E||x_i - xbar||^2; f_i
L-smooth (the paper's losses need not be convex; here they are, strongly), step eta <= 1/(4L).

Statement. E f(xbar+) <= E f(xbar) - (eta/4) E||grad f(xbar)||^2 + eta L^2 Xi^2 + (L/n) eta^2 sigma^2 (`descent`).
Where Xi^2 is at most the critical consensus distance eta sigma^2/(L n) + E||grad f(xbar)||^2/(8 L^2): E f(xbar+) <= E
f(xbar) - (eta/8) E||grad f(xbar)||^2 + 2 (L/n) eta^2 sigma^2 (`critical`), as with one client up to constants; and if
so at every round before t, the mean of E||grad f(xbar)||^2 is at most 8 (f(xbar(0)) - f*)/(eta t) + 16 L eta
sigma^2/n (`rate`).

Idea. Smoothness between xbar+ and xbar; the mean of the gradients differs from grad f(xbar) by at most L Xi.
"""

from ..families.shared import gossip
from ..theorem import Theorem, Variant

_STEP = """
let m = J(x), h = J(grad(x)), v = J(grad(m))
fall: F(J(next(x))) <= F(m) - eta*dot(v, h) + L*eta**2/2*(sq(h) + sigma2) by above(J(next(x)), m), mean_noise
near: sq(v - h) <= L**2*sq(x - m) by lipschitz(m, x) with grad(m) - grad(x) - v + h
short: 4*L*eta <= 1 by eta <= 1/(4*L)
descent: F(J(next(x))) <= F(m) - eta/4*sq(v) + eta*L**2*sq(x - m) + L*eta**2*sigma2
  by fall, near, short, eta > 0 with h, v - h, v
"""
_CRITICAL = f"""{_STEP}
claim critical by descent, eta > 0
"""
_EXCESS = "spread2(s)/K - eta*sigma2/(L*K) - global_gradient2(s)/(8*L**2)"
_RATE = f"""{_STEP}
let N = L*eta**2*sigma2/K, G = sum(s < t, global_gradient2(s)), S = sum(s < t, spread2(s))/K
always I: eta/4*G <= gap(0) - gap(t) + eta*L**2*S + t*N
  next by descent, I
up: t > 0 by t >= 1
low: gap(t) >= 0 by below(m, o) with m - o
most: sum(s < t, {_EXCESS}) <= 0 by max(s < t, {_EXCESS}) <= 0
claim by I, low
"""
# At steps of up to 1/L the descent is twice as steep, and the clients may be farther apart.
_SHARP = """
let m = J(x), h = J(grad(x)), v = J(grad(m))
fall: F(J(next(x))) <= F(m) - eta*dot(v, h) + L*eta**2/2*(sq(h) + sigma2) by above(J(next(x)), m), mean_noise
near: sq(v - h) <= L**2*sq(x - m) by lipschitz(m, x) with grad(m) - grad(x) - v + h
descent: gap(t + 1) <= gap(t) - eta/2*global_gradient2(t) + eta*L**2/2*spread2(t)/K + L*eta**2*sigma2/(2*K)
  by fall, near, eta > 0 with h
let N = L*eta**2*sigma2/(2*K), G = sum(s < t, global_gradient2(s)), S = sum(s < t, spread2(s))/K
always I: eta/2*G <= gap(0) - gap(t) + eta*L**2/2*S + t*N
  next by descent, I
up: t > 0 by t >= 1
low: gap(t) >= 0 by below(m, o) with m - o
most: sum(s < t, WIDER) <= 0 by max(s < t, WIDER) <= 0
claim by I, low
"""
_WIDER = "spread2(s)/K - eta*sigma2/(L*K) - global_gradient2(s)/(2*L**2)"

_FAMILY = gossip(fixed=True, offsets=False)
_PLACE = (
    "Kong et al. 2021, the proposition on the critical consensus distance and the descent lemma of its proof, as "
    "commonly cited; the paper itself could not be read"
)

CONSENSUS_DISTANCE = Theorem(
    id="kong2021.consensus-distance",
    title="decentralized SGD below the critical consensus distance",
    place=_PLACE,
    statement="if Xi_t^2 <= eta sigma^2/(L n) + ||grad f(xbar_t)||^2/(8 L^2), decentralized SGD descends like "
    "centralized SGD",
    family=_FAMILY,
    variants=(
        Variant(
            "descent",
            "gap(t + 1) <= gap(t) - eta/4*global_gradient2(t) + eta*L**2*spread2(t)/K + L*eta**2*sigma2/K",
            statement="the gap after a step, any consensus distance",
            assume=("eta <= 1/(4*L)",),
            derivation=f"{_STEP}claim descent by descent\n",
        ),
        Variant(
            "critical",
            "gap(t + 1) <= gap(t) - eta/8*global_gradient2(t) + 2*L*eta**2*sigma2/K",
            statement="the gap after a step, below the critical consensus distance",
            assume=("eta <= 1/(4*L)", "spread2(t)/K <= eta*sigma2/(L*K) + global_gradient2(t)/(8*L**2)"),
            derivation=_CRITICAL,
        ),
    ),
).changing("descent", "critical")
RATE = Theorem(
    id="kong2021.rate",
    title="decentralized SGD below the critical consensus distance at every round",
    place=_PLACE,
    statement="the mean of ||grad f(xbar_t)||^2 over T rounds is O((f_0 - f*)/(eta T) + L eta sigma^2/n)",
    family=_FAMILY,
    variants=(
        Variant(
            "rate",
            "sum(s < t, global_gradient2(s)) <= 8*gap(0)/eta + 16*t*L*eta*sigma2/K",
            statement="the sum of squared gradients, below it at all rounds",
            assume=("eta <= 1/(4*L)", f"max(s < t, {_EXCESS}) <= 0"),
            derivation=_RATE,
        ),
        Variant(
            "sharp",
            "sum(s < t, global_gradient2(s)) <= 4*gap(0)/eta + 4*t*L*eta*sigma2/K",
            statement="half the start, a quarter of the noise, for steps and a critical distance four times as large; "
            "W may change",
            assume=("eta <= 1/L", f"max(s < t, {_WIDER}) <= 0"),
            family=gossip(fixed=True, offsets=False, changing=True),
            derivation=_SHARP.replace("WIDER", _WIDER),
        ),
    ),
    first=1,
)

STATED: tuple[Theorem, ...] = (CONSENSUS_DISTANCE, RATE)
