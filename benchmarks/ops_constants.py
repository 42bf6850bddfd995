"""Online push-sum on random directed networks: its constants, printed and of the W at hand, and bounds against regret.

    python benchmarks/ops_constants.py

First table: C_1 of Theorem 2 (beside G^2 T n gamma) with the printed constants, with constants computed from W, and the
factor that replaces it in the repaired bound, (1/2nT) sum_t sum_i 1/omega_t^(i). Second table: bound over actual
regret, each bound at the step that makes it smallest (and the regret at that step), on three kinds of losses.
Networks: strongly connected digraphs, at most min(10, n/2) out-neighbours, weights 1/(1 + out-degree), self-loops.
"""

from __future__ import annotations

import math

import numpy as np
from sklearn.datasets import load_breast_cancer

from mixproof.bounds import computed_constants, printed_constants, regret_bound, regret_step
from mixproof.spectral import mixing_matrix, parse_network

ROUNDS, SEEDS = 2000, 5


def constants_table() -> None:
    print("| nodes | printed C_1 (log10) | C_1 from W | repaired factor | largest 1/omega |")
    print("|---|---|---|---|---|")
    for n in (5, 10, 20, 50):
        computed, factor, peak = [], [], []
        for seed in range(SEEDS):
            W = digraph(n, seed)
            computed.append(computed_constants(W).C_1)
            omegas = weights(W)
            factor.append(float((1 / omegas).sum(1).mean()) / (2 * n))
            peak.append(float((1 / omegas).max()))
        printed = math.log10(32) + 2 * n * math.log10(n)
        exact = printed_constants(n).C_1
        assert not math.isfinite(exact) or abs(math.log10(exact) - printed) < 0.1
        print(
            f"| {n} | {printed:.1f} | {np.median(computed):.3g} ({min(computed):.3g} to {max(computed):.3g}) "
            f"| {np.median(factor):.2f} ({min(factor):.2f} to {max(factor):.2f}) | {max(peak):.1f} |"
        )


def regret_table() -> None:
    print(
        "| nodes | losses | regret | repaired bound/regret | (1) with constants of W/regret | (1) of W/repaired |"
    )
    print("|---|---|---|---|---|---|")
    for n in (5, 10, 20, 50):
        for name, losses in (
            ("|x - 1|", pull),
            ("linear, adversarial", adversary),
            ("logistic, real data", logistic),
        ):
            ratios, theirs, regrets, apart = [], [], [], []
            for seed in range(SEEDS):
                W = digraph(n, seed)
                constants = computed_constants(W)
                regret, G, R = losses(W, seed, None)
                gamma = regret_step(W, G, 0, R, ROUNDS)
                regret, G, R = losses(W, seed, gamma)
                ratios.append(regret_bound(W, G, 0, R, ROUNDS, gamma) / regret)
                step = R / (G * math.sqrt(2 * ROUNDS * constants.C_1))
                cost = n * R**2 / (2 * step) + step * G**2 * ROUNDS * n * constants.C_1
                theirs.append(cost / losses(W, seed, step)[0])
                apart.append(cost / regret_bound(W, G, 0, R, ROUNDS, gamma))
                regrets.append(regret)
            print(
                f"| {n} | {name} | {np.median(regrets):.4g} | {np.median(ratios):.2f} ({min(ratios):.2f} to "
                f"{max(ratios):.2f}) | {np.median(theirs):.3g} | {np.median(apart):.3g} |"
            )


def digraph(n: int, seed: int) -> np.ndarray:
    network = parse_network(f"directed:n={n},max_out={min(10, n // 2)},seed={seed}")
    return mixing_matrix(network, "out-degree").dense()


def weights(W: np.ndarray) -> np.ndarray:
    """omega_t, t < ROUNDS."""
    rows = [np.ones(len(W))]
    for _ in range(ROUNDS - 1):
        rows.append(W.T @ rows[-1])
    return np.array(rows)


