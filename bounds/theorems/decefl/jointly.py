"""Lines of SI Theorem 3 and of SI Theorem 2 without W(0): how far models are apart, and the error of their mean.

SLOPES is one round of the error of the mean, noise apart: T^2 ||wbar(t+1) - w*||^2 <= T (T - delta flattest) ||wbar -
w*||^2 + T delta L s(t)^2/K for steps up to 1/(2L), by co-coercivity at the clients. ENDS is the induction from there,
where BOUND shows that the last term is at most 2 zeta/K. JOINTLY puts s(t)^2 <= 4 zeta/(Gamma T) between the two, over
windows of B rounds, AFTER_ROUND_0 over one: the first window shrinks nothing, and zeta is large enough for that; from
round 1 on a window shrinks s by lambda, and k = lambda + (1 - lambda^2)/4 bounds what gradients add to that.
"""

import re

from .windows import GROWS

__all__ = ["AFTER_ROUND_0", "ENDS", "JOINTLY", "SLOPES"]

SLOPES = """
let u = x - J(x), U = J(x) - o, p = grad(x) - grad(o), T = t + Gamma, high = sharpest, low = flattest
long: 2*L*delta <= T by delta/Gamma <= 1/(2*L), t >= 0
short: 2*high*delta <= T by long, high <= L, delta > 0
steep_sign: high > 0
thrice: 3*high - low > 0
spare: high**2*(high - low)*(high + 5*low)*sq(u) >= 0 by high >= low, low > 0 with high*u
inner: 4*high*(high + low)*dot(u, p) <= 2*high**2*(high + 3*low)*sq(u) + (3*high - low)*sq(p)
  by spare with (3*high - low)*p - 2*high*(high + low)*u over thrice
spaced: 2*high*(2*T - (high + low)*delta) >= T*(3*high - low) by short, high + low > 0
under_L: (L - high)*T*high*(high + low) >= 0 by high <= L, T*high*(high + low) > 0
under_L_u: (L - high)*T*high*(high + low)*sq(u) >= 0 by under_L with u
roomy: 2*high*(2*T - (high + low)*delta)*sq(p) >= T*(3*high - low)*sq(p) by spaced with p
fits: 2*T*(high + low)*dot(u, p) <= T*(2*high*low + L*(high + low))*sq(u) + (2*T - (high + low)*delta)*sq(p)
  by inner, T > 0, under_L_u, roomy over 2*high > 0
climb: sq(J(grad(x))) <= sq(p) with p - J(p)
even: T*delta*low*(high - low) >= 0 by T*delta*low > 0, high >= low
even_U: T*delta*low*(high - low)*sq(U) >= 0 by even with U
climbs: delta**2*(high + low)*sq(J(grad(x))) <= delta**2*(high + low)*sq(p) by climb, delta**2*(high + low) > 0
drop: sq(T*U - delta*J(grad(x))) <= T*(T - delta*low)*sq(U) + T*delta*L*sq(u)
  by cocoercive(x, o), T*delta > 0, fits, delta > 0, climbs, even_U over high + low > 0
"""
ENDS = """
let A = delta*mu/m, R = zeta_mean
sure: eps >= 0 by least(o), K > 0
share: (mu*delta - m)*R >= (6*eps*L + sigma2)*delta**2*m + 2*zeta*m/K
    by zeta_mean >= ((6*eps*L + sigma2)*delta**2*m + 2*zeta*m/K)/(mu*delta - m), mu*delta - m > 0
gains: K*(A - 1)*R >= K*sigma2*delta**2 + 2*zeta by share, K > 0, sure, K*m*L*delta**2 > 0 over m > 0
above: R >= 0 by zeta_mean >= Gamma*error2(0) with start(J(x) - o)
longer: T >= A by long, order, m >= K, K >= 2, t >= 0 over m > 0
some: sq(U) >= 0 with U
flatter: m*low*sq(U) >= mu*sq(U) by m*low >= mu, some
steps: delta*T*low*sq(U) >= T*A*sq(U) by flatter, delta*T >= 0 over m > 0
noises: delta**2*K*noise2(t) <= K*delta**2*sigma2 by variances <= K*sigma2, K >= 2, delta**2*sigma2 >= 0 over K > 0
gap: 2*L*delta <= Gamma by delta/Gamma <= 1/(2*L)
off: T*sq(u) >= 0 by T > 0 with u
off_t: t*T*sq(u) >= 0 by t*T >= 0 with u
apart: T*delta*L*sq(u) <= 2*zeta by BOUND, gap, off, off_t, zeta >= 0
next_one: T**2*K*error2(t + 1) == sq(T*U - delta*J(grad(x))) + delta**2*K*noise2(t) by mean_noise
falls: T**2*K*error2(t + 1) <= T*(T - A)*sq(U) + K*sigma2*delta**2 + 2*zeta by next_one, drop, steps, noises, apart
always E: T*sq(U) <= K*R
  start by zeta_mean >= Gamma*error2(0), K > 0
  ten: T**2*K*error2(t + 1) <= (T - 1)*K*R by falls, gains, E, longer
  eleven: T**2*(T + 1)*K*error2(t + 1) <= T**2*K*R by ten, T + 1 > 0, above, K > 0
  next by eleven over T**2 > 0
claim by E over T > 0
"""
_GAMMA = """
let r = sqrt(2*(1 + LAM**2))
beyond: g*w > B*(2 + r) by Gamma > B*(2 + r)/(1 - LAM**2) - 1, open
half: 2*(g - B) > g*r by beyond over 2 + r > 0
wide: 2*(g - B)**2 > g**2*(1 + LAM**2) by half, g*r >= 0
more: g - B > 0 by half
one: 1 <= r by root
tall: g*w >= 3*B by beyond, one, B >= 1
two: Gamma >= 2*B by tall, B >= 1
"""
_GAMMA_AT_EVERY_ROUND = """
wide: 2*(g - 1)**2 > g**2*(1 + LAM**2) by Gamma/(Gamma + 1) > sqrt((1 + LAM**2)/2)
more: g - 1 > 0
two: Gamma >= 2 by wide, Gamma > 0 over Gamma > 0
tall: g*w >= 3 by wide, two over g > 0
"""
_SIZES = """
let w = 1 - LAM**2, g = Gamma + 1, Q = (g - B)**2/(g**2*(LAM**2 + 1)) - 1/2
let z = sqrt(zeta), c = sqrt(spread2(0)), q = delta/Gamma*chi, b = B*delta*chi, k = LAM + w/4
GAMMA
defined: Q > 0 by wide
both: (1 - LAM**2)*Q > 0 by defined, open
last: zeta*(1 - LAM**2)*Q >= delta**2*B**2*K*chi2 by zeta >= delta**2*B**2*K*chi2/((1 - LAM**2)*Q), both
narrow: 2*(1 + LAM**2)*Q <= w by more, B >= 1
heat: zeta*w**2 >= 2*delta**2*B**2*K*chi2*(1 + LAM**2) by last, narrow, zeta >= 0, open, 1 + LAM**2 >= 0
push: 4*delta**2*B**2*chi2 <= 2*delta**2*B**2*K*chi2*(1 + LAM**2) by K >= 2, delta**2*B**2*chi2 >= 0
brief: b <= w*z/2 by root, heat, push, w*z >= 0
pull_q: norm(eta*(h - J(h))) <= q by root, small
always S: norm(u) <= c + t*q
  stays: norm(W(u)) <= norm(u) by root, shorter(u)
  next by triangle(W(u), -eta*(h - J(h))), stays, pull_q, S
top: Gamma*c <= z by root, zeta >= Gamma**2*spread2(0)
rough: Gamma*norm(u) <= z + t*delta*chi by S, top, Gamma > 0
edge: k <= 1 - w/4 by LAM < 1, LAM >= 0 with 1 - LAM
edges: k**2 <= (1 - w/4)**2 by edge, w >= 0, k >= 0
enough: k**2*(3 + w) <= 3 by edges, open
"""
# (T/Gamma) (z + t v)^2 grows with t, and X is what it gains over its value at t = B
_BEFORE = """
let v = delta*chi, X = zeta + 2*Gamma*v*z + (t + B)*(2*v*z + Gamma*v**2) + (t**2 + t*B + B**2)*v**2
rougher: Gamma**2*sq(u) <= (z + t*v)**2 by rough, norm(u) >= 0, Gamma > 0, z >= 0
ends: 2*(z + B*v) <= 3*z by brief, LAM >= 0, z >= 0
ended: 4*(z + B*v)**2 <= 9*zeta by ends, z + B*v >= 0
met: (Gamma + B)*(z + B*v)**2 <= 4*Gamma*zeta by ended, Gamma + B > 0, two, zeta >= 0
rising: X >= 0 by zeta >= 0
early: Gamma**2*T*sq(u) <= 4*Gamma*zeta + (t - B)*X by rougher, T > 0, met
"""
_FALLS = """
let a = CARRIED, e = PUSHED
always I: Gamma*T*sq(u) <= 4*zeta WINDOWS
  start I by START
  added: T*norm(e) <= b by SMALL
  parted: sq(AHEAD(u)) <= (norm(a) + norm(e))**2 by cauchy(a, e)
  size: Gamma*sq(AHEAD(u)) >= 0 by Gamma > 0 with AHEAD(u)
  sizes: Gamma**2*sq(AHEAD(u)) >= 0 with Gamma*AHEAD(u)
  all: sq(a) <= sq(u) by KEPT
  m: Gamma*(T + B)*sq(AHEAD(u)) <= 4*zeta by cases t <= 0, t >= 1
    case
      kept: norm(a) <= norm(u) by root, all
      near: 2*Gamma*(norm(a) + norm(e)) <= 3*z by kept, rough, added, brief, t <= 0, LAM >= 0
      plus: 2*Gamma*(norm(a) + norm(e)) + 3*z >= 0
      squared: 4*Gamma**2*(norm(a) + norm(e))**2 <= 9*zeta by near, plus
      squares: 4*Gamma**2*sq(AHEAD(u)) <= 9*zeta by squared, parted
      goal: Gamma*(T + B)*sq(AHEAD(u)) <= 4*zeta by squares, t <= 0, two, sizes over Gamma > 0
    case
      late: t > 0 by t >= 1
      mixes: sq(a) <= LAM**2*sq(u) by LATER over late
      shrunk: norm(a) <= LAM*norm(u) by root, mixes
      near: T*(norm(a) + norm(e)) <= T*LAM*norm(u) + w*z/2 by shrunk, added, brief, T > 0
      plus: T*(norm(a) + norm(e)) + T*LAM*norm(u) + w*z/2 >= 0 by open, 0 < LAM
      squared: T**2*(norm(a) + norm(e))**2 <= (T*LAM*norm(u) + w*z/2)**2 by near, plus
      squares: T**2*sq(AHEAD(u)) <= (T*LAM*norm(u) + w*z/2)**2 by squared, parted
      far: Gamma*norm(u) <= 2*z by root, I, t*Gamma*sq(u) >= 0
      slack: T*LAM*w*z >= 0 by open, 0 < LAM
      heavy: t*w**2*zeta >= 0 by zeta >= 0, t >= 0 with w
      mid: Gamma*(T*LAM*norm(u) + w*z/2)**2 <= 4*T*zeta*k**2 by I, T*LAM**2 >= 0, far, slack, heavy
      shrinks: Gamma*T*sq(AHEAD(u)) <= 4*zeta*k**2 by squares, mid, Gamma > 0 over T > 0
      taller: T*w >= 3*B by tall, t >= 1, open
      goal: Gamma*(T + B)*sq(AHEAD(u)) <= 4*zeta by taller, shrinks, enough, size, zeta >= 0, 3 + w >= 0
  next I by m
"""


