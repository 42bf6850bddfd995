"""Claims of `strangers_claims` at the search's defaults: how many it refutes of the false, and of the true.

    python benchmarks/strangers.py --jobs 1 --seeds 0 1 2

prints refuted of false, refuted of true, how many could not be said, CPU seconds; then each miss and what was searched.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor

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
    """Run the set and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0])
    parser.add_argument("--only", default="", help="claims whose text has this")
    options = parser.parse_args()
    false, true = ([said for said in all_ if options.only in said.text] for all_ in (FALSE, TRUE))
    for seed in options.seeds:
        with ProcessPoolExecutor(options.jobs) as pool:
            results = list(pool.map(outcome, [*false, *true], [seed] * (len(false) + len(true))))
        words = [word for word, *_ in results]
        print(
            f"seed {seed}: {words[: len(false)].count('REFUTED')} of {len(false)} false claims refuted, "
            f"{words[len(false) :].count('REFUTED')} of {len(true)} true ones ({words[len(false) :].count('PROVED')} "
            f"proved), {words.count('UNSAID')} could not be said, {sum(seconds for *_, seconds in results):.0f} CPU s"
        )
        for index, (said, (word, sentence, _)) in enumerate(zip([*false, *true], results, strict=True)):
            expected = word == "REFUTED" if index < len(false) else word in ("PROVED", "HOLDS")
            if not expected:
                print(
                    f"- {word}: {said.family}: {' | '.join((said.text, *said.assume))}: {sentence}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
