"""dawo's algorithms as printed: the node program against the printed loops written out, and where they fail."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from mixproof.spectral import Network, parse_network
from mixproof.spectral.errors import InputError
from mixproof.spectral.mixing import MixingMatrix
from mixproof.weightopt import Status, objective_value, optimize
from mixproof.weightopt.method import Request
from mixproof.weightopt.nodes.printed import as_printed, printed_program
from mixproof.weightopt.nodes.transport import InProcess
from mixproof.weightopt.problem import Problem

from .networks import small_networks

LOSSY = Network.from_edges(
    6, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 5), (1, 4)], [0.9, 0.5, 1, 0.8, 0.7, 0.6, 0.4]
)
LOOP = [LOSSY, parse_network("geometric:n=7,r=2,v=2"), parse_network("star:n=5")]


def constant(gamma):
    return lambda n: gamma


def rho(network, w):
    return objective_value(MixingMatrix.from_edge_weights(network, w, signed=True))


def run(network, start=None, **options):
    """(m,) the last W, not repaired, and the iterations."""
    by_link = None
    if start is not None:
        by_link = dict(zip(map(tuple, network.edges.tolist()), start))
    transport = InProcess(network)
    rows = transport.run(printed_program(start=by_link, **options))
    held = {
        (port.me, v): w
        for port, row in zip(transport.ports, rows)
        for v, w in zip(port.neighbours, row.weights)
    }
    assert all(held[i, j] == held[j, i] for i, j in held)
    return np.array([held[i, j] for i, j in network.edges.tolist()]), rows[0].iterations


def nearest(network, y):
    """(m,) the feasible weights nearest to y."""
    ends = abs(network.incidence().toarray())
    room = {"type": "ineq", "fun": lambda w: 1 - ends @ w, "jac": lambda w: -ends}
    options = {
        "jac": lambda w: 2 * (w - y),
        "bounds": [(0, None)] * network.m,
        "constraints": room,
        "tol": 1e-14,
    }
    return minimize(lambda w: np.sum((w - y) ** 2), np.zeros(network.m), method="SLSQP", **options).x


def links(network):
    """(n, n) reliabilities."""
    P, (u, v) = np.zeros((network.n, network.n)), network.edges.T
    P[u, v] = P[v, u] = 1.0 if network.reliability is None else network.reliability
    return P


def matrix(network, w):
    W, (u, v) = np.zeros((network.n, network.n)), network.edges.T
    W[u, v] = W[v, u] = w
    return W


def sequential(network, w):
    """(m,) the printed projection, devices in turn, nu of (26) by bisection."""
    P, W = links(network), matrix(network, w)
    for i in range(network.n):
        later = [j for j in range(i + 1, network.n) if P[i, j]]
        room, row = 1 - W[i, :i].sum(), W[i, later]
        if later and np.maximum(row, 0).sum() > room:
            low, high = 0.0, max(row.max(), 0.0)
            for _ in range(100):
                half = (low + high) / 2
                low, high = (half, high) if np.maximum(row - half, 0).sum() > room else (low, half)
            row = row - high
        W[i, later] = W[later, i] = np.maximum(row, 0)
    return W[tuple(network.edges.T)]


def loop(network, iterations, power_steps, step, both_ends):
    """Algorithms 1 and 2 on dense matrices, as they stand in the paper."""
    n, P = network.n, links(network)
    w = np.full(network.m, 1 / n)
    draws = [np.random.default_rng(i) for i in range(n)]
    for k in range(1, iterations + 1):
        mean = matrix(network, w) * P
        mean += np.diag(1 - mean.sum(1))
        x = np.array([rng.standard_normal() for rng in draws])
        for _ in range(power_steps):
            before, x = x, mean @ x
            quotient = before @ x
            x = x - x.mean()
            x /= np.linalg.norm(x)
        g = -P * (x[:, None] - x) ** 2 * (-1 if both_ends and quotient < 0 else 1)
        w = sequential(network, w - step(k) * g[tuple(network.edges.T)])
    return w


@pytest.mark.parametrize("both_ends", [False, True])
@pytest.mark.parametrize("step", [constant(0.01), lambda n: 1 / n])
@pytest.mark.parametrize("network", LOOP, ids=["lossy", "geometric", "star"])
def test_the_nodes_do_what_is_printed(network, step, both_ends):
    w, iterations = run(network, messages=1500, power_steps=7, step=step, both_ends=both_ends)
    assert iterations >= 10
    assert w == pytest.approx(loop(network, iterations, 7, step, both_ends), abs=1e-7)


@pytest.mark.parametrize("network", LOOP, ids=["lossy", "geometric", "star"])
def test_the_result_is_feasible_valued_certified_and_counted(network):
    best = optimize(network, method="distributed-printed")
    assert best.weights.weights.min() >= 0 and best.weights.self_weights.min() >= 0
    assert 0 <= best.lower_bound <= optimize(network, method="cvxpy").rho <= best.rho + 1e-7
    assert best.rho == pytest.approx(objective_value(best.weights))
    assert best.status in (Status.INEXACT, Status.REPAIRED)
    assert 0.5 * 20_000 <= best.messages / network.n <= 20_000


def test_a_time_limit_and_few_messages():
    request = Request(LOSSY, Problem.of(LOSSY), 1e-3, 1e-6, None, None)
    assert as_printed(request).status is Status.TIME_LIMIT
    few = as_printed(Request(LOSSY, Problem.of(LOSSY), 1e-3, None, None, None), messages=50)
    assert few.iterations == 0 and few.weights == pytest.approx(np.full(7, 1 / 6))  # W(0) = 11'/M


def test_second_moment_is_refused():
    with pytest.raises(InputError, match="distributed-printed"):
        optimize(LOSSY, "second-moment", method="distributed-printed")


@pytest.mark.parametrize("power_steps", [10, 11, 1000])
def test_power_iteration_fails_where_both_ends_are_equal(power_steps):
    """Remark 4: the vector of Algorithm 1 is "naturally" the eigenvector of rho. The path's optimum w = (1/2, 1/2) has
    eigenvalues 1/2 and -1/2: v stays a mixture for any K_max, no sign makes a subgradient of it, and the optimum,
    as W(0), is left for worse. At a minimiser both ends are equal unless the feasible set decides."""
    path = parse_network("path:n=3")
    for both_ends in (False, True):
        transport = InProcess(path)
        start, options = {(0, 1): 0.5, (1, 2): 0.5}, {"power_steps": power_steps, "both_ends": both_ends}
        rows = transport.run(printed_program(3 * power_steps + 8, start=start, **options))
        assert rows[0].iterations == 1
        v = np.array([row.factor[0] for row in rows])
        image = matrix(path, [0.5, 0.5]) @ v + np.diag([0.5, 0, 0.5]) @ v
        assert np.linalg.norm(v) == pytest.approx(1) and np.linalg.norm(image - v * (v @ image)) > 0.1
        assert rho(path, [rows[0].weights[0], rows[2].weights[0]]) > 0.5 + 1e-4
    assert optimize(path, method="distributed", gap=1e-5).rho == pytest.approx(0.5, abs=1e-5)


def test_one_sign_fails_at_the_other_end():
    """Remark 4: "without the need to identify" the end. Two clients with w = 1 have rho = -lambda_2 = 1: (19) asks for
    still more weight, for good, where 1/2 has rho = 0. With the sign of v'Wbar v it comes down."""
    two = parse_network("path:n=2")
    w, iterations = run(two, [1.0], messages=4000, power_steps=10)
    assert iterations > 100 and w.tolist() == [1.0]
    w, _ = run(two, [1.0], messages=4000, power_steps=10, both_ends=True)
    assert rho(two, w) < 0.05


