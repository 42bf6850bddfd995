"""`rates`: are the rates that the papers claim the ones that runs show?

The paper's claims, each of the five papers', are about convex losses too. Every claim of an order in t or T, measured
as the slope of the stated quantity on doubly logarithmic axes, on the last nine tenths of the rounds, over seeds:
DeceFL's O(1/t) with full gradients and its consensus error squared, O(1/t^2); DeFed's O(1/T) with mini-batches; the
fixed step's neighbourhood; push-sum's O(sqrt T) regret and O(1/T) consensus with the step that its corollaries take;
the transient of DSGD over unreliable links, O(1/T) with a step of fixed size.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from mixproof.spectral.plots import COLOURS, figure, save

from ..learning.data import load
from ..learning.partition import iid
from ..learning.problems import logistic
from .certified import certified_words
from .form import choose, count, entry, judged, publish
from .rates_runs import CLIENTS, L2, Measured, gossip, push_sum, unreliable
from .record import StudyResult
from .slopes import slope

__all__ = ["run"]

SLACK = 0.15  # for a slope on a tail of finite length


def run(
    data: str = "breast-cancer",
    rounds: int | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    size: str = "full",
) -> StudyResult:
    """Run the study. An algorithm's `slope` is the exponent of its quantity and `slope_interval` its range over seeds
    and windows of the tail (null where a window has too few points); `claimed` the exponent of the claim.

    `held`: every slope is at most the claimed exponent, give or take 0.15. A bound can be met with room to spare:
    a steeper slope does not contradict it.
    """
    rounds, seeds = count(rounds, choose(size, 20_000, 400), 50), choose(size, 5, 2)
    dataset = load(data, seed).binary().standardized().with_intercept()
    problem = logistic(dataset.X_train, dataset.y_train, iid(len(dataset.y_train), CLIENTS, seed), L2)
    common: dict[str, Any] = {"rounds": rounds, "seeds": seeds, "seed": seed}
    X, y = dataset.X_train, dataset.y_train
    found = [
        *gossip(problem, common),
        *push_sum(X, y, [max(10, rounds // 2**k) for k in range(6, 0, -1)], seed, seeds),
        unreliable(problem, {**common, "rounds": max(50, rounds // 20)}),
    ]
    algorithms = []
    for claim in found:
        fit = slope(claim.x, claim.curves, np.full(len(claim.x), 1e-25), claim.windows)
        shown = entry(claim.name, claimed=claim.claimed, **claim.more, **claim.entries())
        if fit is not None:
            shown["slope"], shown["slope_interval"] = fit.value, [fit.low, fit.high]
        algorithms.append(shown)
    missed = [a for a in algorithms if a["slope"] is not None and a["slope"] > a["claimed"] + SLACK]
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
        **judged(
            held,
            f"every slope at most the claimed one + {SLACK:g}",
            "; ".join(f"{a['name']} {a['slope']:.2f}" for a in missed) or "all are",
            f"{'every' if held else 'not every'} measured exponent is at most the"
            f" claimed one. {shown_slopes}.{_excused(missed)}{_bounded(algorithms)}{certified_words(algorithms)}",
        ),
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


def _bounded(algorithms: list[dict[str, Any]]) -> str:
    known = [a for a in algorithms if a["bound_violations"] is not None]
    least, most = (f(a["closest"] for a in known) for f in (min, max))
    return (
        f" {sum(a['bound_violations'] for a in known)} measured values exceed the bound proved for them; the largest of"
        f" each are {least:.1g} to {most:.1g} of it."
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
            if claim.certified is not None:
                ax.loglog(claim.x, claim.certified, "-.", color="0.3", lw=1)
            for limit, style in zip(claim.limits, ("-", ":")):
                ax.loglog(
                    claim.x, np.broadcast_to(limit, claim.curves.shape).mean(axis=0), style, color="0.6", lw=1
                )
            value = "-" if shown["slope"] is None else f"{shown['slope']:.2f}"
            head, _, rest = claim.name.partition(": ")
            ax.set_title(f"{head}\n{rest}\nslope {value}, claimed {claim.claimed:g}", fontsize=7)
            ax.set_xticks([claim.x[0], claim.x[-1]], [f"{claim.x[0]:,.0f}", f"{claim.x[-1]:,.0f}"])
            low, high = float(claim.curves.min()), float(claim.curves.max())
            if high < 10 * low and not claim.limits and claim.certified is None:
                # a decade at least, or noise fills the panel
                middle = (low * high) ** 0.5
                ax.set_ylim(middle / 4, middle * 4)
            for axis in (ax.xaxis, ax.yaxis):
                axis.set_minor_formatter(NullFormatter())
            ax.tick_params(labelsize=7, which="both")
            ax.set_xlabel("rounds" if "in T" not in rest else "horizon T", fontsize=7)
        for ax in axes.ravel()[len(found) :]:
            ax.set_axis_off()
        drawn.suptitle(
            f"{data}: each seed, the claimed exponent (dashed), proved: grey, certified: dash-dotted, printed: dotted",
            fontsize=9,
        )
        return save(drawn, place, "rates")
