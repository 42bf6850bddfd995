"""`rates`: are the rates that the papers claim the ones that runs show?

The paper's claims, each of the five papers', are about convex losses too. Every claim of an order in t or T, measured
as the slope of the stated quantity on doubly logarithmic axes, on the last nine tenths of the rounds, over seeds:
DeceFL's O(1/t) with full gradients and its consensus error squared, O(1/t^2); DeFed's O(1/T) with mini-batches; the
fixed step's neighbourhood; push-sum's O(sqrt T) regret and O(1/T) consensus with the step that its corollaries take;
the transient of DSGD over unreliable links, O(1/T) with a step of fixed size.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from spectral import mixing_matrix, parse_network
from spectral.families import directed

from ..algorithms import DECEFL, DEFED, UnreliableLinks
from ..data import load
from ..online import run_online
from ..partition import iid
from ..plots import COLOURS, figure, save
from ..problems import LinearModel, logistic, stream
from ..simulate import Diminishing, simulate
from ..trajectory import log_rounds
from .form import choose, count, entry, publish
from .slopes import slope

__all__ = ["run"]

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


def run(
    data: str = "breast-cancer",
    rounds: int | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    quiet: bool = True,
    size: str = "full",
) -> dict[str, Any]:
    """Run the study. An algorithm's `slope` is the exponent of its quantity and `slope_interval` its range over seeds
    and windows of the tail (null where a window has too few points); `claimed` the exponent of the claim.

    `held`: every slope is at most the claimed exponent, give or take 0.15. A bound can be met with room to spare:
    a steeper slope does not contradict it.
    """
    rounds, seeds = count(rounds, choose(size, 20_000, 400), 50), choose(size, 5, 2)
    dataset = load(data, seed).binary().standardized().with_intercept()
    problem = logistic(dataset.X_train, dataset.y_train, iid(len(dataset.y_train), CLIENTS, seed), L2)
    common: dict[str, Any] = {"rounds": rounds, "seeds": seeds, "seed": seed, "quiet": quiet}
    X, y = dataset.X_train, dataset.y_train
    found = [
        *_gossip(problem, common),
        *_push_sum(X, y, [max(10, rounds // 2**k) for k in range(6, 0, -1)], seed, seeds),
        _unreliable(problem, {**common, "rounds": max(50, rounds // 20)}),
    ]
    algorithms = []
    for claim in found:
        fit = slope(claim.x, claim.curves, np.full(len(claim.x), 1e-25), claim.windows)
        shown = entry(claim.name, claimed=claim.claimed, **claim.more)
        if fit is not None:
            shown["slope"], shown["slope_interval"] = fit.value, [fit.low, fit.high]
        algorithms.append(shown)
    missed = [a for a in algorithms if a["slope"] is not None and a["slope"] > a["claimed"] + 0.15]
    held = not missed
    shown_slopes = "; ".join(
        f"{a['name']} {a['slope']:.2f} (claimed {a['claimed']:g})"
        for a in algorithms
        if a["slope"] is not None
    )
    result: dict[str, Any] = {
        "study": "rates",
        "data": dataset.name,
        "setting": {"rounds": rounds, "seed": seed, "seeds": seeds, "l2": L2, "clients": CLIENTS},
        "algorithms": algorithms,
        "held": held,
        "conclusion": (
            f"{'Held' if held else 'Did not hold'}: {'every' if held else 'not every'} measured exponent is at most the"
            f" claimed one. {shown_slopes}.{_excused(missed)}"
        ),
        "paper": None,
    }
    rows = [
        [claim.name, s, float(x), float(claim.curves[s, i])]
        for claim in found
        for s in range(len(claim.curves))
        for i, x in enumerate(claim.x)
    ]
    header = ["claim", "seed", "x", "value"]
    return publish(result, header, rows, lambda place: _draw(found, algorithms, place, dataset.name), out)


def _excused(missed: list[dict[str, Any]]) -> str:
    """What an exponent above the claimed one does and does not show."""
    return "".join(
        f" The regret of {a['name'].partition(':')[0]} is still {100 * a['share_of_bound']:.2g} % of"
        " n |x*|^2 sqrt(T)/2, a term of the bound: the claimed order does not show at these T, the bound is not broken."
        for a in missed
        if a.get("share_of_bound", 1) < 1
    )


def _gossip(problem: LinearModel, common: dict[str, Any]) -> list[Measured]:
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
    # DeFed's gradients carry 1/K: the same run needs K times the step, delta > m/mu in the paper's words
    scaled = Diminishing(CLIENTS * step.delta, step.Gamma)
    groups, each = common["seeds"], 5  # an expectation: the mean over five seeds is one curve
    many = {**options, "seeds": groups * each, "start": np.repeat(options["start"], each, axis=0)}
    noisy = simulate(problem, DEFED, eta=scaled, batch=8, **many)
    squared = (noisy.mean_error[:, tail] ** 2).reshape(groups, each, -1).mean(axis=1)
    fixed = simulate(problem, DECEFL, eta=0.5 / (L + mu), **options)
    return [
        Measured("DeceFL: error of the mean", -1, x, full.mean_error[:, tail]),
        Measured("DeceFL: consensus squared", -2, x, full.consensus_error[:, tail] ** 2),
        Measured("DeFed, batch 8: squared error", -1, x, squared),
        Measured("DeceFL, fixed step: consensus", 0, records[tail], fixed.consensus_error[:, tail]),
    ]


def _push_sum(X: np.ndarray, y: np.ndarray, horizons: list[int], seed: int, seeds: int) -> list[Measured]:
    """Runs of several lengths T, each with the step 1/sqrt T: the corollaries fix the step by the horizon.

    With the paper's l2 and with a larger one. `share_of_bound` is the regret at the last T divided by n ||x*||^2
    sqrt(T)/2, one of the terms of Theorem 2's bound: far below 1 an exponent above 1/2 contradicts no bound.
    """
    nodes, found = min(20, len(X)), []
    x = np.array(horizons, dtype=float)
    for l2 in (PAPER_L2, L2):
        regret, consensus = np.empty((2, seeds, len(horizons)))
        shares = np.empty(seeds)
        for s in range(seeds):
            W = mixing_matrix(directed(nodes, min(5, nodes - 1), seed=seed + s), "out-degree")
            for i, T in enumerate(horizons):
                events = stream(X, y, nodes, T, stochastic=1.0, l2=l2, seed=seed + s)
                run = run_online(events, W, T**-0.5, records=400)
                regret[s, i] = nodes * T * (run.average_loss[-1] - events.best.value)
                # (1/T) sum_t of the squared error, by the trapezoid rule over the recorded rounds
                consensus[s, i] = np.trapezoid(run.consensus_error**2, run.rounds) / T
            shares[s] = regret[s, -1] / (nodes * events.best.w @ events.best.w * horizons[-1] ** 0.5 / 2)
        more: dict[str, Any] = {"share_of_bound": float(shares.mean())}
        name = f"push-sum, l2 = {l2:g}"
        found += [
            Measured(f"{name}: regret in T", 0.5, x, np.maximum(regret, 1e-30), 1, more),
            Measured(f"{name}: squared consensus in T", -1, x, consensus, 1),
        ]
    return found


def _unreliable(problem: LinearModel, common: dict[str, Any]) -> Measured:
    """(1/T) sum_t ||grad f(mean)||^2 with a fixed step and full gradients: the O(1/T) of dawo's Theorem 1, Remark 1."""
    network = parse_network(f"geometric:n={CLIENTS},r=2,v=2,seed=1")
    links = UnreliableLinks(mixing_matrix(network, "reliability"), common["seeds"], common["seed"])
    shares = problem.shares()

    def gradient(x: np.ndarray) -> np.ndarray:
        mean = problem.everywhere(x.mean(axis=-2))
        whole = np.einsum("k,skd->sd", shares, problem.gradient(mean))
        return (whole**2).sum(axis=-1, keepdims=True)

    step = 0.2 / float(problem.L.max())
    run = simulate(problem, DECEFL, mixing=links, eta=step, watch=gradient, **common)
    assert run.watched is not None
    averages = np.cumsum(run.watched[:, :-1, 0], axis=1) / run.rounds[1:]
    kept = log_rounds(common["rounds"], 200)[1:]
    kept = kept[kept >= common["rounds"] / 10]
    return Measured(
        "DSGD, unreliable links: mean squared gradient", -1, kept.astype(float), averages[:, kept - 1]
    )


