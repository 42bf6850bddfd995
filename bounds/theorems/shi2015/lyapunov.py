"""Shi, Ling, Wu and Yin 2015, the Lyapunov inequality of EXTRA, on which its convergence and its rate o(1/k) rest.

Setting. EXTRA with W~ = (I + W)/2, W symmetric, weights of either sign, rows that sum to 1, lambda < 1; f_i convex and
L-smooth. The paper allows other W~ from W to that one: `any-mixing` is of theta I + (1 - theta) W. U^2 = W~ - W, q(k) =
U (x(0) + ... + x(k)), z = (q, x), ||z||_G^2 = ||q||^2 + x'W~x, and z* = (q*, 1 w*) with U q* = -alpha h, h the clients'
gradients at w*. Models start at one point, so that ||z(0) - z*||_G^2 = V_0 = ||x(0) - 1 w*||^2 + (alpha^2/theta) h'(I -
W)^+ h (`tension2`), theta = 1/2.

Statement. For 0 < alpha < 2 lambda_min(W~)/L and zeta = 1 - alpha L/(2 lambda_min(W~)) > 0, both 2 lambda_min(W~) =
1 + lambda_n: ||z(k) - z*||_G^2 - ||z(k+1) - z*||_G^2 >= zeta ||z(k) - z(k+1)||_G^2. Judged are what it implies for
the models: they stay bounded, x(k)'W~x(k) being ||x(k)||^2 - x(k)'(I - W)x(k)/2.

Idea. A round reads W~(x(k+1) - x(k)) = -U q(k+1) - alpha grad f(x(k)); multiply by x(k+1) - x*, and bound the
gradients by co-coercivity.
"""

from ...algorithms import Algorithm
from ...families.declared import declared
from ...theorem import Theorem, Variant

CITED = "as commonly cited; only the abstract could be read"
COMMON = declared("EXTRA", common=True, signed=True)
STEP = ("lam < 1", "eta*L < 1 + lam_n")
CONSTANTS = {"V0": "distance2(0) + 2*eta**2*tension2", "zeta": "1 - eta*L/(1 + lam_n)"}

# What a round does to V, the square of ||z - z*||_G, and what bounds its terms.
ROUND = """
state y: start 0*w0, next y + x
let e = x - o, k = y + x + 2*eta*zh, d = next(x) - x, g = grad(x) - grad(o)
let V = dot(k, k - W(k))/2 + dot(e, e + W(e))/2
gap: 1 - lam**2 > 0 by lam < 1
still: sq(qh) <= 0 by mixing(qh), untouched times qh, untouched times W(qh) over gap
always C: sq(q - y/2 + W(y)/2) <= 0
  next by C
move: next(V) - V == -2*eta*dot(next(e), g) - dot(next(x), next(x) - W(next(x)))/2 - dot(d, d + W(d))/2
  by vanishing(q - y/2 + W(y)/2) times next(e), tension times eta*next(e), vanishing(qh) times next(e)
room: 1 + lam_n - eta*L > 0 by eta*L < 1 + lam_n
pull: -2*eta*L*dot(next(e), g) <= eta*L**2*sq(d)/2 by cocoercive_convex(x, o) with 2*g + L*d
below: dot(d, W(d)) >= lam_n*sq(d) by smallest(d)
links: dot(next(x), next(x) - W(next(x))) >= 0 by largest(next(x)), lam <= 1 with next(x) - J(next(x))
pulled: -2*eta*dot(next(e), g) <= eta*L*sq(d)/2 by pull over L > 0
"""
# V does not grow, and is at least its part in the models.
BOUNDED = """
fall: -2*eta*dot(next(e), g) - dot(next(x), next(x) - W(next(x)))/2 - dot(d, d + W(d))/2 <= 0
  by pulled, below, links, room with d
always B: V <= V0
  start by tension times zh, vanishing(qh) times zh
  next by move, fall, B
end: dot(k, k - W(k)) >= 0 by largest(k), lam <= 1 with k - J(k)
claim by B, end
"""

# The same for W~ = theta I + (1 - theta) W, which is (I + W)/2 for theta = 1/2.
_WIDE = Algorithm(
    "extra-wide",
    let={"m": "mix(x)"},
    next={"x": "m - eta*grad(x) - q", "q": "q + theta*(x - m)"},
    balanced=("q",),
    rest={"x": "0", "q": "-eta*h"},
    numbers=("theta",),
)
_WIDE_CONSTANTS = {"V0": "distance2(0) + eta**2/theta*tension2", "l": "theta + (1 - theta)*lam_n"}
_WIDE_BOUNDED = """
state y: start 0*w0, next y + x
let e = x - o, k = y + x + eta/theta*zh, d = next(x) - x, g = grad(x) - grad(o), n = next(x)
let D = theta*d + (1 - theta)*W(d), V = theta*dot(k, k - W(k)) + dot(e, theta*e + (1 - theta)*W(e))
gap: 1 - lam**2 > 0 by lam < 1
still: sq(qh) <= 0 by mixing(qh), untouched times qh, untouched times W(qh) over gap
always C: sq(q - theta*(y - W(y))) <= 0
  next by C
move: next(V) - V == -2*eta*dot(next(e), g) - (2 - 3*theta)*dot(n, n - W(n)) - dot(d, D)
  by vanishing(q - theta*(y - W(y))) times 2*next(e), tension times 2*eta*next(e), vanishing(qh) times 2*eta*next(e)
room: 2*l - eta*L > 0 by eta*L < 2*l
pull: -2*eta*L*dot(next(e), g) <= eta*L**2*sq(d)/2 by cocoercive_convex(x, o) with 2*g + L*d
below: dot(d, D) >= l*sq(d) by smallest(d), theta <= 1/2
links: dot(n, n - W(n)) >= 0 by largest(n), lam <= 1 with n - J(n)
more: (2 - 3*theta)*dot(n, n - W(n)) >= 0 by links, theta <= 1/2
pulled: -2*eta*dot(next(e), g) <= eta*L*sq(d)/2 by pull over L > 0
fall: -2*eta*dot(next(e), g) - (2 - 3*theta)*dot(n, n - W(n)) - dot(d, D) <= 0 by pulled, below, more, room with d
always B: V <= V0
  start by tension times zh, vanishing(qh) times zh
  next by move, fall, B
end: dot(k, k - W(k)) >= 0 by largest(k), lam <= 1 with k - J(k)
claim by B
"""

LYAPUNOV = Theorem(
    id="shi2015.lyapunov",
    title="EXTRA: iterates come no farther from the optimum",
    place=f"Shi, Ling, Wu and Yin 2015, the inequality behind its convergence, {CITED}",
    statement="||z(k) - z*||_G^2 <= ||z(0) - z*||_G^2 for alpha < 2 lambda_min(W~)/L_f",
    family=COMMON,
    variants=(
        Variant(
            "bounded",
            "distance2(t) - links2(t)/2 <= V0",
            statement="||x(k) - x*||^2 in the norm of W~ stays below ||z(0) - z*||_G^2",
            assume=STEP,
            where=CONSTANTS,
            derivation=ROUND + BOUNDED,
        ),
        Variant(
            "any-mixing",
            "distance2(t) - (1 - theta)*links2(t) <= V0",
            statement="the same for W~ = theta I + (1 - theta) W, theta <= 1/2",
            assume=("lam < 1", "eta*L < 2*l", "theta <= 1/2"),
            family=declared(_WIDE, common=True, signed=True),
            where=_WIDE_CONSTANTS,
            derivation=_WIDE_BOUNDED,
        ),
    ),
)
