"""SCAFFOLD, how far local steps drift beside control variates: two of them, full gradients, all clients.

Setting. y = x - eta (grad f_i(x) - c_i + c), z = y - eta (grad f_i(y) - c_i + c), x+ the mean of the z, c_i+ = c_i - c
+ (x - z)/(2 eta) (option II), c the mean of the c_i, all alike at first; f_i mu-strongly convex and L-smooth. The
declared method keeps p_i = c_i - c and mixes z by W; W = 11'/N is lambda = 0.

Statement. The lemmas on drift and on the lag of the control variates bound both by each other, whatever the clients'
differences; their constants could not be compared. In numbers of our own, sums over clients: ||y - x||^2 <= 2 eta^2 ||p
- grad f_i(x*)||^2 + 2 eta^2 L^2 ||x - x*||^2 (`drift`), and, from one x for all, ||p+ - grad f_i(x*)||^2 <= 2 L^2 ||x -
x*||^2 + (L^2/2) ||y - x||^2 (`lag`).

Idea. y - x = -eta (grad f_i(x) - p); p+ is the mean of the two local gradients, less its mean over clients.
"""

from ...algorithms import Algorithm
from ...families.declared import declared
from ...theorem import Theorem, Variant

_TWO = Algorithm(
    "scaffold of two local steps",
    let={"y": "x - eta*(grad(x) - p)", "z": "y - eta*(grad(y) - p)"},
    next={"x": "mix(z)", "p": "p + (mix(z) - z)/(2*eta)"},
    balanced=("p",),
    rest={"x": "0", "p": "h"},
)
_DRIFT = """
near: eta**2*sq(grad(x) - grad(o)) <= eta**2*L**2*sq(x - o) by lipschitz(x, o), eta > 0
claim by near with eta*(grad(x) + p - 2*grad(o))
"""
_LAG = """
none: lam**2 <= 0 by lam <= 0, lam >= 0
flat: sq(W(z) - J(z)) <= 0 by mixing(z), none with z - J(z)
let r = J(p) + (W(z) - J(z) - x + J(x))/(2*eta), h = grad(y) - grad(x), g = grad(x) - grad(o), m = g + h/2
rest: sq(r) <= 0 by vanishing(J(p)) times r, vanishing(W(z) - J(z)) times r, vanishing(x - J(x)) times r
gone: sq(next(p) - grad(o)) == sq(m - J(m)) by vanishing(r) times m - J(m), vanishing(r) times r
claim by gone, lipschitz(x, o), lipschitz(y, x) with J(m), g - h/2
"""

_MOVED, _ERROR = "eta**2*sq(grad(x) - p)", "L**2*sq(x - o)"

DRIFT = Theorem(
    id="scaffold.drift",
    title="local steps beside control variates: drift, and lag of the control variates",
    place="lemmas on drift and control lag, for two steps, in numbers of our own; the source could not be read",
    statement="drift and lag are bounded by each other and the error, whatever the clients' differences",
    family=declared(_TWO),
    rounds=4,
    variants=(
        Variant("drift", f"{_MOVED} <= 2*eta**2*sq(p - grad(o)) + 2*eta**2*{_ERROR}", derivation=_DRIFT),
        Variant(
            "lag",
            f"sq(next(p) - grad(o)) <= 2*{_ERROR} + L**2/2*{_MOVED}",
            assume=("lam <= 0", "spread2(t) <= 0"),
            derivation=_LAG,
        ),
    ),
)
