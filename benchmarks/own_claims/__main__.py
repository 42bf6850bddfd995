"""True claims of users, and false neighbours, tried without a derivation: `python benchmarks/own_claims [SET ...]`."""

from __future__ import annotations

import sys
import time
from importlib import import_module
from statistics import median

from asked import Asked

from mixproof.bounds.proofs.derivation import unaided

SETS = ("first", "second", "third", "fourth", "fifth", "sixth")


def run(asked_for: dict[str, Asked]) -> None:
    """Try them all, the true ones first; print what was proved."""
    seconds, proved = [], 0
    for name, asked in asked_for.items():
        begun = time.process_time()
        found = unaided(asked.claim(), asked.claim().variants[0])
        seconds.append(time.process_time() - begun)
        proved += found.proved
        print(f"{'PROVED' if found.proved else 'no proof':8s} {seconds[-1]:5.1f} CPU s  {name}", flush=True)
    false = [claim for asked in asked_for.values() if (claim := asked.neighbour()) is not None]
    wrong = sum(unaided(claim, claim.variants[0]).proved for claim in false)
    print(
        f"{proved} of {len(asked_for)} true claims proved, {wrong} of {len(false)} false ones;"
        f" median {median(seconds):.1f} CPU s"
    )


if __name__ == "__main__":
    for one in sys.argv[1:] or SETS:
        print(f"{one.capitalize()} set:")
        run(import_module(one).ASKED)
