"""Chen and Sayed 2012: adapt-then-combine diffusion comes to a neighbourhood of the minimizer that shrinks with the
step.

Setting. x+ = W (x - eta grad f(x)) with full gradients (with noise in `noisy`), W doubly stochastic, symmetric or
not; f_i mu-strongly convex and L-smooth (the paper has noise, and a Hessian of the mean alone that is bounded below).

Statement. For steps that are small enough the distance to the minimizer tends to a floor. In numbers of our own, r =
1 - eta mu, h the clients' gradients at w*, for eta <= 2/(L + mu): ||x(t+1) - x*|| <= r ||x(t) - x*|| + eta lambda
||h|| (`recursion`), so that ||x(t) - x*|| <= r^t ||x(0) - x*|| + lambda ||h||/mu (`floor`): what combining does after
adapting is the factor lambda. Where all clients have their minimum at w* the rate is linear (`common-minimum`).

Idea. x+ - x* = W (x - x* - eta (grad f(x) - h)) - eta W h, and W h is at most lambda ||h|| long, as h sums to 0.
"""

from ..families.declared import declared
from ..theorem import Theorem, Variant

_DERIVED = """
let r = 1 - eta*mu, e = x - o, g = grad(x) - grad(o), c = lam*gstar/mu
short: eta*(L + mu) <= 2 by eta <= 2/(L + mu)
rate: r >= 0 by short, L >= mu
near: sq(e - eta*g) <= r**2*sq(e) by short, cocoercive(x, o), monotone(x, o)
close: norm(e - eta*g) <= r*norm(e) by root, near, rate
inner: norm(W(e - eta*g)) <= norm(e - eta*g) by root, shorter(e - eta*g)
drift: norm(eta*W(grad(o))) <= eta*lam*gstar by root, mixing(grad(o)), lam >= 0, eta > 0
one: norm(next(x) - o) <= r*norm(e) + eta*lam*gstar by triangle(W(e - eta*g), -eta*W(grad(o))), inner, close, drift
always I: distance(t) - c <= r**t*(distance(0) - c)
  next by one, I, rate
claim recursion by one
claim floor by I
"""
_COMMON = """
let r = 1 - eta*mu, e = x - o, g = grad(x) - grad(o)
short: eta*(L + mu) <= 2 by eta <= 2/(L + mu)
none: gstar <= 0
flat: sq(grad(o)) <= 0 by none, gstar >= 0
moved: sq(W(grad(o))) <= 0 by flat, shorter(grad(o))
near: sq(e - eta*g) <= r**2*sq(e) by short, cocoercive(x, o), monotone(x, o)
alike: sq(next(x) - o) == sq(W(e - eta*g))
  by vanishing(W(grad(o))) times eta*W(e), vanishing(W(grad(o))) times eta**2*W(grad(x)),
  vanishing(W(grad(o))) times eta**2*W(grad(o))
square: r**2 >= 0 with r
always I: distance2(t) <= (1 - eta*mu)**(2*t)*distance2(0)
  next by alike, shorter(e - eta*g), near, I, square
claim by I
"""
_NOISY = """
let c = eta*mu, e = x - o, g = grad(x) - grad(o), a = W(e - eta*g), b = -eta*W(grad(o))
short: eta*(L + mu) <= 2 by eta <= 2/(L + mu)
rate: c <= 1 by short, L >= mu
near: sq(e - eta*g) <= (1 - c)**2*sq(e) by short, cocoercive(x, o), monotone(x, o)
inner: sq(a) <= (1 - c)**2*sq(e) by near, shorter(e - eta*g)
drift: sq(W(grad(o))) <= lam**2*gstar**2 by mixing(grad(o))
young: c*sq(a + b) <= c*(1 + c)*sq(a) + (1 + c)*sq(b) with c*a - b
part: (1 + c)*sq(a) <= (1 - c)*sq(e) by inner, rate with e
parts: (1 + c)*sq(b) <= (1 + c)*eta**2*lam**2*gstar**2 by eta > 0
both: mu*sq(a + b) <= mu*(1 - c)*sq(e) + (1 + c)*eta*lam**2*gstar**2 by young, part, parts over eta > 0
stepped: sq(next(x) - o) <= sq(a + b) + eta**2*K*sigma2 by noise_xi1, shorter(xi1)
claim by stepped, both over mu > 0
"""
_SHORT = ("eta <= 2/(L + mu)",)

DIFFUSION = Theorem(
    id="chen2012.diffusion",
    title="diffusion: a floor that the step and lambda make small",
    place="Chen and Sayed 2012, the mean-square stability of adapt-then-combine diffusion, as commonly cited; the "
    "paper "
    "itself could not be read; in numbers of our own",
    statement="for small steps ||x(t) - x*|| tends to a floor of the order of the step's bias",
    family=declared("diffusion", directed=True),
    variants=(
        Variant(
            "recursion",
            "distance(t + 1) <= (1 - eta*mu)*distance(t) + eta*lam*gstar",
            assume=_SHORT,
            derivation=_DERIVED,
        ),
        Variant(
            "floor",
            "distance(t) <= (1 - eta*mu)**t*distance(0) + lam*gstar/mu",
            assume=_SHORT,
            derivation=_DERIVED,
        ),
        Variant(
            "common-minimum",
            "distance2(t) <= (1 - eta*mu)**(2*t)*distance2(0)",
            statement="h = 0: the squared distance shrinks by (1 - eta mu)^2",
            assume=(*_SHORT, "gstar <= 0"),
            derivation=_COMMON,
        ),
        Variant(
            "noisy",
            "distance2(t + 1) <= (1 - eta*mu)*distance2(t) + eta*(1 + eta*mu)/mu*lam**2*gstar**2 + "
            "eta**2*K*sigma2",
            statement="gradient noise of mean variance sigma^2: E||x+ - x*||^2 <= (1 - eta mu) E||x - x*||^2 + "
            "(eta/mu)(1 + eta mu) lambda^2 ||h||^2 + eta^2 n sigma^2",
            assume=_SHORT,
            family=declared("diffusion", noisy=True, directed=True),
            derivation=_NOISY,
        ),
    ),
).changing("recursion", "floor", "noisy")

STATED: tuple[Theorem, ...] = (DIFFUSION,)
