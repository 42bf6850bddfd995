"""The pages of methods of the literature: declaration, claims with what came of them, steps and rates.

`python docs/make/methods.py [NAME ...]` finds their figures anew, of all in some minutes, and keeps them in
docs/methods.json.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import mixproof as mx
from mixproof.bounds import Variant
from mixproof.bounds.algorithms import with_balance
from mixproof.bounds.formula import parse
from mixproof.bounds.methods import METHODS, Method, Said

__all__ = ["found", "index", "pages"]

KEPT = Path(__file__).parents[1] / "methods.json"
AT = {"L": "1", "mu": "1/10", "lam": "1/4"}
SHARES = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1))  # of the largest step that is proved
ABOUT = """Methods of the literature, declared once as text: the same text is searched, proved and simulated on data.
Each page has the declaration, claims on it with what came of them, and, where rates are proved, the largest step with a
proof, the smallest that diverges, and the best proved rate, all for L = 1, mu = 1/10 and eigenvalues of W in
[-1/4, 1/4]. Names are those of `mixproof prove` and `mixproof.algorithm`."""


def found(method: Method) -> dict[str, Any]:
    """What is known of a method now: verdicts on its claims, steps and the best rate."""
    return {"claims": [_judged(method, said) for said in method.said], **_steps(method)}


def _judged(method: Method, said: Said) -> dict[str, str]:
    stated = said.of(method.algorithm)
    verdict = mx.verify(stated, seconds=0.3)
    proved = verdict.outcome.name == "PROVED"
    if verdict.outcome.name == "HOLDS":
        with suppress(mx.InputError):  # settings without a table for derivations
            proved = mx.prove(stated).proved  # with a larger effort than a verdict takes
    if proved:
        return {"outcome": "PROVED", "sentence": "by a derivation that the kernel checks"}
    return {"outcome": verdict.outcome.name, "sentence": verdict.sentence.split("; searched")[0]}


def _steps(method: Method) -> dict[str, Any]:
    algorithm = with_balance(method.algorithm)
    if method.linear is not None:
        return _every_step(method.linear)
    if algorithm.unproved or algorithm.scales:
        return {"no_rate": algorithm.unproved or "has scales"}
    limit = mx.prove(algorithm, **AT, step_limit=True)
    rates = []
    for share in SHARES if limit.step_proved else ():
        eta = Fraction(limit.step_proved * share).limit_denominator(1000)
        proof = mx.prove(algorithm, **AT, eta=str(eta))
        if proof.proved and proof.rho < 1:
            rates.append((float(proof.rho), str(eta)))
    best = min(rates, default=(None, None))
    steps = (limit.step_proved, limit.step_diverging)
    proved, diverging = (None if step is None else round(float(step), 4) for step in steps)
    return {"step_proved": proved, "step_diverging": diverging, "rate": best[0], "eta": best[1]}


def _every_step(linear: Variant) -> dict[str, Any]:
    """The best rate that a variant with a gain proves, over a grid of steps and of its nu."""
    gain, rates = parse(linear.where["gain"]), []
    for eta, over in product(range(1, 41), repeat=2):
        values = {name: Fraction(value) for name, value in AT.items()}
        values |= {"s": 1 - values["lam"], "eta": Fraction(eta, 20), "nu": 1 + Fraction(over, 40)}
        rates.append(((1 + float(gain.evaluate(values.__getitem__))) ** -0.5, str(values["eta"])))
    return {"step_proved": "every step", "step_diverging": None, **dict(zip(("rate", "eta"), min(rates)))}


def kept() -> Mapping[str, Any]:
    """What docs/methods.json has of each method."""
    found: Mapping[str, Any] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def pages() -> dict[str, str]:
    """name -> text, of every method, and of the list of them."""
    told = kept()
    written = {f"{_file(method)}.md": "\n".join(_page(method, told[method.name])) for method in METHODS}
    return {"index.md": index(), **written}


def index() -> str:
    links = [f"- [{method.name}]({_file(method)}.md): {method.source}" for method in METHODS]
    names = "\n".join(_file(method) for method in METHODS)
    return "\n".join(
        ["# Methods of the literature", "", ABOUT, "", *links, "", "```{toctree}\n:hidden:", names, "```", ""]
    )


def _file(method: Method) -> str:
    return method.name.replace("/", "-over-")


def _page(method: Method, told: Mapping[str, Any]) -> Iterator[str]:
    algorithm = method.algorithm
    yield f"# {method.name}\n\n{method.source}.\n\n```text\n{algorithm.text}\n```\n"
    if algorithm.start:
        starts = ", ".join(f"{state} = {text}" for state, text in algorithm.start.items())
        yield f"At the start {starts}; every other state but the model is 0.\n"
    yield f"Vectors that a client sends to each neighbour in a round: {max(algorithm.messages, 1)}.\n"
    if algorithm.name != with_balance(algorithm).name:
        yield f"A rate is proved in the form\n\n```text\n{with_balance(algorithm).text}\n```\n"
    yield "## Claims\n\n| claim | where | what came of it |\n|---|---|---|"
    for said, judged in zip(method.said, told["claims"], strict=True):
        text = said.text + "".join(f"; {name} = {formula}" for name, formula in said.where)
        text += f" if {', '.join(said.assume)}" if said.assume else ""
        yield f"| `{text}` | {said.place} | {judged['outcome']}: {judged['sentence']} |"
    yield "\n## Steps and rates\n"
    if "no_rate" in told:
        yield f"None is proved: {told['no_rate']}.\n"
        return
    proved, diverging, rate = (_shown(told[name]) for name in ("step_proved", "step_diverging", "rate"))
    eta = None if told["eta"] is None else float(Fraction(told["eta"]))
    yield "For L = 1, mu = 1/10 and the other eigenvalues of W in [-1/4, 1/4]:\n\n| what | value |\n|---|---|"
    yield f"| largest step for which convergence is proved | {proved} |"
    yield f"| smallest step found to diverge, on quadratic clients | {diverging} |"
    yield f"| best rate proved, a round | {rate} |\n| at the step | {_shown(eta)} |\n"


def _shown(number: float | str | None) -> str:
    return "none" if number is None else number if isinstance(number, str) else f"{number:.5g}"


if __name__ == "__main__":
    wanted = sys.argv[1:] or [method.name for method in METHODS]
    document = dict(kept()) if KEPT.is_file() else {}
    document |= {method.name: found(method) for method in METHODS if method.name in wanted}
    KEPT.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