def _read(text: str, **words: str) -> str:
    """The text with words in capitals, and B, put in."""
    return re.sub(rf"\b({'|'.join(words)})\b", lambda found: words[found[0]], text)


JOINTLY = _read(
    GROWS + SLOPES + _SIZES.replace("GAMMA", _GAMMA) + _BEFORE + _FALLS + ENDS,
    CARRIED="ahead(carried) - J(x)",
    PUSHED="ahead(d)",
    WINDOWS="by windows",
    START="early, t <= B - 1, rising over Gamma > 0",
    SMALL="D",
    AHEAD="ahead",
    KEPT="window, lam_all_windows <= 1, 1 + lam_all_windows >= 0 with u",
    LATER="window_later",
    LAM="lam_windows",
    BOUND="I",
)
AFTER_ROUND_0 = _read(
    f"""
let h = grad(x) + n, chi = sqrt(chi2)
open: 1 - LAM**2 > 0 by LAM < 1
small: norm(h - J(h)) <= chi by root, bounded with J(h)
{SLOPES}{_SIZES.replace("GAMMA", _GAMMA_AT_EVERY_ROUND)}{_FALLS}{ENDS}""",
    CARRIED="W(u)",
    PUSHED="-eta*(h - J(h))",
    WINDOWS="",
    START="zeta >= Gamma**2*spread2(0), zeta >= 0",
    SMALL="root, small",
    AHEAD="next",
    KEPT="shorter(u)",
    LATER="mixing_later(u)",
    LAM="lam_later",
    BOUND="I",
    B="1",
)
