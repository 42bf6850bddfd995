"""What quadratic clients answer, as a setting of `families.answers`: the same run told in another way."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from mixproof.bounds.domains import objects

# three clients on the line, and two in the plane, with a step and shares of the data
ON_THE_LINE: dict[str, Any] = {
    **{"K": 3, "d": 1, "S": 1, "eta": "1/4"},
    "W": [[["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]]],
    **{
        "a": [[1], [2], [1]],
        "c": [[1], ["-1/2"], [3]],
        "w0": [[3], [-2], [0]],
        "s": [0, 0, 0],
        "o": [1, 0, -2],
    },
}
IN_THE_PLANE: dict[str, Any] = {
    **{"K": 2, "d": 2, "S": 1, "delta": 8, "Gamma": 16, "W": [[["2/3", "1/3"], ["1/3", "2/3"]]]},
    **{"a": [[1, 2], [2, 1]], "c": [[1, 0], [0, -2]], "w0": [[3, 1], [-2, 0]], "s": [0, 1], "o": [0, 0]},
    "samples": [1, 1],
}


def numbers(told: Any) -> np.ndarray:
    array = np.array(told, dtype=object)
    return objects([Fraction(x) for x in array.reshape(-1)], array.shape)


def answers(clients: dict[str, Any], T: int, mu: Any = 1, L: Any = 2, off: Any = 0) -> dict[str, Any]:
    """The setting as JSON, from plain loops over fractions; off: how far beside w* the origin is put."""
    W, c, eye = numbers(clients["W"])[0], numbers(clients["c"]), np.eye(clients["d"], dtype=int)
    H = []
    for a, s in zip(numbers(clients["a"]), numbers(clients["s"])):
        x, y = (1 - s * s) / (1 + s * s), 2 * s / (1 + s * s)
        axes = numbers([[x, -y], [y, x]] if len(a) == 2 else [[1]])
        H.append(axes @ (a * eye) @ axes.T)
    K = len(c)
    samples = numbers(clients.get("samples", [1] * K))
    share = samples / samples.sum()
    A = sum(p * h for p, h in zip(share, H))
    b = sum(p * h @ y for p, h, y in zip(share, H, c))
    star = numbers(np.linalg.solve(A.astype(float), b.astype(float)).tolist())
    star = numbers([x.limit_denominator(1000) for x in star])
    assert not any(A @ star - b)
    star = star + Fraction(off)
    x, points = numbers(clients["w0"]), []
    for t in range(T):
        points.append(x)
        step = (
            Fraction(clients["eta"]) if "eta" in clients else Fraction(clients["delta"], t + clients["Gamma"])
        )
        scale = share if "samples" in clients else numbers([1] * K)
        x = W @ x - step * scale[:, None] * np.array([h @ (w - y) for h, w, y in zip(H, x, c)])
    points += [np.array([star] * K), np.array([x.sum(0) / K] * K)]
    pull = [[(H[k] @ (x[k] - c[k])).tolist() for x in points] for k in range(K)]
    rise = [[(x[k] - c[k]) @ H[k] @ (x[k] - c[k]) / 2 for x in points] for k in range(K)]
    told = {
        name: clients[name]
        for name in ("K", "d", "S", "W", "o", "eta", "delta", "Gamma", "samples")
        if name in clients
    }
    arrays = {
        "mu": mu,
        "L": L,
        "c": c - star,
        "w0": numbers(clients["w0"]) - star,
        "pull": pull,
        "rise": rise,
    }
    return (
        told
        | {"N": T + 2}
        | {name: _written(np.array(x, dtype=object).tolist()) for name, x in arrays.items()}
    )


def _written(told: Any) -> Any:
    return [_written(part) for part in told] if isinstance(told, list) else str(Fraction(told))
