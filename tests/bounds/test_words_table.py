"""Derivations over the words of a declared algorithm: what is proved, refusals."""

from __future__ import annotations

import pytest

import mixproof as mx
from mixproof.bounds import claim
from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.families import declared
from mixproof.bounds.kernel.statement import statement
from mixproof.bounds.kernel.text import Refused
from mixproof.bounds.proofs.derivation import stated_as
from mixproof.bounds.search.verify import verify as search

from ..slow import sampled

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
STEP = """
let y = W(x) - eta*grad(x), z = o - eta*J(grad(o)), v = prox(z)
near: sq(next(x) - v) <= sq(y - z) by firm(y, z) with y - z - next(x) + v
claim by near, stays times next(x), stays times o, stays times v
"""


@pytest.mark.parametrize(
    ("word", "text", "assume", "derivation"),
    sampled(
        [
            ("push", "sq(J(p)) <= 0", (), "always Z: sq(J(p)) <= 0\n  next by Z\nclaim by Z"),
            ("pull", "sq(pull(J(x)) - J(x)) <= 0", (), ""),
            ("paced", "dot(x, paced(x)) <= pace_max*sq(x)", (), "claim by paced_most(x)"),
            (
                "paced",
                "dot(own_L(paced(x)), paced(x)) <= pace_L*dot(x, paced(x))",
                (),
                "claim by paced_L(x)",
            ),
            ("self_mix", "sq(self_mix(x)) <= sq(x)", (), "claim by self_mix_square(x), self_mix_most(x)"),
            ("active", "sq(active(x)) <= activity_max*sq(x)", (), "claim by active_mean_most(x)"),
            (
                "sparse",
                "kept*dot(sparse(x) - x, W(sparse(x) - x)) >= lam_n*(1 - kept)*sq(x)",
                (),
                """
            lack: kept*sq(sparse(x) - x) == (1 - kept)*sq(x) by sent_squares(x) times x, sent(x) times 2*kept*x
            low: kept*dot(sparse(x) - x, W(sparse(x) - x)) >= kept*lam_n*sq(sparse(x) - x)
              by smallest(sparse(x) - x), kept > 0
            claim by low, lack times lam_n
            """,
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
        2,
    ),
)
def test_what_is_proved_of_a_word(word, text, assume, derivation):
    stated = claim(text, *assume, family=FAMILIES[word])
    assert mx.prove(stated, derivation or None).proved
    assert search(stated, stated.variants[0], seconds=0.05).outcome.name == "HOLDS"


def test_proximal_maps_of_steps_that_change_have_no_table():
    for told in (ADMM, PROX):
        stated = claim("sq(x) >= 0", family=declared(told, step="delta/(t + Gamma)"))
        with pytest.raises(Refused, match="steps that change"):
            statement(stated_as(stated, stated.variants[0]))
