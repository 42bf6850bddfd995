"""The table of gossip with scaled gradients: what it grants holds on drawn settings; its metrics are the runs'."""

from __future__ import annotations

from dataclasses import replace
from functools import partial, reduce
from random import Random
from typing import Any

import numpy as np
import pytest

from mixproof.bounds.arithmetic import FLOAT
from mixproof.bounds.families.shared import consensus, gossip
from mixproof.bounds.kernel.derivation import Book
from mixproof.bounds.kernel.tables import consensus as problem
from mixproof.bounds.kernel.tables import gossip as table
from mixproof.bounds.kernel.text import Refused, inside, parse

NAMES = (
    "K",
    "mu",
    "L",
    "lam",
    "lam_n",
    "own",
    "m",
    "sharpest",
    "flattest",
    "minima_sum",
    "minima_min",
    "minima_max",
)
TILDE = ("tilde_minima_sum", "tilde_minima_min", "tilde_minima_max", "sigma2", "delta", "Gamma")


def setting(random: Random, changing: bool = False) -> Any:
    """A run in one dimension with shares, noise and a decaying step, short enough for chi2 in half of the draws."""
    family = gossip(scaled=True, turned=False, changing=changing)
    sizes = {name: random.choice(choices) for name, choices in family.sizes.items()}
    values = {}
    for parameter in family.parameters:
        shape = tuple(sizes[axis] for axis in parameter.shape)
        values[parameter.name] = parameter.domain.sample(shape, random).astype(float)
    run = family.run(sizes, values, 6, FLOAT, **(family.options or {}))
    if random.random() < 0.5 and run.own > 0:
        run = run.at(6, Gamma=max(run.Gamma, 1.01 * run.delta * run.sharpest / run.own))
    return run


LATER = ("lam_later", "lam_windows", "lam_all_windows", "B")


class Words:
    """The table's words of one run, with w0, c and the like in place of the formal vectors; F_k in one dimension."""

    def __init__(self, run: Any, t: int) -> None:
        losses, o = run.clients.losses, run.clients.least
        self.run, self.a, self.c = run, losses.curvatures[:, 0], losses.minimizers[:, 0]
        W = run.network.matrix(t)
        self.words = {
            "grad": lambda u: run.share * self.a * (u - self.c),
            "own_grad": lambda u: self.a * (u - self.c),
            "F": lambda u: float((run.share * (self.a * (u - self.c) ** 2 / 2 + o)).sum()),
            "own_F": lambda u: float((self.a * (u - self.c) ** 2 / 2 + o).sum()),
            "curved_sum": lambda u: float((2 * self.a * self.a * (u - self.c) ** 2 / 2).sum()),
            "steep_sum": lambda u: float((2 * self.a * self.a * (u - self.c) ** 2 / 2).sum()),
            "J": lambda u: np.full(len(u), u.mean()),
            "W": lambda u: W @ u,
            "dot": lambda u, v: float(u @ v),
            "sq": lambda u: float(u @ u),
            "norm": lambda u: float(np.sqrt(u @ u)),
            "sqrt": np.sqrt,
            "ahead": lambda u: u,
            "step": run.step,
        }
        self.values = {name: float(getattr(run, name)) for name in (*NAMES, *TILDE, "chi2", *LATER)}
        later = lambda P, s: run.network.matrix(s) @ P  # noqa: E731
        self.passed = reduce(later, range(t, t + int(run.network.B)), np.eye(len(self.c)))
        self.values |= {"o": np.full(len(self.c), run.wstar[0]), "t": t}
        self.values["variances"] = float((run.scale**2 * run.noise[:, 0] ** 2).sum())
        self.values["eta"] = run.step(t)

    def gap(self, text: str, **more: Any) -> float:
        """How far a comparison is from failing, over the size of its sides; the next round's state is not read."""
        names = {**self.values, **self.words, **more}
        sign = next(sign for sign in ("==", "<=", ">=", ">", "<") if sign in text)
        left, right = (eval(side, {"__builtins__": {}}, names) for side in text.split(sign))
        slack = {"==": -abs(right - left), "<": right - left, ">": left - right}[
            sign[0] if sign != "==" else sign
        ]
        return slack / (1 + abs(left) + abs(right))


@pytest.mark.parametrize("changing", [False, True])
def test_domains_and_rules_hold_on_drawn_settings(changing: bool) -> None:
    random, rng, known = Random(1), np.random.default_rng(1), 0
    own = table.gossip(noisy=True, changing=changing, scaled=True, line=True)
    for _ in range(60):
        run = setting(random, changing)
        met = run.step(0) * run.sharpest <= run.own
        known += met
        for t in range(3):
            words = Words(run, t)
            u, v = (rng.normal(size=len(words.c)) * 3 for _ in "uv")
            for name, text in own.facts.items():
                if name not in ("noise", "mean_noise"):
                    assert words.gap(text) >= -1e-9, (name, text)
            for name, (places, text) in own.rules.items():
                if name not in own.premises:
                    run_of = {"x": u, "carried": words.passed @ u}  # mixing alone takes x to there
                    assert words.gap(text, **run_of, **dict(zip(places.split(), (u, v)))) >= -1e-9, name
            if met:  # E|g|^2 summed over clients, with the variance of the models
                x = run.state(t)
                squares = words.a**2 * (x - words.c[:, None]).squares() + run.noise[:, 0] ** 2
                assert (run.share**2 * squares).sum() <= run.chi2 * (1 + 1e-9)
                assert max(squares) <= run.chi2 * (1 + 1e-9)
    assert known >= 10


