"""Statements that stand on derivations, by paper, and what checking them costs: `python benchmarks/derivations.py`."""

from __future__ import annotations

from collections import Counter
from time import process_time

from mixproof.bounds import PAPERS
from mixproof.bounds.kept import derived
from mixproof.bounds.theorems import ALL


def main() -> None:
    """One row a paper: variants that are true, those proved by a derivation that the kernel accepts, CPU seconds."""
    true, proved, seconds = Counter[str](), Counter[str](), Counter[str]()
    for stated in ALL:
        for variant in stated.variants:
            true[stated.paper] += variant.holds
            begun = process_time()
            found = derived(stated, variant)
            seconds[stated.paper] += process_time() - begun  # type: ignore[assignment]
            proved[stated.paper] += bool(found and found["proved"])
    for paper in filter(true.__getitem__, PAPERS):
        print(f"{paper:16s} {proved[paper]:4d} of {true[paper]:4d}  {seconds[paper]:6.2f} s")
    print(f"{'all':16s} {proved.total():4d} of {true.total():4d}  {sum(seconds.values()):6.2f} s")


if __name__ == "__main__":
    main()