def test_the_sequential_projection_fails_to_move():
    """(22) to (26): with w = (1, 0) on a path of p = 1/2, rho = 1 and g asks for more of the second weight, but the
    first device keeps what it has and leaves none: W never moves. A step and the exact projection move both weights,
    and the same subgradient method then comes within 1 % of the optimum."""
    path = Network.from_edges(3, [(0, 1), (1, 2)], [0.5, 0.5])
    w, iterations = run(path, [1.0, 0.0], messages=8000, power_steps=20)
    assert iterations > 100 and w == pytest.approx([1, 0], abs=1e-9)
    w, P = np.array([1.0, 0.0]), 0.5
    for n in range(1, 200):
        mean = matrix(path, w) * P
        values, vectors = np.linalg.eigh(mean + np.diag(1 - mean.sum(1)) - 1 / 3)
        v = vectors[:, abs(values).argmax()]
        w = nearest(path, w + 1 / n * P * np.diff(v) ** 2)
    assert rho(path, w) == pytest.approx(optimize(path, method="cvxpy").rho, rel=1e-2)


def test_the_sequential_projection_leaves_infeasible_weights():
    """(22) to (26): the hub comes last and has nothing to set; its two neighbours give it 3/2. The answer is repaired
    and says so."""
    star = Network.from_edges(3, [(0, 2), (1, 2)])
    w, _ = run(star, [0.25, 0.25], messages=400, power_steps=50, step=constant(1.0))
    assert w.sum() > 1.4
    start = MixingMatrix.from_edge_weights(star, [0.25, 0.25])
    request = Request(star, Problem.of(star), 1e-3, None, start.weights, None)
    answer = as_printed(request, messages=400, power_steps=50, step=constant(1.0))
    assert answer.status is Status.REPAIRED and answer.weights.sum() <= 1


@settings(deadline=None, max_examples=25)
@given(small_networks(), st.integers(0, 2**32 - 1))
def test_the_sequential_projection_is_not_the_nearest_point(network, seed):
    """(37) calls it the projection. It is never nearer than the exact one where it is feasible; on a triangle with
    (1, 0, 1) it gives (1, 0, 0), at distance 1 where 1/sqrt(2) is possible."""
    y = np.random.default_rng(seed).uniform(-0.2, 1, network.m)
    printed, exact = sequential(network, y), nearest(network, y)
    if matrix(network, printed).sum(1).max() <= 1:
        assert np.linalg.norm(printed - y) >= np.linalg.norm(exact - y) - 1e-6
    triangle = Network.from_edges(3, [(0, 1), (0, 2), (1, 2)])
    corner = np.array([1.0, 0.0, 1.0])
    assert sequential(triangle, corner) == pytest.approx([1, 0, 0])
    assert np.linalg.norm(nearest(triangle, corner) - corner) == pytest.approx(0.5**0.5)


def test_the_constant_step_alternates_around_the_optimum():
    """The experiments' gamma = 0.01 "consistently converges to the global optimal solution": two clients with p = 3/4
    end up alternating between 133/200 and 136/200, where 2/3 has rho = 0."""
    two = Network.from_edges(2, [(0, 1)], [0.75])
    ends = [run(two, messages=messages, power_steps=10, both_ends=True)[0][0] for messages in (3000, 3033)]
    assert sorted(ends) == pytest.approx([0.665, 0.68])
    assert min(rho(two, [w]) for w in ends) == pytest.approx(0.0025)
    assert optimize(two, method="distributed", gap=1e-4).rho < 1e-4
