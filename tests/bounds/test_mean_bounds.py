"""Means over rounds without strong convexity: what is proved holds of runs, and a little more is not proved."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mixproof.bounds.algorithms import Algorithm, Operations, after, algorithm
from mixproof.bounds.arithmetic import FLOAT
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.proofs import Proof, prove
from mixproof.spectral import InputError

from .stacks import Stacks

K, D, ROUNDS = 3, 2, 30
AT = {"L": 1, "lam": "1/2", "eta": "1/20"}
FLOORED, RESTING = ("dgd", "diffusion", "local-2", "dmsgd-1/2"), ("diging", "atc-tracking", "k-gt-2")
# a method whose states are named as a range of rounds would be
NAMED = Algorithm("named", {"x": "s - eta*grad(s)"}, {"s": "mix(x)"})


def proved(method: Any, mu: int) -> Proof:
    proof = prove(method, mu=mu, **AT)
    assert proof.proved and proof.rho is None, method
    return proof


def losses(b: np.ndarray, convex: bool) -> tuple[Any, Any]:
    """Smooth ones with L = 1 and their gradients, sums over coordinates: Huber's, which are convex, or cosines."""
    if convex:
        return lambda x: np.where(abs(x - b) <= 1, (x - b) ** 2 / 2, abs(x - b) - 1 / 2), lambda x: np.clip(
            x - b, -1, 1
        )
    return lambda x: 1 - np.cos(x - b), lambda x: np.sin(x - b)


class Run(Stacks):
    """One run of a declared algorithm."""

    def __init__(self, method: Algorithm, convex: bool, seed: int) -> None:
        rng = np.random.default_rng(seed)
        b, start = rng.normal(size=(K, D)) * 3, rng.normal(size=(K, D)) * 4
        basis = np.linalg.qr(np.column_stack([np.ones(K), rng.normal(size=(K, K - 1))]))[0]
        W = basis @ np.diag([1, *rng.choice([-0.5, 0.5], K - 1)]) @ basis.T
        self.loss, grad = losses(b, convex)
        line = np.linspace(b.min() - 4, b.max() + 4, 40_001)[:, None, None]
        best = line[self.loss(line).sum(1).argmin(0), 0, 0]
        states = dict.fromkeys(method.states, 0 * start) | {method.states[0]: start}
        super().__init__(states | {"o": np.tile(best, (K, 1)), "K": float(K), "eta": 1 / 20}, [W], grad)
        self.told = method
        self.words = Operations(lambda z: W @ z, grad, lambda z: z.mean(0) + 0 * z, lambda z: z)

    def move(self) -> None:
        state = {s: self.names[s] for s in self.told.states}
        self.names = {**self.names, **after(self.told, state, self.words, 1 / 20, FLOAT)}

    def value(self, told: Any) -> Any:
        if getattr(told, "value", "") == "F":
            return float(self.loss(super().value(told.parts[0])).sum())
        return super().value(told)


@pytest.mark.parametrize("mu", [0, -1])
@pytest.mark.parametrize("name", [*FLOORED, *RESTING])
def test_runs_keep_below_what_is_proved(name: str, mu: int) -> None:
    proof = proved(name, mu)
    record: Any = proof.certificate
    told = record["statement"]
    floor = Fraction(told["claim"].partition(" + ")[2].partition("*")[0] or 0)
    assert (floor > 0) == (name in FLOORED)
    tight = 0.0
    for seed in range(6):
        run = Run(algorithm(name), mu == 0, seed)
        run.where = told["where"]
        V, total, stays = run.value("V"), 0.0, 0.0
        for _ in range(ROUNDS):
            if mu == 0:
                total += run.value("F(J(x)) - F(o)") / K
                stays += run.value("sq(grad(o))") / K
            else:
                total += run.value("sq(J(grad(J(x))))") / K
                stays += run.value("sq(grad(J(x)) - J(grad(J(x))))") / K
            run.move()
        bound = V / K + float(floor) * stays
        assert total <= bound + 1e-6
        tight = max(tight, total / bound)
    assert tight > 0.2


@pytest.mark.parametrize(("name", "mu"), [("dgd", 0), ("dgd", -1), ("diging", 0), ("diging", -1)])
def test_a_little_more_is_not_proved_by_the_same_lines(name: str, mu: int) -> None:
    record: Any = proved(name, mu).certificate
    told = record["statement"]
    claim, at = told["claim"], told["at"]
    for change in (
        {"claim": claim.replace("start(V)", "99/100*start(V)")},
        {"claim": claim.replace("mean(", "101/100*mean(", 1)},
        {"first": 0},
        {"at": at | {"mu": str(mu - 1)}},
        {"at": at | {"L": "101/100"}},
        {"at": at | {"lam": "51/100"}},
        {"at": at | {"eta": "21/400"}},
        {"options": {k: v for k, v in told["options"].items() if k != "losses"}},
    ):
        assert decide(record | {"statement": told | change}).word == "REFUSED", change


def test_names_of_a_method_are_no_range_of_rounds() -> None:
    assert "mean(past < t, gap(past))" in proved(NAMED, 0).what


@pytest.mark.parametrize(
    ("method", "more", "said"),
    [
        ("dgd", {"mu": -2}, "-L <= mu"),
        ("dgd", {"mu": 0, "rate": "1/2"}, "need mu > 0"),
        ("dgd", {"mu": 0, "noise": True}, "need mu > 0"),
        ("dgd", {"mu": 0, "tier": "fixed"}, "tier fixed"),
        ("dgd", {"mu": 0, "eta": ("1/20", "1/10")}, "interval"),
        ("defed", {"mu": 0}, "scaled"),
        ("push-sum", {"mu": 0}, "scaled"),
        ("accelerated-gossip-1/4", {"mu": 0}, "without gradients"),
    ],
)
def test_what_has_no_bound_is_refused(method: str, more: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        prove(method, **AT | more)
