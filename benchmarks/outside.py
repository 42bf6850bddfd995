"""Claims from outside, at defaults: of the false ones all should be refuted at first try, of the true ones none.

    python benchmarks/outside.py [SET ...] [--seeds 0 1 2] [--only TEXT] [--known true|false]
                                 [--seconds 0.6] [--keep FILE]

A set is a file of `benchmarks/claims`, whose head says who wrote it and how (default: all). There `true:` and `false:`
begin claims of which that is known, `[family, first=None]` says of what settings and from which round, and each line is
one claim, what it assumes and defines after bars, `left <= right | lam < 1 | V = spread2(t)`.

Prints each false claim that is missed and each true one that is refuted, with the sentence of the verdict; then for
every set and seed the counts and CPU seconds. A witness that the kernel does not confirm counts as a miss. Given
--keep, answers are kept in that file as they come, and one that is there is not asked for again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import mixproof as mx
from mixproof import families
from mixproof.bounds.algorithms import algorithm, beside
from mixproof.bounds.algorithms.library import accelerated_gossip
from mixproof.bounds.domains import UNIT

FOLDER = Path(__file__).parent / "claims"
KNOWN = {"Algorithm": mx.Algorithm, "UNIT": UNIT}
KNOWN |= {made.__name__: made for made in (accelerated_gossip, algorithm, beside)} | vars(families)


@dataclass(frozen=True)
class Said:
    """A claim as it is written; arguments: the family, `first` and `where`, for `mixproof.claim`."""

    written: str
    group: str
    true: bool
    text: str
    assume: tuple[str, ...]
    arguments: dict[str, Any] = field(compare=False)


@cache
def read(name: str) -> tuple[Said, ...]:
    """The claims of a set."""
    found: list[Said] = []
    known, true, group = dict(KNOWN), True, {}
    head = ""
    for line in (FOLDER / f"{name}.txt").read_text().splitlines():
        line = line.partition("  #")[0].strip()
        if not line or line.startswith("#"):
            continue
        if line in ("true:", "false:"):
            true = line == "true:"
        elif line.startswith("["):
            head = line[1:-1]
            group = eval(f"(lambda family, first=0: dict(family=family, first=first))({head})", known)
        elif line.partition(" = ")[0].isidentifier():
            exec(line, known)
        else:
            text, *parts = line.split(" | ")
            where = dict(part.split(" = ") for part in parts if " = " in part)
            assume = tuple(part for part in parts if " = " not in part)
            found.append(Said(line, head, true, text, assume, {**group, "where": where}))
    return tuple(found)


def answer(said: Said, seconds: float, seed: int) -> tuple[str, str, float]:
    """The outcome's name, UNCONFIRMED or UNSAID; the sentence; CPU seconds."""
    began = time.process_time()
    try:
        verdict = mx.verify(mx.claim(said.text, *said.assume, **said.arguments), seconds=seconds, seed=seed)
        word, sentence = verdict.outcome.name, verdict.sentence
        if word == "REFUTED" and not mx.check(verdict.witness).refuted:
            word = "UNCONFIRMED"
    except mx.InputError as error:
        word, sentence = "UNSAID", str(error)
    return word, sentence, round(time.process_time() - began, 2)


def main() -> None:
    """Ask for every claim of the sets, and print the figures."""
    sets = sorted(path.stem for path in FOLDER.glob("*.txt"))
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(sets)}")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--only", default="", help="claims whose text has this")
    parser.add_argument("--known", choices=["true", "false"], help="only claims of which this is known")
    parser.add_argument("--seconds", type=float, default=0.6)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    lines = options.keep.read_text().splitlines() if options.keep and options.keep.exists() else []
    kept = {tuple(key): tuple(found) for key, found in map(json.loads, lines)}
    for name in options.sets or sets:
        asked = {"true": (True,), "false": (False,)}.get(options.known, (True, False))
        claims = [said for said in read(name) if options.only in said.text and said.true in asked]
        for seed in options.seeds:
            words: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
            total = 0.0
            for said in claims:
                key = (name, seed, said.true, said.group, said.written)
                if key not in kept:
                    kept[key] = answer(said, options.seconds, seed)
                    if options.keep:
                        with options.keep.open("a") as file:
                            file.write(json.dumps([key, kept[key]]) + "\n")
                word, sentence, seconds = kept[key]
                words[said.true][word] += 1
                total += seconds
                if word not in (["PROVED", "HOLDS"] if said.true else ["REFUTED"]):
                    print(f"- {word}: [{said.group}] {said.written}: {sentence}", flush=True)
            true, false = words[True], words[False]
            print(
                f"{name}, seed {seed}: {false['REFUTED']} of {false.total()} false claims refuted, "
                f"{true['REFUTED']} of {true.total()} true ones ({true['PROVED']} proved), {total:.0f} CPU s",
                flush=True,
            )


if __name__ == "__main__":
    main()
