"""Lines of kept derivations with an error planted in each: how many are refuted, and whether a true line ever is.

    python benchmarks/false_lines.py [--lines 40] [--seed 0] [--evaluations 400]

Draws lines of the library's derivations over vectors and makes their smaller side larger by a tenth, or turns them
round. A changed line may still be true: what is not refuted is printed. Each line is also searched as it stands, where
nothing may be refuted.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from random import Random

from mixproof.bounds.kept import kept
from mixproof.bounds.kernel.text import parse, turned, written
from mixproof.bounds.proofs.derivation import Spoken, prove
from mixproof.bounds.search.lines import refute
from mixproof.bounds.theorem import Theorem, Variant

FAMILIES = ("gossip", "declared", "quadratic-links")


def changes(claim: str) -> dict[str, str]:
    """What is planted -> the changed line."""
    tree = parse(claim)
    if len(tree.value) != 1 or tree.value[0] not in ("<=", ">="):
        return {}
    smaller, _, larger = turned(tree)
    small, large = written(smaller), written(larger)
    return {"a tenth more": f"11/10*({small}) <= {large}", "turned round": f"{large} < {small}"}


def lines(random: Random) -> list[tuple[Theorem, Variant, Spoken]]:
    found = [(stated, variant) for stated, variant in kept() if stated.family_of(variant).name in FAMILIES]
    random.shuffle(found)
    found = found[:20]
    told = [(a, b, line.spoken) for a, b in found for line in prove(a, b, b.derivation).lines]
    random.shuffle(told)
    return [(a, b, spoken) for a, b, spoken in told if spoken is not None and changes(spoken.claim)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--lines", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--evaluations", type=int, default=400)
    options = parser.parse_args()
    begun, counts, wrong = time.process_time(), dict[str, int](), 0
    chosen = lines(Random(options.seed))[: options.lines]
    for stated, variant, spoken in chosen:
        wrong += refute(stated, variant, spoken, options.evaluations // 4) is not None
        for kind, claim in changes(spoken.claim).items():
            if refute(stated, variant, replace(spoken, claim=claim), options.evaluations) is not None:
                counts[kind] = counts.get(kind, 0) + 1
            else:
                print(f"- not refuted, {kind}: {stated.id}:{variant.label}: {spoken.claim}", flush=True)
    for kind, n in counts.items():
        print(f"{kind}: {n} of {len(chosen)} refuted")
    print(f"as they stand: {wrong} of {len(chosen)} refuted; {time.process_time() - begun:.0f} CPU s")


if __name__ == "__main__":
    main()
