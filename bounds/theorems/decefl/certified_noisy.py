"""Derivations of the variants `certified` under scaled, noisy gradients: `decefl.certified` says what they show.

`certified_lines` has what they share with those without noise.
"""

import re

from .certified_lines import CENTRED, DISTANCE, DRIFT, ONE, ROUND

__all__ = ["MEAN_NOISY", "MEAN_SQUARE", "scaled"]


def scaled(text: str) -> str:
    """The text with the curvatures that a scaled step sees."""
    return re.sub(r"\bL\b", "sharpest", re.sub(r"\bmu\b", "flattest", text))


_NOISY = """
let V = variance, Z = max(low, high)
after: sq(next(x) - o) <= (1 - eta*mu)**2*sq(y) + eta**2*(R/2*sq(g) + V) by one, noise
"""
# How much wider noise makes it.
_SHAKEN = """
late: Gamma > 1 by long, pos, L >= mu, lam_n <= lam, lam <= 1
let spare = min(1 - lam, first)
spares: spare > 0 by cases spare == 1 - lam, spare == first
  case
    spare > 0 by case, wide
  case
    spare > 0 by case, firsts
sparse: spare*(1 - 1/Gamma) > 0 by spares, late
spared: spare*shaken**2 >= 0 by spares with shaken
whole: T*(T - 1)*spare*shaken**2 >= T**2*delta**2*V by T > 0, spared
gone: sq(next(f)) <= sq(N - J(N)) + eta**2*V by noise, mean_noise, K >= 2, V >= 0
above: zeta >= Z + shaken
zeta0: zeta >= 0 by above, Zpos
"""
_ROUND_SHAKEN = """\
  least: left >= T*spare by cases b == lam - eta*M, b == eta*M - lam_n
    case
      at: T*b == lam*T - delta*M by case
      left >= T*spare by 1 - lam >= spare, T > 0, steps, at
    case
      more: T*first >= T*spare by first >= spare, T > 0
      much: T*(1 + lam_n) - (delta*M + 1) >= T*spare by more, swing
  lefts: left >= 0 by least, spares, T > 0
  enough: left*(T - 1)*shaken**2 >= T**2*delta**2*V by whole, least, (T - 1)*shaken**2 >= 0
  apart: left*(zeta - Z) >= left*shaken by above, lefts
  bend: T*b*zeta + left*zeta + T*b*zeta + left*Z >= (T - 1)*shaken by zeta >= shaken, Zpos, lefts, T*b >= 0
  bent: left*(zeta - Z)*(T*b*zeta + left*zeta + T*b*zeta + left*Z) >= left*shaken*(T - 1)*shaken
    by apart, bend, (T - 1)*shaken >= 0, left*(zeta - Z) >= 0
  fall: (T*b*zeta + left*Z)**2 + T**2*delta**2*V <= (T - 1)**2*zeta**2 by bent, enough
  two: T**4*sq(N - J(N)) <= (T*b*zeta + left*Z)**2 by on, T**2*norm(N - J(N)) >= 0
  three: T**4*sq(next(f)) <= T**4*sq(N - J(N)) + T**2*delta**2*V by gone over T**4 > 0
  four: T**4*sq(next(f)) <= (T - 1)**2*zeta**2 by three, two, fall
  five: T**2*norm(next(f)) <= (T - 1)*zeta by root, four, zeta0, T - 1 > 0
  next by five, zeta0 over T**2 > 0
"""
# (4).
MEAN_NOISY = """\
centred2: sq(J(N)) <= ((1 - eta*M)*norm(J(x) - o) + eta*D/2*norm(y))**2 by centred, norm(J(N)) >= 0
both2: 2*norm(J(x) - o)*norm(y) <= 2*sq(J(x) - o) + sq(f) with norm(J(x) - o) - norm(y)
coming: (1 - eta*M)*eta*D >= 0 by S1, L >= mu
centred3: sq(J(N)) <= (1 - eta*mu)**2*sq(J(x) - o) + eta*D/2*(1 - eta*mu)*sq(f) by centred2, both2, coming
went: sq(J(next(x)) - o) <= (1 - eta*mu)**2*sq(J(x) - o) + eta*D/2*(1 - eta*mu)*sq(f) + eta**2*V/K
  by centred3, mean_noise
"""
# (7).
_MEAN = """\
later1: T**2*sq(J(next(x)) - o) <= (T - delta*mu)**2*sq(J(x) - o) + delta*D/2*(T - delta*mu)*sq(f) + delta**2*V/K
  by went over T**2 > 0
far: T - delta*mu >= 0 by slow over 1/T > 0
straight: delta*D >= 0 by L >= mu
kept: T*(T - delta*mu)*sq(f) <= zeta**2 by II, T*norm(f) >= 0, zeta0, far
mean0: zeta_mean >= 0 by zeta_mean >= Gamma*error2(0) with start(J(x) - o)
driven1: decay*K*zeta_mean >= driven by zeta_mean >= driven/(K*decay), decays
push1: T*driven >= T*delta**2*V/K + delta*D/2*zeta**2 by t >= 0, straight with zeta over Gamma > 0
push2: T*decay*K*zeta_mean >= T*driven by driven1, T > 0
mean1: K*zeta_mean >= 0 by mean0
room3: ((T - delta*mu)**2 + decay*T)*K*zeta_mean <= (T**2 - T)*K*zeta_mean by mean1
always III: T*sq(J(x) - o) <= K*zeta_mean
  start by zeta_mean >= Gamma*error2(0)
  six: T**3*sq(J(next(x)) - o) <= (T - delta*mu)**2*K*zeta_mean + delta*D/2*zeta**2 + T*delta**2*V/K
    by later1, III, kept, straight, T > 0 with T - delta*mu
  seven: T**3*sq(J(next(x)) - o) <= (T**2 - T)*K*zeta_mean by six, push1, push2, room3
  eight: T**2*sq(J(next(x)) - o) <= (T - 1)*K*zeta_mean by seven over T > 0
  next by eight, T + 1 > 0, mean1 over T**2 > 0
claim by III
"""
MEAN_SQUARE = scaled(
    ONE + _NOISY + DISTANCE + DRIFT + _SHAKEN + ROUND + _ROUND_SHAKEN + CENTRED + MEAN_NOISY + _MEAN
)
