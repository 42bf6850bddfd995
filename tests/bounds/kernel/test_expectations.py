"""Noise and failing links: every metric is the mean over all outcomes, by enumeration, exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest

from mixproof.bounds.kernel.exact import STANDARD
from mixproof.bounds.kernel.program import Program, Run
from mixproof.bounds.kernel.vectors import Space, Vector

from .known import read

W = [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]
THREE = [[F(1, 2), F(1, 3), F(1, 6)], [F(1, 3), F(1, 3), F(1, 3)], [F(1, 6), F(1, 3), F(1, 2)]]
NOISE = {
    **{"K": 2, "d": 1, "S": 1, "W": [[["3/4", "1/4"], ["1/4", "3/4"]]], "eta": "1/5", "v": [["1/2"], [1]]},
    **{"a": [[1], [2]], "c": [[1], ["-1/2"]], "w0": [[3], [-2]], "samples": [1, 3]},
}


def signs(rounds: int, scale: Sequence[F]) -> Iterator[list[list[F]]]:
    """Models of all rounds, of every outcome of the noise of NOISE; gradients times `scale`."""
    for drawn in product((1, -1), repeat=2 * rounds):
        path = [[F(3), F(-2)]]
        for t in range(rounds):
            w = path[-1]
            slopes = [w[0] - 1 + F(drawn[2 * t], 2), 2 * (w[1] + F(1, 2)) + drawn[2 * t + 1]]
            mixed = [row[0] * w[0] + row[1] * w[1] for row in W]
            path.append([x - F(1, 5) * m * g for x, m, g in zip(mixed, scale, slopes)])
        yield path


def F_of(w: F, shares: Sequence[F]) -> F:
    return shares[0] * (w - 1) ** 2 / 2 + shares[1] * (w + F(1, 2)) ** 2


METRICS: dict[str, Callable[[list[list[F]], int, Sequence[F], F], F]] = {
    "spread2": lambda p, t, m, o: (p[t][0] - p[t][1]) ** 2 / 2,
    "error2": lambda p, t, m, o: (sum(p[t]) / 2 - o) ** 2,
    "distance2": lambda p, t, m, o: sum((x - o) ** 2 for x in p[t]),
    "gap": lambda p, t, m, o: F_of(sum(p[t]) / 2, m) - F_of(o, m),
    "local_gaps": lambda p, t, m, o: (p[t][0] - 1) ** 2 / 2 + (p[t][1] + F(1, 2)) ** 2,
    "gradients2": lambda p, t, m, o: (p[t][0] - 1) ** 2 + 4 * (p[t][1] + F(1, 2)) ** 2,
    "moved2": lambda p, t, m, o: sum((x - y) ** 2 for x, y in zip(p[t + 1], p[t])),
    "links2": lambda p, t, m, o: F(1, 4) * (p[t][0] - p[t][1]) ** 2,
    "gap_of_average": lambda p, t, m, o: F_of(sum(sum(w) for w in p[:t]) / (2 * t), m) - F_of(o, m),
}


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("name", METRICS)
def test_noise_is_the_mean_over_all_signs(name: str, scaled: bool) -> None:
    shares, t = ([F(1, 4), F(3, 4)] if scaled else [F(1, 2)] * 2), 3
    best = (shares[0] - shares[1]) / (shares[0] + 2 * shares[1])
    paths = list(signs(t + 1, shares if scaled else [F(1), F(1)]))
    expected = sum(METRICS[name](path, t, shares, best) for path in paths) / len(paths)
    setting = {key: told for key, told in NOISE.items() if scaled or key != "samples"}
    assert read("gossip", setting, f"{name}({t})", scaled=scaled) == expected


def links(P: dict[tuple[int, int], F], matrix: Any) -> Iterator[tuple[F, list[list[F]]]]:
    """(chance, W_hat) of every outcome of one round."""
    n = len(matrix)
    for up in product((0, 1), repeat=len(P)):
        chance, found = F(1), [[F(i == j) for j in range(n)] for i in range(n)]
        for works, ((i, j), p) in zip(up, P.items()):
            chance *= p if works else 1 - p
            for a, b in ((i, j), (j, i)) if works else ():
                found[a][b] += matrix[a][b]
                found[a][a] -= matrix[a][b]
        yield chance, found


def test_links_that_fail_are_the_mean_over_all_outcomes() -> None:
    P = [[0, "1/2", 1], ["1/2", 0, "1/3"], [1, "1/3", 0]]
    setting = {
        **{"K": 3, "S": 1, "W": [[[str(x) for x in row] for row in THREE]], "P": P, "a": [1, 2, "1/2"]},
        **{"c": [1, -1, 2], "w0": [3, 0, -2], "v": [0, 0, 0], "eta": "1/4"},
    }
    chances = {(1, 0): F(1, 2), (2, 0): F(1), (2, 1): F(1, 3)}
    states = [(F(1), [F(3), F(0), F(-2)])]
    for _ in range(2):
        states = [
            (q * p, [sum(w * y for w, y in zip(row, x)) - g / 4 for row, g in zip(A, slopes(x))])
            for q, x in states
            for p, A in links(chances, THREE)
        ]
    mean = [sum(x) / 3 for _, x in states]
    spread2 = sum(q * sum((y - m) ** 2 for y in x) for (q, x), m in zip(states, mean))
    best = (F(1) - 2 + 1) / F(7, 2)
    assert read("curved-links", setting, "spread2(2)") == spread2
    assert read("curved-links", setting, "error2(2)") == sum(
        q * (m - best) ** 2 for (q, _), m in zip(states, mean)
    )


def test_links_that_never_work_leave_every_model_where_it_is() -> None:
    """No link is left to follow then, and W itself must not be taken for the matrix of the rounds."""
    setting = {
        **{"K": 2, "d": 1, "S": 1, "W": [[["1/2", "1/2"], ["1/2", "1/2"]]], "P": [[0, 0], [0, 0]]},
        **{"w0": [[1], [-1]], "a": [[1], [1]], "c": [[0], [0]], "eta": 1},
    }
    mixing = {"program": {"let": {}, "next": {"x": "mix(x)"}, "start": {}}, "step": "eta"}
    assert read("declared", setting, "spread2(3)", **mixing) == 2
    alone = {"K": 2, "S": 1, "W": setting["W"], "P": setting["P"], "eta": 1, "a": 1}
    assert read("quadratic-links", {**alone, "c": [0, 0], "w0": [0, 0], "v": [0, 1]}, "spread2(3)") == F(1, 2)


def test_chi2_bounds_the_mean_square_of_every_scaled_gradient() -> None:
    """x <- (1 - eta s) x - eta s n of the client with the share s, its noise n = 1 or -1. The other stands still."""
    s, eta, square = F(1, 100), F(9, 10), F(0)
    setting = {
        **{"K": 2, "d": 1, "S": 1, "W": [[[1, 0], [0, 1]]], "samples": [1, 99], "eta": str(eta)},
        **{"a": [[1], [1]], "c": [[0], [0]], "w0": [[0], [0]], "v": [[1], [0]]},
    }
    for _ in range(200):
        square = (1 - eta * s) ** 2 * square + (eta * s) ** 2
    assert read("gossip", setting, "chi2", scaled=True) >= 1 + square


def slopes(x: Sequence[F]) -> list[F]:
    return [x[0] - 1, 2 * (x[1] + 1), (x[2] - 2) / 2]


TRACKING = {
    "let": {"z": "mix(x) - eta*y"},
    "next": {"x": "z", "y": "mix(y) + grad(z) - grad(x)"},
    "start": {"y": "x"},
}


def test_a_program_of_two_states_with_noise_over_failing_links() -> None:
    """Both states mix over the same links in a round, every call of a gradient is answered with noise of its own."""
    space = Space(STANDARD, 2, 1, [W])
    space.links = {(1, 0): F(1, 3)}
    centre, noise = space.stacked([[F(1)], [F(-1)]]), [[F(1, 2)], [F(0)]]
    start = space.stacked([[F(2)], [F(0)]])
    run = Run(
        Program(TRACKING, "1/5"), space, start, lambda v, name: (v - centre) + space.noise(noise, name), {}
    )
    states = [(F(1), [F(2), F(0)], [F(2), F(0)])]
    for _ in range(3):
        following = []
        for q, x, y in states:
            for p, A in links(space.links, W):
                mixed = [[sum(w * s for w, s in zip(row, of)) for row in A] for of in (x, y)]
                z = [m - s / 5 for m, s in zip(mixed[0], y)]
                for one, other in product((F(1, 2), F(-1, 2)), repeat=2):
                    new = [g - h for g, h in zip([z[0] + one, z[1]], [x[0] + other, x[1]])]
                    following.append((q * p / 4, z, [m + g for m, g in zip(mixed[1], new)]))
        states = following
    found = run.states(3)
    for name, at in (("x", 1), ("y", 2)):
        expected = sum(state[0] * sum(s * s for s in state[at]) for state in states)
        assert space.sq(found[name]) == expected
        assert (
            max(map(len, (v.terms for v in found.values()))) <= 5
        )  # as many chances as coordinates, and the mean
    assert space.dot(found["x"], found["y"]) == sum(
        q * sum(a * b for a, b in zip(x, y)) for q, x, y in states
    )


def test_links_of_one_round_are_not_used_twice_in_a_row() -> None:
    space = Space(STANDARD, 2, 1, [W])
    space.links = {(1, 0): F(1, 3)}
    x = space.stacked([[F(2)], [F(0)]])
    assert isinstance(space.mix(space.mix(x, 0), 1), Vector)
    with pytest.raises(ValueError, match="used twice in a row"):
        space.mix(space.mix(x, 0), 0)
