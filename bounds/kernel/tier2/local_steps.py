"""ALI-DPFL's local steps between averages, on clients with Huber losses on the line.

w_i <- w_i - eta (F_i'(w_i) + noise), back to w = sum_i p_i w_i every tau steps; F_i' = a_i (w - c_i), held in [-C, C].
v <- v - eta (F'(v) + noise) starts again at w with every such interval; there are K of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..chance import Chain, Law, certain, signs
from ..exact import Numbers
from ..line import combined, huber
from ..matrix import dot, square
from ..setting import Arrays, Setting
from ..text import Undefined, need
from .reading import chosen, positive, shares

SHAPES = {**dict.fromkeys(("a", "c", "p"), "N"), **dict.fromkeys(("w0", "C", "eta", "beta", "lam"), "")}
# option -> the arrays of the noise, and what it is in words
NOISE: dict[str, tuple[dict[str, str], str]] = {
    "none": ({}, "no noise"),
    "path": ({"z": "N", "u": ""}, "the same noise z at the clients and u at v in every step"),
    "shared": ({"z": "N"}, "the same noise z at the clients and its mean at v in every step"),
    "signs": ({"s": ""}, "noise of s times fair signs at the clients"),
}


def local_steps(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """A run of K intervals; what it reads of `w` and `v` beside expectations is known where no chance has a part."""
    need("noise" in options, "options: noise is missing")
    (kind,) = chosen(options, noise=tuple(NOISE))
    a = Arrays(setting, SHAPES | NOISE[kind][0], "N K tau", numbers)
    need({"N", "K", "tau"} <= a.size.keys(), "setting: N, K or tau is missing")
    positive(a, "a", "C", "eta", "beta", "lam", "s")
    n, tau, K, eta = a.size["N"], a.size["tau"], a.size["K"], a["eta"]
    p, zero, C = shares(a["p"]), numbers.rational(0), a["C"]
    clients = [huber(steep, c, C) for steep, c in zip(a["a"], a["c"], strict=True)]
    F = combined(clients, p)
    best = F.lowest()
    z = a["z"] if kind in ("path", "shared") else [zero] * n
    u = a["u"] if kind == "path" else dot(p, z)
    kicks: Law = signs([a["s"]] * n, numbers) if kind == "signs" else certain((zero,) * n, numbers)

    def move(t: int, state: tuple[Any, ...]) -> Law:
        """(w, v, all w_i) -> the same a step later."""
        w, v, local = state
        if t % tau == 0:
            v, local = w, (w,) * n
        pulls = [client.derivative(x) + y for client, x, y in zip(clients, local, z)]
        v = v - eta * (F.derivative(v) + u)
        moved = [(q, tuple(x - eta * (g + y) for x, g, y in zip(local, pulls, kick))) for q, kick in kicks]
        return [(q, (dot(p, local), v, local)) for q, local in moved]

    run = Chain((a["w0"], a["w0"], (a["w0"],) * n), move, numbers)

    def gap(t: int) -> Any:
        return run.expected(t, lambda state: F.above(state[0]))

    def v(t: int) -> Any:
        return run.known(t, lambda state: state[1])

    def theta(t: int) -> Any:
        return F.above(v(t))

    def steps(t: int) -> int:
        """Since the interval of t began, 1 to tau; 0 at t = 0."""
        return (t - 1) % tau + 1 if t else 0

    def ends(of: Callable[[int], Any]) -> list[Any]:
        """of(t) at the last round of each interval."""
        return [of(k * tau) for k in range(1, K + 1)]

    def smallest_product() -> Any:
        if K < 2:
            raise Undefined("one interval has no end before another")
        return min(one * other for one, other in jumps())

    def jumps() -> list[tuple[Any, Any]]:
        """(gap, theta) at the ends of all intervals but the last."""
        return list(zip(ends(gap), ends(theta)))[:-1]

    corners = sorted(F.places)
    apart = [
        max(abs(client.derivative(x) - F.derivative(x)) for x in corners) for client in clients
    ]  # sup_w |F_i' - F'|, which is linear between corners and constant beyond

    def client_excess(t: int) -> Any:
        grown = ((1 + eta * a["beta"]) ** steps(t) - 1) / a["beta"]
        _, v, local = run.known(t)
        return max(abs(x - v) - off * grown for x, off in zip(local, apart))

    constants = {
        **{name: a[name] for name in ("C", "eta", "beta", "lam", "w0", "s") if name in a},
        **{"N": n, "tau": tau, "K": K, "wstar": best, "steepest": max(a["a"]), "overlap": square(p)},
        **{"xi": dot(p, apart), "xi2": dot(p, [x * x for x in apart])},
        "gstar2": sum(q * client.derivative(best) ** 2 for q, client in zip(p, clients)),
        "noise": dot(p, [abs(x) for x in z]) + abs(u),
        "noise_of_one": max(abs(x) for x in z) + abs(u),
        "noise_apart": dot(p, [abs(x - u) for x in z]),
        "smallest_theta": lambda: min(ends(theta)),
        "smallest_product": smallest_product,
        "farthest": lambda: max(abs(run.known(k * tau, lambda state: state[0]) - best) for k in range(K)),
        "smallest_gap": lambda: min(gap(t) for t in range(1, K * tau + 1)),
        "average_gap": lambda: sum(gap(t) for t in range(K * tau)) / (K * tau),
        "inverse_jumps": lambda: sum(1 / one - 1 / other for one, other in jumps()),
        **{"first_gap": lambda: gap(tau), "first_theta": lambda: theta(tau)},
        **{"final_gap": lambda: gap(K * tau), "final_theta": lambda: theta(K * tau)},
    }
    metrics = {
        **{"gap": gap, "theta": theta, "x": steps, "client_excess": client_excess},
        "mean_gap": lambda t: sum(gap(r) for r in range(t)) / numbers.rational(t),
        "apart": lambda t: run.expected(t, lambda state: abs(state[0] - state[1])),
        "loss_apart": lambda t: run.expected(t, lambda state: abs(F.above(state[0]) - F.above(state[1]))),
        "noisy_slope": lambda t: F.derivative(v(t)) + u,
        "distance": lambda t: abs(v(t) - best),
        "inner": lambda t: (F.derivative(v(t)) + u) * (v(t) - best),
    }
    return Setting(
        constants, metrics, f"the line, Huber losses, {NOISE[kind][1]}, {K} intervals of {tau} steps"
    )


FAMILIES = {"local-steps": local_steps}
