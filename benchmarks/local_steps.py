"""Claim: spending the budget is never far below the best number of local steps, where the bounds' rules can be.

    OMP_NUM_THREADS=1 python benchmarks/local_steps.py [--seeds N]

Six settings that no study of the library has: data divided by a Dirichlet distribution, privacy budgets that one
multiplier of noise turns into steps (`steps_for`), rounds. Points of accuracy of softmax regression below the best of
seven fixed numbers, for `budget` of `best_tau` and for the adaptive rules of `run_private`.
"""

from __future__ import annotations

import argparse
from typing import Any

from mixproof.bounds.calculators.budgets import best_tau
from mixproof.experiments.learning.data import load
from mixproof.experiments.learning.partition import dirichlet
from mixproof.experiments.learning.private import Adaptive, Mechanism, run_private
from mixproof.experiments.learning.problems import softmax
from mixproof.experiments.studies.form import measure, scaled

SETTINGS = (  # data, clients, alpha, epsilon, noise, rounds
    ("digits", 8, 0.2, 8.0, 2.0, 40),
    ("digits", 8, 5.0, 8.0, 2.0, 400),
    ("digits", 5, 0.5, 12.0, 2.0, 12),
    ("breast-cancer", 5, 0.3, 8.0, 3.0, 15),
    ("breast-cancer", 4, 1.0, 12.0, 3.0, 100),
    ("digits", 10, 0.1, 20.0, 1.5, 30),
)
DELTA, BATCH, LEAST, CLIP, RATE = 1e-5, 20, 60, 0.1, 0.5
RULES = ("repaired", "printed", "measured")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=3)
    seeds = parser.parse_args().seeds
    for data, clients, alpha, epsilon, noise, rounds in SETTINGS:
        dataset = scaled(load(data))
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
        ) -> float:
            run = run_private(problem, mechanism, tau, rounds=rounds, iterations=rules.steps, **options)
            assert run.accuracy is not None
            return 100 * float(run.accuracy[:, -1].mean())

        own = rules.chosen.tau
        taus = sorted({max(1, round(own * times)) for times in (0.125, 0.25, 0.5, 0.75, 1, 1.5, 2)})
        fixed = {tau: reached(tau) for tau in taus}
        best = max(fixed, key=lambda tau: fixed[tau])
        behind = {"budget": fixed[best] - fixed[own]}
        behind |= {rule: fixed[best] - reached(Adaptive(rule)) for rule in RULES}
        told = ", ".join(f"{rule} {points:.2f}" for rule, points in behind.items())
        setting = f"{data}, {clients} clients, alpha {alpha}, epsilon {epsilon:g}, {rounds} rounds, {rules.steps} steps"
        print(
            f"{setting}: best fixed tau {best} {fixed[best]:.2f} %, budget's {own}; behind: {told}",
            flush=True,
        )


if __name__ == "__main__":
    main()
