"""`alidpfl-resources`: is one local step best where rounds are plenty, and an adaptive number where they are scarce?

The paper trains a network; softmax regression here. Ten clients with shards of two classes each, noise multiplier
1.1, clipping norm 0.1, rate 0.5 (alidpfl, Tables II to IV). R_s rounds of communication, R_c local steps that the
privacy budget supports: R_s = R_c, 2 R_c, R_c/2, R_c/5, with one of the paper's R_c each. The adaptive runs use
Algorithm 2 with T in G(tau) fixed, as printed, and with T the number of local steps that tau leaves room for,
repaired. phi lambda^2, which the paper does not give, is 1. The data are too few for the paper's epsilons: the
true cost of the steps, at delta = 1e-5, is part of the result.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bounds.privacy import privacy_loss
from spectral.errors import InputError

from ..data import Dataset, load
from ..plots import COLOURS, figure, save
from ..private import Adaptive, Mechanism, PrivateRun, run_private
from ..problems import softmax
from .form import choose, entry, measure, publish, scaled, spread

__all__ = ["run"]

CLIENTS, L2, DELTA, SAMPLES = 10, 1e-3, 1e-5, 4000


@dataclass(frozen=True)
class Case:
    """A line of the paper's tables: R_s rounds, R_c supported steps, the fixed taus compared with."""

    name: str
    rounds: int
    steps: int
    taus: tuple[int, ...]


CASES = (
    Case("R_s = R_c", 231, 231, (1, 2, 3, 4, 5)),
    Case("R_s = 2 R_c", 244, 122, (1, 2, 3, 4, 5)),
    Case("R_s = R_c/2", 228, 457, (1, 2, 3, 4, 5)),
    Case("R_s = R_c/5", 225, 1123, (1, 3, 5, 7, 9)),
)
SMALL = (Case("R_s = R_c", 8, 8, (1, 2)), Case("R_s = R_c/5", 8, 40, (1, 5)))
ADAPTIVE = {"adaptive, repaired": Adaptive(1.0), "adaptive, as printed": Adaptive(1.0, printed=True)}


def run(
    data: str = "digits",
    rounds: int | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    quiet: bool = True,
    size: str = "full",
) -> dict[str, Any]:
    """Run the study; `rounds` scales every R_s and R_c so that the first case has that many. Seeds differ in batches
    and noise.

    `held`: where R_s >= R_c tau = 1 is the best fixed number, in the mean over seeds; where R_s < R_c the repaired
    adaptive run ends within a point of the best fixed one. `steps` is the number of local steps taken,
    `epsilon` the cost of the R_c steps of the budget.
    """
    cases, seeds = choose(size, CASES, SMALL), choose(size, 3, 2)
    if rounds is not None:
        if int(rounds) != rounds or rounds < 1:
            raise InputError("rounds", rounds, "an integer >= 1")
        scale = rounds / cases[0].rounds
        cases = tuple(
            Case(c.name, max(1, round(scale * c.rounds)), max(1, round(scale * c.steps)), c.taus)
            for c in cases
        )
    dataset = scaled(load(data, seed))
    if len(dataset.classes) < 2:
        raise InputError("labels", dataset.name, "a classification study needs class labels")
    parts = _shards(dataset, seed)
    problem = softmax(dataset.X_train, dataset.y_train, parts, L2)
    batch = min(20.0, float(problem.counts.min()))
    mechanism = Mechanism(sigma=1.1, clip=0.1, batch=batch, eta=0.5)
    sampling = batch / float(problem.counts.min())  # the worst client's
    options: dict[str, Any] = {"seeds": seeds, "seed": seed, "accuracy": measure(problem, dataset)}
    found: dict[tuple[str, str], PrivateRun] = {}
    algorithms: list[dict[str, Any]] = []
    for case in cases:
        cost = privacy_loss(sampling, mechanism.sigma, case.steps, DELTA).epsilon
        taus: dict[str, Any] = {**ADAPTIVE, **{f"tau = {tau}": tau for tau in case.taus}}
        for name, tau in taus.items():
            run = run_private(problem, mechanism, tau, rounds=case.rounds, iterations=case.steps, **options)
            if run.diverged_at is not None:
                raise InputError("eta", mechanism.eta, f"{name} diverged in round {run.diverged_at}")
            assert run.accuracy is not None
            found[case.name, name] = run
            steps = int(run.iterations.max())
            used = run.taus[run.taus > 0]
            more: dict[str, Any] = {"case": case.name, "steps": steps, "epsilon": cost}
            more |= {"tau_mean": float(used.mean()), "tau_range": spread(used)}
            algorithms.append(
                entry(f"{name}, {case.name}", gap=run.gap[:, -1], accuracy=run.accuracy[:, -1], **more)
            )
    result: dict[str, Any] = {
        "study": "alidpfl-resources",
        "data": dataset.name,
        "setting": {
            "seed": seed,
            "seeds": seeds,
            "samples": [int(m) for m in problem.counts],
            "cases": [[c.name, c.rounds, c.steps] for c in cases],
            "sigma": mechanism.sigma,
            "clip": mechanism.clip,
            "batch": batch,
            "rate": mechanism.eta,
            "delta": DELTA,
            "sampling_rate": sampling,
            "optimum_accuracy": float(measure(problem, dataset)(problem.minimum("samples").w[None])[0]),
        },
        "algorithms": algorithms,
    }
    result.update(_judged(cases, algorithms))
    rows = [
        [case, name, s, int(run.iterations[s]), float(run.gap[s, -1]), float(run.accuracy[s, -1])]
        for (case, name), run in found.items()
        if run.accuracy is not None
        for s in range(seeds)
    ]
    header = ["case", "tau", "seed", "steps", "gap", "accuracy"]
    return publish(result, header, rows, lambda place: _draw(cases, algorithms, place, dataset.name), out)


