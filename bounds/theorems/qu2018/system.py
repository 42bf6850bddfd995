"""Qu and Li 2018: three errors of gradient tracking and how one round carries them on.

Setting. s(t) tracks the mean gradient: x(t+1) = W x(t) - eta s(t), s(t+1) = W s(t) + grad(t+1) - grad(t), s(0) =
grad(0), grad(t) the clients' gradients at x(t), g(t) their mean; f_i is beta-smooth, F alpha-strongly convex, W
doubly stochastic, symmetric or not, with ||W - J|| = sigma < 1 (`lam`). Here beta is L and alpha is mu.

Statement. With z = [||s - 1 g||, ||x - 1 xbar||, sqrt(n) ||xbar - x*||] one round gives z(t+1) <= G(eta) z(t),
where G = [[sigma + beta eta, beta (eta beta + 2), eta beta^2], [eta, sigma, 0], [0, eta beta, lambda]] and lambda =
max(|1 - alpha eta|, |1 - beta eta|). Each row is a variant. ||s(t) - 1 g(t)|| is what round t adds to mixing,
without its mean, over eta: `added_spread(t)`/eta.

Idea. g(t) is the mean of s(t), since W keeps means. Row 3: off (alpha + beta)/2 times xbar - x*, the mean gradient
is at most (beta - alpha)/2 of its length. Row 1: a gradient changes by at most beta ||x(t+1) - x(t)||, and x(t+1) -
x(t) is (W - I)(x - 1 xbar) - eta (s - 1 g) - eta 1 g.
"""

from ...families.declared import declared
from ...theorem import Theorem, Variant

CITED = "as commonly cited; only the abstract could be read"
TRACKING = declared("DIGing", directed=True)
APART = "added_spread(t)/eta"

