"""Taylor, Hendrickx and Glineur 2017 (PESTO): one step of stochastic gradient descent, in the mean.

Setting. x+ = x - gamma grad f_i(x), i drawn at random; every f_i L-smooth and mu-strongly convex, v^2 = E||grad
f_i(x*)||^2 (sigma_star^2 of the library), F the mean of the f_i. Here i is drawn by shares p_i, and the claim is read
at every round.

Statement. E||x+ - x*||^2 <= (gamma (L - mu)/2 R + sqrt((1 - gamma (L + mu)/2)^2 R^2 + gamma^2 v^2))^2, R^2 = E||x -
x*||^2 (`main`); without noise at x*, by max(1 - gamma mu, gamma L - 1)^2 R^2 (`overparametrized`). Both are said
there to be tight by experiment.

Idea. grad f_i(x) - grad f_i(x*) is (L + mu)/2 (x - x*) plus a part of length at most (L - mu)/2 ||x - x*||; the rest
is (1 - gamma (L + mu)/2)(x - x*) - gamma grad f_i(x*), whose two terms are orthogonal in the mean. Triangle
inequality.
"""

from ..families.federated import federated
from ..theorem import Theorem, Variant
from .local_rounds import TOGETHER

_MAIN = f"""{TOGETHER}
let a = 1 - eta*(L + mu)/2, e = x - o, u = grad(x) - grad(o) - (L + mu)/2*e, p = a*e - eta*grad(o)
let A = eta*(L - mu)/2*sqrt(error2(t)), B = sqrt((1 - eta*(L + mu)/2)**2*error2(t) + eta**2*sigma2_star)
drawn1: sq(d) == sq(y - J(y)) by drawn, S == 1
moved: error2(t + 1) <= sq(y - o) by drawn1, restart_whole, restart_high with d
here: sq(e) == error2(t) by vanishing(x - m) times x - m
size: error2(t) >= 0 with m - o
inner: sq(u) <= ((L - mu)/2)**2*sq(e) by cocoercive(x, o)
plain: sq(p) == a**2*error2(t) + eta**2*sigma2_star
  by noise, vanishing(x - m) times a**2*(x - m), vanishing(x - m) times a*eta*grad(o)
one: norm(p) <= B by root, plain
bit: eta**2*sq(u) <= A**2 by inner, here with eta
two: norm(-eta*u) <= A by root, bit
total: norm(y - o) <= A + B by triangle(p, -eta*u), one, two
square: sq(y - o) <= (A + B)**2 by total
claim by moved, square
"""
_ALIKE = f"""{TOGETHER}
let r = max(1 - eta*mu, eta*L - 1), low = 1 - eta*mu, high = eta*L - 1, e = x - o
drawn1: sq(d) == sq(y - J(y)) by drawn, S == 1
moved: error2(t + 1) <= sq(y - o) by drawn1, restart_whole, restart_high with d
here: sq(e) == error2(t) by vanishing(x - m) times x - m
same_step: sq(y - o) == sq(e - eta*(grad(x) - grad(o)))
  by vanishing(grad(o)) times eta*e, vanishing(grad(o)) times eta**2*grad(x), vanishing(grad(o)) times eta**2*grad(o)
one: sq(y - o) <= r**2*sq(e) by cases r == low, r == high
  case
    room: eta*(L + mu) <= 2 by case, r >= high
    shorter: sq(y - o) <= low**2*sq(e) by same_step, room, cocoercive(x, o), monotone(x, o)
    sq(y - o) <= r**2*sq(e) by shorter, case times (r + low)*sq(e)
  case
    room: eta*(L + mu) >= 2 by case, r >= low
    longer: sq(y - o) <= high**2*sq(e) by same_step, room, cocoercive(x, o), smooth(x, o)
    sq(y - o) <= r**2*sq(e) by longer, case times (r + high)*sq(e)
claim by moved, one, here times r**2
"""

SGD_STEP = Theorem(
    id="taylor2017.sgd-step",
    title="a step of stochastic gradient descent, in the mean",
    place="Taylor, Hendrickx and Glineur 2017, the code of PESTO, as quoted in the documentation of PEPit 0.5 (sgd, "
    "sgd_overparametrized)",
    statement="E||x_1 - x*||^2 <= (gamma (L - mu)/2 R + sqrt((1 - gamma (L + mu)/2)^2 R^2 + gamma^2 v^2))^2",
    family=federated("with", noisy=False, fixed=True),
    rounds=3,
    variants=(
        Variant(
            "main",
            "error2(t + 1) <= (eta*(L - mu)/2*sqrt(error2(t)) + sqrt((1 - eta*(L + mu)/2)**2*error2(t) "
            "+ eta**2*sigma2_star))**2",
            statement="one client drawn, a step of it, every round",
            assume=("H == 1", "S == 1"),
            derivation=_MAIN,
        ),
        Variant(
            "overparametrized",
            "error2(t + 1) <= max(1 - eta*mu, eta*L - 1)**2*error2(t)",
            statement="all clients have their minimum at x*",
            assume=("H == 1", "S == 1", "sigma2_star <= 0"),
            derivation=_ALIKE,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (SGD_STEP,)
