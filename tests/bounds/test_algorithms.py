"""Declared algorithms: one text that is run, traced and checked for consistency."""

import re
from fractions import Fraction as F

import numpy as np
import pytest

from mixproof.bounds.algorithms import (
    ALGORITHMS,
    Algorithm,
    accelerated_gossip,
    algorithm,
    chebyshev_gossip,
    disagreement,
    initial,
    local_steps,
    mean,
    nesterov,
    step,
    trajectory,
)
from mixproof.experiments.learning import algorithms as by_hand
from mixproof.spectral import InputError

ALL = (
    *(known for known in ALGORITHMS if not known.unproved),
    local_steps(3),
    nesterov("1/2"),
    accelerated_gossip("1/4"),
    chebyshev_gossip(3, "1/2"),
)
NAMES = [known.name for known in ALL]
W = np.array([[F(1, 2), F(1, 2), 0], [F(1, 2), F(1, 3), F(1, 6)], [0, F(1, 6), F(5, 6)]], dtype=object)
CURVATURE = np.array([[F(1)], [F(1, 3)], [F(2)]], dtype=object)
SHIFT = np.array([[F(1), F(0)], [F(-2), F(1, 2)], [F(3), F(5)]], dtype=object)
START = np.array([[F(1), F(2)], [F(0), F(-1)], [F(1, 2), F(4)]], dtype=object)


def gradient(y):
    return CURVATURE * (y - SHIFT)


@pytest.mark.parametrize("known", ALL, ids=NAMES)
def test_floats_and_rationals_run_the_same_text(known):
    exact = list(trajectory(known, START, W, gradient, F(1, 7), 4))
    pull, centre = CURVATURE.astype(float), SHIFT.astype(float)
    rough = trajectory(known, START.astype(float), W.astype(float), lambda y: pull * (y - centre), 1 / 7, 4)
    for a, b in zip(exact, rough, strict=True):
        for name in known.states:
            np.testing.assert_allclose(a[name].astype(float), b[name], atol=1e-12)


@pytest.mark.parametrize("name", ["dgd", "defed", "swarm", "fedavg", "local-2"])
def test_the_declaration_equals_the_step_written_by_hand(name):
    shares, eta = np.array([F(1, 2), F(1, 3), F(1, 6)], dtype=object), F(1, 7)
    now = step(algorithm(name), {"x": START}, W, gradient, eta, shares)["x"]
    moved = START - eta * gradient(START)
    expected = {
        "dgd": lambda: by_hand.decefl(START, W, gradient, eta),
        "defed": lambda: W @ START - eta * (shares[:, None] * gradient(START)),
        "swarm": lambda: shares @ START - eta * gradient(START),
        "fedavg": lambda: by_hand.fedavg(START, shares, gradient, eta),
        "local-2": lambda: W @ (moved - eta * gradient(moved)),
    }[name]()
    assert (now == expected).all()


def test_push_sum_equals_the_step_written_by_hand():
    A = np.array([[F(1), F(1, 3), 0], [0, F(1, 3), F(1, 2)], [0, F(1, 3), F(1, 2)]], dtype=object)
    state = initial(algorithm("push-sum"), START)
    z, omega = START, np.array([F(1)] * 3, dtype=object)
    for _ in range(3):
        state = step(algorithm("push-sum"), state, A, gradient, F(1, 5))
        z, omega = by_hand.push_sum(z, omega, A.T, gradient, F(1, 5))
    assert (state["x"] == z).all() and (state["s"][:, 0] == omega).all()


def test_leading_axes_are_runs_of_their_own():
    rng = np.random.default_rng(0)
    x, mixing = rng.normal(size=(5, 3, 2)), W.astype(float)
    together = step(algorithm("extra"), initial(algorithm("extra"), x), mixing, np.sin, 0.1)
    one = step(algorithm("extra"), initial(algorithm("extra"), x[2]), mixing, np.sin, 0.1)
    np.testing.assert_array_equal(together["x"][2], one["x"])


