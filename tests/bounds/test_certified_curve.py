"""Certified curves: the system again in interval arithmetic, runs that never exceed them, and bad input."""

from __future__ import annotations

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st

from mixproof.bounds import certified_curve
from mixproof.spectral import InputError
from mixproof.spectral.strategies import doubly_stochastic

SMALL = {"L": 1, "mu": "1/10", "lam": "1/2", "K": 4, "rounds": 30, "gstar": 1, "error": 1, "spread": "1/2"}


def by_balls(L, mu, lam, lam_n, K, rounds, step, error, spread, gstar, sigma2=0):
    """The recursion of `comparison` for dgd, in balls of 200 bits: error, spread, gap of every round."""
    ctx.prec = max(ctx.prec, 200)  # the whole process reads it
    M, D = (L + mu) / 2, (L - mu) / 2
    e, s = arb(K).sqrt() * arb(error), arb(spread)
    x, d = (e * e + s * s).sqrt(), L * e * e / 2
    path = []
    for t in range(rounds):
        n = step(t)
        b = max(abs(lam - n * M), abs(lam_n - n * M))
        q = max(abs(1 - n * mu), abs(lam_n - n * L))
        alpha, beta = (2 * mu * d).sqrt().max(d / e), D * s
        alpha = alpha.max((1 - n * L) / (2 - n * L) * beta)
        d = d - n * (1 - n * L / 2) * alpha**2 + n * (1 - n * L) * alpha * beta + n * n * L / 2 * beta**2
        e, s = arb(abs(1 - n * M)) * e + arb(n * D) * x, arb(b) * s + arb(n * D) * x + arb(n) * gstar
        mean, rest = arb(n * n * sigma2), arb(n * n * sigma2 * (K - 1))
        e, s, d = (e * e + mean).sqrt(), (s * s + rest).sqrt(), d + L * mean / 2
        square = (arb(q) * x + arb(n) * gstar) ** 2
        sigma = 1 + lam_n - n * (L + mu)
        if sigma > 0:
            driven = (arb(1 - n * mu) * x) ** 2 + n * n * (1 / (1 - lam) + 1 / sigma) * gstar**2 / 2
            square = square.min(driven)
        alone = (square + mean + rest).sqrt()
        e, s = e.min(alone), s.min(alone)
        d = d.min(L * e * e / 2)
        e = e.min((2 * d / mu).sqrt())
        x = (e * e + s * s).sqrt().min(alone)
        path.append((e / arb(K).sqrt(), s, d / K))
    return path


@pytest.mark.parametrize("sigma2", [fmpq(0), fmpq(1, 7)])
@pytest.mark.parametrize("lam_n", [fmpq(-1, 3), fmpq(1, 5)])
@pytest.mark.parametrize("delta", [3, 6])
def test_the_integers_are_just_above_the_true_recursion(lam_n, sigma2, delta):
    given = {"delta": delta, "Gamma": 10, "lam_n": str(lam_n), "sigma2": str(sigma2)}
    curve = certified_curve(**SMALL, **given)
    true = by_balls(
        fmpq(1),
        fmpq(1, 10),
        fmpq(1, 2),
        lam_n,
        4,
        30,
        lambda t: fmpq(delta, 10 + t),
        1,
        arb("0.5"),
        1,
        sigma2,
    )
    for names, t in zip(true, range(1, 31)):
        for exact, name in zip(names, ("error", "spread", "gap")):
            assert exact < arb(float(getattr(curve, name)[t])) < exact * arb(1 + 1e-14)


def _gap(H, c, w, best):
    """F(w) - F(best) of F_k(w) = (w - c_k)'H_k(w - c_k)/2."""
    return sum(
        (w - c[k]) @ H[k] @ (w - c[k]) - (best - c[k]) @ H[k] @ (best - c[k]) for k in range(len(H))
    ) / (2 * len(H))


