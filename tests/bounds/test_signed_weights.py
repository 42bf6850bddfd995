"""Mixing matrices whose weights may be below 0, or that need not be symmetric: their domains, what is true of them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mixproof as mx
from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.domains import Domain, as_json
from mixproof.bounds.families.declared import declared
from mixproof.bounds.families.mixing_domain import DOUBLY, SIGNED
from mixproof.bounds.kernel.witness import DOMAINS
from mixproof.bounds.proofs.derivation import prove
from mixproof.spectral.errors import InputError

AVERAGING = Algorithm("averaging", {"x": "mix(x)"})
DRAWN = st.sampled_from((SIGNED, DOUBLY)).flatmap(
    lambda domain: st.integers(1, 5).flatmap(lambda n: st.tuples(st.just(domain), domain.strategy((2, n, n))))
)


def belongs(domain: Domain, W: Any) -> bool:
    return DOMAINS[domain.name](as_json(W.tolist()))


@given(DRAWN)
def test_what_is_drawn_is_in_the_domain_and_stays_as_it_is(drawn) -> None:  # type: ignore[no-untyped-def]
    domain, W = drawn
    assert belongs(domain, W)
    assert (domain.array(domain.disassemble(W), W.shape) == W).all()


@given(DRAWN, st.integers(0, 4))
def test_without_a_node_it_is_one_still(drawn, node) -> None:  # type: ignore[no-untyped-def]
    domain, W = drawn
    if (n := len(W[0])) > 1:
        assert belongs(domain, domain.drop(domain.drop(W, 1, node % n), 2, node % n))


@pytest.mark.parametrize("n", (2, 3, 6))
def test_textbook_networks_of_both_ways_and_of_one_are_doubly_stochastic(n: int) -> None:
    found = [DOUBLY.array([*block], (n, n)) for block in DOUBLY.textbook(n)]  # type: ignore[misc]
    assert all(belongs(DOUBLY, W[None]) for W in found)
    assert any((W != W.T).any() for W in found) == (n > 2)


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
    assert not DOMAINS["signed mixing"]([W])
    assert not DOMAINS["doubly stochastic"]([W])


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


@pytest.mark.parametrize("changing", (False, True))
def test_two_rounds_may_turn_a_vector_where_w_need_not_be_symmetric(changing: bool) -> None:
    text, lines = "dot(x, W(W(x))) >= 0", "claim with W(x)"
    answers = []
    for directed in (False, True):
        stated = mx.claim(text, family=declared(AVERAGING, directed=directed, changing=changing))
        answers.append(prove(stated, stated.variants[0], lines).proved)
    assert answers == [True, False]
    found = mx.verify(stated)
    assert found.outcome.name == "REFUTED"
    assert mx.check(found.witness).refuted


def test_no_eigenvalue_is_known_where_w_need_not_be_symmetric() -> None:
    stated = mx.claim("lam_n <= lam", first=None, family=declared(AVERAGING, directed=True))
    assert not prove(stated, stated.variants[0], "claim").proved


def test_the_length_of_what_is_mixed_is_an_inner_product_that_can_be_read_again() -> None:
    stated = mx.claim("spread(t + 1) <= lam*spread(t)", family=declared(AVERAGING, directed=True))
    lines = """
    one: norm(W(x) - J(x)) <= lam*norm(x - J(x)) by root, mixing(x)
    sq(next(x) - J(next(x))) <= (lam*norm(x - J(x)))**2 by one
    claim by one
    """
    assert prove(stated, stated.variants[0], lines).proved


@pytest.mark.parametrize("more", ({"lossy": True}, {"drawn": True}))
def test_links_that_fail_have_weights_above_0(more: dict[str, bool]) -> None:
    for name in ("signed", "directed"):
        with pytest.raises(InputError, match=name):
            declared("dgd", **{name: True}, **more)
