"""Lines of kept derivations that can be left out: `python benchmarks/superfluous.py [ID[:VARIANT] ...]`.

A line that no later one names may still be what a product rests on, or a denominator: so it is left out of the record,
the last one first, and the kernel decides again.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from mixproof.bounds.kept import kept, record
from mixproof.bounds.kernel.derivation import TIMES
from mixproof.bounds.kernel.statement import check

_NAME = re.compile(r"[A-Za-z_]\w*")


def superfluous(told: dict[str, Any]) -> list[dict[str, Any]]:
    """The steps of an accepted record that it does without; they are taken out of it. Of an induction that claims
    several things, those of its claims that are: {"always", "start", "next"}, each of one."""
    found: list[dict[str, Any]] = []

    def dropped(*places: tuple[list[Any], int]) -> bool:
        gone = [block.pop(i) for block, i in places]
        if check(told)["proved"]:
            return True
        for (block, i), one in zip(places, gone):
            block.insert(i, one)
        return False

    def shorten(block: list[dict[str, Any]], after: set[str]) -> None:
        for i in reversed(range(len(block))):
            step = block[i]
            kind = next((kind for kind in TIMES if kind in step), None)
            if kind:
                shorten(step["lines"], _names(step["next"]))
                for j in reversed(range(len(step[kind]))):
                    one = {part: [step[part][j]] for part in (kind, "start", "next")}
                    others = [step[part][:j] + step[part][j + 1 :] for part in ("start", "next")]
                    used = after | _names([step["lines"], others])
                    free = len(step[kind]) > 1 and one[kind][0][0] not in used
                    if free and dropped(*((step[part], j) for part in (kind, "start", "next"))):
                        found.append(one)
            for inner in step["lines"] if "cases" in step else ():
                whole, before = [*inner], len(found)
                shorten(inner, set())
                if not inner:  # a case says what it shows
                    inner[:] = whole
                    del found[before:]
            if not defined(step) & after and dropped((block, i)):
                found.append(step)
            else:
                after = after | _names(step)

    shorten(told["steps"], _names(told["conclusion"]))
    return found


def defined(step: dict[str, Any]) -> set[str]:
    """The names that a step gives."""
    kind = next((kind for kind in TIMES if kind in step), None)
    if kind:
        return {name for name, _ in step[kind]}
    return {next(step[word] for word in ("let", "state", "name") if word in step).partition("[")[0].strip()}


def _said(step: dict[str, Any]) -> str:
    kind = next((kind for kind in TIMES if kind in step), None)
    claims = step[kind] if kind else [[" ".join(defined(step)), step.get("claim") or step.get("is")]]
    return ", ".join(f"{name}: {claim}" for name, claim in claims)


def _names(part: Any) -> set[str]:
    return set(_NAME.findall(json.dumps(part)))


def lines(steps: list[dict[str, Any]]) -> int:
    """How many steps there are, those inside others included."""
    return sum(
        1 + sum(map(lines, step["lines"] if "cases" in step else [step.get("lines", [])])) for step in steps
    )


def main(*ids: str) -> None:
    every = gone = 0
    for stated, variant in kept():
        name = f"{stated.id}:{variant.label}"
        if ids and not {stated.id, name} & set(ids):
            continue
        told = record(stated, variant)
        assert told is not None
        every += lines(told["steps"])
        found = superfluous(told)
        gone += len(found)
        if found:
            print(f"{name}: {'; '.join(map(_said, found))}", flush=True)
    print(f"{gone} of {every} lines are superfluous")


if __name__ == "__main__":
    main(*sys.argv[1:])
