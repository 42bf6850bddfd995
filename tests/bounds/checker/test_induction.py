"""Bounds O(1/t): what is followed and what the induction needs, beside the same inequalities in floats."""

from __future__ import annotations

from fractions import Fraction as F
from math import hypot, sqrt
from typing import Any

import pytest

from mixproof.bounds.checker import decaying

Tail = dict[str, F]
QUIET = {
    "L": "10", "mu": "9/10", "K": "5", "lam": "1/2", "lam_n": "-1/4", "delta": "5/2", "Gamma": "60", "gstar": "6/5",
    "error(0)": "1/50", "spread(0)": "1/20", "noise2(0)": "0",
}  # fmt: skip
NOISY, EVEN = (
    QUIET | {"noise2(0)": "1/100"},
    QUIET | {"L": "9/10", "delta": "3/2", "Gamma": "5"},
)  # EVEN: mu = L
TURNED = {"lam": "1/10", "lam_n": "-1/10"}  # the smallest eigenvalue of W - eta M decides, not the largest
SETTINGS = {
    "quiet": QUIET,
    "noisy": NOISY,
    "even": EVEN,
    "turned": QUIET | TURNED,
    "noisy and turned": NOISY | TURNED,
}


SLOW = QUIET | {"mu": "2", "lam": "99/100", "lam_n": "0", "delta": "4/5"}
FOLLOWED = SETTINGS | {
    "slow": SLOW,
    "slow and noisy": SLOW | {"noise2(0)": "1/100"},
}  # each bound of x is smallest there


def constants(name: str) -> decaying.Constants:
    return decaying.Constants({"values": FOLLOWED[name], "options": {}})


def step(c: Any, u: float, e: float, s: float, x: float) -> tuple[float, float, float]:
    """The inequalities of the module's docstring, one round at u = 1/(t + Gamma)."""
    told = {name: float(value) for name, value in c.told.items()}
    mu, L, lam, lam_n, g, K = (told[name] for name in ("mu", "L", "lam", "lam_n", "gstar", "K"))
    eta, V = told["delta"] * u, K**2 * told["noise2(0)"]
    M, D, a = (L + mu) / 2, (L - mu) / 2, 1 - eta * mu
    b, noise = max(lam - eta * M, eta * M - lam_n), eta**2 * V
    sigma = 1 + lam_n - eta * (L + mu)
    e_next = sqrt(((1 - eta * M) * e + eta * D * x) ** 2 + noise / K)
    s_next = sqrt((b * s + eta * D * x + eta * g) ** 2 + noise)
    driven = sqrt(a**2 * x**2 + eta**2 * ((1 / (1 - lam) + 1 / sigma) * g**2 / 2 + V))
    pushed = sqrt((a * x + eta * g) ** 2 + noise)
    return e_next, s_next, min(driven, pushed)


@pytest.mark.parametrize("left", decaying.LEFT)
@pytest.mark.parametrize("name", FOLLOWED)
def test_a_run_is_followed_by_the_smallest_of_its_inequalities(name: str, left: str) -> None:
    c = constants(name)
    K, Gamma = float(c.K), float(c.Gamma)
    e, s = sqrt(K) * float(c.error), float(c.spread)
    x, worst = sqrt(e * e + s * s), 0.0
    for t in range(40):
        found = decaying.followed(c, t, left)
        value = {"spread(t)": s, "error(t)": e / sqrt(K), "error2(t)": e * e / K}[left]
        worst = max(worst, (t + Gamma) * value)
        assert [float(F(y) / decaying.ONE) for y in found[:3]] == pytest.approx([e, s, x], rel=1e-12)
        assert float(found[3]) == pytest.approx(worst, rel=1e-12)
        e, s, x = step(c, 1 / (t + Gamma), e, s, x)
        x = min(x, sqrt(e * e + s * s))
        e, s = min(e, x), min(s, x)


