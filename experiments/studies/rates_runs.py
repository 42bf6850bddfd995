"""What `rates` measures: the quantity of each claim, run by run, with the bound proved for it where there is one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mixproof.bounds import evaluate
from mixproof.bounds.theorems import theorem
from mixproof.spectral import mixing_matrix, parse_network, rho_second_moment
from mixproof.spectral.families import directed

from ..learning.algorithms import DECEFL, DEFED, UnreliableLinks
from ..learning.problems import LinearModel, stream
from ..learning.simulate import Diminishing, simulate
from ..learning.streaming import run_online
from ..learning.trajectory import log_rounds
from .certified import certified
from .decefl_bound import bound, printed_bound, safe_spectrum
from .ops_runs import proved_bound

__all__ = ["CLIENTS", "L2", "Measured", "gossip", "push_sum", "unreliable"]

CLIENTS, L2, PAPER_L2 = 10, 0.1, 1e-4


@dataclass(frozen=True, eq=False)
class Measured:
    """A claim's quantity: curves (seeds, T) against x (T,), and the exponent it is claimed to have at most."""

    name: str
    claimed: float
    x: np.ndarray
    curves: np.ndarray
    windows: int = 3  # parts of x whose slopes make the interval, 1 where x has few points
    more: dict[str, Any] = field(default_factory=dict)
    limits: tuple[
        np.ndarray, ...
    ] = ()  # a proved bound on the curves, and the printed one where it is another
    certified: np.ndarray | None = None  # (T,), from the data's own constants

    @property
    def quantity(self) -> str:
        return self.name.rpartition(": ")[2]

    def entries(self) -> dict[str, Any]:
        """What the result says of the bounds. A run's rounding is far below what is counted as an excess."""
        told = {} if self.certified is None else self._certified_entries()
        if not self.limits:
            return told
        ratios = [np.broadcast_to(self.curves / limit, self.curves.shape) for limit in self.limits]
        found = {"bound_violations": int((ratios[0] > 1 + 1e-6).sum()), "closest": float(ratios[0].max())}
        if self.certified is None:
            told["bound_over_measured"] = {self.quantity: float((1 / ratios[0][:, -1]).mean())}
        return told | found | ({"closest_printed": float(ratios[1].max())} if len(ratios) > 1 else {})

    def _certified_entries(self) -> dict[str, Any]:
        assert self.certified is not None
        return {
            "certified_violations": int((self.curves > self.certified * (1 + 1e-6)).sum()),
            "bound_over_measured": {self.quantity: float(self.certified[-1] / self.curves[:, -1].mean())},
        }


def gossip(problem: LinearModel, common: dict[str, Any]) -> list[Measured]:
    W = mixing_matrix(parse_network(f"regular:n={CLIENTS},degree=4"), "uniform")
    L, mu, rounds = float(problem.L.max()), float(problem.mu.min()), common["rounds"]
    start = np.random.default_rng([common["seed"], 12]).normal(
        size=(common["seeds"], CLIENTS, problem.dimension)
    )
    records = log_rounds(rounds, 300)
    tail = records >= rounds / 10
    options: dict[str, Any] = {**common, "mixing": W, "record_every": records, "start": 0.1 * start}
    step = Diminishing(4 / mu, 4 / mu * (L + mu) / 0.5)
    full = simulate(problem, DECEFL, eta=step, **options)
    x = records[tail] + step.Gamma
    ends = safe_spectrum(W)
    true, printed = (
        [limit(problem, one, step, *ends) for one in options["start"]] for limit in (bound, printed_bound)
    )

    def limits(power: int, part: str) -> tuple[np.ndarray, np.ndarray]:
        """The repaired and the printed bound of Theorem 1 on the error to that power, (seeds, T) each."""
        by_seed = [np.array([getattr(one, part) for one in bounds])[:, None] for bounds in (true, printed)]
        return (by_seed[0] / x) ** power, (by_seed[1] / x) ** power

    # DeFed's gradients carry 1/K: the same run needs K times the step, delta > m/mu in the paper's words
    scaled = Diminishing(CLIENTS * step.delta, step.Gamma)
    groups, each = common["seeds"], 5  # an expectation: the mean over five seeds is one curve
    many = {**options, "seeds": groups * each, "start": np.repeat(options["start"], each, axis=0)}
    noisy = simulate(problem, DEFED, eta=scaled, batch=8, **many)
    squared = (noisy.mean_error[:, tail] ** 2).reshape(groups, each, -1).mean(axis=1)
    short = 0.5 / (L + mu)
    fixed = simulate(problem, DECEFL, eta=short, **options)
    by_step = [certified(problem, [W], options["start"], eta, rounds) for eta in (step, short)]
    sampled = certified(problem, [W], options["start"], scaled, rounds, scaled=True, batch=8)
    late = records[tail]
    return [
        Measured(
            "DeceFL: error of the mean",
            -1,
            x,
            full.mean_error[:, tail],
            limits=limits(1, "mean"),
            certified=by_step[0].error[late],
        ),
        Measured(
            "DeceFL: consensus squared",
            -2,
            x,
            full.consensus_error[:, tail] ** 2,
            limits=limits(2, "consensus"),
            certified=by_step[0].spread[late] ** 2,
        ),
        Measured("DeFed, batch 8: squared error", -1, x, squared, certified=sampled.error[late] ** 2),
        Measured(
            "DeceFL, fixed step: consensus",
            0,
            late,
            fixed.consensus_error[:, tail],
            certified=by_step[1].spread[late],
        ),
    ]


