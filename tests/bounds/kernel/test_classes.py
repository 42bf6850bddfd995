"""Declared algorithms over a class of W: what a table grants, on drawn numbers; what is no declaration, is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds.kernel.records import decide
from mixproof.bounds.kernel.statement import statement
from mixproof.bounds.kernel.tables.classes import CLASSES
from mixproof.bounds.kernel.text import Refused

from ..stacks import Stacks

K, D, DRAWS = 4, 2, 3
J = np.full((K, K), 1 / K)
DGD = {"let": {}, "next": {"x": "mix(x) - eta*grad(x)"}}


def told(matrices: str, algorithm: dict[str, Any] = DGD, noisy: bool = False, **more: Any) -> dict[str, Any]:
    """A statement that claims nothing much."""
    own = {"options": {"algorithm": algorithm, "step": "eta", "matrices": matrices}}
    own |= {
        "parameters": ["v"] if noisy else [],
        "sizes": {},
        "claim": "sq(x) >= 0",
        "assume": [],
        "where": {},
    }
    return {"family": "declared", **own, "first": 0, "at": {}, **more}


def flat(rng: np.random.Generator, values: np.ndarray) -> np.ndarray:
    """A symmetric W with W 1 = 1 and these eigenvalues beside the 1."""
    basis = np.linalg.qr(np.column_stack([np.ones(K), rng.normal(size=(K, K - 1))]))[0]
    return basis @ np.diag([1.0, *values]) @ basis.T


def matrices(rng: np.random.Generator, which: str) -> tuple[list[np.ndarray], dict[str, float]]:
    """The W of a class that chance may give, all alike likely, and its constants."""
    if which in ("symmetric", "one"):
        W = flat(rng, rng.uniform(-1, 1, K - 1))
        values = np.sort(np.linalg.eigvalsh(W - J))
        lam = max(values[-1], 0.0)
        return [W], {"lam": lam, "lam_n": values[0] if lam else -1.0}
    orders = [np.eye(K)[rng.permutation(K)] for _ in range(4)]
    Ws = [np.tensordot(rng.dirichlet(np.ones(4)), orders, 1) for _ in range(1 if which == "norm" else DRAWS)]
    if which == "norm":
        return Ws, {"lam": float(np.linalg.norm(Ws[0] - J, 2))}
    Ws = [*Ws, *(W.T for W in Ws)]  # so that the mean is symmetric
    mean, second = sum(Ws) / len(Ws), sum(W.T @ W for W in Ws) / len(Ws)
    values = np.sort(np.linalg.eigvalsh(mean - J))
    top = float(np.linalg.eigvalsh(second - J)[-1])
    return Ws, {"lam": max(values[-1], 0.0), "lam_n": values[0], "r2": top}


class Losses(Stacks):
    """With F, the sum of the losses l_k x^2/2."""

    def value(self, told: Any) -> Any:
        if getattr(told, "value", "") == "F":
            x = super().value(told.parts[0])
            return float((self.grad(x) * x).sum() / 2)
        return super().value(told)


@pytest.mark.parametrize("which", CLASSES)
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_rules_and_facts_are_true_of_drawn_matrices_and_losses(which: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    Ws, constants = matrices(rng, which)
    l = rng.uniform(0.2, 1.5, K)
    constants |= {"mu": float(l.min()), "L": float(l.max()), "eta": 0.3, "K": float(K), "minima_sum": 0.0}
    vectors = {name: rng.normal(size=(K, D)) for name in "uv"} | {"o": np.zeros((K, D))}
    numbers = Losses(constants | vectors, Ws, lambda z: l[:, None] * z)
    table = statement(told(which)).table
    assert set(table.rules) >= set(CLASSES[which][4])
    for name, (_, text) in table.rules.items():
        assert numbers.slack(text) >= -1e-9, name
    for name, text in table.facts.items():
        assert numbers.slack(text) >= -1e-9, name


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    mu=st.sampled_from([-1.0, -0.3, 0.0, 0.4]),
)
def test_rules_of_any_curvature_are_true_of_losses_of_that_curvature(seed: int, mu: float) -> None:
    """F_k(x) sums (1 + mu)/4 x^2 - (1 - mu)/2 a cos(x + b) over coordinates, a in [-1, 1]: mu <= F_k'' <= 1."""
    rng = np.random.default_rng(seed)
    a, b = rng.uniform(-1, 1, (K, 1)), rng.uniform(0, 7, (K, 1))

    def value(x: np.ndarray) -> np.ndarray:
        return (1 + mu) / 4 * x**2 - (1 - mu) / 2 * a * np.cos(x + b)

    def grad(x: np.ndarray) -> np.ndarray:
        return (1 + mu) / 2 * x + (1 - mu) / 2 * a * np.sin(x + b)

    line = np.linspace(-7, 7, 140_001)
    least = line[value(line).sum(0).argmin()]
    for _ in range(3):  # Newton's steps
        least -= grad(least).sum() / ((1 + mu) / 2 + (1 - mu) / 2 * a * np.cos(least + b)).sum()
    vectors = {name: rng.normal(size=(K, D)) * 3 for name in "uv"} | {"o": np.full((K, D), least)}

    class Curved(Stacks):
        def value(self, told: Any) -> Any:
            if getattr(told, "value", "") == "F":
                return float(value(super().value(told.parts[0])).sum())
            return super().value(told)

    Ws, constants = matrices(rng, "norm")
    numbers = Curved(constants | vectors | {"mu": mu, "L": 1.0, "eta": 0.3, "K": float(K)}, Ws, grad)
    table = statement(
        told("norm", options={"algorithm": DGD, "step": "eta", "matrices": "norm", "losses": "smooth"})
    )
    assert not {"cocoercive_convex", "interpolation_convex", "curved", "steep"} & table.table.rules.keys()
    for name, (_, text) in table.table.rules.items():
        assert numbers.slack(text) >= -1e-7, name
    for name, text in table.table.facts.items():
        assert numbers.slack(text) >= -1e-9, name


def test_noise_is_as_large_as_its_facts_say_in_the_mean() -> None:
    """Noise of each client of its own size, at most sigma2, of every sign: all outcomes, equally likely."""
    sizes = np.array([1.0, 0.5, 0.0, 1.0])
    signs = np.array(np.meshgrid(*[[-1.0, 1.0]] * K)).reshape(K, -1).T
    xi = (signs * np.sqrt(sizes))[:, :, None]
    for largest, holds in ((1.0, True), (0.6, False)):
        numbers = Stacks({"sigma2": largest, "K": float(K), "xi": xi}, [J], None)
        facts = statement(told("norm", noisy=True)).table.facts
        slacks = [numbers.slack(facts[name]) for name in ("sigma2", "mean_noise", "noise")]
        assert (min(slacks) >= 0) == holds


def proved(matrices: str, claim: str, terms: list[Any], at: dict[str, str], update: str = "mix(x)") -> str:
    """The decision on one line about gossip."""
    algorithm = {"let": {}, "next": {"x": update}}
    record = {"kind": "derivation", "statement": told(matrices, algorithm, claim=claim, at=at), "steps": []}
    return decide(record | {"conclusion": {"terms": terms}}).word


APART = "next(sq(x - J(x)))"


@pytest.mark.parametrize(
    ("matrices", "at", "terms"),
    [
        ("norm", {"lam": "1/2"}, [["1", ["mixing(x)"]]]),
        (
            "symmetric",
            {"lam": "1/2", "lam_n": "-1/2"},
            [["1", ["spectrum_flat(x)"]]],
        ),
        ("random", {"lam": "1/2", "lam_n": "-1/2", "r2": "1/4"}, [["1", ["links(x)"]]]),
    ],
)
def test_gossip_halves_the_spread_in_every_class(matrices: str, at: dict[str, str], terms: list[Any]) -> None:
    assert proved(matrices, f"{APART} <= 1/4*sq(x - J(x))", terms, at) == "PROVED"
    assert proved(matrices, f"{APART} <= 24/100*sq(x - J(x))", terms, at) == "REFUSED"
    for name in at:
        wider = at | {name: "3/5" if name in ("lam", "r2") else "-3/5"}
        used = matrices != "random" or name == "r2"
        assert proved(matrices, f"{APART} <= 1/4*sq(x - J(x))", terms, wider) == (
            "REFUSED" if used else "PROVED"
        )
        assert proved(matrices, "sq(x) <= 0", [], at | {name: "-2"}) == "REFUSED"  # no setting has it


def test_links_are_those_of_a_round_whose_models_came_before_them() -> None:
    at = {"lam": "1/2", "lam_n": "-1/2", "r2": "1/4"}
    claim = "sq(W_hat(W_hat(x)) - J(x)) <= 1/4*sq(W_hat(x) - J(x))"
    assert proved("random", claim, [["1", ["links(W_hat(x))"]]], at) == "REFUSED"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"options": {"algorithm": DGD, "step": "eta", "matrices": "all"}}, "none of the classes"),
        ({"options": {"algorithm": DGD, "step": "eta", "matrices": ["norm"]}}, "cannot be read"),
        ({"options": {"algorithm": DGD, "step": "1/t", "matrices": "norm"}}, "a fixed step"),
        (
            {"options": {"algorithm": DGD, "step": "eta", "matrices": "norm", "losses": "all"}},
            "convex or smooth",
        ),
        ({"options": {"algorithm": DGD, "step": "eta", "losses": "smooth"}}, "a class of W alone"),
        ({"sizes": {"S": 2}}, "a fixed step"),
        ({"parameters": ["o"]}, "a fixed step"),
        ({"at": {"K": "3/2"}}, "no constant"),
        ({"at": {"x": "1"}}, "no constant"),
        ({"at": {"lam": "mu", "mu": "1"}}, "over numbers that have none"),
        ({"at": {"lam": "lam"}}, "over numbers that have none"),
        ({"at": {"lam": "sq(x)"}}, "over numbers that have none"),
        ({"at": {"lam": [1]}}, "are texts"),
        ({"at": {"lam": 0.5}}, "are texts"),
    ],
)
def test_statements_of_another_shape_are_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused, match=said):
        statement(told("norm") | change)


@pytest.mark.parametrize(
    ("algorithm", "said"),
    [
        (
            {"next": {"x": "mix(x) - eta*grad(x)", "q": "mix(q) + grad(x)"}, "balanced": ["q"]},
            "stay balanced",
        ),
        ({"next": {"x": "mix(x)"}, "balanced": ["q"]}, "balanced is a state"),
        ({"next": {"x": "mix(x) - grad(x) - share(grad(x))"}}, "around all gradients"),
        ({"next": {"x": "grad(share(x))"}}, "share is of a gradient"),
        ({"next": {"xi": "mix(xi)"}}, "xi has a meaning"),
        ({"next": {"x": "mix(x) - r2*x"}}, "neither a state nor defined"),
        ({"next": {"x": "W(x)"}}, "mixes, takes gradients"),
    ],
)
def test_declarations_that_contradict_themselves_are_refused(algorithm: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused, match=said):
        statement(told("norm", {"let": {}, **algorithm})).book()
