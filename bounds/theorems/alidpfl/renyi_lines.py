"""Lines on the sampled Gaussian mechanism at the order alpha = t + 1: A >= B, and delta from Renyi losses.

With l = mu/mu_0 at z (less 1 - q, over q) and 1/l at 1 - z, E f(l) = E l f(1/l). So A - B is half the mean of D =
r^(t+1) - r^-t + l (s^(t+1) - s^-t), r = 1 - q + q l, s = 1 - q + q/l, which grows with t: one more t adds q (l - 1)
(r^n - s^n) (1 - (r s)^-n), n = t + 1, and r s >= 1. With X = e^eps alpha/(alpha - 1), a power is above its tangents:
R - e^eps <= R^alpha/(alpha X^(alpha-1)), whose mean is known; the same for 1/R.
"""

from __future__ import annotations

__all__ = ["ORDER", "delta_after"]

MOMENTS = """
let w[o] = q*(l[o] - 1), n = t + 1
k_sign: k[o] > 0 by k, l over l[o] > 0
r_sign: r[o] > 0 by q_high, l, assume1
v_sign: v[o] > 0 by v over r[o] > 0
u_sign: u[o] > 0 by u over s[o] > 0
apart: w[o]*(r[o] - s[o]) >= 0 by k times q**2*l[o]*(l[o] - 1), l, k_sign with q*(l[o] - 1)
share: q*(1 - q) >= 0 by q, q_high
pair: l[o] + k[o] >= 2 by k times l[o] - 2, k_sign with l[o] - 1
both: r[o]*s[o] >= 1 by pair, share, k times q**2
always I: r[o]**t*s[o]**t >= 1 and K: w[o]*(r[o]**t - s[o]**t) >= 0 and inverse: v[o]**t*r[o]**t == 1
  and inverse_s: u[o]**t*s[o]**t == 1 and D: r[o]**n - v[o]**t + l[o]*s[o]**n - l[o]*u[o]**t >= 0
  start D by k times q
  st: s[o]**t >= 0
  larger: r[o]**n*s[o]**n >= 1 by I, both, st
  along: w[o]*(r[o]**n - s[o]**n) >= 0 by K, apart, r_sign, st
  vr: v[o]**n*r[o]**n == 1 by v times v[o]**t*r[o]**t, inverse
  us: u[o]**n*s[o]**n == 1 by u times u[o]**t*s[o]**t, inverse_s
  small: v[o]**n*u[o]**n <= 1 by larger, vr times 1, us times v[o]**n*r[o]**n
  gain: w[o]*(r[o]**n + v[o]**n - s[o]**n - u[o]**n) >= 0
    by along, small, vr times w[o]*u[o]**n, us times w[o]*v[o]**n
  next I by larger
  next K by along
  next inverse by vr
  next inverse_s by us
  next D by D, gain, v times v[o]**t, u times l[o]*u[o]**t, k times q*s[o]**n, k times q*u[o]**n
rise: r[o]**n >= 1 + n*(r[o] - 1) by bernoulli(r[o] - 1, n)
pos: moment >= 1 by moment, rise, mean times q*n, one sum o
pair_r: v[o] + r[o] >= 2 by v times r[o] - 2, v_sign with r[o] - 1
steep: v[o]**t >= 1 + t*(1 - r[o]) by bernoulli(v[o] - 1, t), pair_r, t >= 0
pos_back: reverse >= 1 by reverse, steep, mean times q*t, one sum o
sure: reverse > 0 by pos_back
less: reverse <= moment by D, turned, turned_back, moment, reverse sum o
"""
ORDER = f"""{MOMENTS}\
ratio: log(reverse/moment) <= 0 by log_tangent(reverse/moment), less
claim by ratio, log_product(reverse/moment, moment)
"""
_DELTA = """
late: t >= 1 by end, alpha
later: t > 0 by late
let E = exp(reach{end}), X = E*(t + 1)/t
let removed = sum(o, up{end}[o]*(R[o] - E)), added = sum(o, down{end}[o]*(1 - E*R[o]))
V_sign: V[o] > 0 by V over R[o] > 0
Rn: R[o]**n >= 0
Vt: V[o]**t >= 0
{room}
power: t*log(X) {rel} T*log(moment) + log(1/delta){less}
  by log_exp(reach{end}) times t, log_product(E, (t + 1)/t) times t, log_product((t + 1)/t, t) times t{more}
total: log(n*X**t*delta) == log(n) + log(X**t) + log(delta) by log_product(n*X**t, delta), log_product(n, X**t)
size: log(n*X**t*delta/moment**T) >= 0
  by log_product(n*X**t*delta/moment**T, moment**T), total, log_power(X, t), log_power(moment, T), power,
  log_product(delta, 1/delta){last}
enough: n*X**t*delta >= moment**T by size, log_tangent(n*X**t*delta/moment**T) over moment**T > 0
fits: n*X**t*(R[o] - E) <= R[o]**n by power_tangent(X, R[o], n) over X > 0
fits_back: n*X**t*(V[o] - E) <= V[o]**n by power_tangent(X, V[o], n) over X > 0
back: n*X**t*(1 - E*R[o]) <= V[o]**t by fits_back, R, V times n*X**t, V times V[o]**t
event: n*X**t*up{end}[o]*(R[o] - E) <= R[o]**n by fits, up{end}_low, up{end}_high, Rn
event_back: n*X**t*down{end}[o]*(1 - E*R[o]) <= V[o]**t by back, down{end}_low, down{end}_high, Vt
one_way: n*X**t*removed <= moment**T by event, steps sum o
other: n*X**t*added <= reverse**T by event_back, steps_back sum o
grown: reverse**T <= moment**T by increasing_power(reverse, moment, T)
done: removed <= delta by one_way, enough over n*X**t > 0
done_back: added <= delta by other, grown, enough over n*X**t > 0
most: max(removed, added) <= delta by cases max(removed, added) == removed, max(removed, added) == added
  case
    max(removed, added) <= delta by case, done
  case
    max(removed, added) <= delta by case, done_back
claim by most
"""
_WIDE = """
high: log(n) >= 0 by log_below(n)
wide: log(n) - log(t) >= 0 by log_below((t + 1)/t), log_product((t + 1)/t, t)
"""


def delta_after(tight: bool = False) -> str:
    """Lines that the delta of T steps at epsilon is at most the delta that went into epsilon."""
    if tight:
        end, room, rel, less, more, last = "_tight", "", "==", " - log(n)", "", ""
    else:
        end, room, rel, less, more, last = "", _WIDE, ">=", "", ", wide", ", high"
    return MOMENTS + _DELTA.format(end=end, room=room, rel=rel, less=less, more=more, last=last)
