"""The mutation report: errors planted in proved statements, the share the search refutes, and how long it takes.

    python benchmarks/mutation.py [--plants 150] [--seconds 8] [--seed 0] [--jobs 2] [PAPER ...]

PAPER: ids of papers, `classics` for all of `CLASSICS`; without one, every paper. Statements: proved variants that are
equalities, or inequalities for which the search meets equality (left/right within 1e-9 of 1); a bound with slack stays
true when it is tightened, so a plant in it is not always an error. Plants: drawn without replacement from all plants of
those statements, evenly over kinds. Prints a markdown table and every plant that was not refuted: `still true` with its
argument (`still_true`), else `missed`, which may be true or not.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor

from still_true import STILL_TRUE

from mixproof.bounds import Outcome
from mixproof.bounds.search.mutation import Plant, plants
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import ALL, CLASSICS, theorem


def _tight(id: str, label: str) -> bool:
    t = theorem(id)
    v = t.variant(label)
    verdict = verify(t, v, 0.3, 0)
    tight = v.relation == "==" or (verdict.ratio is not None and verdict.ratio >= 1 - 1e-9)
    return verdict.outcome is Outcome.HOLDS and tight


def _planted(id: str, label: str) -> list[Plant]:
    t = theorem(id)
    return list(plants(t, t.variant(label)))


def _try(plant: Plant, seconds: float, seed: int) -> tuple[bool, float]:
    verdict = verify(theorem(plant.id), plant.variant(), seconds, seed)
    return verdict.outcome is Outcome.REFUTED, verdict.seconds


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("papers", nargs="*")
    parser.add_argument("--plants", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    papers = {paper for told in options.papers for paper in (CLASSICS if told == "classics" else (told,))}
    if unknown := papers - {t.paper for t in ALL}:
        parser.error(f"no such paper: {', '.join(sorted(unknown))}")
    chosen = [
        (t.id, v.label)
        for t in ALL
        for v in t.variants
        if v.holds and not v.vacuous and (not papers or t.paper in papers)
    ]
    with ProcessPoolExecutor(options.jobs) as pool:
        keep = [name for name, tight in zip(chosen, pool.map(_tight, *zip(*chosen))) if tight]
        by_kind: dict[str, list[Plant]] = defaultdict(list)
        for found in pool.map(_planted, *zip(*keep)):
            for plant in found:
                by_kind[plant.kind].append(plant)
        source = random.Random(options.seed)
        for kind in by_kind.values():
            source.shuffle(kind)
        drawn: list[Plant] = []
        while len(drawn) < options.plants and any(by_kind.values()):
            for kind_plants in by_kind.values():
                if kind_plants and len(drawn) < options.plants:
                    drawn.append(kind_plants.pop())
        n = len(drawn)
        results = list(pool.map(_try, drawn, [options.seconds] * n, [options.seed] * n))
    print(f"{n} plants in {len(keep)} tight proved statements, seed {options.seed}\n")
    print("| kind | planted | refuted | still true | missed | refuted, of errors | median s | longest s |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for kind in ("all", *by_kind):
        entries = [(p, r) for p, r in zip(drawn, results) if kind in ("all", p.kind)]
        if entries:
            print(_row(kind, entries))
    print("\nNot refuted:")
    for plant, (hit, _) in zip(drawn, results):
        if not hit:
            print(f"- {_name(plant)}\n  {STILL_TRUE.get(_name(plant), 'MISSED')}")
    for plant, (hit, _) in zip(drawn, results):
        if hit and _name(plant) in STILL_TRUE:
            raise SystemExit(f"refuted, but said to be true: {_name(plant)}")


def _name(plant: Plant) -> str:
    return f"{plant.id}:{plant.label}: {plant.change}"


def _row(kind: str, entries: list[tuple[Plant, tuple[bool, float]]]) -> str:
    times = [s for _, (_, s) in entries]
    refuted = sum(hit for _, (hit, _) in entries)
    true = sum(not hit and _name(plant) in STILL_TRUE for plant, (hit, _) in entries)
    errors = len(entries) - true
    share = f"{100 * refuted / errors:.0f} %" if errors else ""
    counts = f"{len(entries)} | {refuted} | {true} | {errors - refuted} | {share}"
    return f"| {kind} | {counts} | {statistics.median(times):.1f} | {max(times):.1f} |"


if __name__ == "__main__":
    main()