def _draw(found: list[Measured], algorithms: list[dict[str, Any]], place: Path, data: str) -> list[Path]:
    from matplotlib.ticker import NullFormatter

    columns = 3
    with figure(7.2, 6.0) as drawn:
        axes = drawn.subplots(-(-len(found) // columns), columns)
        for ax, claim, shown, colour in zip(axes.ravel(), found, algorithms, [*COLOURS, *COLOURS]):
            mean = claim.curves.mean(axis=0)
            ax.loglog(claim.x, claim.curves.T, color=colour, lw=0.6, alpha=0.5)
            guide = mean[0] * (claim.x / claim.x[0]) ** claim.claimed
            ax.loglog(claim.x, guide, color="0.3", ls="--", lw=1)
            value = "-" if shown["slope"] is None else f"{shown['slope']:.2f}"
            head, _, rest = claim.name.partition(": ")
            ax.set_title(f"{head}\n{rest}\nslope {value}, claimed {claim.claimed:g}", fontsize=7)
            ax.set_xticks([claim.x[0], claim.x[-1]], [f"{claim.x[0]:,.0f}", f"{claim.x[-1]:,.0f}"])
            low, high = float(claim.curves.min()), float(claim.curves.max())
            if high < 10 * low:  # a decade at least, or noise fills the panel
                middle = (low * high) ** 0.5
                ax.set_ylim(middle / 4, middle * 4)
            for axis in (ax.xaxis, ax.yaxis):
                axis.set_minor_formatter(NullFormatter())
            ax.tick_params(labelsize=7, which="both")
        for ax in axes.ravel()[len(found) :]:
            ax.set_axis_off()
        drawn.suptitle(f"{data}: measured (one line a seed) and claimed exponent (dashed)", fontsize=10)
        return save(drawn, place, "rates")