@pytest.mark.parametrize("name", ["extra", "diging", "atc-tracking", "nids"])
def test_these_reach_the_minimizer_and_their_point_of_rest(name):
    pull, centre = CURVATURE.astype(float), SHIFT.astype(float)
    *_, last = trajectory(
        algorithm(name), START.astype(float), W.astype(float), lambda y: pull * (y - centre), 0.05, 4000
    )
    best = (pull * centre).sum(axis=0) / pull.sum()
    h = pull * (best - centre)
    at_rest = {"extra": ("q", -0.05 * h), "nids": ("r", 0.05 * h)}.get(name, ("p", -h))
    np.testing.assert_allclose(last["x"], np.broadcast_to(best, (3, 2)), atol=1e-9)
    np.testing.assert_allclose(last[at_rest[0]], at_rest[1], atol=1e-9)


@pytest.mark.parametrize("known", [a for a in ALL if not a.scales], ids=lambda a: a.name)
def test_the_trace_is_the_round_seen_in_an_eigendirection(known):
    """Quadratics of one curvature: in the eigenbasis of W a round is what the forms say."""
    nu, eta, bend = F(1, 3), F(1, 7), F(2, 5)
    mixing = np.array(
        [[F(1, 2) + nu / 2, F(1, 2) - nu / 2], [F(1, 2) - nu / 2, F(1, 2) + nu / 2]], dtype=object
    )
    values = {s: F(k + 2, 3) for k, s in enumerate(known.states)}
    for trace, direction in ((mean(known), [1, 1]), (disagreement(known), [1, -1])):
        d = np.array([[F(v)] for v in direction], dtype=object)
        state = {s: (values[s] if s in trace.states else F(0)) * d for s in known.states}
        now = step(known, state, mixing, lambda y: bend * y, eta)
        size = F(1, 2) if known.uses("share") else F(1)
        seen = {"h": F(0), **{s: values[s] for s in trace.states}}
        for y, u in trace.oracles:
            (name,) = u.at()
            seen[name] = size * bend * sum(c * seen[v] for v, c in y.at(eta, nu).items())
        for s, form in trace.next.items():
            assert (now[s] == sum(c * seen[v] for v, c in form.at(eta, nu).items()) * d).all()


def test_a_mix_in_the_norm_trace_is_a_vector_of_its_own():
    trace = disagreement(algorithm("diging"), norm=True)
    assert trace.basis == ("x", "p", "grad 1", "mix 1", "mix 2")
    assert [z.at() for z, _ in trace.mixes] == [{"x": 1}, {"p": 1, "grad 1": 1}]


def test_gradients_at_points_that_agree_in_the_mean_only_are_two():
    known = Algorithm("two points", let={"y": "mix(x)"}, next={"x": "y - eta*(grad(x) + grad(y))"})
    assert mean(known).basis == ("x", "grad 1", "grad 2")
    assert [y.at() for y, _ in mean(known).oracles] == [{"x": 1}, {"x": 1}]


