"""Claims of `strangers_claims` at the search's defaults: how many it refutes of the false, and of the true.

    python benchmarks/strangers.py --jobs 1 --seeds 0 1 2

prints each miss and what was searched; then refuted of false, refuted of true, how many could not be said, CPU seconds.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from strangers_claims import FALSE, TRUE, Said

import mixproof as mx
from mixproof.spectral.errors import InputError


def outcome(said: Said, seed: int) -> tuple[str, str, float]:
    """The outcome's name, or UNSAID; the sentence; CPU seconds."""
    began = time.process_time()
    try:
        verdict = mx.verify(mx.claim(said.text, *said.assume, **said.arguments()), seed=seed)
        word, sentence = verdict.outcome.name, verdict.sentence
        if word == "REFUTED" and not mx.check(verdict.witness).refuted:
            word = "UNCONFIRMED"
    except InputError as error:
        word, sentence = "UNSAID", str(error)
    return word, sentence, time.process_time() - began


def main() -> None:
    """Run the set, each miss printed at once, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0])
    parser.add_argument("--only", default="", help="claims whose text has this")
    options = parser.parse_args()
    sets = [(said, said in FALSE) for said in (*FALSE, *TRUE) if options.only in said.text]
    for seed in options.seeds:
        words: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
        total = 0.0
        with ProcessPoolExecutor(options.jobs) as pool:
            results = pool.map(outcome, (said for said, _ in sets), repeat(seed))
            for (said, false), (word, sentence, seconds) in zip(sets, results, strict=True):
                words[false][word] += 1
                total += seconds
                if word not in (["REFUTED"] if false else ["PROVED", "HOLDS"]):
                    text = " | ".join((said.text, *said.assume))
                    print(f"- seed {seed}: {word}: {said.family}: {text}: {sentence}", flush=True)
        false, true = words[True], words[False]
        print(
            f"seed {seed}: {false['REFUTED']} of {false.total()} false claims refuted, {true['REFUTED']} of "
            f"{true.total()} true ones ({true['PROVED']} proved), {false['UNSAID'] + true['UNSAID']} could not be "
            f"said, {total:.0f} CPU s",
            flush=True,
        )


if __name__ == "__main__":
    main()