def test_metrics_are_those_of_the_runs() -> None:
    random = Random(2)
    own = table.gossip(noisy=True, scaled=True, line=True)
    for _ in range(40):
        run = setting(random)
        run = replace(run, noise=run.noise * 0)  # the words are of models that are not random
        for t in range(3):
            words = Words(run, t)
            x = run.state(t).sure[:, 0]
            for name, text in own.metrics.items():
                value = eval(text, {"__builtins__": {}}, {**words.values, **words.words, "x": x})
                assert value == pytest.approx(float(getattr(run, name)(t)), rel=1e-9, abs=1e-9), name
        for name in ("gstar", "Fstar", "Fstar_mean"):
            value = eval(own.lets[name], {"__builtins__": {}}, {**words.values, **words.words})
            assert value == pytest.approx(float(getattr(run, name)), rel=1e-9, abs=1e-9), name


def test_noise_of_scaled_gradients() -> None:
    """noise2 and the variances of the table: of all clients' steps together, and of their mean."""
    run = setting(Random(3))
    run = replace(run, noise=np.ones_like(run.start))
    variances = float((run.scale**2).sum())
    assert run.noise2(0) == pytest.approx(variances / run.K**2)
    assert variances <= run.K * run.sigma2


def test_the_bound_on_gradients_is_known_where_its_premise_is() -> None:
    book = Book(table.gossip(noisy=True, scaled=True, line=True))
    with pytest.raises(Refused, match="not known"):
        book.fact("bounded")
    book.give("short", table.KNOWN, every=False)
    fact = book.fact("bounded")
    assert fact.every and fact.of == {table.KNOWN}
    assert "chi2" not in table.gossip(noisy=True, scaled=True).numbers


def test_a_premise_is_about_every_round() -> None:
    """A bound that is known of this round alone would enter inductions."""
    own = table.gossip(noisy=True, scaled=True, line=True)
    for premise in own.premises.values():
        assert "x" not in inside(parse(premise), "name")


@pytest.mark.parametrize("algorithm", ["decefl", "fedavg", "swarm"])
def test_the_consensus_problems_table_is_the_librarys_run(algorithm: str) -> None:
    """Facts, starts, next rounds and metrics, with each client's number for a block."""
    random = Random(4)
    family = consensus(algorithm)
    own = problem.consensus(algorithm)
    for _ in range(20):
        sizes = {name: choices[0] for name, choices in family.sizes.items()} | {"K": random.choice((2, 3))}
        values = {}
        for parameter in family.parameters:
            shape = tuple(sizes[axis] for axis in parameter.shape)
            values[parameter.name] = parameter.domain.sample(shape, random).astype(float)
        run = family.run(sizes, values, 4, FLOAT, **(family.options or {}))
        names: dict[str, Any] = {
            "J": lambda u: np.full(len(u), u.mean()),
            "W": partial(np.matmul, values["W"][0] if "W" in values else None),
            "dot": lambda u, v: float(u @ v),
            "sq": lambda u: float(u @ u),
            "norm": lambda u: float(np.sqrt(u @ u)),
            "one": np.ones(int(run.K)),
            "w0": values["w0"],
            "p": values.get("p"),
            "K": run.K,
        }
        for name in ("delta", "Gamma", *(("lam", "lam_n") if algorithm == "decefl" else ())):
            names[name] = float(getattr(run, name))
        if algorithm == "swarm":
            names["weights_spread"] = run.weights_spread
        assert names["K"] * names["J"](values["w0"]) == pytest.approx(
            names["dot"](values["w0"], names["one"]) * names["one"]
        )
        state = {name: values["w0"] for name in own.start}
        for t in range(4):
            names |= {"t": t, "eta": run.step(t), **state}
            for name, text in own.facts.items():
                sign = next(sign for sign in ("==", "<=", ">=", ">") if sign in text)
                left, right = (eval(side, {"__builtins__": {}}, names) for side in text.split(sign))
                gap = {"==": -abs(right - left), "<=": right - left}.get(sign, left - right)
                assert gap >= -1e-9, name
            for name, text in own.metrics.items():
                value = eval(text, {"__builtins__": {}}, names)
                assert value == pytest.approx(float(getattr(run, name)(t)), rel=1e-9, abs=1e-6), name
            state = {name: eval(text, {"__builtins__": {}}, names) for name, text in own.states.items()}
