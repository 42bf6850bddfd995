"""Claim: the kept derivations are accepted by Coq too, a second kernel that shares no line with the first.

    python -m benchmarks.coq [PART_OF_A_NAME ...]        needs coqc (Debian's coq, 8.16); default: all that are kept

A row a derivation: lines of its file beyond the prelude, CPU seconds to write it and for Coq to compile it, what Coq
said; or why it is not exported. The last lines count, by paper and in all. Any answer of Coq but "accepted" is a bug.
"""

from __future__ import annotations

import resource
import sys
import time
from collections import Counter

from mixproof.bounds.kept import kept
from mixproof.bounds.proofs.coq import Unsupported, export
from mixproof.experiments.tables import table


def main(parts: list[str]) -> None:
    rows, papers = [], dict[str, Counter[str]]()
    slowest = 0.0
    for stated, variant in kept():
        name = f"{stated.id}:{variant.label}"
        if parts and not any(part in name for part in parts):
            continue
        count = papers.setdefault(stated.paper, Counter())
        began, before = time.process_time(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        try:
            found = export(name, compile=True)
        except Unsupported as error:
            count["not exported"] += 1
            rows.append((name, "", "", "", str(error)))
            continue
        seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        slowest = max(slowest, seconds)
        count["accepted" if found.accepted else "refused by Coq"] += 1
        said = "accepted" if found.accepted else found.reason
        rows.append((name, found.lines, f"{time.process_time() - began:.2f}", f"{seconds:.1f}", said))
    print(table(["derivation", "lines", "write", "Coq", "said"], rows))
    print(f"\n{'paper':16s} " + " ".join(f"{kind:>15s}" for kind in KINDS))
    for paper, count in [*papers.items(), ("all", sum(papers.values(), Counter()))]:
        print(f"{paper:16s} " + " ".join(f"{count[kind]:15d}" for kind in KINDS))
    print(f"\nthe slowest file took Coq {slowest:.1f} CPU seconds")


KINDS = ("accepted", "not exported", "refused by Coq")

if __name__ == "__main__":
    main(sys.argv[1:])
