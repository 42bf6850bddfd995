"""Mixing matrices whose weights may be below 0: their domain, what is true of them, and what is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mixproof as mx
from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.domains import as_json
from mixproof.bounds.families.declared import declared
from mixproof.bounds.families.mixing_domain import SIGNED
from mixproof.bounds.kernel.witness import DOMAINS
from mixproof.bounds.proofs.derivation import prove
from mixproof.spectral.errors import InputError

AVERAGING = Algorithm("averaging", {"x": "mix(x)"})
belongs = DOMAINS["signed mixing"]


@given(st.integers(1, 5).flatmap(lambda n: SIGNED.strategy((2, n, n))))
def test_what_is_drawn_is_in_the_domain_and_stays_as_it_is(W) -> None:  # type: ignore[no-untyped-def]
    assert belongs(as_json(W.tolist()))
    assert (SIGNED.array(SIGNED.disassemble(W), W.shape) == W).all()


@given(st.integers(2, 5).flatmap(lambda n: SIGNED.strategy((1, n, n))), st.integers(0, 4))
def test_without_a_node_it_is_one_still(W, node) -> None:  # type: ignore[no-untyped-def]
    node = node % len(W[0])
    assert belongs(as_json(SIGNED.drop(SIGNED.drop(W, 1, node), 2, node).tolist()))


@pytest.mark.parametrize(
    "W",
    (
        [["1/2", "3/4", "-1/4"], ["3/4", "1/4", 0], ["-1/4", 0, "5/4"]],  # an eigenvalue above 1
        [["-1/100", "101/100"], ["101/100", "-1/100"]],  # one below -1
        [["1/2", "1/2"], ["1/4", "3/4"]],
        [["1/2", "1/4"], ["1/4", "1/2"]],
    ),
)
def test_other_matrices_are_none(W) -> None:  # type: ignore[no-untyped-def]
    assert not belongs([W])


@pytest.mark.parametrize("text", ("own >= 0", "farthest(t + 1) <= farthest(t)"))
def test_what_needs_shares_is_refuted(text: str) -> None:
    found = mx.verify(mx.claim(text, family=declared(AVERAGING, signed=True)))
    assert found.outcome.name == "REFUTED"
    assert mx.check(found.witness)


def test_the_largest_block_may_grow() -> None:
    lines = "claim by block_mixing(x - J(x))"
    answers = []
    for signed in (False, True):
        stated = mx.claim("farthest(t + 1) <= farthest(t)", family=declared(AVERAGING, signed=signed))
        answers.append(prove(stated, stated.variants[0], lines).proved)
    assert answers == [True, False]


@pytest.mark.parametrize("more", ({"lossy": True}, {"drawn": True}))
def test_links_that_fail_have_weights_above_0(more: dict[str, bool]) -> None:
    with pytest.raises(InputError, match="signed"):
        declared("dgd", signed=True, **more)