def push_sum(X: np.ndarray, y: np.ndarray, horizons: list[int], seed: int, seeds: int) -> list[Measured]:
    """Runs of several lengths T, each with the step 1/sqrt T: the corollaries fix the step by the horizon.

    With the paper's l2 and with a larger one. `share_of_bound` is the regret at the last T divided by n ||x*||^2
    sqrt(T)/2, one of the terms of Theorem 2's bound: far below 1 an exponent above 1/2 contradicts no bound.
    """
    nodes, found = min(20, len(X)), []
    x = np.array(horizons, dtype=float)
    for l2 in (PAPER_L2, L2):
        regret, consensus, proved = np.empty((3, seeds, len(horizons)))
        shares = np.empty(seeds)
        for s in range(seeds):
            W = mixing_matrix(directed(nodes, min(5, nodes - 1), seed=seed + s), "out-degree")
            for i, T in enumerate(horizons):
                events = stream(X, y, nodes, T, stochastic=1.0, l2=l2, seed=seed + s)
                run = run_online(events, W, T**-0.5, records=400)
                regret[s, i] = nodes * T * (run.curves["average_loss"][0, -1] - events.best.value)
                proved[s, i] = (
                    nodes
                    * T
                    * proved_bound(events, W.dense(), T**-0.5, float(run.curves["smallest_weight"][0, -1]))
                )
                # (1/T) sum_t of the squared error, by the trapezoid rule over the recorded rounds
                consensus[s, i] = np.trapezoid(run.consensus_error[0] ** 2, run.rounds) / T
            shares[s] = regret[s, -1] / (nodes * events.best.w @ events.best.w * horizons[-1] ** 0.5 / 2)
        more: dict[str, Any] = {"share_of_bound": float(shares.mean())}
        name = f"push-sum, l2 = {l2:g}"
        found += [
            Measured(f"{name}: regret in T", 0.5, x, np.maximum(regret, 1e-30), 1, more, (proved,)),
            Measured(f"{name}: squared consensus in T", -1, x, consensus, 1),
        ]
    return found


def unreliable(problem: LinearModel, common: dict[str, Any]) -> Measured:
    """(1/T) sum_t ||grad f(mean)||^2 with a fixed step and full gradients: the O(1/T) of dawo's Theorem 1, Remark 1.

    The step is one that the repaired Theorem 1 allows. beta^2, what the clients' gradients differ by anywhere, from
    above: a client's gradient without the l2 term, which all share, is at most the mean length of its rows.
    """
    network = parse_network(f"geometric:n={CLIENTS},r=2,v=2,seed=1")
    W = mixing_matrix(network, "reliability")
    links = UnreliableLinks(W, common["seeds"], common["seed"])
    shares = problem.shares()

    def gradient(x: np.ndarray) -> np.ndarray:
        mean = problem.everywhere(x.mean(axis=-2))
        whole = np.einsum("k,skd->sd", shares, problem.gradient(mean))
        return (whole**2).sum(axis=-1, keepdims=True)

    omega, rho2 = float(problem.L.max()), rho_second_moment(W) * (1 + 1e-12)
    step = min(0.2 / omega, 0.9 * (1 - rho2**0.5) / (2 * omega))
    run = simulate(problem, DECEFL, mixing=links, eta=step, watch=gradient, **common)
    assert run.watched is not None
    averages = np.cumsum(run.watched[:, :-1, 0], axis=1) / run.rounds[1:]
    kept = log_rounds(common["rounds"], 200)[1:]
    kept = kept[kept >= common["rounds"] / 10]
    x = kept.astype(float)
    rows = np.linalg.norm(problem.features, axis=2) * problem.sample_weights
    start = np.zeros(problem.dimension)
    values = {
        "K": problem.clients,
        "omega": omega,
        "eta": step,
        "rho2": rho2,
        "alpha2": 0.0,
        "beta2": float((rows.sum(axis=1) ** 2).mean()),
        "gap(0)": float(problem.objective(start)) - problem.minimum().value,
        "spread2(0)": 0.0,
    }
    statement = theorem("dawo.theorem-1")
    proved = np.asarray(evaluate(statement, statement.variant("repaired"), values, x)["right"])
    curve = certified(problem, [W], np.zeros((problem.clients, problem.dimension)), step, common["rounds"])
    squares = 2 * omega * curve.gap[:-1]
    name, more = "DSGD, unreliable links: mean squared gradient", {"step": step}
    limit = (np.cumsum(squares) / np.arange(1, len(curve.error)))[kept - 1] * (1 + 1e-9)
    return Measured(name, -1, x, averages[:, kept - 1], more=more, limits=(proved,), certified=limit)
