"""Derivations over the words of a declared algorithm: facts and rules on drawn settings, what is proved, refusals."""

from __future__ import annotations

import re
from random import Random

import numpy as np
import pytest

import mixproof as mx
from mixproof.bounds import FLOAT, claim
from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.families import declared
from mixproof.bounds.kernel.statement import statement
from mixproof.bounds.kernel.tables.words import WORDS
from mixproof.bounds.kernel.text import Refused
from mixproof.bounds.proofs.derivation import stated_as

PROX = Algorithm("prox", {"x": "prox(mix(x) - eta*grad(x))"})
ADMM = Algorithm("admm", {"x": "backward(mix(x) - q)", "q": "q + (x - mix(x))/2"}, balanced=("q",))
LATE = Algorithm("late", {"x": "mix(y) + self_mix(x - y) - eta*grad(x)", "y": "x"}, start={"y": "x"})
SPARSE = Algorithm("sparse", {"x": "x + sparse(mix(x) - x) - eta*grad(x)"})
TOP = Algorithm("top", {"x": "x + top(mix(x) - x) - eta*grad(x)"})
FAMILIES = {
    "pull": declared("push-pull"),
    "push": declared("push-pull", changing=True),
    "paced": declared("aug-dgm"),
    "self_mix": declared(LATE, changing=True),
    "active": declared("asynchronous-gossip"),
    "sparse": declared(SPARSE),
    "top": declared(TOP),
    "backward": declared(ADMM),
    "prox": declared(PROX, regular=("l1", "radius")),
}
VECTORS = ("next(x)", "x", "w0 - x", "grad(x)", "o", "x - J(x)")


def table_of(family):
    stated = claim("error2(t) >= 0", family=family)
    return statement(stated_as(stated, stated.variants[0])).table


def holds(run, text: str) -> None:
    """At round 1 in floats, of vectors or of numbers."""
    left, relation, right = re.split(r" (<=|>=|==|<|>) ", text)
    try:
        a, b = (run.measured(f"{side} + 0*sq(x)")(np.array([1]))[0] for side in (left, right))
    except mx.InputError:
        a, b = run.measured(f"sq({left} - ({right}))")(np.array([1]))[0], 0.0
    low = -abs(a - b) if relation == "==" else a - b if ">" in relation else b - a
    assert low >= -1e-7 * (1 + abs(a) + abs(b)), (text, a, b)


def test_every_word_is_tried():
    assert {*FAMILIES} == {*WORDS}


@pytest.mark.parametrize("word", WORDS)
def test_facts_and_rules_of_a_word_hold(word):
    family, random, table = FAMILIES[word], Random(word), table_of(FAMILIES[word])
    for _ in range(5):
        drawn = family.sample(random)
        run = family.form({*drawn.sizes, *drawn.values}).start(drawn.sizes, drawn.values, 3, FLOAT)
        for fact in WORDS[word].facts.values():
            holds(run, fact)
        for places, rule in WORDS[word].rules.values():
            for first in VECTORS[WORDS[word].random :]:  # a coin of a round is not tossed twice
                text = rule
                for place, vector in zip(places.split(), (first, VECTORS[-1])):
                    text = re.sub(rf"\b{place}\b", f"({vector})", text)
                text = re.sub(r"dot\((\(.*?\)), active_mean\(\1\)\)", r"sq(active(\1))", text)
                text = re.sub(r"kept\*sparse_second\((.*)\) == (.*)", r"kept*sq(sparse(\1)) == sq(\2)", text)
                if "_mean(" not in text:
                    holds(run, text)
        for metric, text in table.metrics.items():
            if metric != "step" and "n" not in re.findall(r"\w+", text):
                known = float(np.asarray(getattr(run, metric)(np.array([2])))[0])
                wanted = run.measured(text.replace("minima_sum", "0"))(np.array([2]))[0]
                assert wanted == pytest.approx(known, rel=1e-6, abs=1e-6, nan_ok=True), metric


STEP = """
let y = W(x) - eta*grad(x), z = o - eta*J(grad(o)), v = prox(z)
near: sq(next(x) - v) <= sq(y - z) by firm(y, z) with y - z - next(x) + v
claim by near, stays times next(x), stays times o, stays times v
"""


@pytest.mark.parametrize(
    ("word", "text", "assume", "derivation"),
    [
        ("push", "sq(J(p)) <= 0", (), "always Z: sq(J(p)) <= 0\n  next by Z\nclaim by Z"),
        ("pull", "sq(pull(J(x)) - J(x)) <= 0", (), ""),
        ("paced", "dot(x, paced(x)) <= pace_max*sq(x)", (), "claim by paced_most(x)"),
        ("self_mix", "sq(self_mix(x)) <= sq(x)", (), "claim by self_mix_square(x), self_mix_most(x)"),
        ("active", "sq(active(x)) <= activity_max*sq(x)", (), "claim by active_mean_most(x)"),
        (
            "sparse",
            "kept*sq(sparse(x) - x) <= (1 - kept)*sq(x)",
            (),
            "claim by sent(x) times x, sent_squares(x) times x",
        ),
        ("top", "d*sq(x - top(x)) <= (d - 1)*sq(x)", (), "claim by kept(x)"),
        (
            "backward",
            "norm(backward(x) - backward(o)) <= norm(x - o)",
            (),
            """
            let u = backward(x), v = backward(o)
            rising: dot(grad(u) - grad(v), u - v) >= 0 by monotone(u, v), mu > 0 with u - v
            short: norm(u - v) <= norm(x - o) by root, backward(x) times u - v, backward(o) times u - v,
              rising, eta > 0 with x - o - u + v
            claim by short
            """,
        ),
        (
            "prox",
            "norm(prox(x) - prox(W(x))) <= norm(x - W(x))",
            (),
            """
            let a = x - W(x), b = prox(x) - prox(W(x))
            short: norm(b) <= norm(a) by root, firm(x, W(x)) with a - b
            claim by short
            """,
        ),
        ("prox", "sq(next(x) - o) <= sq(W(x) - eta*(grad(x) - J(grad(o))) - o)", (), STEP),
    ],
)
def test_what_is_proved_of_a_word(word, text, assume, derivation):
    stated = claim(text, *assume, family=FAMILIES[word])
    assert mx.prove(stated, derivation or None).proved
    assert mx.verify(stated, seconds=0.1).outcome.name in ("HOLDS", "PROVED")


def test_proximal_maps_of_steps_that_change_have_no_table():
    for told in (ADMM, PROX):
        stated = claim("sq(x) >= 0", family=declared(told, step="delta/(t + Gamma)"))
        with pytest.raises(Refused, match="steps that change"):
            statement(stated_as(stated, stated.variants[0]))
