"""Proofs of rates: found by optimization, checked by code that shares nothing with it, and met from below."""

import copy
from fractions import Fraction as F

import numpy as np
import pytest

from mixproof.bounds.algorithms import algorithm, step
from mixproof.bounds.checker import lyapunov, rates
from mixproof.bounds.checker.psd import NotACertificate
from mixproof.bounds.proofs import prove

AT = {"L": 1, "mu": "1/10", "lam": "1/2"}
CASES = [
    ("diging", "1/10", "norm"),
    ("extra", "1/2", "fixed"),
    ("nids", "1", "fixed"),
    ("dgd", "1/10", "norm"),
    ("local-3", "1/10", "sym"),
    ("swarm", "1/2", "norm"),
]


@pytest.fixture(scope="module")
def proofs():
    return {name: prove(name, eta=eta, tier=tier, **AT) for name, eta, tier in CASES}


@pytest.mark.parametrize("name", [case[0] for case in CASES])
def test_the_proved_rate_is_met_by_an_exact_witness(proofs, name):
    proof = proofs[name]
    assert proof.proved
    assert 0 <= proof.rho - proof.rho_found < F(1, 10_000)
    assert lyapunov.check(proof.certificate)["proved"]
    assert rates.check(proof.witness)["proved"]
    assert proof.bytes < 10_000
    assert len(repr(proof).splitlines()) < 24


@pytest.mark.parametrize(
    ("name", "lam", "low", "high"),
    [
        ("diging", "1/2", 0.1225, 0.1263),  # (1 - lam)^2/(2L)
        ("extra", "9/10", 0.5635, 0.5751),  # (5 - 3 lam)/(4L)
        ("nids", "9/10", 1.96, 2.001),  # 2/L
    ],
)
def test_the_largest_proved_step_is_within_two_percent_of_a_diverging_one(name, lam, low, high):
    proof = prove(name, L=1, mu="1/10", lam=lam, step_limit=True, tier="fixed")
    assert low < proof.step_proved < proof.step_diverging < high
    assert proof.step_diverging <= proof.step_proved * F(102, 100)
    assert lyapunov.check(proof.certificate)["proved"]
    assert rates.check(proof.divergence)["proved"] and F(proof.divergence["rate"]) > 1


def test_a_run_obeys_the_proved_decrease(proofs):
    """V of DIGing's certificate along a run with clients that are not quadratic."""
    document, rng = proofs["diging"].certificate, np.random.default_rng(3)
    known, K, eta = algorithm("diging"), 4, 0.1
    basis = np.linalg.qr(np.column_stack([np.ones(K), rng.normal(size=(K, K - 1))]))[0]
    values = np.array([1.0, 0.5, -0.5, 0.2])
    W = basis @ np.diag(values) @ basis.T

    def gradient(y):  # slopes between .1 and 1, a minimizer at 0 of the sum
        return 0.1 * y + 0.9 * np.where(y > 0, y, 0) * np.array([[1], [0], [1], [0.5]])

    lower = [[float(F(v)) for v in row] for row in document["P"]]
    apart = [[float(F(v)) for v in row] for row in document["Q"][0]]
    Q = np.array([[apart[max(i, j)][min(i, j)] for j in range(2)] for i in range(2)])

    def V(state):
        x, p = state["x"], state["p"]
        mean = K * lower[0][0] * float((x.mean(axis=0) ** 2).sum())
        rest = np.stack([x - x.mean(axis=0), p - p.mean(axis=0)])
        return mean + float(np.einsum("ij,ikd,jkd->", Q, rest, rest))

    state = {"x": rng.normal(size=(K, 2)), "p": np.zeros((K, 2))}
    for _ in range(40):
        after = step(known, state, W, gradient, eta)
        assert V(after) <= float(F(document["rho"])) ** 2 * V(state) + 1e-12
        state = after


def numbers(document, path=()):
    """Paths of all numbers of a certificate."""
    if isinstance(document, dict):
        parts = document.items()
    elif isinstance(document, list):
        parts = enumerate(document)
    else:
        return [path]
    return [
        found
        for key, part in parts
        if key not in ("algorithm", "kind", "tier")
        for found in numbers(part, (*path, key))
    ]


def put(document, path, value):
    changed = copy.deepcopy(document)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return changed


def larger(value):
    """A tenth more, or a bit where there is nothing."""
    return str(F(value) * F(11, 10) + (F(1, 1000) if F(value) == 0 else 0))


def smaller(value):
    return str(F(value) * F(9, 10) - (F(1, 1000) if F(value) == 0 else 0))


def slack(path, before, after):
    """Changes after which the statement is weaker, or the V another one: what the checker accepts is proved all the same."""
    return path[0] in ("P", "Q", "R", "multipliers", "mu", "L", "lo", "hi", "share", "rho", "floor", "eta")


def test_broken_certificates_are_rejected(proofs):
    """Each number a tenth larger and smaller. An accepted mutant is a proof of another statement, and must say so:
    the checker derives everything from the record, so V may differ within its slack, and a constant's change is only
    accepted in the direction in which the statement follows from the old one (or has slack to spare)."""
    rejected, accepted = 0, []
    for proof in proofs.values():
        for path in numbers(proof.certificate):
            value = proof.certificate
            for key in path:
                value = value[key]
            for change in (larger, smaller):
                mutant = put(proof.certificate, path, change(value))
                try:
                    result = lyapunov.check(mutant)
                except NotACertificate:
                    rejected += 1
                    continue
                if result["proved"]:
                    accepted.append((proof, path, change, result["what"]))
                else:
                    rejected += 1
    assert rejected >= 250
    easier = {
        ("mu", larger),
        ("L", smaller),
        ("hi", smaller),
        ("lo", smaller),
        ("rho", larger),
        ("floor", larger),
    }
    for proof, path, change, what in accepted:
        assert path[0] not in ("gram", "gram_Q")  # an identity has no slack
        if path[0] in ("P", "Q", "R", "multipliers"):
            assert what == proof.what  # the same statement by another V
        elif (path[0], change) not in easier:
            assert path[0] in ("eta", "share"), (proof.algorithm, path)