def play(W: np.ndarray, d: int, gamma: float, gradients: object) -> np.ndarray:
    """The models (ROUNDS, n, d) of Algorithm 1; `gradients(t, X)` returns the (n, d) gradients at X."""
    Z, omega, models = np.zeros((len(W), d)), np.ones(len(W)), []
    for t in range(ROUNDS):
        X = Z / omega[:, None]
        models.append(X)
        Z = W.T @ (Z - gamma * gradients(t, X))  # type: ignore[operator]
        omega = W.T @ omega
    return np.array(models)


def pull(W: np.ndarray, seed: int, gamma: float | None) -> tuple[float, float, float]:
    """f_{i,t}(x) = |x - 1|, x* = 1."""
    if gamma is None:
        return 0.0, 1.0, 1.0
    models = play(W, 1, gamma, lambda t, X: np.sign(X - 1))
    return float(abs(models - 1).sum()), 1.0, 1.0


def adversary(W: np.ndarray, seed: int, gamma: float | None) -> tuple[float, float, float]:
    """f_{i,t}(x) = g x, |x*| <= 1, each g_t^(i) the sign of x_t^(i)."""
    if gamma is None:
        return 0.0, 1.0, 1.0
    losses, total = 0.0, 0.0

    def gradients(t: int, X: np.ndarray) -> np.ndarray:
        nonlocal losses, total
        g = np.where(X >= 0, 1.0, -1.0)
        losses += float((g * X).sum())
        total += float(g.sum())
        return g

    play(W, 1, gamma, gradients)
    return losses + abs(total), 1.0, 1.0


def logistic(W: np.ndarray, seed: int, gamma: float | None) -> tuple[float, float, float]:
    """log(1 + exp(-y a'x)) on the breast-cancer data, ||a|| = 1; every other round from a share sorted by a feature."""
    data = load_breast_cancer()
    A = data.data - data.data.mean(0)
    A /= A.std(0)
    A = np.hstack([A, np.ones((len(A), 1))])
    A /= np.linalg.norm(A, axis=1, keepdims=True)
    y = 2.0 * data.target - 1
    rng, n = np.random.default_rng(seed), len(W)
    order = np.argsort(A[:, 0])
    own = np.array_split(order, n)
    index = np.array(
        [[rng.choice(own[i]) if t % 2 else rng.integers(len(A)) for i in range(n)] for t in range(ROUNDS)]
    )
    counts = np.bincount(index.reshape(-1), minlength=len(A)).astype(float)
    best, radius = comparator(A, y, counts)
    if gamma is None:
        return 0.0, 1.0, radius

    def gradients(t: int, X: np.ndarray) -> np.ndarray:
        a, label = A[index[t]], y[index[t]]
        return -(label / (1 + np.exp(label * (a * X).sum(1))))[:, None] * a

    models = play(W, A.shape[1], gamma, gradients)
    margins = y[index] * (A[index] * models).sum(-1)
    return float(np.logaddexp(0, -margins).sum() - best), 1.0, radius


def comparator(A: np.ndarray, y: np.ndarray, counts: np.ndarray, radius: float = 10.0) -> tuple[float, float]:
    """Smallest total loss over ||x|| <= radius (accelerated projected gradient), and the radius."""
    step = 4 / float(np.linalg.norm(A * np.sqrt(counts)[:, None], 2) ** 2)
    x = ahead = np.zeros(A.shape[1])
    for k in range(3000):
        after = ahead + step * A.T @ (counts * y / (1 + np.exp(y * (A @ ahead))))
        after *= min(1.0, radius / max(float(np.linalg.norm(after)), radius))
        x, ahead = after, after + k / (k + 3) * (after - x)
    return float(counts @ np.logaddexp(0, -y * (A @ x))), radius


if __name__ == "__main__":
    constants_table()
    print()
    regret_table()
