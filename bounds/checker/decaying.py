"""Proofs of O(1/t) bounds for all rounds at given constants, checked: `check(record)`, standard library only.

Gossip gradient descent, w(t+1) = W w(t) - eta (grad + noise), eta = delta/(t + Gamma); symmetric W, perhaps another
at every round, with W 1 = 1 and its other eigenvalues in [lam_n, lam]; mu and L the smallest and the largest
curvature that a client's step sees; h the clients' gradients at w*, which sum to 0, g = ||h||; V the variance of all
clients' noise. With y = w - 1 w*, in root mean square, e = sqrt(K) ||wbar - w*||, s = ||w - 1 wbar||, x = ||y||, x^2
= e^2 + s^2, and M = (L + mu)/2, D = (L - mu)/2, a = 1 - eta mu, b = max(lam - eta M, eta M - lam_n), sigma = 1 +
lam_n - eta (L + mu) > 0:

    x+^2 <= a^2 x^2 + eta^2 ((1/(1 - lam) + 1/sigma) g^2/2 + V)          x+^2 <= (a x + eta g)^2 + eta^2 V
    e+^2 <= ((1 - eta M) e + eta D x)^2 + eta^2 V/K                s+^2 <= (b s + eta D x + eta g)^2 + eta^2 V

For grad - h = H y with a symmetric H, mu <= H <= L: then N = W - eta H has -a <= N <= a, H y is M y and a vector of
length at most D x, and ||N y - eta h||^2 - a^2 ||y||^2 <= eta^2 a^2 h'(a^2 - N^2)^-1 h, which is half of eta^2 a
h'((a - N)^-1 + (a + N)^-1) h, where a - N >= I - W, at least 1 - lam on h, and a + N >= sigma.

Up to round `start` this is run in integers, rounded upwards. From there on, with u = 1/(t + Gamma), by induction:
x^2 <= C u and s <= (B + N) u, or without noise s <= B u as x <= Y u, Y^2 = A^2 + B^2; e <= A u, with noise e^2 <= A
u. What a step of it needs is linear in u, or a quadratic in sqrt(u) without two zeros: it holds for all u up to
1/(start + Gamma) if it does at the ends.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from math import isqrt
from typing import Any

from ..kernel.exact import Number, ends, sqrt
from ..kernel.scope import Scope
from ..kernel.text import limited
from .psd import NotACertificate, need, number
from .rate_record import upward

__all__ = ["KIND", "check"]

KIND = "decaying-steps"
BITS, ONE = 96, 1 << 96
ROUNDS, WORK = 50_000, 10**6
GIVEN = ("K", "lam", "lam_n", "delta", "Gamma", "gstar", "error(0)", "spread(0)", "noise2(0)")
LEFT = ("spread(t)", "error(t)", "error2(t)")
RIGHT = re.compile(r"([A-Za-z_]\w*)/\(t \+ Gamma\)", re.ASCII)


def up(x: Fraction) -> int:
    return -((-x.numerator << BITS) // x.denominator)


def root(square: int) -> int:
    """The square root in units of 2^-BITS of a number in units of 4^-BITS, rounded upwards."""
    return 0 if square <= 0 else isqrt(square - 1) + 1


class Constants:
    """The numbers of a record."""

    def __init__(self, record: Mapping[str, Any]):
        told = record.get("values")
        need(isinstance(told, Mapping), "values are no table")
        assert isinstance(told, Mapping)
        options = record.get("options")
        scaled = options == {"scaled": True}
        need(scaled or options == {}, "options are none, or scaled gradients")
        steep, flat = ("sharpest", "flattest") if scaled else ("L", "mu")
        need(set(told) == {steep, flat, *GIVEN}, f"values are of {', '.join((steep, flat, *GIVEN))}")
        self.told = {name: number(name, value) for name, value in told.items()}
        self.L, self.mu = self.told[steep], self.told[flat]
        self.K, self.lam, self.lam_n, self.delta, self.Gamma, self.g, self.error, self.spread, noise = (
            self.told[name] for name in GIVEN
        )
        self.V = self.K**2 * noise
        self.M, self.D = (self.L + self.mu) / 2, (self.L - self.mu) / 2
        need(
            0 < self.mu <= self.L and self.delta > 0 and self.Gamma > 0,
            "a constant is not positive, or mu > L",
        )
        need(-self.lam <= self.lam_n <= self.lam < 1, "not -lam <= lam_n <= lam < 1")
        need(self.K.denominator == 1 and self.K >= 1, "K is no number of clients")
        need(min(self.g, self.error, self.spread, noise) >= 0, "a norm or a variance is negative")
        need(self.sigma(self.delta / self.Gamma) > 0, "the first step is not below (1 + lam_n)/(L + mu)")
        need(self.delta * self.mu > 1, "delta mu is not above 1")

    def sigma(self, eta: Fraction) -> Fraction:
        return 1 + self.lam_n - eta * (self.L + self.mu)

    def driven(self, eta: Fraction) -> Fraction:
        """What a round adds to x^2, over eta^2."""
        return (1 / (1 - self.lam) + 1 / self.sigma(eta)) * self.g**2 / 2 + self.V


def followed(c: Constants, start: int, left: str) -> tuple[int, int, int, Fraction]:
    """e, s, x at round `start`, and the largest left(t) (t + Gamma) of the rounds up to it."""
    square = up(c.K * c.error**2) << BITS
    e, s = root(square), up(c.spread)
    x = root(e * e + s * s)
    worst = c.Gamma * {"spread(t)": c.spread, "error(t)": c.error}.get(left, c.error**2)
    for t in range(start):
        eta = c.delta / (t + c.Gamma)
        b = max(c.lam - eta * c.M, eta * c.M - c.lam_n)
        a, d, middle, pull = (up(f) for f in (1 - eta * c.mu, eta * c.D, 1 - eta * c.M, eta * c.g))
        noise = up(eta**2 * c.V) << BITS
        quiet = -((-a * x) >> BITS) + pull
        driven = (up(eta**2 * c.driven(eta)) << BITS) + (-((-a * x) >> BITS)) ** 2
        turned = -((-d * x) >> BITS)
        e = root((-((-middle * e) >> BITS) + turned) ** 2 - (-noise // int(c.K)))
        s = root((-((-up(b) * s) >> BITS) + turned + pull) ** 2 + noise)
        x = min(root(driven), root(quiet**2 + noise), root(e * e + s * s))
        e, s = min(e, x), min(s, x)
        mean2 = -(-e * e // int(c.K))
        value = {"spread(t)": Fraction(s, ONE), "error(t)": Fraction(root(mean2), ONE)}
        worst = max(worst, (t + 1 + c.Gamma) * value.get(left, Fraction(mean2, ONE**2)))
    return e, s, x, worst


def missing(c: Constants, tail: Mapping[str, Fraction], u: Fraction, e: int, s: int, x: int) -> list[str]:
    """What the induction from u on needs and has not."""
    A, B, C, N = (tail[name] for name in "ABCN")
    e2, s1, x2 = Fraction(e * e, ONE * ONE), Fraction(s, ONE), Fraction(x * x, ONE * ONE)
    steep = 1 - c.lam + (c.delta * c.M - 1) * u
    other = 1 + c.lam_n - (c.delta * c.M + 1) * u
    g, D = c.delta * c.g, c.delta * c.D
    decay = 2 * c.delta * c.mu - 1 - (c.delta * c.mu) ** 2 * u
    pulled = g + D * Fraction(root(up(C * u) << BITS), ONE)
    over, beta = B * (1 - c.lam) - g, min(1 - c.lam, other)
    apart = over >= 0 and 4 * over * B * (c.delta * c.M - 1) >= D**2 * C
    by_x = x2 <= C * u and decay * C >= c.delta**2 * c.driven(c.delta * u)
    by_x = by_x and B * other >= pulled and (apart or B * (1 - c.lam) >= pulled)
    needs = {"a tail is negative": min(A, B, C, N) >= 0, "s at the start": s1 <= (B + N) * u}
    if c.V:
        needs |= {
            "s": by_x,
            "noise": beta > 0 and N**2 * beta * (1 - u) >= c.delta**2 * c.V,
            "e at the start": e2 <= A * u,
            "e": decay * A >= c.delta**2 * c.V / c.K + D * (B + N) ** 2 * u,
        }
    else:
        pulled = g + D * Fraction(root(up(A * A + B * B) << BITS), ONE) * u
        needs |= {
            "s": by_x or (over >= 0 and B * steep >= pulled and B * other >= pulled),
            "noise": N == 0,
            "e at the start": e2 <= (A * u) ** 2,
            "e": A**2 * ((c.delta * c.M - 1) ** 2 - D**2) >= (D * B) ** 2,
        }
    return [name for name, met in needs.items() if not met]


def stated(c: Constants, record: Mapping[str, Any]) -> Number:
    """The constant of the claim, read from its text."""
    told = RIGHT.fullmatch(str(record.get("right")))
    where = record.get("where")
    need(told and isinstance(where, dict), "the right side is not NAME/(t + Gamma), NAME defined in where")
    assert told is not None and isinstance(where, dict)

    need(not any("t" in re.findall(r"\w+", str(text)) for text in where.values()), "a definition reads t")
    begun = {
        "error": c.error,
        "error2": c.error**2,
        "spread": c.spread,
        "spread2": c.spread**2,
        "noise2": c.told["noise2(0)"],
        "distance": sqrt(c.K * c.error**2 + c.spread**2),
    }
    metrics = {name: lambda t, x=x: at_start(x, t) for name, x in begun.items()}
    values = {name: x for name, x in c.told.items() if name.isidentifier()}
    try:
        with limited(WORK):
            found: Number = Scope(values, metrics).let(where).read(told[1])
            return found
    except (ValueError, ArithmeticError, TypeError) as error:
        raise NotACertificate(f"the claim's constant cannot be read ({error})") from None


def at_start(x: Number, t: Number) -> Number:
    need(t == 0, "a definition reads a metric after round 0")
    return x


def check(record: Any) -> dict[str, Any]:
    """{proved, what, reason, checked, limits}; raises NotACertificate for what is no proof of this kind."""
    need(isinstance(record, dict) and record.get("kind") == KIND, f"not a record of kind {KIND}")
    c, left, begin, told = Constants(record), record.get("left"), record.get("start"), record.get("tail")
    need(left in LEFT and record.get("relation") == "<=", f"the claim is no bound on {', '.join(LEFT)}")
    need(record.get("family") == "gossip", "its family is not gossip")
    need(type(begin) is int and 0 <= begin <= ROUNDS, f"start is no round up to {ROUNDS}")
    need(isinstance(told, dict) and set(told) == set("ABCN"), "tail is not A, B, C and N")
    need(left != "error(t)" or c.V == 0, "with noise the claim is on error2(t)")
    tail = {name: number(name, value) for name, value in told.items()}
    constant, u = number("constant", record.get("constant")), 1 / (begin + c.Gamma)
    e, s, x, worst = followed(c, begin, left)
    reasons = [f"the induction fails in: {name}" for name in missing(c, tail, u, e, s, x)]
    if worst > constant:
        reasons.append("a round before the induction is above the constant")
    A2 = tail["A"] if c.V else tail["A"] ** 2 * u  # e^2 <= A2 u
    if left == "spread(t)":
        later = tail["B"] + tail["N"] <= constant
    elif left == "error2(t)":
        later = constant * c.K >= A2
    else:
        later = constant**2 * c.K >= tail["A"] ** 2
    if not later:
        reasons.append("the induction's constant is above the constant")
    if ends(stated(c, record))[0] < constant:
        reasons.append("the constant is above the claim's")
    values = {name: str(value) for name, value in c.told.items()}
    return {
        "proved": not reasons,
        "what": f"{left} <= {upward(constant)}/(t + Gamma) <= {record['right']} at all rounds, in all dimensions, for "
        f"symmetric W(t) and clients of {', '.join(f'{name}={value}' for name, value in values.items())}",
        "reason": "; ".join(reasons),
        "checked": {
            name: record.get(name) for name in ("family", "options", "left", "relation", "right", "where")
        },
        "limits": {"constants": values, "runs": "all rounds, all dimensions, W(t) that may change"},
    }
