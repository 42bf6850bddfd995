"""Gradient descent over links that fail; all clients have one loss, of slope a x for x > 0 and b x for x <= 0."""

from __future__ import annotations

from typing import Any

from ..chance import Chain, Law, independent, law
from ..exact import Numbers
from ..families.networks import Links
from ..matrix import sum_of
from ..setting import Arrays, Setting
from ..text import need
from .reading import chosen, positive

SHAPES = {"W": "S K K", "P": "K K", "a": "", "b": "", "w0": "K", "start": "", "eta": ""}


def bent_links(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """Every pattern of links is followed: the gradient bends, so that moments do not close."""
    chosen(options)
    told = Arrays(setting, SHAPES, "K S", numbers)
    positive(told, "a", "b", "eta")
    need(("w0" in told) != ("start" in told), "setting: w0, or start")
    need(len(told["W"]) == 1, "setting: W is one matrix")
    net, (W,), P, a, b, eta = Links(told, told["W"]), told["W"], told["P"], told["a"], told["b"], told["eta"]
    K = len(W)
    start = tuple(told["w0"]) if "w0" in told else (told["start"],) * K
    zero, pairs = numbers.rational(0), [(i, j) for i in range(K) for j in range(i) if W[i][j] and P[i][j]]
    patterns = independent([law([(P[i][j], 1), (1 - P[i][j], 0)]) for i, j in pairs], numbers)

    def mixed(x: tuple[Any, ...], works: tuple[int, ...]) -> list[Any]:
        """x, moved along the links that work."""
        found = list(x)
        for (i, j), up in zip(pairs, works, strict=True):
            if up:
                found[i], found[j] = found[i] + W[i][j] * (x[j] - x[i]), found[j] + W[i][j] * (x[i] - x[j])
        return found

    def slope(x: Any) -> Any:
        return (a if x > 0 else b) * x

    def move(t: int, x: tuple[Any, ...]) -> Law:
        return [(q, tuple(y - eta * slope(z) for y, z in zip(mixed(x, works), x))) for q, works in patterns]

    run = Chain(start, move, numbers)

    def mean(x: tuple[Any, ...]) -> Any:
        return sum_of(x) / K

    def spread(x: tuple[Any, ...]) -> Any:
        return sum_of((y - mean(x)) ** 2 for y in x)

    def gradients(t: int) -> Any:
        return zero + sum_of(run.expected(s, lambda x: slope(mean(x)) ** 2) for s in range(t))

    metrics = {
        "gap": lambda t: run.expected(t, lambda x: slope(mean(x)) * mean(x) / 2),
        "spread2": lambda t: run.expected(t, spread),
        "gradients2_before": gradients,
    }
    constants = {**net.constants(), "K": numbers.rational(K), "omega": max(a, b), "eta": eta}
    started = "any start" if "w0" in told else "a common start"
    return Setting(
        constants, metrics, f"equal clients whose gradient bends at 0, one W, links that fail, {started}"
    )


FAMILIES = {"bent-links": bent_links}
