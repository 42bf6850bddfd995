"""Kept derivations, changed: is any accepted that states what is false?

    python benchmarks/forged_derivations.py [--each 50] [--seed 0] [--seconds 0.6]

Of every kept record, `--each` changed ones: its statement alone (a constant 1 % smaller or larger, an integer or
exponent one off, an assumption dropped or turned, a strict relation, another name, a line of the program, the family's
parameters, options and sizes), its steps alone (coefficients, facts, names, rules' arguments, rounds, steps dropped,
doubled or moved), or both. What is accepted with its statement unchanged proves what the library proves. Every other
accepted statement is searched for a counterexample as any claim is (`verify`), over the family that it names. Prints
the counts, the accepted statements that are refuted (none, or the kernel is wrong), and the slowest record.
"""

from __future__ import annotations

import argparse
import copy
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from mixproof.bounds import Family, Outcome, Theorem, Variant, kept
from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.families.declared import declared
from mixproof.bounds.families.shared import gossip
from mixproof.bounds.kernel.rules import GENERAL
from mixproof.bounds.kernel.scope import Scope
from mixproof.bounds.kernel.statement import MALFORMED, check
from mixproof.bounds.kernel.text import Refused, parse, written
from mixproof.bounds.search.verify import verify
from mixproof.spectral.errors import InputError

Path = tuple[Any, ...]
NAMES = (
    ("mu", "L"),
    ("lam", "lam_n"),
    ("x", "o"),
    ("x", "w0"),
    ("t", "0"),
    ("next", "start"),
    ("grad", "W"),
    ("eta", "mu"),
)
STATED = ("claim", "assume", "where", "first", "parameters", "sizes", "options")


def library() -> Iterator[tuple[Theorem, Variant, dict[str, Any]]]:
    """The statements whose derivations are kept, with their records."""
    for stated, variant in kept.kept():
        yield stated, variant, json.loads(kept.place(stated, variant).read_text())


def leaves(node: Any, path: Path = ()) -> Iterator[Path]:
    if isinstance(node, dict | list):
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            yield from leaves(value, (*path, key))
    else:
        yield path


def blocks(node: Any) -> Iterator[list[Any]]:
    """Every list in a record: of steps, terms, facts, assumptions."""
    for value in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from blocks(value)
    if isinstance(node, list) and node:
        yield node


def at(node: Any, path: Path) -> Any:
    for key in path:
        node = node[key]
    return node


def changed_text(text: str, random: Random) -> str:
    """A formula or a name of a fact, changed in one place."""

    def off(found: re.Match[str]) -> str:
        return str(max(int(found[0]) + random.choice((-1, 1, 2)), 0))

    def swapped(old: str, new: str) -> str:
        return re.sub(rf"\b{old}\b", new, text, count=random.choice((0, 1)))

    changes: list[Callable[[], str]] = [lambda: f"2*({text})", lambda: f"-({text})"]
    if re.search(r"\b\d+\b", text):
        changes += [lambda: re.sub(r"\b\d+\b", off, text, count=1)] * 3
    for pair in NAMES:
        for old, new in (pair, pair[::-1]):
            if re.search(rf"\b{old}\b", text):
                changes.append(lambda old=old, new=new: swapped(old, new))
    for old, new in (
        ("<=", "<"),
        ("<=", ">="),
        (">=", "<="),
        (" + ", " - "),
        (" - ", " + "),
        ("/", "*"),
        ("now ", "next "),
    ):
        if old in text:
            changes.append(lambda old=old, new=new: text.replace(old, new, 1))
    rules = [name for name in GENERAL if f"{name}(" in text]
    changes += [lambda rule=rule: text.replace(rule, random.choice(list(GENERAL)), 1) for rule in rules]
    return random.choice(changes)()