def _shards(dataset: Dataset, seed: int) -> list[np.ndarray]:
    """Two shards of the samples sorted by label for each client, at most 4000 samples in all."""
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(11,)))
    kept = rng.permutation(len(dataset.y_train))[:SAMPLES]
    if len(kept) < 2 * CLIENTS:
        raise InputError("clients", CLIENTS, f"{len(kept)} samples cannot serve two shards a client")
    ordered = kept[np.argsort(dataset.y_train[kept], kind="stable")]
    shards = np.array_split(ordered, 2 * CLIENTS)
    order = rng.permutation(2 * CLIENTS)
    return [np.sort(np.concatenate([shards[a], shards[b]])) for a, b in order.reshape(CLIENTS, 2)]


def _judged(cases: tuple[Case, ...], algorithms: list[dict[str, Any]]) -> dict[str, Any]:
    by_case = {case.name: [a for a in algorithms if a["case"] == case.name] for case in cases}
    plenty, scarce, parts = True, True, []
    for case in cases:
        repaired, _, *fixed = by_case[case.name]
        best = max(fixed, key=lambda a: a["accuracy"])
        label = best["name"].split(",")[0]
        parts.append(
            f"{case.name}: best {label} {100 * best['accuracy']:.1f} %, tau = 1 {100 * fixed[0]['accuracy']:.1f} %,"
            f" adaptive {100 * repaired['accuracy']:.1f} % (tau {repaired['tau_mean']:.1f} on average)"
        )
        if case.rounds >= case.steps:
            plenty &= best is fixed[0]
        else:
            scarce &= repaired["accuracy"] >= best["accuracy"] - 0.01
    held = plenty and scarce
    even = [a for case in cases if case.rounds >= case.steps for a in by_case[case.name][2:]]
    widest = max(a["accuracy_range"][1] - a["accuracy_range"][0] for a in even)
    sentence = (
        f"{'Held' if held else 'Did not hold'}: where rounds are plenty tau = 1 is"
        f"{'' if plenty else ' not everywhere'} the best fixed number in the mean (the seeds of one number spread over"
        f" up to {100 * widest:.1f} points), and where they are scarce the repaired adaptive rule"
        f" {'keeps up' if scarce else 'does not keep up'} with the best fixed one within a point. {'; '.join(parts)}."
        " The printed rule always takes tau = 1, because T in G(tau) does not depend on tau."
    )
    return {"held": bool(held), "conclusion": sentence, "paper": None}


def _draw(cases: tuple[Case, ...], algorithms: list[dict[str, Any]], place: Path, data: str) -> list[Path]:
    with figure(7.2, 3.2) as drawn:
        axes = drawn.subplots(1, len(cases), sharey=True)
        for ax, case in zip(axes, cases):
            own = [a for a in algorithms if a["case"] == case.name]
            for tau, a in zip(case.taus, own[2:]):
                low, high = a["accuracy_range"]
                ax.plot([tau, tau], [100 * low, 100 * high], color=COLOURS[0], lw=1)
                ax.plot(tau, 100 * a["accuracy"], "o", color=COLOURS[0], ms=4)
            for a, colour, style in zip(own, (COLOURS[3], COLOURS[1]), ("-", "--")):
                ax.axhline(100 * a["accuracy"], color=colour, ls=style, lw=1.2)
                ax.axhspan(*(100 * np.array(a["accuracy_range"])), color=colour, alpha=0.12, lw=0)
            ax.set_xticks(case.taus)
            ax.set_title(f"{case.name}\n{case.rounds} rounds, {case.steps} steps", fontsize=8)
            ax.set_xlabel(r"fixed $\tau$")
        axes[0].set_ylabel("test accuracy (%)")
        from matplotlib.lines import Line2D

        handles = [
            Line2D([], [], color=COLOURS[0], marker="o", label=r"fixed $\tau$, range over seeds"),
            Line2D([], [], color=COLOURS[3], label=r"adaptive $\tau$, repaired rule"),
            Line2D([], [], color=COLOURS[1], ls="--", label=r"adaptive $\tau$, printed rule"),
        ]
        drawn.legend(handles=handles, loc="outside lower center", ncols=3, frameon=False)
        drawn.suptitle(f"{data}: private federated learning, sigma = 1.1", fontsize=10)
        return save(drawn, place, "alidpfl-resources")
