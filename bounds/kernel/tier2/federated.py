"""Federated averaging on the line: local steps, and averages of all clients or of some drawn at random.

w_k <- w_k - step (F_k'(w_k) + v_k times a fair sign); every H rounds all clients take the server's average. F_k has two
curvatures, left and right of c, and is loss k mod C; F = sum_k p_k F_k.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from ..chance import Chain, Law, expected, replaced, signs, unreplaced
from ..exact import Numbers
from ..line import combined, two_sided
from ..matrix import dot
from ..setting import Arrays, Setting
from ..text import Undefined, need
from .reading import chosen, positive, shares, step

SHAPES = {
    "left": "C",
    "right": "C",
    "c": "C",
    "p": "N",
    "v": "N",
    "w0": "",
    "eta": "",
    "delta": "",
    "Gamma": "",
}
DRAWN = {"full": "all clients", "with": "clients drawn with replacement", "without": "sets of clients"}


def federated(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """sampling `full`: sum_k p_k w_k. `with`: of S clients drawn one by one with chances p, the plain mean.

    `without`: N/S times the sum of p_k w_k over S clients, every set as likely as any other.
    """
    (sampling,) = chosen(options, sampling=("full", "with", "without"))
    a = Arrays(setting, SHAPES, "N C H" if sampling == "full" else "N C H S", numbers)
    need(
        {"N", "C", "H"} <= a.size.keys() and (sampling == "full" or "S" in a.size),
        "setting: a size is missing",
    )
    positive(a, "left", "right")
    (eta, of_steps), n, S, H = step(a), a.size["N"], a.size.get("S", a.size["N"]), a.size["H"]
    p = shares(a["p"] if "p" in a else [numbers.rational(1) / n] * n)
    v = a["v"] if "v" in a else [numbers.rational(0)] * n
    clients = [two_sided(*(a[name][k % a.size["C"]] for name in ("left", "right", "c"))) for k in range(n)]
    F, curvatures = combined(clients, p), [x for client in clients for x in client.curvatures()]
    best, kicks = F.lowest(), signs(v, numbers)
    if sampling == "full":
        servers: Law = [(numbers.rational(1), tuple(p))]
    elif sampling == "with":
        servers = [
            (chance, tuple(numbers.rational(x) / S for x in drawn))
            for chance, drawn in replaced(p, S, numbers)
        ]
    else:
        servers = [
            (q, tuple(p_k * n * x / S for p_k, x in zip(p, drawn))) for q, drawn in unreplaced(n, S, numbers)
        ]

    def slopes(w: tuple[Any, ...]) -> list[Any]:
        return [client.derivative(x) for client, x in zip(clients, w)]

    def stepped(t: int, w: tuple[Any, ...], kick: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(x - eta(t) * (g + y) for x, g, y in zip(w, slopes(w), kick))

    def move(t: int, state: tuple[Any, ...]) -> Law:
        """(models, their mean before the server's draw, the sum of earlier means) -> the same a round later."""
        found, past = [], state[2] + dot(p, state[0])
        for chance, kick in kicks:
            w = stepped(t, state[0], kick)
            if (t + 1) % H:
                found.append((chance, (w, dot(p, w), past)))
            else:
                found += [(chance * q, ((dot(row, w),) * n, dot(p, w), past)) for q, row in servers]
        return found

    run = Chain(((a["w0"],) * n, a["w0"], numbers.rational(0)), move, numbers)

    def gap_of_average(t: int) -> Any:
        if t < 1:
            raise Undefined("an average of no rounds")
        return run.expected(t, lambda state: F.above(state[2] / t))

    def bias2(t: int) -> Any:
        """E(E(server's average | models before it) - sum_k p_k of these)^2."""
        if t == 0 or t % H:
            return 0
        mean = [expected(servers, itemgetter(k)) - p[k] for k in range(n)]
        return run.expected(
            t - 1, lambda state: expected(kicks, lambda kick: dot(mean, stepped(t - 1, state[0], kick)) ** 2)
        )

    def gradient2(t: int, k: int) -> Any:
        return run.expected(t, lambda state: clients[k].derivative(state[0][k]) ** 2) + v[k] * v[k]

    def apart2(w: tuple[Any, ...]) -> Any:
        return sum(q * (x - dot(p, w)) ** 2 for q, x in zip(p, w))

    constants = {
        **{name: numbers.rational(size) for name, size in (("N", n), ("H", H), ("S", S))},
        **{name: a[name] for name in ("eta", "delta", "Gamma", "w0") if name in a},
        **{"L": max(curvatures), "mu": min(curvatures), "wstar": best},
        "Fstar": sum(q * client.above(best) for q, client in zip(p, clients)),
        "sigma2_max": max(x * x for x in v),
        "sigma2_of_mean": sum((q * x) ** 2 for q, x in zip(p, v)),
        "sigma2_star": sum(q * (g * g + x * x) for q, g, x in zip(p, slopes((best,) * n), v)),
    }
    metrics = {
        "step": eta,
        "error2": lambda t: run.expected(t, lambda state: (dot(p, state[0]) - best) ** 2),
        "gap": lambda t: run.expected(t, lambda state: F.above(dot(p, state[0]))),
        "gap_of_average": gap_of_average,
        "apart2": lambda t: run.expected(t, lambda state: apart2(state[0])),
        "largest_gradient2": lambda t: max(gradient2(t, k) for k in range(n)),
        "noise2": lambda t: constants["sigma2_of_mean"],
        "pull": lambda t: run.expected(t, lambda state: (dot(p, state[0]) - best) * dot(p, slopes(state[0]))),
        "bias2": bias2,
        "sampling2": lambda t: run.expected(t, lambda state: (dot(p, state[0]) - state[1]) ** 2),
    }
    noise = "noise of fair signs" if any(v) else "full gradients"
    return Setting(constants, metrics, f"the line, {DRAWN[sampling]}, {noise}, {of_steps}")


FAMILIES = {"federated": federated}
