"""DeceFL's true bounds on losses that are not quadratic, with the smallest chi that the run allows.

The search knows quadratics, and chi for them from above; these clients have two slopes along each of their own axes, so
a gradient step is no linear map, and chi is read off the run itself (and off its limit, all models at w*).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from mixproof.bounds import evaluate, needs
from mixproof.bounds.theorems import theorem

ROUNDS = 80


@dataclass(frozen=True)
class Clients:
    """F_k has slopes (2, K, d), above and below its minimizer, along axes (K, d, d); w* minimizes sum_k share_k F_k."""

    share: np.ndarray
    axes: np.ndarray
    slopes: np.ndarray
    minimizers: np.ndarray

    def _along(self, w: np.ndarray) -> np.ndarray:
        return np.einsum("kij,kj->ki", self.axes, w - self.minimizers)

    def gradients(self, w: np.ndarray) -> np.ndarray:
        x = self._along(w)
        return np.einsum("kij,ki->kj", self.axes, np.where(x > 0, *self.slopes) * x)

    def losses(self, w: np.ndarray) -> np.ndarray:
        x = self._along(w)
        return (np.where(x > 0, *self.slopes) * x * x).sum(1) / 2

    def best(self) -> np.ndarray:
        w = self.minimizers.mean(0)
        for _ in range(1500):
            w = w - (self.share[:, None] * self.gradients(w)).sum(0) / self.slopes.max() / self.share.sum()
        return w


def _clients(random: np.random.Generator, share: np.ndarray, d: int) -> Clients:
    K, mu = len(share), 10 ** random.uniform(-1.5, 0)
    axes = np.stack([np.linalg.qr(random.normal(size=(d, d)))[0] for _ in range(K)])
    slopes = np.where(random.random((2, K, d)) < 0.5, mu, 1.0)
    slopes[:, 0, 0], slopes[:, -1, -1] = mu, 1.0
    return Clients(share, axes, slopes, random.normal(size=(K, d)) * random.integers(0, 2))


def _mixing(random: np.random.Generator, K: int, symmetric: bool) -> np.ndarray:
    parts = random.dirichlet([0.3] * 4)
    swaps = [np.eye(K)[random.permutation(K)] for _ in range(2)]
    W = parts[0] * np.eye(K) + parts[1] / K + parts[2] * swaps[0] + parts[3] * swaps[1]
    return (W + W.T) / 2 if symmetric else W


def _norm(W: np.ndarray) -> float:
    return float(np.linalg.norm(W - 1 / len(W), 2))


def _met(
    clients: Clients, matrices: list[np.ndarray], step: Callable[[int], float], w: np.ndarray
) -> tuple[dict[str, float], dict[str, np.ndarray]]:
    """The constants that bounds ask for, and the metrics of a run of ROUNDS rounds."""
    K, best, p = len(clients.share), clients.best(), clients.share
    states = [w]
    for t in range(ROUNDS):
        pulls = p[:, None] * clients.gradients(states[-1])
        states.append(matrices[t % len(matrices)] @ states[-1] - step(t) * pulls)
    at_best, scaled = np.tile(best, (K, 1)), float(p.sum())
    chi2 = max(np.square(clients.gradients(x)).sum(1).max() for x in (*states, at_best))
    means = np.stack([np.tile(x.mean(0), (K, 1)) for x in states])
    metrics = {
        "spread2": np.array([np.square(x - mean).sum() for x, mean in zip(states, means)]),
        "error2": np.array([np.square(mean[0] - best).sum() for mean in means]),
        "gap": np.array([p @ (clients.losses(x) - clients.losses(at_best)) for x in means]) / scaled,
    }
    constants = {
        "K": K,
        "L": clients.slopes.max(),
        "mu": clients.slopes.min(),
        "chi2": chi2,
        "sigma2": 0.0,
        "Fstar": float(p @ clients.losses(at_best)) / scaled,
        "tilde_minima_sum": 0.0,
        "gstar": float(np.sqrt(np.square(p[:, None] * clients.gradients(at_best)).sum())),
        "distance(0)": float(np.sqrt(np.square(w - best).sum())),
        "spread(0)": float(np.sqrt(metrics["spread2"][0])),
        "error(0)": float(np.sqrt(metrics["error2"][0])),
        **{f"{name}(0)": float(values[0]) for name, values in metrics.items()},
    }
    return constants, metrics


def _bound(id: str, label: str, constants: dict[str, float]) -> np.ndarray:
    of = theorem(id)
    variant = of.variant(label)
    given = {name: constants[name] for name in needs(variant)}
    result = evaluate(of, variant, given, t=np.arange(ROUNDS + 1.0))["right"]
    return np.broadcast_to(result, ROUNDS + 1) * (1 + 1e-9) + 1e-12


@pytest.mark.parametrize("seed", range(60))
def test_the_supplements_theorems(seed):
    random = np.random.default_rng(seed)
    K, B = int(random.integers(2, 5)), int(random.integers(1, 4))
    samples = random.choice([1, 1, 2, 20], K)
    m = int(samples.sum())
    clients = _clients(random, samples / m, int(random.integers(1, 4)))
    # windows of B rounds from round 1 on contract; round 0 and the others of a window need not
    matrices = [_mixing(random, K, False)] + [np.eye(K)[random.permutation(K)] for _ in range(B - 1)]
    order = [matrices[int(i)] for i in random.permutation(B)]
    lam = max(_norm(np.linalg.multi_dot([*turned, np.eye(K)])) for turned in _turns(order))
    if not lam < 0.999:
        return
    mu = clients.slopes.min()
    delta = (1 + 10 ** random.uniform(-2, 1)) * m / mu
    needed = B * (2 + np.sqrt(2 * (1 + lam**2))) / (1 - lam**2) - 1
    w = clients.best() + random.normal(size=(K, clients.minimizers.shape[1])) * 10 ** random.uniform(-1, 1)
    for at, labels in ((2.0, ("statement", "proof")), (1.0, ("proof-long-step",))):
        Gamma = max(needed * (1 + 1e-9), at * delta * clients.slopes.max())
        known, metrics = _met(clients, order, lambda t: delta / (t + Gamma), w)  # noqa: B023
        known |= {"m": m, "B": B, "lam": lam, "lam_windows": lam, "lam_all_windows": lam}
        known |= {"delta": delta, "Gamma": Gamma}
        for label in labels if B == 1 else ():
            assert (metrics["error2"] <= _bound("decefl.si-theorem-1", label, known)).all()
        if at == 2:
            assert (metrics["error2"] <= _bound("decefl.si-theorem-3", "statement", known)).all()
            assert (metrics["spread2"] <= _bound("decefl.si-eq-57", "repaired", known)).all()


def _turns(order: list[np.ndarray]) -> list[list[np.ndarray]]:
    """The products of a window, wherever in the period it begins: latest round first."""
    return [[*order[start:], *order[:start]][::-1] for start in range(len(order))]


@pytest.mark.parametrize("seed", range(40))
def test_theorem_1_as_repaired_and_the_repaired_propositions(seed):
    random = np.random.default_rng(seed)
    K = int(random.integers(2, 5))
    W = _mixing(random, K, True)
    lam, lam_n = _norm(W), float(np.linalg.eigvalsh(W)[0])
    if not 1e-6 < lam < 0.999:
        return
    clients = _clients(random, np.ones(K), int(random.integers(1, 4)))
    mu, L = clients.slopes.min(), clients.slopes.max()
    w = clients.best() + random.normal(size=(K, clients.minimizers.shape[1])) * 10 ** random.uniform(-1, 1)
    delta = (1 + 10 ** random.uniform(-2, 1)) / mu
    Gamma = (1 + 1e-9) * max(lam / (1 - lam), delta * (L + mu) / (1 + lam_n))
    known, metrics = _met(clients, [W], lambda t: delta / (t + Gamma), w)
    known |= {"lam": lam, "lam_n": lam_n, "delta": delta, "Gamma": Gamma}
    assert (np.sqrt(metrics["spread2"]) <= _bound("decefl.theorem-1", "repaired", known)).all()
    assert (np.sqrt(metrics["error2"]) <= _bound("decefl.theorem-1", "repaired-mean", known)).all()

    eta = min(1 / L, (1 + lam_n) / (L + mu))  # with the first alone a run may diverge, and no chi bounds it
    known, metrics = _met(clients, [W], lambda t: eta, w)
    known |= {"lam": lam, "eta": eta}
    for label in ("repaired-unscaled", "repaired-unscaled-sharp"):
        assert (metrics["gap"] <= _bound("defed.proposition-1", label, known)).all()

    samples = random.choice([1, 1, 2, 20], K)
    m = int(samples.sum())
    scaled = Clients(samples / m, clients.axes, clients.slopes, clients.minimizers)
    eta = min(K / (2 * m * L), (1 + lam_n) / L)
    known, metrics = _met(scaled, [W], lambda t: eta, w)
    known |= {"m": m, "lam": lam, "eta": eta}
    for id, label in (
        ("decefl.si-proposition-1", "statement-scaled"),
        ("decefl.si-proposition-1", "repaired-sharp"),
        ("defed.proposition-1", "repaired"),
    ):
        assert (metrics["gap"] <= _bound(id, label, known)).all()
    assert (metrics["spread2"] <= _bound("decefl.si-eq-54", "sharp", known)).all()