def change_steps(record: dict[str, Any], random: Random) -> None:
    """One coefficient, text or list of the steps, changed in place."""
    part = random.choice(("steps", "steps", "steps", "conclusion"))
    lists = list(blocks(record[part]))
    if lists and random.random() < 0.4:
        told = random.choice(lists)
        i, j = random.randrange(len(told)), random.randrange(len(told))
        match random.randrange(4):
            case 0:
                del told[i]
            case 1:
                told.insert(j, copy.deepcopy(told[i]))
            case 2:
                told[i], told[j] = told[j], told[i]
            case 3:
                told[i] = copy.deepcopy(random.choice(random.choice(lists)))
        return
    places = list(leaves(record[part]))
    if not places:
        return
    path = random.choice(places)
    node, key = at(record[part], path[:-1]), path[-1]
    if isinstance(node[key], str) and node[key]:
        same = [at(record[part], other) for other in places]
        texts = [text for text in same if isinstance(text, str) and text]
        node[key] = random.choice(texts) if random.random() < 0.3 else changed_text(node[key], random)
    elif isinstance(node[key], int):
        node[key] = random.choice((2 * node[key], -node[key], 0, node[key] + 1, f"{node[key]}/2"))


def change_statement(told: dict[str, Any], random: Random) -> None:
    """One part of the statement, changed in place; mostly to a stronger one."""
    tree = parse(told["claim"])
    left, relation, right = written(tree.parts[0]), tree.value[0], written(tree.parts[1])
    match random.randrange(10):
        case 0:
            factor = "99/100" if relation in ("<=", "<") else "101/100"
            told["claim"] = f"{left} {relation} ({right})*{factor}"
        case 1:
            factor = "101/100" if relation in ("<=", "<") else "99/100"
            told["claim"] = f"({left})*{factor} {relation} {right}"
        case 2:
            told["claim"] = f"{changed_text(left, random)} {relation} {right}"
        case 3 | 4:
            told["claim"] = f"{left} {relation} {changed_text(right, random)}"
        case 5 if told["assume"]:
            del told["assume"][random.randrange(len(told["assume"]))]
        case 6 if told["assume"]:
            i = random.randrange(len(told["assume"]))
            told["assume"][i] = changed_text(told["assume"][i], random)
        case 7 if told["where"]:
            name = random.choice(list(told["where"]))
            told["where"][name] = changed_text(told["where"][name], random)
        case 8 if told["parameters"]:
            if random.random() < 0.5:
                told["parameters"].remove(random.choice(told["parameters"]))
            else:
                told["sizes"] = {**told["sizes"], "S": 3 - min(told["sizes"].get("S", 1), 2)}
        case _:
            declared_as = told["options"].get("algorithm")
            lines = declared_as if isinstance(declared_as, dict) else {}  # else a name: one of consensus
            part = random.choice(
                [lines[name] for name in ("next", "let") if lines.get(name)] or [told["options"]]
            )
            if names := [name for name, text in part.items() if isinstance(text, str)]:
                name = random.choice(names)
                part[name] = changed_text(part[name], random)
            else:
                told["claim"] = f"{left} {'<' if relation == '<=' else relation} {right}"


def of(told: dict[str, Any]) -> Family:
    """The family that a changed statement names."""
    own = told["parameters"]
    shared = {"common": "start" in own, "changing": told["sizes"].get("S", 1) > 1}
    if told["family"] == "gossip":
        form = {"fixed": "eta" in own, "noisy": "v" in own, "offsets": "o" in own, "scaled": "samples" in own}
        return gossip(**form, **shared)
    if told["family"] != "declared" or set(told["options"]) != {"algorithm", "step"}:
        raise InputError("family", told["family"], "gossip, or declared by an algorithm and a step alone")
    algorithm = Algorithm(**{**told["options"]["algorithm"], "rest": None})
    clients = ("dented",) if "dent" in own else ()
    return declared(algorithm, *clients, step=told["options"]["step"], **shared)


