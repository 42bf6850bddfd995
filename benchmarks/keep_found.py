"""Keep a counterexample for every refuted variant that has none given to it, so that no verdict hangs on a seed.

    python benchmarks/keep_found.py [--seconds 1] [--seeds 0 1 2]

Where no example of a variant of known severity breaks it by itself, the search looks under each seed, and the shortest
witness that the kernel confirms goes to `bounds/theorems/found.json`. Lines of variants that are gone, or that no
longer break their claim, go. Prints what changed, and what was not found.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from mixproof.bounds import Outcome, Theorem, Variant
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.search.replay import breaks
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import ALL
from mixproof.bounds.theorems.found import KEPT, kept
from mixproof.spectral.outputs import write_text


def _shortest(
    stated: Theorem, variant: Variant, seconds: float, seeds: Sequence[int]
) -> Mapping[str, Any] | None:
    """The shortest of the settings that refute the variant under the seeds."""
    found = []
    for seed in seeds:
        verdict = verify(stated, variant, seconds, seed)
        if verdict.witness is not None and decide(dict(verdict.witness)).confirmed:
            assert verdict.outcome is Outcome.REFUTED
            found.append(json.dumps(verdict.setting))
    return json.loads(min(found, key=lambda text: (len(text), text))) if found else None


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    options = parser.parse_args()
    old, new = kept(), {}
    for stated in ALL:
        for variant in stated.variants:
            name = f"{stated.id}:{variant.label}"
            if variant.severity is None or not stated.family_of(variant).parameters:
                continue
            own = tuple(example for example in variant.examples if example != old.get(name))
            if any(breaks(stated, variant, example) for example in own):
                continue
            if name in old and breaks(stated, variant, old[name]):
                new[name] = old[name]
            elif found := _shortest(stated, replace(variant, examples=own), options.seconds, options.seeds):
                new[name] = found
                print(f"kept {name}", flush=True)
            else:
                print(f"not found: {name}", flush=True)
    for name in sorted(old.keys() - new.keys()):
        print(f"dropped {name}")
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(setting)}" for name, setting in new.items())
    write_text(KEPT, f"{{\n{lines}\n}}\n")
    print(f"{len(new)} kept")


if __name__ == "__main__":
    main()
