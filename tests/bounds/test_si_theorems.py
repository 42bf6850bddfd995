"""The two recursions that prove DeceFL's SI Theorems 1 to 3 in their docstrings, tried to break on their own."""

import numpy as np
import pytest

from mixproof.bounds import Outcome, Theorem, Variant
from mixproof.bounds.families.shared import consensus, gossip
from mixproof.bounds.formula import relations
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import ALL
from mixproof.bounds.theorems.supplement import KNOWN_CHI2

ENERGY = Variant(
    "energy",
    "distance2(t + 1) <= (1 - 2*mu/m*step(t))*distance2(t) + step(t)**2*chi2*(5 + 4*lam)/(1 - lam**2)",
    statement="(E) of SI Theorem 1",
    assume=("0 < lam < 1", KNOWN_CHI2),
)
MEAN = Variant(
    "mean",
    "error2(t + 1) <= (1 - mu*step(t)/K)*error2(t) + step(t)*L/K*spread2(t) + step(t)**2*sigma2",
    statement="the second recursion of SI Theorem 3",
    assume=("step(0)*L <= K",),
)


@pytest.mark.parametrize("variant", (ENERGY, MEAN), ids=lambda v: v.label)
def test_the_search_does_not_break_a_recursion(variant):
    known = variant is ENERGY  # chi2 is known in one dimension only
    family = gossip(scaled=True, turned=not known, changing=known, offsets=False)
    step = Theorem("proof.step", "a step of a proof", "docstring", variant.statement, family, (variant,), 8)
    assert verify(step, variant, seconds=0.4, seed=0).outcome is Outcome.HOLDS


@pytest.mark.parametrize("seed", range(60))
def test_the_recursions_hold_for_clients_that_are_not_quadratic(seed):
    """Gradients with two slopes a direction, mu or L = 1, along axes of each client's own; any doubly stochastic W."""
    random = np.random.default_rng(seed)
    K, d = int(random.integers(2, 5)), int(random.integers(1, 4))
    mixed = random.dirichlet([0.3] * 4)
    order = [np.eye(K)[random.permutation(K)] for _ in range(2)]
    W = mixed[0] * order[0] + mixed[1] * order[1] + mixed[2] * np.eye(K) + mixed[3] / K
    lam = np.linalg.norm(W - 1 / K, 2)
    samples = random.choice([1, 1, 2, 20], K)
    m, p = samples.sum(), (samples / samples.sum())[:, None]
    mu = 10 ** random.uniform(-1.5, 0)
    axes = np.stack([np.linalg.qr(random.normal(size=(d, d)))[0] for _ in range(K)])
    slopes = np.where(random.random((2, K, d)) < 0.5, mu, 1.0)
    centres = random.normal(size=(K, d))

    def gradients(w):
        along = np.einsum("kij,kj->ki", axes, w - centres)
        return np.einsum("kij,ki->kj", axes, np.where(along > 0, *slopes) * along)

    best = centres.mean(0)
    for _ in range(3000):
        best = best - (p * gradients(best)).sum(0)
    delta = 1.5 * m / mu
    w = best + random.normal(size=(K, d)) * 10 ** random.uniform(-1, 1)
    states = [w]
    for t in range(60):
        states.append(W @ states[-1] - delta / (t + 2 * delta) * p * gradients(states[-1]))
    at_best = np.square(gradients(best)).sum(1).max()
    chi2 = max(at_best, *(np.square(gradients(w)).sum(1).max() for w in states))
    X = np.array([np.square(w - best).sum() for w in states])
    e = np.array([np.square(w.mean(0) - best).sum() for w in states])
    step = delta / (np.arange(60) + 2 * delta)
    energy = (1 - 2 * mu / m * step) * X[:-1] + step**2 * chi2 * (5 + 4 * lam) / (1 - lam**2)
    mean = (1 - mu * step / K) * e[:-1] + step / K * (X - K * e)[:-1]
    assert (X[1:] <= energy * (1 + 1e-9)).all()
    assert (e[1:] <= mean * (1 + 1e-9) + 1e-15).all()


def test_the_second_recursion_is_sharp_in_the_consensus_error():
    """Half of its consensus term is too little: the search finds that out."""
    half = Variant(
        "half", f"{MEAN.left} <= {MEAN.right.replace('L/K*spread2', 'L/(16*K)*spread2')}", assume=MEAN.assume
    )
    family = gossip(scaled=True, offsets=False)
    step = Theorem("proof.step", "a step of a proof", "docstring", "", family, (half,), 8)
    assert verify(step, half, seconds=2, seed=0).outcome is Outcome.REFUTED


def test_a_window_contracts_by_its_norm_and_not_by_its_spectral_radius():
    """rho(W_B(t) - J), printed before (56): clients 1 and 2 average, then 2 and 3."""
    first, second = np.eye(3), np.eye(3)
    first[:2, :2] = second[1:, 1:] = 0.5
    window = second @ first - 1 / 3
    assert np.linalg.norm(window, 2) == pytest.approx(0.5)
    assert max(abs(np.linalg.eigvals(window))) == pytest.approx(0.25)


def test_what_is_said_of_gossip_is_refuted_on_connected_graphs_only():
    """A claim of DeFed or DeceFL that is not proved assumes lambda < 1, or says which lambda it speaks of."""
    known = {"lam", "lam_later", "lam_windows", "lam_all_windows"}
    for theorem in ALL:
        for variant in theorem.variants:
            gossiped = theorem.paper in ("defed", "decefl") and theorem.family_of(variant).name == "gossip"
            if gossiped and not (variant.holds or variant.vacuous):
                sides = [side for text in variant.assume for a, _, b in relations(text) for side in (a, b)]
                assert known & frozenset().union(*(side.free for side in sides)), (theorem.id, variant.label)


def test_at_the_edge_of_the_fixed_steps_the_consensus_problem_has_no_limit():
    """eta = 1 - lambda, B = 1, lambda_n = -lambda: the models alternate."""
    family = consensus("decefl", fixed=True)
    swap = {
        "K": 2,
        "S": 1,
        "head": 0,
        "B": 1,
        "W": [[["1/4", "3/4"], ["3/4", "1/4"]]],
        "w0": [0, 1],
        "eta": "1/2",
    }
    setting = family.from_json(swap)
    values = {name: np.asarray(array, dtype=float) for name, array in setting.values.items()}
    spreads = family.start(setting.sizes, values, 41).spread(np.arange(42))
    assert spreads == pytest.approx(np.tile([1, 0.5], 21) * 0.5**0.5)
