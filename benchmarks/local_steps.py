"""Claim: spending the budget is never far below the best number of local steps, where the bounds' rules can be.

    OMP_NUM_THREADS=1 python -m benchmarks.local_steps [--seeds N]

Six settings that no study of the library has, nor was looked at while the rules were written: data divided by a
Dirichlet distribution, privacy budgets that one multiplier of noise turns into steps (`steps_for`), rounds. Points of
accuracy of softmax regression below the best of some fixed numbers, for `budget` of `best_tau` and for the adaptive
rules of `run_private`, with the standard error of the difference over seeds that both share.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from mixproof.bounds.calculators.budgets import best_tau
from mixproof.experiments.learning.data import load
from mixproof.experiments.learning.partition import dirichlet
from mixproof.experiments.learning.private import Adaptive, Mechanism, run_private
from mixproof.experiments.learning.problems import softmax
from mixproof.experiments.studies.form import measure

from .plan_held_out import made

SETTINGS = (  # data, clients, alpha, epsilon, noise, rounds
    ("classification", 6, 0.3, 6.0, 2.0, 25),
    ("classification", 12, 2.0, 10.0, 1.5, 35),
    ("digits", 7, 0.15, 9.0, 1.8, 20),
    ("digits", 6, 1.0, 15.0, 2.5, 60),
    ("breast-cancer", 5, 0.4, 6.0, 2.5, 18),
    ("breast-cancer", 4, 2.0, 9.0, 2.0, 50),
)
DELTA, BATCH, LEAST, CLIP, RATE = 1e-5, 20, 60, 0.1, 0.5
RULES = ("repaired", "printed", "measured")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=8)
    seeds = parser.parse_args().seeds
    for data, clients, alpha, epsilon, noise, rounds in SETTINGS:
        dataset = load(made(data)).standardized().with_intercept()
        parts = dirichlet(dataset.y_train, clients, alpha, seed=7, least=LEAST)
        problem = softmax(dataset.X_train, dataset.y_train, parts, 1e-3)
        sample = BATCH / float(problem.counts.min())
        rules = best_tau((epsilon, DELTA), rounds, noise=noise, sample=sample)
        mechanism = Mechanism(sigma=noise, clip=CLIP, batch=float(BATCH), eta=RATE)
        options: dict[str, Any] = {
            "seeds": seeds,
            "seed": 5,
            "accuracy": measure(problem, dataset),
            "curves": False,
        }

        def reached(
            tau: Any, mechanism=mechanism, rounds=rounds, rules=rules, problem=problem, options=options
        ) -> np.ndarray:
            run = run_private(problem, mechanism, tau, rounds=rounds, iterations=rules.steps, **options)
            return 100 * np.asarray(run.accuracy)[:, -1]

        own = rules.chosen.tau
        taus = sorted({max(1, round(own * times)) for times in (0.125, 0.25, 0.5, 0.75, 1, 1.5, 2, 3)})
        fixed = {tau: reached(tau) for tau in taus}
        best = max(fixed, key=lambda tau: float(fixed[tau].mean()))
        behind = {"budget": fixed[best] - fixed[own]}
        behind |= {rule: fixed[best] - reached(Adaptive(rule)) for rule in RULES}
        told = ", ".join(
            f"{rule} {points.mean():.2f} +- {points.std(ddof=1) / seeds**0.5:.2f}"
            for rule, points in behind.items()
        )
        setting = f"{data}, {clients} clients, alpha {alpha}, epsilon {epsilon:g}, {rounds} rounds, {rules.steps} steps"
        print(
            f"{setting}: best fixed tau {best} {fixed[best].mean():.2f} %, budget's {own}; behind: {told}",
            flush=True,
        )


if __name__ == "__main__":
    main()
