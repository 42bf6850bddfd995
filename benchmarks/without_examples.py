"""How much of what `mixproof verify` refutes it finds by itself, without the settings given to it (`Variant.examples`).

    python benchmarks/without_examples.py [--seconds 0.6] [--seed 0] [--jobs 2]

Prints the counts and every variant that is refuted with its examples only.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

from mixproof.bounds import Outcome
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import ALL, theorem


def _refuted(id: str, label: str, seconds: float, seed: int) -> tuple[bool, bool, bool]:
    """Whether it is refuted, and has examples, and is refuted without them."""
    stated = theorem(id)
    given = stated.variant(label)
    found = verify(stated, given, seconds, seed).outcome is Outcome.REFUTED
    if not given.examples:
        return found, False, found
    alone = verify(stated, replace(given, examples=()), seconds, seed)
    return found, True, alone.outcome is Outcome.REFUTED


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
    refuted = sum(found for found, _, _ in results)
    given = sum(found and examples for found, examples, _ in results)
    alone = sum(alone for _, _, alone in results)
    print(f"refuted {refuted} of {n} not proved, {given} of them with examples; without examples {alone}")
    for name, (found, _, alone) in zip(names, results):
        if found and not alone:
            print(f"- {':'.join(name)}")


if __name__ == "__main__":
    main()
