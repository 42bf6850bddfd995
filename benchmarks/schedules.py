"""Claim: of schedules that send the same `plan_schedule` puts one first that learns as well as the best.

    OMP_NUM_THREADS=1 python -m benchmarks.schedules [--messages 150] [--seeds 3] [--mixing]

800 digits of scikit-learn, one class a node, softmax regression, full gradients, the step 0.1; `plan_schedule` knows
neither data nor labels. Every row has sent the same number of messages a node (models) when its accuracy is read: fewer
messages a round are more rounds, and more gradient steps. `round` and `message`: what a round, and one message a node,
leave of the mean square disagreement at most, certified (upper ends of enclosures); --mixing: these alone. One-peer
exponential rounds need links that these networks do not have: they are there as what is possible without a given
network. tau: Kendall's, of predicted error and accuracy.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from scipy.stats import kendalltau

import mixproof as mx
from mixproof.experiments.learning.simulate import simulate
from mixproof.experiments.planning import FORMS
from mixproof.experiments.planning.schedules import schedules_of
from mixproof.experiments.studies.dawo_runs import Federation, federation
from mixproof.spectral import Schedule, one_peer_exponential, parse_network

NETWORKS = ("er:n=20,p=0.3,seed=5", "smallworld:n=30,degree=4,p=0.2,seed=3", "barbell:clique=8,path=4")
ETA, SAMPLES = 0.1, 800


def accuracy(tasks: list[Federation], form: str, mixing: Any, rounds: int) -> float:
    """Mean test accuracy of the devices, over seeds, in percent."""
    ends = []
    for task in tasks:
        run = simulate(
            task.problem,
            FORMS[form],
            mixing=mixing,
            eta=ETA,
            rounds=rounds,
            record_every=[rounds],
            watch=task.watch,
        )
        ends.append(run.watched[0, -1, 0])
    return 100 * float(np.mean(ends))


def mixing(schedule: Schedule) -> str:
    """Messages a node and round, and what is certified of a round and of a message."""
    most = schedule.enclosure[1]
    return f"{schedule.messages:8.3f} {most:8.4f} {most ** (1 / schedule.messages):8.4f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--messages", type=int, default=150)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--mixing", action="store_true")
    arguments = parser.parse_args()
    for text in NETWORKS:
        network = parse_network(text)
        free = Schedule.cycle(one_peer_exponential(network.n))
        if arguments.mixing:
            print(f"\n{text}\n{'rounds by':46s} {'a round':>8s} {'round':>8s} {'message':>8s}")
            for name, schedule in {**schedules_of(network, 0), "one-peer exponential": free}.items():
                print(f"{name:46s} {mixing(schedule)}", flush=True)
            continue
        tasks = [federation("digits", network.n, seed, SAMPLES) for seed in range(arguments.seeds)]
        found = mx.plan_schedule(network, arguments.messages, ETA)
        print(f"\n{text}: {network.m} links, {arguments.messages} messages a node")
        print(
            f"{'rounds by':46s} {'form':19s} {'a round':>8s} {'round':>8s} {'message':>8s} {'predicted':>9s}"
            f" {'accuracy':>9s}"
        )
        reached = []
        for one in found.candidates:
            reached.append(accuracy(tasks, one.form, one.schedule, one.rounds))
            row = f"{one.name:46s} {one.form:19s} {mixing(one.schedule)} {one.predicted:9.3f}"
            print(f"{row} {reached[-1]:9.1f}", flush=True)
        rounds = round(arguments.messages / free.messages)
        for form in FORMS:
            value = accuracy(tasks, form, free, rounds)
            print(f"{'one-peer exponential':46s} {form:19s} {mixing(free)} {'':9s} {value:9.1f}")
        tau = kendalltau([one.predicted for one in found.candidates], reached).statistic
        print(f"chosen {reached[0]:.1f}, best {max(reached):.1f}, tau {tau:.2f}")


if __name__ == "__main__":
    main()
