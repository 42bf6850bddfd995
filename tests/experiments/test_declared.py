"""What learns is what is proved: the hand-written steps against the declarations, on rationals, and a user's own."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixproof import Algorithm
from mixproof.bounds.algorithms import algorithm
from mixproof.experiments.learning.algorithms import (
    DECEFL,
    FEDAVG,
    Round,
    Words,
    declared,
)
from mixproof.experiments.learning.problems import Quadratic, logistic
from mixproof.experiments.learning.simulate import simulate
from mixproof.spectral.errors import InputError

from ..slow import sampled

RING = np.array([[2, 1, 0, 1], [1, 2, 1, 0], [0, 1, 2, 1], [1, 0, 1, 2]]) / 4


def _fractions(values):
    return np.array([[Fraction(x) for x in row] for row in values], dtype=object)


@pytest.mark.parametrize("method, name", [(DECEFL, "dgd"), (FEDAVG, "fedavg")])
@given(data=st.data())
def test_a_hand_written_step_is_its_declaration_on_rationals(method, name, data):
    numbers = st.fractions(-4, 4, max_denominator=8)
    row = st.lists(numbers, min_size=2, max_size=2)
    x, slopes = (_fractions(data.draw(st.lists(row, min_size=3, max_size=3))) for _ in range(2))
    W = _fractions([["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]])
    shares = np.array([Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)], dtype=object)
    now = Round(W, (lambda at: slopes * at,), data.draw(numbers), shares)
    own = method.models(method.step(method.start(x), now))
    other = declared(name).models(declared(name).step(declared(name).start(x), now))
    assert (np.broadcast_to(own, x.shape) == other).all()


@pytest.mark.parametrize("name", ["EXTRA", "DIGing", "NIDS", "atc-tracking"])
def test_methods_with_memory_reach_the_minimum_where_descent_stops_short(name):
    rng = np.random.default_rng(3)
    task = Quadratic(np.stack([np.diag(rng.uniform(1, 3, 2)) for _ in range(4)]), rng.normal(size=(4, 2)))
    options = {"mixing": RING, "eta": 0.05, "rounds": 600}
    assert simulate(task, "dgd", **options).mean_error[0, -1] > 1e-4
    run = simulate(task, name, **options)
    assert run.mean_error[0, -1] < 1e-8 and run.consensus_error[0, -1] < 1e-8


def test_push_sum_is_run_on_what_it_applies():
    rng = np.random.default_rng(1)
    task = Quadratic(np.ones((3, 1, 1)), rng.normal(size=(3, 1)))
    A = np.array([[0.5, 0.0, 0.5], [0.5, 0.5, 0.0], [0.0, 0.5, 0.5]])
    A[:, 0] = [0.2, 0.7, 0.1]  # columns sum to 1, rows do not
    run = simulate(task, algorithm("push-sum"), mixing=A, eta=0.01, rounds=3000)
    assert run.mean_error[0, -1] < 0.05


def test_an_unknown_name_is_one_sentence():
    with pytest.raises(InputError, match=r"^algorithm=adam"):
        declared("adam")


DIRECTED = np.array([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [1, 0, 0, 1]]) / 2
WORDS = {
    "push-pull": Words(R=DIRECTED, C=DIRECTED.T),
    "ab": Words(R=DIRECTED, C=DIRECTED.T),
    "push-diging": Words(C=DIRECTED.T),
    "sgp": Words(C=DIRECTED.T),
    "scaffnew": Words(chance=0.3),
    "asynchronous-gossip": Words(activity=np.full(4, 0.5)),
    "aug-dgm": Words(pace=np.array([1.0, 0.5, 0.8, 1.0])),
    "pg-extra": Words(l1=0.02),
    "prox-nids": Words(l1=0.02),
    "projected-dgd": Words(low=-0.1, span=0.3),
    **dict.fromkeys(("d2", "exact-diffusion", "led-2", "k-gt-2", "dlm-1/4", "acc-dngd-1/3", "dmsgd-1/2")),
    **dict.fromkeys(("near-dgd-2", "delayed-2")),
}
EXACT = {
    "push-pull",
    "ab",
    "push-diging",
    "scaffnew",
    "aug-dgm",
    "d2",
    "exact-diffusion",
    "led-2",
    "k-gt-2",
    "dlm-1/4",
}
EXACT |= {"acc-dngd-1/3"}


@pytest.mark.parametrize("name", sampled(WORDS, 2))
def test_every_method_of_the_literature_learns_on_data(name):
    """Those that are exact come to the minimum of the sum of the losses, the others near it."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(80, 3)), rng.integers(0, 2, 80)
    task = logistic(X, y, np.split(np.arange(80), 4), 0.2)
    W = np.full((4, 4), 0.25) if name == "scaffnew" else RING  # a server's mean
    run = simulate(task, declared(name, words=WORDS[name]), mixing=W, eta=0.1, rounds=1500, seeds=2)
    assert run.diverged_at is None
    if name in EXACT:
        assert np.allclose(run.final, task.minimum().w, atol=1e-4)
    elif name != "projected-dgd":
        assert np.allclose(run.final.mean(1), task.minimum().w, atol=0.2)
    else:
        assert run.final.min() >= -0.1 and run.final.max() <= 0.2
    again, once = (
        simulate(task, declared(name, words=WORDS[name]), mixing=W, eta=0.1, rounds=30, seeds=2) for _ in "12"
    )
    assert (again.final == once.final).all()


@pytest.mark.parametrize("held", [{"radius": 0.2}, {"total": 0.3}, {"l1": 0.01, "radius": 0.2}])
def test_projected_descent_stays_in_its_set(held):
    rng = np.random.default_rng(0)
    task = Quadratic(np.stack([np.eye(3)] * 4), rng.normal(size=(4, 3)))
    run = simulate(task, declared("projected-dgd", words=Words(**held)), mixing=RING, eta=0.1, rounds=60)
    if "radius" in held:
        assert np.linalg.norm(run.final, axis=-1).max() <= 0.2 * (1 + 1e-12)
    else:
        assert run.final.min() >= 0 and np.allclose(run.final.sum(-1), 0.3)


def test_sparse_messages_are_drawn_alike_for_a_seed():
    text = Algorithm("sparse", {"x": "x + sparse(mix(x) - x) - eta*grad(x)"})
    task = Quadratic(np.stack([np.eye(2)] * 4), np.zeros((4, 2)) + 1.0)
    runs = [
        simulate(task, declared(text, words=Words(kept=0.5)), mixing=RING, eta=0.1, rounds=200) for _ in "12"
    ]
    assert (runs[0].final == runs[1].final).all() and np.allclose(runs[0].final, 1.0, atol=1e-3)
    with pytest.raises(InputError, match=r"sparse\(\.\.\.\) needs kept"):
        declared(text)
    with pytest.raises(InputError, match="is not computed"):
        declared("admm")


def test_words_without_what_they_need_are_refused():
    with pytest.raises(InputError, match=r"push\(\.\.\.\) needs C"):
        declared("push-diging")
    with pytest.raises(InputError, match="every row sums to 1"):
        declared("push-pull", words=Words(R=DIRECTED * 2, C=DIRECTED.T))
    with pytest.raises(InputError, match="lies in"):
        declared("scaffnew", words=Words(chance=0.0))
