"""Claim: label shares, class means and the mean matrix tell in which order weights learn, on networks of all kinds.

    OMP_NUM_THREADS=1 python benchmarks/learning_order.py [--data FILE] [--seeds N] [NETWORK ...]

Kendall's tau against measured accuracy over 22 matrices a network, those that know the labels among them: of the test
error that the study `learning-weights` predicts; of `compare`'s order with labels, and without; and, the best that
noise lets a prediction be, of one half of the seeds against the other.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
from scipy.stats import kendalltau

from mixproof.experiments.studies.dawo_runs import federation, learn
from mixproof.experiments.studies.learning_weights_matrices import variety, weights_of
from mixproof.experiments.studies.learning_weights_prediction import predicted, shares_of
from mixproof.spectral import parse_network
from mixproof.weightopt import Learning, objective_value
from mixproof.weightopt.learners import label_disagreement

ROUNDS, MATRICES = 150, 22
NETWORKS = (
    "ring:n=30",
    "geometric:n=40,r=2,v=2,seed=11",
    "grid:rows=6,cols=6",
    "er:n=30,p=0.2,seed=5",
    "barbell:clique=8,path=6",
    "hypercube:d=5",
)


def tau(predictions: Sequence[float], accuracy: np.ndarray) -> float:
    return float(kendalltau(predictions, accuracy).statistic)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", default="digits")
    parser.add_argument("--seeds", type=int, default=6)
    parser.add_argument("networks", nargs="*", default=NETWORKS)
    arguments = parser.parse_args()
    seeds, half = arguments.seeds, arguments.seeds // 2
    for text in arguments.networks:
        graph = parse_network(text)
        task = federation(arguments.data, graph.n, 0)
        shares = shares_of(task)
        known = weights_of(graph, shares)
        matrices = [*known.values(), *variety(known, MATRICES, 0).values()]
        runs = [learn(task, W, rounds=ROUNDS, seeds=seeds, seed=0, every=ROUNDS) for W in matrices]
        each = np.array([run.watched[:, -1, 0] for run in runs])  # (matrices, seeds)
        accuracy = each.mean(axis=1)
        error = tau([predicted(W, task, ROUNDS) for W in matrices], accuracy)
        labels = tau([label_disagreement(W, shares) for W in matrices], accuracy)
        blind = tau([min(objective_value(W, Learning()), 1e9) for W in matrices], accuracy)
        noise = tau(list(-each[:, :half].mean(axis=1)), each[:, half:].mean(axis=1))
        line = f"{text}: {len(matrices)} matrices, error {error:.2f}, labels {labels:.2f}, blind {blind:.2f}"
        print(f"{line}; halves of {seeds} seeds {noise:.2f}", flush=True)


if __name__ == "__main__":
    main()
