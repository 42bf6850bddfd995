"""Claim: for the same messages a node, schedules found here mix and learn faster than static weights and MATCHA's rule.

    OMP_NUM_THREADS=1 python -m benchmarks.schedules [--messages 150] [--seeds 3]

800 digits of scikit-learn, one class a node, softmax regression, full gradients, combine then adapt with the step 0.1.
Every row has sent the same number of messages a node (models) when its accuracy is read: fewer messages a round are
more rounds, and more gradient steps. The second accuracy is after 150 rounds for all, whatever they sent. `left`: the
factor of the mean square disagreement after one message a node. One-peer exponential rounds need links that these
networks do not have: they are there as what is possible without a given network.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from mixproof.experiments.learning.algorithms import DECEFL
from mixproof.experiments.learning.simulate import simulate
from mixproof.experiments.studies.dawo_runs import Federation, federation
from mixproof.spectral import (
    Network,
    Schedule,
    mixing_matrix,
    one_peer_exponential,
    parse_network,
    rho_second_moment,
)
from mixproof.weightopt import edge_colouring, matcha, optimize, optimize_schedule

NETWORKS = ("er:n=20,p=0.3,seed=5", "smallworld:n=30,degree=4,p=0.2,seed=3", "barbell:clique=8,path=4")
ETA, ROUNDS, SAMPLES = 0.1, 150, 800


def candidates(network: Network, budget: float) -> dict[str, Any]:
    """Schedules, and static weights, which send along every link in every round."""
    return {
        "Metropolis, static": mixing_matrix(network, "metropolis"),
        "learning, static": optimize(network, "learning").weights,
        "MATCHA": matcha(network, budget),
        "independent matchings": optimize_schedule(network, budget).schedule,
        "one matching a round": optimize_schedule(network, budget, "one").schedule,
        "edge colouring": edge_colouring(network),
        "best cycle": optimize_schedule(network, budget, "cycle").schedule,
        "one-peer exponential": Schedule.cycle(one_peer_exponential(network.n)),
    }


def accuracy(tasks: list[Federation], mixing: Any, rounds: int) -> float:
    """Mean test accuracy of the devices, over seeds, in percent."""
    ends = []
    for task in tasks:
        run = simulate(
            task.problem,
            DECEFL,
            mixing=mixing,
            eta=ETA,
            rounds=rounds,
            record_every=[rounds],
            watch=task.watch,
        )
        ends.append(run.watched[0, -1, 0])
    return 100 * float(np.mean(ends))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--messages", type=int, default=150)
    parser.add_argument("--seeds", type=int, default=3)
    arguments = parser.parse_args()
    for text in NETWORKS:
        network = parse_network(text)
        tasks = [federation("digits", network.n, seed, SAMPLES) for seed in range(arguments.seeds)]
        print(f"\n{text}: {network.m} links, {arguments.messages} messages a node")
        print(f"{'rounds by':24s} {'messages':>8s} {'left':>9s} {'accuracy':>9s} {f'of {ROUNDS}':>9s}")
        for name, mixing in candidates(network, min(1.0, 2 * network.m / network.n)).items():
            if isinstance(mixing, Schedule):
                sent, left = mixing.messages, mixing.factor_per_message
            else:
                sent = 2 * network.m / network.n
                left = rho_second_moment(mixing) ** (1 / sent)
            found = [accuracy(tasks, mixing, rounds) for rounds in (round(arguments.messages / sent), ROUNDS)]
            print(f"{name:24s} {sent:8.3f} {left:9.4f} {found[0]:9.1f} {found[1]:9.1f}", flush=True)


if __name__ == "__main__":
    main()