@pytest.mark.parametrize(
    ("said", "declaration"),
    [
        ("a vector times a vector", {"next": {"x": "mix(x)*x"}}),
        ("a number plus a vector", {"next": {"x": "mix(x) + 1"}}),
        ("a number where a vector belongs", {"next": {"x": "mix(x) - grad(eta)"}}),
        ("division by what is not a number", {"next": {"x": "x/x - eta*grad(x)"}}),
        ("z is not known here; is it a state, a let line or one of `numbers`?", {"next": {"x": "mix(z)"}}),
        ("W is not known here; did you mean mix(x)?", {"next": {"x": "W*x"}}),
        ("did you mean mix(x)?", {"next": {"x": "W(x) - eta*grad(x)"}}),
        ("what stands right of =", {"next": {"x": "x = mix(x)"}}),
        ("alpha is not known here; did you mean eta?", {"next": {"x": "x - alpha*grad(x)"}}),
        ("max is none of mix, grad", {"next": {"x": "max(x, 0)"}}),
        ("write 1/2 for 0.5", {"next": {"x": "0.5*x"}}),
        ("mix is applied to something", {"next": {"x": "mix*x"}}),
        ("share is for gradients", {"next": {"x": "share(x)"}}),
        ("scaled by shares, or none", {"next": {"x": "x - share(grad(x)) - grad(x)"}}),
        ("its mean does not stay zero", {"next": {"x": "x - q", "q": "q + eta*grad(x)"}, "balanced": ("q",)}),
        ("is a model and must move", {"next": {"x": "mix(x)/2 - eta*grad(x)"}}),
        ("is a model and must move", {"next": {"x": "x - v", "v": "v/2 + eta*grad(x)"}}),
        ("is taken at a model", {"next": {"x": "x - eta*grad(x/2)"}}),
        ("a round moves it", {"next": {"x": "mix(x) - eta*grad(x)"}, "rest": {"x": "0"}}),
        ("every gradient is taken at w*", {"next": {"x": "x - eta*grad(x)"}, "rest": {"x": "h"}}),
        ("multiples of h", {"next": {"x": "x - eta*grad(x)"}, "rest": {"x": "1"}}),
        ("names every state once", {"next": {"x": "x", "y": "y"}, "rest": {"x": "0"}}),
        ("is no state of", {"next": {"x": "x"}, "balanced": ("p",)}),
        ("a name of its own", {"next": {"x": "x", "eta": "eta"}}),
        ("y starts at x", {"next": {"x": "x", "y": "x"}}),
        ("serve(s) for points", {"next": {"x": "mix(x)*s", "s": "mix(s)"}, "scales": ("s",)}),
        ("its update is mix(s)", {"next": {"x": "mix(x)", "s": "s"}, "scales": ("s",)}),
        ("at least one state", {"next": {}}),
    ],
)
def test_what_is_no_algorithm_is_said_in_a_sentence(said, declaration):
    with pytest.raises(InputError, match=re.escape(said)):
        Algorithm("user's", **declaration)


def test_momentum_that_is_no_model_is_declared_as_such():
    known = Algorithm("heavy ball", {"x": "mix(x) - v", "v": "v/2 + eta*grad(x)"}, models=("x",))
    assert mean(known).states == ("x", "v")


@pytest.mark.parametrize("known", ALL, ids=NAMES)
def test_a_declaration_survives_its_document(known):
    assert Algorithm(**known.to_json()) == known


def test_gossip_keeps_the_mean_and_gets_there():
    for known, rounds in ((accelerated_gossip("1/4"), 60), (chebyshev_gossip(3, "9/10"), 30)):
        *_, last = trajectory(known, START.astype(float), W.astype(float), np.zeros_like, 0.0, rounds)
        centre = START.astype(float).mean(axis=0)
        np.testing.assert_allclose(last["x"].mean(axis=0), centre, atol=1e-12)
        np.testing.assert_allclose(last["x"], np.broadcast_to(centre, (3, 2)), atol=1e-3)


@pytest.mark.parametrize("name", ["nothing", "local-0", "local-x", "nesterov-2", "chebyshev-gossip-2"])
def test_a_name_that_is_none(name):
    with pytest.raises(InputError):
        algorithm(name)


def test_a_run_says_what_does_not_fit():
    known = algorithm("dgd")
    with pytest.raises(InputError, match=r"W=.*\(K, K\)"):
        step(known, {"x": np.zeros((3, 1))}, np.eye(2), np.sin, 0.1)
    with pytest.raises(InputError, match="shares"):
        step(known, {"x": np.zeros((3, 1))}, np.eye(3), np.sin, 0.1, np.ones(2))
    with pytest.raises(InputError, match=r"eta=0\.1"):
        step(known, {"x": START}, W, gradient, 0.1)