def refuted(
    stated: Theorem, variant: Variant, old: dict[str, Any], new: dict[str, Any], seconds: float
) -> str:
    """false, not refuted, or why the search cannot look: the verdict on an accepted statement."""
    other = {"claim": new["claim"], "assume": tuple(new["assume"]), "where": new["where"]}
    try:
        family = stated.family_of(variant)
        if new["family"] == "constants":
            numbers = Scope({name: Fraction(value) for name, value in new["options"].items()})
            return "not refuted" if numbers.let(new["where"]).holds(new["claim"]) else "false"
        if (
            any(new[part] != old[part] for part in ("options", "parameters", "sizes"))
            and family.name != "scalars"
        ):
            family = of(new)
        elif new["options"] != old["options"]:
            return "not searched: numbers of other kinds"
        claim = replace(variant, **other, family=family, derivation="", vacuous="")
        return "false" if verify(stated, claim, seconds).outcome is Outcome.REFUTED else "not refuted"
    except (InputError, Refused, ArithmeticError, TypeError) as error:
        return f"not searched: {type(error).__name__}: {error}"[:160]


def forge(
    known: Sequence[tuple[str, dict[str, Any]]],
    what: str,
    each: int,
    random: Random,
    change: Callable[[dict[str, Any], Random], None],
    judged: Callable[[str, dict[str, Any], dict[str, Any]], str],
) -> None:
    """Change every record so many times, and print what the kernel says of them.

    known: (name, record); what: they are; change: a statement in place; judged(name, before, after): what becomes of
    another statement that is accepted, empty where it was judged already
    """
    counts, verdicts, slowest, malformed = Counter[str](), Counter[str](), (0.0, ""), 0
    for name, record in known:
        for n in range(each):
            new, kind = copy.deepcopy(record), ("statement", "steps", "both")[n % 3]
            if kind != "steps":
                change(new["statement"], random)
            if kind != "statement":
                for _ in range(random.choice((1, 1, 2, 4))):
                    change_steps(new, random)
            if new == record:
                continue
            began = time.process_time()
            answer = check(new)
            slowest = max(slowest, (time.process_time() - began, name))
            malformed += answer["reason"].startswith(MALFORMED)
            counts[f"{kind}: {'accepted' if answer['proved'] else 'refused'}"] += 1
            before, after = record["statement"], new["statement"]
            if not answer["proved"] or before == after or not (verdict := judged(name, before, after)):
                continue
            verdicts[verdict.split(":")[0]] += 1
            if verdict != "not refuted":
                parts = [part for part, value in after.items() if value != before[part]]
                told = json.dumps([after[part] for part in parts])[:300]
                print(f"{name}: {verdict}: {told}", flush=True)
    print(f"{sum(counts.values())} changed records of {len(known)} {what}")
    for kind, number in sorted(counts.items()):
        print(f"  {kind}: {number}")
    print("other statements accepted: " + ", ".join(f"{n} {word}" for word, n in sorted(verdicts.items())))
    print(f"refused as malformed: {malformed}")
    print(f"slowest: {slowest[0]:.2f} s, {slowest[1]}")


def asked_for(told: str, each: int) -> argparse.ArgumentParser:
    """The options that all forgeries have."""
    parser = argparse.ArgumentParser(description=told, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=each)
    parser.add_argument("--seed", type=int, default=0)
    return parser


def main() -> None:
    parser = asked_for(__doc__ or "", 50)
    parser.add_argument(
        "--seconds", type=float, default=0.6, help="effort of the search for each accepted statement"
    )
    options = parser.parse_args()
    stated = {f"{one.id}:{variant.label}": (one, variant, record) for one, variant, record in library()}
    seen: set[str] = set()

    def judged(name: str, before: dict[str, Any], after: dict[str, Any]) -> str:
        key = json.dumps(after, sort_keys=True)
        if key in seen:
            return ""
        seen.add(key)
        one, variant, _ = stated[name]
        return refuted(one, variant, before, after, options.seconds)

    known = [(name, record) for name, (*_, record) in stated.items()]
    forge(known, "derivations", options.each, Random(options.seed), change_statement, judged)


if __name__ == "__main__":
    main()
