"""Witnesses of the library, changed: is any accepted that floats do not confirm?

    python -m benchmarks.forged_witnesses [--each 12] [--seed 0]

Of every kept counterexample, `--each` changed records: a number of the setting, the round, a size, a domain, the first
round, a formula of the claim or an assumption, the program. Of half of them both sides are written as the kernel
computes them, so that nothing is refused for a stale number alone. What is accepted is run again in NumPy by the
search's own families, with the formulas read there: every assumption holds, and the claim is broken, but for rounding.
Prints the counts, and each accepted record of which floats say otherwise (none, or the kernel is wrong).
"""

from __future__ import annotations

import copy
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from benchmarks.forged_derivations import asked_for, at, changed_text, leaves
from mixproof.bounds import Theorem, Variant
from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.dependencies import farthest
from mixproof.bounds.families.declared import declared
from mixproof.bounds.formula import parse, relations
from mixproof.bounds.kernel.records import WORK, decide
from mixproof.bounds.kernel.text import Refused, limited, written
from mixproof.bounds.kernel.text import parse as tree_of
from mixproof.bounds.kernel.witness import judge
from mixproof.bounds.names import reader
from mixproof.bounds.search.replay import replay, seen_to_break, witness
from mixproof.bounds.search.replay import written as side
from mixproof.bounds.theorem import scope
from mixproof.bounds.theorems import ALL
from mixproof.spectral.errors import InputError

NEAR = 1e-7  # relative: what floats may be off by
TURNED = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "==": "!="}


def records() -> Iterator[tuple[Theorem, Variant, dict[str, Any]]]:
    """The record of each refuted statement's first counterexample that breaks it."""
    for stated in ALL:
        for variant in stated.variants:
            seen = (seen_to_break(stated, variant, example) for example in variant.examples)
            if found := next(filter(None, seen), None):
                setting, t = found
                result = replay(stated, variant, setting, t)
                yield stated, variant, json.loads(json.dumps(witness(stated, variant, setting, result)))


def other_number(told: Any, random: Random) -> Any:
    """Another integer or fraction."""
    top, _, bottom = str(told).partition("/")
    p, q = int(top), int(bottom or 1)
    p, q = random.choice(
        ((101 * p, 100 * q), (99 * p, 100 * q), (p + q, q), (p - q, q), (-p, q), (2 * p, q), (0, 1))
    )
    return p // q if p % q == 0 else f"{p}/{q}"


def change(record: dict[str, Any], random: Random) -> str:
    """One part of the record, changed in place; what it was."""
    claim, setting = record["claim"], record["setting"]
    match random.randrange(12):
        case 0 | 1 | 2 | 3 if setting:
            path = random.choice(list(leaves(setting)))
            holder = at(setting, path[:-1])
            holder[path[-1]] = other_number(holder[path[-1]], random)
            return "setting"
        case 4:
            record["t"] = max(0, record["t"] + random.choice((-1, 1, 2)))
            return "round"
        case 5 | 6:
            tree = tree_of(claim["claim"])
            parts = [written(part) for part in tree.parts]
            i = random.randrange(2)
            parts[i] = changed_text(parts[i], random)
            claim["claim"] = f"{parts[0]} {tree.value[0]} {parts[1]}"
            return "side"
        case 7:
            tree = tree_of(claim["claim"])
            a, b = map(written, tree.parts)
            claim["claim"] = f"{a} {random.choice(sorted(TURNED))} {b}"
            return "relation"
        case 8 if claim["assume"]:
            i = random.randrange(len(claim["assume"]))
            if random.random() < 0.3:
                del claim["assume"][i]
            else:
                claim["assume"][i] = changed_text(claim["assume"][i], random)
            return "assumption"
        case 9 if claim["where"]:
            name = random.choice(sorted(claim["where"]))
            claim["where"][name] = changed_text(claim["where"][name], random)
            return "definition"
        case 10 if claim["options"].get("program"):
            lines = claim["options"]["program"]["next"]
            name = random.choice(sorted(lines))
            lines[name] = changed_text(lines[name], random)
            return "program"
        case 11:
            part = claim[random.choice(("parameters", "sizes"))]
            if part:
                name = random.choice(sorted(part))
                part[name] = random.choice(["any", 1, 2, 3, "real", "positive", "unit", "mixing", "rows"])
            return "domains"
    record["left"] = [other_number(record["left"][0], random)]
    return "stated side"