@pytest.mark.parametrize("name", FOLLOWED)
def test_what_is_rounded_is_rounded_upwards(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    c, found = constants(name), []
    for bits in (300, 12):
        monkeypatch.setattr(decaying, "BITS", bits)
        monkeypatch.setattr(decaying, "ONE", 1 << bits)
        for t in (0, 1, 7, 20):
            *sizes, worst = decaying.followed(c, t, "error2(t)")
            found.append([*(F(size, 1 << bits) for size in sizes), worst])
    for fine, coarse in zip(found[:4], found[4:]):
        assert all(exact <= rounded for exact, rounded in zip(fine, coarse))
    assert [decaying.root(square) for square in (-1, 0, 1, 2, 4, 5, 9, 10)] == [0, 0, 1, 2, 2, 3, 3, 4]


def bounds(c: Any, tail: Tail, u: float) -> tuple[float, float, float]:
    """What the induction says of e, s and x at u; without C nothing but x^2 = e^2 + s^2."""
    A, B, C, N = (float(tail[name]) for name in "ABCN")
    e, s = sqrt(A * u) if c.V else A * u, (B + N) * u
    return e, s, sqrt(C * u) if C else hypot(e, s)


def roomy(c: Any) -> Tail:
    """A tail that keeps itself from u = 1/100 on."""
    if c.lam > F(9, 10):
        return {"A": F(10**7 if c.V else 10**5), "B": F(10**4), "C": F(400), "N": F(50 if c.V else 0)}
    noisy = bool(c.V)
    return {
        "A": F(1000 if noisy else 300),
        "B": F(100),
        "C": F(400 if noisy else 0),
        "N": F(50 if noisy else 0),
    }


def met(c: Any, tail: Tail, u: F) -> bool:
    """Whether nothing is lacking from u on, of a run that starts at rest."""
    return not decaying.missing(c, tail, u, 0, 0, 0)


def smallest(c: Any, tail: Tail, u: F, name: str) -> Tail:
    """The tail with one number as small as what is needed allows, to a millionth of it."""
    low, high = F(0), tail[name]
    for _ in range(20):
        middle = (low + high) / 2
        low, high = (low, middle) if met(c, tail | {name: middle}, u) else (middle, high)
    return tail | {name: high}


@pytest.mark.parametrize("order", ["CBNA", "CNBA", "BNCA", "ABN", "NBA"])
@pytest.mark.parametrize("name", FOLLOWED)
def test_the_smallest_tail_that_is_accepted_is_kept_by_every_later_round(name: str, order: str) -> None:
    c, u = constants(name), F(1, 100)
    tail = roomy(c)
    assert met(c, tail, u)
    for part in order:
        tail = smallest(c, tail, u, part) if tail[part] else tail
    for later in (1, 2, 5, 100, 10**4):
        now = float(u) / later
        after = 1 / (1 / now + 1)
        e, s, x = bounds(c, tail, now)
        kept = bounds(c, tail, after)
        e_next, s_next, _ = step(c, now, e, s, min(x, hypot(e, s)))
        x_next = step(c, now, e, s, x)[2] if tail["C"] else hypot(e_next, s_next)
        for found, bound in zip((e_next, s_next, x_next), kept):
            assert found <= bound * (1 + 1e-6)


@pytest.mark.parametrize("name", [name for name in FOLLOWED if "noisy" in name])
def test_the_smallest_tail_of_the_spread_holds_up_what_pulls_it(name: str) -> None:
    """B u is what W leaves of itself, 1 - b of it, and what x <= sqrt(C u) and g add, at all u from here on."""
    c, start = constants(name), F(1, 100)
    tail = smallest(c, roomy(c), start, "B")
    B, C, g, D, M = (float(x) for x in (tail["B"], tail["C"], c.delta * c.g, c.delta * c.D, c.delta * c.M))
    for part in range(1, 101):
        u = float(start) * (part / 100) ** 2
        pulled = (g + D * sqrt(C * u)) * (1 - 1e-6)
        assert B * (1 - float(c.lam) + (M - 1) * u) >= pulled
        assert B * (1 + float(c.lam_n) - (M + 1) * u) >= pulled


@pytest.mark.parametrize("name", [name for name in FOLLOWED if "noisy" in name])
def test_noise_adds_to_the_spread_what_mixing_leaves_of_it(name: str) -> None:
    """N^2 (1 - b) (1 - u) is delta^2 V, 1 - b the smaller of both ends."""
    c, u = constants(name), F(1, 100)
    kept = min(1 - c.lam, 1 + c.lam_n - (c.delta * c.M + 1) * u)
    noise = c.delta**2 * c.K**2 * c.told["noise2(0)"]
    assert float(smallest(c, roomy(c), u, "N")["N"]) == pytest.approx(
        sqrt(noise / (kept * (1 - u))), rel=1e-4
    )


@pytest.mark.parametrize("name", FOLLOWED)
def test_a_run_begins_within_its_tail(name: str) -> None:
    c, u = constants(name), F(1, 100)
    e, s, x = bounds(c, roomy(c), float(u))
    inside, outside = (lambda x, share=share: int(x * share * decaying.ONE) for share in (0.999, 1.001))
    for lacking, here in (
        ("e at the start", lambda size: (size(e), 0, 0)),
        ("s at the start", lambda size: (0, size(s), 0)),
        *([("s", lambda size: (0, 0, size(x)))] if roomy(c)["C"] else []),  # it follows from that of x
    ):
        assert lacking not in decaying.missing(c, roomy(c), u, *here(inside))
        assert lacking in decaying.missing(c, roomy(c), u, *here(outside))


@pytest.mark.parametrize(
    ("name", "left"),
    [
        (name, left)
        for name in SETTINGS
        for left in decaying.LEFT
        if "noisy" not in name or left != "error(t)"
    ],
)
def test_a_constant_is_at_least_what_the_induction_says(name: str, left: str) -> None:
    c = constants(name)
    u = F(1, 100)
    tail, start = roomy(c), int(1 / u - c.Gamma)
    e, s, _ = bounds(c, tail, float(u))
    said = {"spread(t)": s, "error(t)": e / sqrt(c.K), "error2(t)": e * e / float(c.K)}[left] / float(u)
    record = {
        "kind": decaying.KIND, "id": "mine", "variant": "claim", "family": "gossip", "options": {},
        "left": left, "relation": "<=", "right": "zeta/(t + Gamma)", "where": {"zeta": "1000000"},
        "values": SETTINGS[name], "start": start, "tail": {part: str(x) for part, x in tail.items()},
    }  # fmt: skip
    low, high = (
        decaying.check(record | {"constant": str(F(said * share).limit_denominator(10**6))})
        for share in (0.999, 1.001)
    )
    assert high["proved"], high["reason"]
    assert low["reason"] == "the induction's constant is above the constant"
