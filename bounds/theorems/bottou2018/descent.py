"""Bottou, Curtis and Nocedal 2018, Lemma 4.4: what a stochastic gradient step gains, strongly convex losses.

Setting. w+ = w - alpha g(w), E g(w) = grad F(w), E||g(w)||^2 <= M + ||grad F(w)||^2: the paper's mu = M_G = 1, with
noise of one variance M (`sigma2_of_mean`) whatever w; c is their strong convexity, mu here. The step is a mean of the
clients' stochastic gradients, all clients starting at one point and averaging after every step.

Statement, with ||grad F(w)||^2 >= 2 c (F(w) - F*), for alpha <= 1/L: E F(w+) - F* <= (1 - alpha c)(F(w) - F*) +
alpha^2 L M/2, the recursion of the proof of Theorem 4.6. (Lemma 4.4: E F(w+) - F(w) <= -(1 - alpha L/2) alpha ||grad
F(w)||^2 + alpha^2 L M/2.)

Idea. Smoothness between w+ and w; the noise is orthogonal to all that is known before it.
"""

from ...families.federated import federated
from ...theorem import Theorem, Variant
from ..local_rounds import TOGETHER

CITED = "as commonly cited; the paper itself could not be read"
FIXED = federated(fixed=True)

# One step of the gap e, where eta*L <= 1 is known as `room`.
STEP = """
let h = J(grad(x)), e = F(m) - F(o)
lift: sq(grad(x) - grad(m)) <= 0 by lipschitz(x, m), near
fall: F(J(y)) <= F(m) - eta*dot(J(grad(m)), h) + L*eta**2/2*(sq(h) + sigma2_of_mean)
  by above(J(y), m), mean_noise
alike: dot(J(grad(m)), h) == sq(h) by vanishing(grad(x) - grad(m)) times h
steep: sq(h) >= 2*mu*e
  by mean_curved(x), vanishing(grad(x) - grad(m)) times J(grad(m)), vanishing(grad(x) - grad(m)) times h
one: F(J(y)) - F(o) <= (1 - eta*mu)*e + L*eta**2/2*sigma2_of_mean by fall, alike, steep, room, eta > 0
"""

DESCENT = Theorem(
    id="bottou2018.descent",
    title="a stochastic gradient step, strongly convex losses",
    place=f"Bottou, Curtis and Nocedal 2018, Lemma 4.4 and the proof of Theorem 4.6, {CITED}",
    statement="E F(w_(k+1)) - F* <= (1 - alpha c)(E F(w_k) - F*) + alpha^2 L M/2 for alpha <= 1/L",
    family=FIXED,
    rounds=3,
    variants=(
        Variant(
            "main",
            "gap(t + 1) - (1 - eta*mu)*gap(t) <= eta**2*L*sigma2_of_mean/2",
            statement="the gap after a step less (1 - alpha c) times the gap before it",
            assume=("H == 1", "eta <= 1/L"),
            derivation=f"{TOGETHER}room: eta*L <= 1 by eta <= 1/L\n{STEP}claim by one",
        ),
    ),
)
