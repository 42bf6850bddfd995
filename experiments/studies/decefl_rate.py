"""`decefl-rate`: does DeceFL converge as O(1/t), and stay below the true bound, on real data?

Ten clients hold an iid share of a two-class data set (odd against even digits by default) and run DeceFL,
main text (1)-(2), with full gradients on l2-regularised logistic regression, over DeFed's four regular
graphs (degree 2, 4, 6, 8, weights 1/(degree + 1)) and over an irregular graph with optimized weights.
FedAvg with the same steps is the reference. A convex model stands in for the papers' networks. l2 = 0.1 is
DeFed's coefficient; it is also what makes mu large enough for the O(1/t) phase to begin within the run (the
time to it grows like L/mu^2).

All graphs share one step eta_t = delta/(t + Gamma) that meets the theorem's conditions on every one of
them, so the curves differ by W only. All graphs and all random starts are rows of one array.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from mixproof.spectral import MixingMatrix, mixing_matrix, parse_network
from mixproof.spectral.outputs import folder, write_json

from ..learning.algorithms import DECEFL, FEDAVG
from ..learning.data import load
from ..learning.draws import streams
from ..learning.partition import iid
from ..learning.problems import Problem, logistic
from ..learning.simulate import Diminishing, simulate
from ..learning.trajectory import log_rounds
from .certified import certified, certified_entries, certified_words
from .decefl_bound import bound, printed_bound, rounding_floor, safe_spectrum, step_offset
from .decefl_rate_output import Curves, draw, table
from .form import choose, count, judged, measure
from .record import StudyResult
from .slopes import slope

__all__ = ["run"]

CLIENTS, DEGREES, L2, STARTS = 10, (2, 4, 6, 8), 0.1, 3
IRREGULAR = "er:n=10,p=0.4,seed=1"
SPREAD = 0.1  # standard deviation of the start models
DELTA_MU = 4.0  # the theorem asks for > 1; at 4 the memory of the start fades as t^-4, well inside the run
ROUNDS, RECORDS = 20_000, 400
STEEPEST = -1.2  # a slope below this is no 1/t yet: the start's memory, which fades as t^-DELTA_MU


def run(
    data: str = "digits",
    rounds: int | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    size: str = "full",
) -> StudyResult:
    """Run the study; write its figure (PNG, PDF), CSV and JSON into `out` unless that is None.

    An algorithm's `slope` is that of log ||wbar - w*|| against log(t + Gamma) over the tail, the last nine
    tenths of the rounds (mean over the starts); `slope_interval` is the range over starts and four windows
    of the tail; `consensus_slope` is the same of ||w - 1 wbar||. All are null when a window has fewer than
    three recorded rounds above the rounding floor. A slope nears -1 from above: the consensus error is
    about eta_t ||g*||/(1 - lambda + eta_t mu), whose denominator still shrinks a little. In a run not many
    times longer than Gamma the start still shows: a slope below `STEEPEST` is its memory, no rate, and the study then
    decides nothing (`held` is None). `bound_violations` counts recorded rounds and starts
    where either error exceeds its bound by more than the rounding floor, `decided_by_rounding` those where
    it does so by less; `closest` is the largest measured error / bound after the start (where the consensus
    bound can be an equality). The theorem is not about FedAvg: null.
    """
    rounds = count(rounds, choose(size, ROUNDS, 1500))
    place = None if out is None else folder(out)
    dataset = load(data, seed).binary().standardized().with_intercept()
    parts = iid(len(dataset.y_train), CLIENTS, seed)
    problem = logistic(dataset.X_train, dataset.y_train, parts, L2)
    L, mu, delta = float(problem.L.max()), float(problem.mu.min()), DELTA_MU / float(problem.mu.min())
    graphs = _graphs()
    spectra = [safe_spectrum(W) for W in graphs.values()]
    step = Diminishing(delta, max(step_offset(delta, L, mu, lam, lam_min) for lam, lam_min in spectra))
    start = _starts(problem, seed)
    accuracy = measure(problem, dataset)
    options: dict[str, Any] = {
        "eta": step,
        "rounds": rounds,
        "record_every": log_rounds(rounds, RECORDS),
        "accuracy": accuracy,
    }
    stacked = np.repeat(np.stack([W.dense() for W in graphs.values()]), STARTS, axis=0)
    everywhere = np.tile(start, (len(graphs), 1, 1))
    gossip = simulate(problem, DECEFL, mixing=stacked, seeds=len(stacked), start=everywhere, **options)
    # FedAvg's weights are m_k/m; with 1/K both algorithms minimise the same objective
    server = simulate(problem, replace(FEDAVG, objective="mean"), seeds=STARTS, start=start, **options)

    lines = [
        Curves(
            name,
            gossip,
            slice(STARTS * i, STARTS * (i + 1)),
            tuple(bound(problem, x, step, lam, lam_min) for x in start),
            tuple(printed_bound(problem, x, step, lam, lam_min) for x in start),
            certified(problem, [W], start, step, rounds),
        )
        for i, ((name, W), (lam, lam_min)) in enumerate(zip(graphs.items(), spectra))
    ]
    lines.append(Curves("FedAvg", server, slice(None), (), (), None))
    floor = rounding_floor(problem, start, step, rounds)[gossip.rounds]
    result: dict[str, Any] = {
        "study": "decefl-rate",
        "data": dataset.name,
        "setting": {
            "rounds": rounds,
            "seed": seed,
            "starts": STARTS,
            "samples": [int(m) for m in problem.counts],
            "dimension": problem.dimension,
            "l2": L2,
            "L": L,
            "mu": mu,
            "delta": step.delta,
            "Gamma": step.Gamma,
            "irregular_network": IRREGULAR,
            "optimum_accuracy": float(accuracy(problem.minimum().w[None])[0]),
            "optimum_error": problem.minimum().error,
            "rounding_floor": float(floor[-1]),
        },
        "algorithms": [_summary(line, step, floor) for line in lines],
        "files": [],
    }
    result.update(_judgement(result["algorithms"]))
    if place is not None:
        title = f"DeceFL on {dataset.name}, {CLIENTS} clients, step {step.delta:.3g}/(t + {step.Gamma:.4g})"
        files = [*draw(lines, step, place, title), table(lines, step, place), place / "decefl-rate.json"]
        result["files"] = [str(path) for path in files]
        write_json(files[-1], result)
    return StudyResult(result)


def _judgement(algorithms: list[dict[str, Any]]) -> dict[str, Any]:
    """Whether the claim, O(1/t) over every graph, held: slopes near -1, where the start is forgotten.

    None where a slope is steeper, or there is none: the run is too short to show a rate.
    """
    gossip = [a for a in algorithms if a["bound_violations"] is not None]
    slopes = [a["slope"] for a in gossip if a["slope"] is not None]
    violations = sum(a["bound_violations"] for a in gossip)
    short = len(slopes) < len(gossip) or min(slopes) < STEEPEST
    held = False if violations else None if short else max(slopes) <= -0.9
    seen, measured = "the run is too short to show a rate", "no slope"
    if slopes:
        measured = f"slopes {min(slopes):.2f} to {max(slopes):.2f}"
        seen = f"the error of the mean falls as t^{min(slopes):.2f} to t^{max(slopes):.2f}"
        seen += ", which is the memory of the start fading, no rate: the run is too short" * short
    words = (
        f"{seen}; {violations} recorded rounds exceed the repaired bound, and the"
        f" largest measured error is {max(a['closest'] for a in gossip):.2g} of it"
        f" ({max(a['closest_printed'] for a in gossip):.2g} of the printed bound, which is false elsewhere)."
    )
    words += certified_words(algorithms)
    return judged(held, f"every slope from {STEEPEST} to -0.9, no bound exceeded", measured, words)


def _graphs() -> dict[str, MixingMatrix]:
    from mixproof.weightopt import optimize

    regular = {f"degree {k}": parse_network(f"regular:n={CLIENTS},degree={k}") for k in DEGREES}
    weights = {name: mixing_matrix(network, "uniform") for name, network in regular.items()}
    return {**weights, "irregular, optimized": optimize(parse_network(IRREGULAR), method="cvxpy").weights}


def _starts(problem: Problem, seed: int) -> np.ndarray:
    """(STARTS, K, d) normal models, each client's from a stream of its own."""
    d = problem.dimension
    return SPREAD * np.array(
        [[g.standard_normal(d) for g in streams(seed, s, problem.clients, purpose=2)] for s in range(STARTS)]
    )


