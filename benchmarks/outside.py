"""How much of what is false outside the library the search refutes at first try; what is true it must leave alone.

    python benchmarks/outside.py [--seconds 0.6] [--seeds 0 1 2] [--only TEXT] [--set first second third]

The claims: `outside_claims` (first), `outside_functions` and `outside_networks` (second), `outside_methods` and
`outside_matrices` (third). Prints, for each set and seed, the share of false ones refuted, those missed, and any true
one refuted; then the CPU seconds of all beside a yardstick that moves with the machine, one CVXPY solve in the same
run. Every witness is put before the kernel; one that it does not confirm counts as a miss and is named.
"""

from __future__ import annotations

import argparse
import time

import outside_claims
import outside_functions
import outside_matrices
import outside_methods
import outside_networks
from outside_claims import Claim, Collection

from mixproof.bounds import Outcome
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.search.verify import verify

SETS = {
    "first": (outside_claims.CLAIMS,),
    "second": (outside_functions.CLAIMS, outside_networks.CLAIMS),
    "third": (outside_methods.CLAIMS, outside_matrices.CLAIMS),
}


def _refuted(claim: Claim, seconds: float, seed: int) -> tuple[bool, str]:
    stated = claim.theorem()
    verdict = verify(stated, stated.variant("claim"), seconds, seed)
    if verdict.outcome is not Outcome.REFUTED:
        return False, verdict.sentence
    decided = decide(dict(verdict.witness or {}))
    return decided.word == "REFUTED", f"{verdict.sentence} The kernel: {decided.sentence}"


def _yardstick() -> float:
    """CPU seconds of one CVXPY solve: the fastest averaging on a geometric network of 40 nodes."""
    from mixproof.spectral import parse_network
    from mixproof.weightopt import optimize

    network = parse_network("geometric:n=40,r=4,v=2")
    begun = time.process_time()
    optimize(network, method="cvxpy")
    return time.process_time() - begun


def _run(claims: Collection, name: str, seconds: float, seed: int) -> int:
    """How many false claims are refuted; prints them, those missed, and true ones refuted."""
    results = [_refuted(claim, seconds, seed) for claim in claims.false]
    found = sum(refuted for refuted, _ in results)
    wrong = [claim for claim in claims.true if _refuted(claim, seconds, seed)[0]]
    print(
        f"{name} set, seed {seed}: {found} of {len(claims.false)} false claims refuted, "
        f"{len(wrong)} of {len(claims.true)} true ones",
        flush=True,
    )
    for claim, (refuted, sentence) in zip(claims.false, results):
        if not refuted:
            print(f"- missed: {' | '.join((claim.text, *claim.assume))}: {sentence}")
    for claim in wrong:
        print(f"- true, but refuted: {' | '.join((claim.text, *claim.assume))}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.6)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--only", default="")
    parser.add_argument("--set", nargs="+", choices=SETS, default=list(SETS))
    options = parser.parse_args()
    begun = time.process_time()
    for name in options.set:
        collections = SETS[name]
        claims = Collection(
            [c for part in collections for c in part.true if options.only in c.text],
            [c for part in collections for c in part.false if options.only in c.text],
        )
        hits = sum(_run(claims, name, options.seconds, seed) for seed in options.seeds)
        tries = len(options.seeds) * len(claims.false)
        print(f"{name} set: first-try rate {100 * hits / max(tries, 1):.1f} % of {tries}", flush=True)
    print(f"CPU s: {time.process_time() - begun:.0f}, a CVXPY solve {_yardstick():.2f}")


if __name__ == "__main__":
    main()
