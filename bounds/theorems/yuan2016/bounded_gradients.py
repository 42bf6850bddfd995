"""Yuan, Ling and Yin 2016, bounded gradients: the gradients of decentralized gradient descent stay bounded.

Setting. x_i(k+1) = sum_j w_ij x_j(k) - alpha grad f_i(x_i(k)), W symmetric, doubly stochastic, connected; f_i
convex with minimum f_i^o and L_i-smooth, L_h = max L_i; all models start at one point (0 there). f^o = sum_i f_i^o.

Statement. If alpha <= (1 + lambda_n(W))/L_h, then ||grad f(x(k))|| <= D = sqrt(2 L_h (sum_i f_i(x(0)) - f^o)) for
all k, the gradients of all clients stacked.

Idea. A round is a gradient step of length 1 on x'(I - W)x/2 + alpha sum_i f_i(x_i), which does not grow as its
gradient is 2-Lipschitz at most; ||grad f_i||^2 <= 2 L_i (f_i - f_i^o).
"""

from ...families.declared import declared
from ...theorem import Theorem, Variant

CITED = "as commonly cited; the paper itself could not be read"
COMMON = declared("DGD", common=True, offsets=True)
STEP = ("lam < 1", "eta <= (1 + lam_n)/L")
D = {"D": "sqrt(2*L*eps0)"}

_MAIN_PROOF = """
inside: 2*L*eps0 >= 0 by least(w0)
let V = local_gaps(t) + links2(t)/(2*eta)
room: (1 + lam_n)/eta - L >= 0 by eta <= (1 + lam_n)/L
one: next(V) <= V by above(next(x), x), smallest(next(x) - x), room with next(x) - x
always I: V <= start(V)
  next by one, I
low: links2(t) >= 0 by largest(x), lam <= 1 with x - J(x)
claim by I, low, steep(x)
"""

BOUNDED_GRADIENTS = Theorem(
    id="yuan2016.bounded-gradients",
    title="Decentralized gradient descent: bounded gradients",
    place=f"Yuan, Ling and Yin 2016, bounded gradients, {CITED}",
    statement="||grad f(x(k))|| <= D = sqrt(2 L_h (sum_i f_i(x(0)) - f^o))",
    family=COMMON,
    variants=(
        Variant(
            "main",
            "gradients2(t) <= D**2",
            statement="||grad f(x(k))||^2 <= D^2 for alpha <= (1 + lambda_n)/L_h",
            assume=STEP,
            where=D,
            derivation=_MAIN_PROOF,
        ),
    ),
)