def confirmed(stated: Theorem, variant: Variant, record: dict[str, Any]) -> str:
    """agrees, or what NumPy says otherwise; `not judged` where the library has no such family."""
    claim, t = record["claim"], record["t"]
    tree = tree_of(claim["claim"])
    left, relation, right = written(tree.parts[0]), tree.value[0], written(tree.parts[1])
    if relation in (">", ">="):
        left, relation, right = right, relation.replace(">", "<"), left
    try:
        family = stated.family_of(variant)
        if "program" in claim["options"]:
            told = claim["options"]
            of = Algorithm(
                "forged", told["program"]["next"], told["program"]["let"], start=told["program"]["start"]
            )
            family = declared(
                of, step=told["step"], noisy="v" in claim["parameters"], lossy="P" in claim["parameters"]
            )
        family = family.form(record["setting"])
        new = replace(
            variant,
            claim=claim["claim"],
            assume=tuple(claim["assume"]),
            where=claim["where"],
            derivation="",
            vacuous="",
        )
        setting = family.from_json(record["setting"])
        values = {name: np.asarray(array, dtype=float) for name, array in setting.values.items()}
        rounds = max(t + 2, farthest(new, t)) + 3  # an assumption may read some rounds more
        find = scope(new, reader(family.start(setting.sizes, values, rounds), rounds), float(t))
        for text in new.assume:
            for low, sign, high in relations(text):
                if not holds(low.evaluate(find), sign, high.evaluate(find)):
                    return f"false: {text} does not hold"
        a, b = (parse(text).evaluate(find) for text in (left, right))
    except (InputError, KeyError, TypeError) as error:
        return f"not judged: {type(error).__name__}: {str(error)[:100]}"
    except (ArithmeticError, ValueError) as error:
        return f"false: {error}"
    return "agrees" if holds(a, TURNED[relation], b) else f"false: {a} {relation} {b}"


def holds(a: Any, relation: str, b: Any) -> bool:
    """Whether a comparison holds, but for rounding."""
    x, y = float(a), float(b)
    room = NEAR * max(1e-12, abs(x), abs(y))
    return {
        "<=": x <= y + room,
        "<": x < y + room,
        ">=": x >= y - room,
        ">": x > y - room,
        "==": abs(x - y) <= room,
        "!=": abs(x - y) > 1e-14 * max(abs(x), abs(y)),
    }[relation]


def main() -> None:
    given = asked_for(__doc__ or "", 12).parse_args()
    random, counts, verdicts = Random(given.seed), Counter[str](), Counter[str]()
    known, slowest = list(records()), (0.0, "")
    for stated, variant, record in known:
        for n in range(given.each):
            new = copy.deepcopy(record)
            kind = change(new, random)
            if new == record:
                continue
            if n % 2:
                try:
                    with limited(WORK):
                        found = judge(new["claim"], new["setting"], new["t"])
                    for name, value in (("left", found.left), ("right", found.right)):
                        if value is not None and kind != "stated side":
                            told = side(value)
                            new[name] = told if isinstance(told, list) else [told]
                except (Refused, ArithmeticError, LookupError, TypeError, ValueError):
                    pass
            began = time.process_time()
            decision = decide(new)
            slowest = max(slowest, (time.process_time() - began, f"{stated.id}:{variant.label}"))
            counts[f"{kind}: {'accepted' if decision.confirmed else 'refused'}"] += 1
            if not decision.confirmed:
                continue
            with np.errstate(all="ignore"):
                verdict = confirmed(stated, variant, new)
            verdicts[verdict.split(":")[0]] += 1
            if verdict != "agrees":
                claim = new["claim"]
                shown = json.dumps([claim["claim"], claim["assume"], claim["where"], new["t"]])
                print(f"{stated.id}:{variant.label}: {kind}: {verdict}: {shown[:300]}", flush=True)
    print(f"{sum(counts.values())} changed records of {len(known)} witnesses")
    for kind, number in sorted(counts.items()):
        print(f"  {kind}: {number}")
    print("accepted: " + ", ".join(f"{n} {word}" for word, n in sorted(verdicts.items())))
    print(f"slowest: {slowest[0]:.2f} s, {slowest[1]}")


if __name__ == "__main__":
    main()
