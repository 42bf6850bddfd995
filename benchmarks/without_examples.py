"""How much of what `mixproof verify` refutes it finds by itself, without the settings given to it (`Variant.examples`).

    python benchmarks/without_examples.py [--seconds 0.6] [--seed 0] [--jobs 2]

Prints the counts and every variant that is refuted with its examples only.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

from bounds import Outcome
from bounds.theorems import ALL, theorem
from experiments.search.verify import verify


def _refuted(id: str, label: str, seconds: float, seed: int) -> tuple[bool, bool]:
    """With the examples, and without them."""
    stated = theorem(id)
    given = stated.variant(label)
    found = verify(stated, given, seconds, seed).outcome is Outcome.REFUTED
    if not given.examples:
        return found, found
    alone = verify(stated, replace(given, examples=()), seconds, seed)
    return found, alone.outcome is Outcome.REFUTED


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.6)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    names = [(t.id, v.label) for t in ALL for v in t.variants if not v.proved and not v.vacuous]
    n = len(names)
    with ProcessPoolExecutor(options.jobs) as pool:
        results = list(pool.map(_refuted, *zip(*names), [options.seconds] * n, [options.seed] * n))
    print(
        f"refuted {sum(found for found, _ in results)}, without examples {sum(alone for _, alone in results)}"
    )
    for name, (found, alone) in zip(names, results):
        if found and not alone:
            print(f"- {':'.join(name)}")


if __name__ == "__main__":
    main()