@given(
    W=doubly_stochastic(max_nodes=5),
    seed=st.integers(0, 10**6),
    eta=st.sampled_from([0.05, 0.3, 0.9, 1.4]),
    local=st.sampled_from([0, 1, 3]),
)
def test_no_run_exceeds_its_curve(W, seed, eta, local):
    """Quadratic clients in two dimensions, matrices of turned axes, a start anywhere; local=0 is dgd."""
    rng, K = np.random.default_rng(seed), len(W)
    values = np.linalg.eigvalsh(W - 1 / K)
    turns = rng.uniform(0, 2 * np.pi, K)
    axes = np.stack([np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) for a in turns])
    H = axes @ (rng.choice([0.2, 1.0], (K, 2))[:, :, None] * np.swapaxes(axes, 1, 2))
    c, w = rng.normal(size=(K, 2)), 3 * rng.normal(size=(K, 2))
    best = np.linalg.solve(H.sum(0), np.einsum("kij,kj->i", H, c))

    def gradient(w):
        return np.einsum("kij,kj->ki", H, w - c)

    away = {"error": np.linalg.norm(w.mean(0) - best), "spread": np.linalg.norm(w - w.mean(0))}
    constants = {"L": 1 + 1e-9, "mu": 0.2 - 1e-9, "lam": min(1.0, max(values.max(), 0) + 1e-9)}
    constants |= {"lam_n": max(-1.0, min(values.min(), constants["lam"]) - 1e-9)}
    constants |= {"gstar": np.linalg.norm(gradient(np.tile(best, (K, 1)))) + 1e-9, "K": K, "rounds": 25}
    algorithm = {"algorithm": "adapt-then-combine", "local_steps": local} if local else {}
    away["gap"] = _gap(H, c, w.mean(0), best) + 1e-9
    curve = certified_curve(**algorithm, **constants, **away, eta=eta, fixed=True)
    for t in range(26):
        mean = w.mean(0)
        assert np.linalg.norm(mean - best) <= curve.error[t] * (1 + 1e-9) + 1e-9
        assert np.linalg.norm(w - mean) <= curve.spread[t] * (1 + 1e-9) + 1e-9
        assert _gap(H, c, mean, best) <= curve.gap[t] * (1 + 1e-9) + 1e-9
        if local:
            for _ in range(local):
                w = w - eta * gradient(w)
            w = W @ w
        else:
            w = W @ w - eta * gradient(w)


@pytest.mark.parametrize("least", [None, 0])
def test_lossy_links_in_mean_square_by_enumeration(least):
    """Two nodes, one link that works with probability p: E over both patterns, exactly, against the curve."""
    p, weight, eta = 0.6, 0.5, 0.2
    a, c = np.array([0.5, 1.0]), np.array([-1.0, 2.0])
    best = (a * c).sum() / a.sum()
    patterns = [(p, np.array([[1 - weight, weight], [weight, 1 - weight]])), (1 - p, np.eye(2))]
    r2 = sum(q * (1 - 2 * (0 if W[0, 1] == 0 else weight)) ** 2 for q, W in patterns)
    low = 1 - 2 * p * weight
    curve = certified_curve(
        L=1, mu=0.5, lam=low, lam_n=low, second_moment=r2 + 1e-12, K=2, rounds=8, eta=eta,
        error=abs(best), spread=0, gstar=np.linalg.norm(a * (best - c)), lam_least=least,
    )  # fmt: skip
    runs = [(1.0, np.zeros(2))]
    for t in range(9):
        mean2 = sum(q * (w.mean() - best) ** 2 for q, w in runs)
        apart2 = sum(q * ((w - w.mean()) ** 2).sum() for q, w in runs)
        assert (
            mean2**0.5 <= curve.error[t] * (1 + 1e-9) and apart2**0.5 <= curve.spread[t] * (1 + 1e-9) + 1e-9
        )
        gap = sum(q * (a * (w.mean() - c) ** 2 - a * (best - c) ** 2).sum() / 4 for q, w in runs)
        assert gap <= curve.gap[t] * (1 + 1e-9) + 1e-15
        runs = [(q * r, W @ w - eta * a * (w - c)) for q, w in runs for r, W in patterns]


def test_bounded_gradients_keep_the_spread_where_curvature_alone_does_not():
    """Clients pull by tanh to both sides of 0, with a ridge, over a link that swaps them at steep steps."""
    eta, ridge, low = 0.9, 0.01, -0.4
    given = {"L": 1 + ridge, "mu": ridge, "lam": 0.4, "lam_n": low, "K": 2, "rounds": 60, "eta": eta}
    given |= {"gstar": 2**0.5 * np.tanh(1)}
    loose, curve = certified_curve(**given), certified_curve(**given, steepest=2**0.5, ridge=ridge)
    w, W = np.zeros(2), np.array([[0.3, 0.7], [0.7, 0.3]])
    for t in range(61):
        assert np.linalg.norm(w - w.mean()) <= curve.spread[t] * (1 + 1e-9) and abs(w.mean()) < 1e-9
        w = W @ w - eta * (np.tanh(w - [-1, 1]) + ridge * w)
    assert curve.spread[-1] < 2.2 < 1e3 < loose.spread[-1]
    off = certified_curve(**given, steepest=2**0.5, ridge=ridge, sigma2=1, noise_growth=10, sigma2_most=1)
    assert off.error[-1] < 1e-3 * certified_curve(**given, sigma2=1, noise_growth=10).error[-1]