def _summary(line: Curves, step: Diminishing, floor: np.ndarray) -> dict[str, Any]:
    x = line.rounds + step.Gamma
    tail = line.rounds >= line.rounds[-1] / 10
    mean, consensus = (
        slope(x[tail], curves[:, tail], floor[tail]) for curves in (line.mean_error, line.consensus_error)
    )
    entry: dict[str, Any] = {
        "name": f"DeceFL, {line.name}" if line.bounds else line.name,
        "final_gap": float(line.gap[:, -1].mean()),
        "slope": mean and mean.value,
        "slope_interval": mean and [mean.low, mean.high],
        "consensus_slope": consensus and consensus.value,
        "consensus_slope_interval": consensus and [consensus.low, consensus.high],
        "bound_violations": None,
        "accuracy": float(line.accuracy[:, -1].mean()),
        "final_mean_error": float(line.mean_error[:, -1].mean()),
        "final_consensus_error": float(line.consensus_error[:, -1].mean()),
    }
    if line.certified is not None:
        measured = {"error": line.mean_error, "spread": line.consensus_error}
        entry |= certified_entries(line.certified, line.rounds, **measured)
    if line.bounds:
        pairs = [(line.mean_error, line.mean_bound(x)), (line.consensus_error, line.consensus_bound(x))]
        violations = sum(int((error > limit + floor).sum()) for error, limit in pairs)
        entry["bound_violations"] = violations
        entry["decided_by_rounding"] = sum(int((error > limit).sum()) for error, limit in pairs) - violations
        later = line.rounds > 0
        entry["closest"] = max(float((error / limit)[:, later].max(initial=0)) for error, limit in pairs)
        printed = [
            (line.mean_error, line.mean_bound(x, True)),
            (line.consensus_error, line.consensus_bound(x, True)),
        ]
        entry["closest_printed"] = max(
            float((error / limit)[:, later].max(initial=0)) for error, limit in printed
        )
        entry["lambda"], entry["lambda_n"] = line.bounds[0].lam, line.bounds[0].lam_min
    return entry