_MODELS = """
let s = p + u, f = s - J(s), d = grad(next(x)) - grad(x), y = x - J(x), e = J(x) - o
mixed: norm(W(y)) <= lam*norm(y) by root, mixing(y)
models: norm(next(x) - J(next(x))) <= lam*norm(y) + eta*norm(f) by triangle(W(y), -eta*f), mixed
"""
_TRACKER = """
passed: norm(W(f)) <= lam*norm(f) by root, mixing(f)
flat: norm(d - J(d)) <= L*norm(next(x) - x) by root, lipschitz(next(x), x) with J(d)
shift: norm(W(y) - y) <= 2*norm(y) by root, shorter(y) with W(y) + y
drawn: norm(J(grad(x) - grad(o))) <= L*norm(x - o) by root, lipschitz(x, o)
  with grad(x) - grad(o) - J(grad(x) - grad(o))
out: norm(x - o) <= norm(y) + norm(e) by triangle(y, e)
one: norm(W(y) - y - eta*f) <= norm(W(y) - y) + eta*norm(f) by triangle(W(y) - y, -eta*f)
move: norm(next(x) - x) <= norm(W(y) - y - eta*f) + eta*norm(J(s)) by triangle(W(y) - y - eta*f, -eta*J(s))
middle: norm(J(s)) <= norm(J(grad(x) - grad(o)))
  by root, vanishing(J(p)) times J(p), vanishing(J(p)) times J(grad(x)), vanishing(J(p)) times x
all: norm(next(x) - x) <= (2 + eta*L)*norm(y) + eta*norm(f) + eta*L*norm(e) by move, one, shift, middle, drawn, out
tracker: norm(next(f)) <= (lam + L*eta)*norm(f) + L*(eta*L + 2)*norm(y) + eta*L**2*norm(e)
  by triangle(W(f), d - J(d)), passed, flat, all
"""
# the third row at short steps, where lambda is 1 - mu eta
_CENTRE = """
let g = J(grad(J(x))), away = J(grad(x)) - g, c = (L + mu)/2
part: norm((1 - eta*c)*e) <= (1 - eta*c)*norm(e) by root, short
ball: norm(eta*(c*e - g)) <= eta*(L - mu)/2*norm(e) by root, mean_cocoercive(x, o)
near: norm(eta*away) <= eta*L*norm(y) by root, lipschitz(x, J(x)) with grad(x) - grad(J(x)) - J(grad(x) - grad(J(x)))
step: norm(e - eta*g) <= (1 - eta*mu)*norm(e) by triangle((1 - eta*c)*e, eta*(c*e - g)), part, ball
moved: norm(next(e)) <= norm(e - eta*J(grad(x)))
  by root, vanishing(J(p)) times J(p), vanishing(J(p)) times J(grad(x)), vanishing(J(p)) times e
centre: norm(next(e)) <= (1 - eta*mu)*norm(e) + eta*L*norm(y)
  by moved, triangle(e - eta*g, -eta*away), step, near
"""
# of a line `short`, eta (L + mu)/2 <= 1: the rows `tracker`, `models` and `centre`
ROWS = _MODELS + _TRACKER + _CENTRE
# weighted so that the largest is m, the errors are at most P
LARGEST = """
let m = max(tracked, spread(t), off)
one_way: tracked <= P by I over L*S > 0
other: off <= P by III over L > 0
most: m <= P by cases m == tracked, m == spread(t), m == off
  case
    m <= P by case, one_way
  case
    m <= P by case, II
  case
    m <= P by case, other
claim by most
"""
_MEAN_PROOF = """
let a = J(x) - o, g = J(grad(J(x))), away = J(grad(x)) - g, r = max(abs(1 - mu*eta), abs(1 - L*eta))
let k = 1 - eta*(L + mu)/2, h = r - eta*(L - mu)/2, c = (L + mu)/2
right: h >= k by r >= abs(1 - mu*eta), abs(1 - mu*eta) >= 1 - mu*eta
left: h >= -k by r >= abs(1 - L*eta), abs(1 - L*eta) >= L*eta - 1
part: norm(k*a) <= h*norm(a) by root, right, left with a
ball: norm(eta*(c*a - g)) <= eta*(L - mu)/2*norm(a) by root, mean_cocoercive(x, o)
near: norm(eta*away) <= eta*L*norm(x - J(x)) by root, lipschitz(x, J(x))
  with grad(x) - grad(J(x)) - J(grad(x) - grad(J(x)))
step: norm(a - eta*g) <= r*norm(a) by triangle(k*a, eta*(c*a - g)), part, ball
moved: norm(J(next(x)) - o) <= norm(a - eta*J(grad(x)))
  by root, vanishing(J(p)) times J(p), vanishing(J(p)) times J(grad(x)), vanishing(J(p)) times a
claim mean by moved, triangle(a - eta*g, -eta*away), step, near
"""

SYSTEM = Theorem(
    id="qu2018.system",
    title="Gradient tracking: the linear system of three errors",
    place=f"Qu and Li 2018, the inequality z(t+1) <= G(eta) z(t) behind its linear rate, {CITED}",
    statement="z(t+1) <= G(eta) z(t), z = [||s - 1 g||, ||x - 1 xbar||, sqrt(n) ||xbar - x*||]",
    family=TRACKING,
    variants=(
        Variant(
            "tracker",
            f"added_spread(t + 1)/eta <= (lam + L*eta)*{APART} + L*(eta*L + 2)*spread(t) + "
            "eta*L**2*sqrt(K)*error(t)",
            statement="row 1: ||s(t+1) - 1 g(t+1)||",
            derivation=f"{_MODELS}{_TRACKER}claim by tracker",
        ),
        Variant(
            "models",
            f"spread(t + 1) <= eta*{APART} + lam*spread(t)",
            statement="row 2: ||x(t+1) - 1 xbar(t+1)||",
            derivation=f"{_MODELS}claim by models",
        ),
        Variant(
            "mean",
            "sqrt(K)*error(t + 1) <= eta*L*spread(t) + max(abs(1 - mu*eta), abs(1 - L*eta))*sqrt(K)*error(t)",
            statement="row 3: sqrt(n) ||xbar(t+1) - x*||",
            derivation=_MEAN_PROOF,
        ),
    ),
).changing("models", "tracker", "mean")