def test_noise_that_grows_with_the_distance_by_enumeration():
    """One client, slope 1, whose gradient is off by a sign times 1/10 + |w|/4: E over all paths of signs."""
    curve = certified_curve(
        L=1, mu=1, lam=0, K=1, rounds=10, eta=0.3, error=1, sigma2=0.01, noise_growth=0.25
    )
    runs = np.array([1.0])
    for t in range(11):
        assert np.mean(runs**2) ** 0.5 <= curve.error[t] * (1 + 1e-12)
        assert np.mean(runs**2) / 2 <= curve.gap[t] * (1 + 1e-12)
        off = 0.3 * (0.1 + np.abs(runs) / 4)
        runs = np.concatenate([0.7 * runs + off, 0.7 * runs - off])
    assert curve.error[10] < 1.4 * np.mean(runs**2) ** 0.5


def test_a_fixed_matrix_lets_the_spread_of_far_starts_fall():
    """Half of the clients steep, half flat, far from w*: the closed form of `penalized` in floats, and the run."""
    K, L, mu, lam, eta, start, rounds = 4, 1.0, 0.001, 0.6, 0.9, 10.0, 400
    given = {"L": L, "mu": mu, "lam": lam, "lam_n": 0, "K": K, "rounds": rounds, "eta": eta, "error": start}
    loose, curve = certified_curve(**given), certified_curve(**given, fixed=True)
    slope, W = np.array([L, L, mu, mu]), lam * np.eye(K) + (1 - lam) / K
    theta, stiff = 2 / (1 - eta * L), (1 - lam) / eta
    sums = np.cumsum((1 - eta * mu) ** np.arange(rounds))
    first = K * L * start**2 / 2
    excess = (1 - eta * mu) ** rounds * (K * start**2 / eta + theta * first)
    excess /= theta + (2 - theta * eta * mu) * sums[-1]
    assert curve.spread[-1] == pytest.approx((2 * excess / stiff) ** 0.5, rel=1e-9)
    assert curve.gap[-1] <= excess * (1 + L / stiff) / K * (1 + 1e-9)
    w = np.full(K, start)
    for t in range(rounds + 1):
        assert np.linalg.norm(w - w.mean()) <= curve.spread[t] * (1 + 1e-9)
        assert (slope * w.mean() ** 2).sum() / (2 * K) <= curve.gap[t] * (1 + 1e-9)
        w = W @ w - eta * slope * w
    assert 2 * curve.spread[-1] < loose.spread[-1] and 4 * curve.gap[-1] < loose.gap[-1]


def test_scaled_gradients_bound_the_sum():
    """The mean of functions that are K times as flat: the same run and the same curve."""
    one = certified_curve(**SMALL, eta="1/2", gap="1/10", smoothness="1/2")
    other = certified_curve(**SMALL, eta="1/2", gap="4/10", smoothness=2, scaled=True)
    assert (other.error == one.error).all() and np.allclose(other.gap, 4 * one.gap, rtol=1e-15)
    assert one.gap[0] == pytest.approx(0.1, rel=1e-15)


def test_it_decays_like_the_step_where_the_step_decays():
    curve = certified_curve(**{**SMALL, "rounds": 4000}, delta=30, Gamma=60)
    scaled = curve.error * (curve.rounds + 60)
    assert scaled[4000] < 1.2 * scaled[2000] and curve.error[4000] < 0.05


@pytest.mark.parametrize(
    "change, name",
    [
        ({"mu": 2}, "mu"), ({"L": 0, "mu": 0}, "L"), ({"lam": "3/2"}, "lam"), ({"lam_n": -2}, "lam_n"),
        ({"lam_n": "2/3"}, "lam_n"), ({"eta": 0}, "eta"), ({"eta": float("nan")}, "eta"), ({"eta": None}, "eta"),
        ({"delta": 1, "Gamma": 2}, "eta"), ({"gstar": -1}, "gstar"), ({"K": 0}, "K"), ({"rounds": -1}, "rounds"),
        ({"gap": -1}, "gap"), ({"smoothness": "1/11"}, "smoothness"),
        ({"algorithm": "sgd"}, "algorithm"), ({"local_steps": 2}, "local_steps"), ({"sigma2": "x"}, "sigma2"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(change, name):
    with pytest.raises(InputError, match=f"^{name}="):
        certified_curve(**{**SMALL, "eta": "1/2", **change})
