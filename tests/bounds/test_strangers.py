"""Texts and arguments of strangers: one short sentence each, at once."""

from __future__ import annotations

import pytest

import mixproof as mx
from mixproof.bounds import LocalConstants, certified_curve, evaluate, supported_steps
from mixproof.bounds.arithmetic import flint_numbers
from mixproof.bounds.families import declared, gossip
from mixproof.bounds.formula import is_name, parse
from mixproof.bounds.kernel.scope import Scope
from mixproof.bounds.proofs import prove_claim, worst_case
from mixproof.bounds.theorems import theorem
from mixproof.spectral import consensus_rounds


def refused(ask, said: str) -> None:
    with pytest.raises(mx.InputError) as error:
        ask()
    told = str(error.value)
    assert said in told and len(told) < 400 and "\n" not in told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lam*" * 9000 + "lam", "at most 6,000 characters"),
        ("(" * 1000 + "lam" + ")" * 1000, "not"),
        ("-" * 3000 + "lam", "not"),
        ("+".join(["lam"] * 900), "deep at most"),
        ("9" * 301, "at most 300 digits"),
        ("9" * 5000, "not a"),
        ("la\u03bb", "ASCII text"),
        ("\uff45ta", "ASCII text"),
        ("_number", "begins with a letter"),
        ("__debug__", "begins with a letter"),
        ("_over", "begins with a letter"),
        ("lambda", "not a"),
        ("lam\x00", "not a"),
    ],
    ids=lambda text: text[:20],
)
def test_a_text_beyond_the_limits_is_refused_in_a_short_sentence(text, said):
    refused(lambda: parse(text), said)
    refused(lambda: mx.claim(f"spread(t) <= {text}", family=gossip()), said)
    refused(lambda: mx.Algorithm("mine", {"x": f"mix(x) - eta*({text})*grad(x)"}), said)


def test_a_large_constant_power_is_a_ball_and_not_a_billion_digits():
    numbers = flint_numbers()
    value = Scope({"lam": numbers.rational("1/3")}, {}, numbers=numbers).read("lam**999999999")
    assert value >= 0 and value < numbers.rational("1/1000000000")


@pytest.mark.parametrize("text", ["spread(spread*10**12)", "spread(t)*spread", "sum(s < t, gap(s)) + gap"])
def test_a_metric_without_its_round_beside_one_with_it_is_refused(text):
    refused(lambda: mx.claim(f"spread(t) <= {text}", family=gossip()), "with a round and without one")


@pytest.mark.parametrize("name", ["__debug__", "_number", "lambda", "None", "a b", "", "1x", "\u03b7"])
def test_what_is_no_name_is_none_everywhere(name):
    assert not is_name(name)
    refused(lambda: mx.claim("spread(t) <= 1", family=gossip(), where={name: "1"}), "where=")
    refused(lambda: mx.Algorithm("mine", {"x": "mix(x)", name: "mix(x)"}), "name=")


@pytest.mark.parametrize(
    "parts",
    [
        {"next": {"x": "mix(x) - eta**201*grad(x)"}},
        {"next": {"x": "x**201"}},
        {"next": {"x": "mix(" * 201 + "x" + ")" * 201}},
        {"next": {"x": "grad(x)*grad(x)"}},
        {"next": {"x": "x/0"}},
        {"next": {"x": "mix(x)"}, "let": {f"v{i}": "x" for i in range(10_000)}},
        {"next": {"x": 3}},
        {"next": {3: "x"}},
        {"next": [("x", "x")]},
        {"next": {"x": "mix(x)"}, "balanced": 0},
        {"next": {"x": "mix(x)"}, "balanced": ([],)},
        {"next": {"x": "mix(x)"}, "models": "x"},
        {"next": {"x": "mix(x)"}, "rest": "x"},
        {"next": {"x": "mix(x)"}, "start": None},
        {"next": {}},
    ],
    ids=lambda parts: str(parts)[:40],
)
def test_a_declaration_that_is_none_is_refused(parts):
    refused(lambda: mx.Algorithm("mine", **parts), "=")


def test_blanks_around_an_update_are_nothing():
    assert mx.Algorithm("mine", {"x": " mix(x) - eta*grad(x)\t"}).messages == 1


STATED = theorem("decefl.theorem-1")
REPAIRED = STATED.variant("repaired")
LOCAL = {"beta": 1, "rho": 1, "xi": 1, "eta": 0.1, "C": 1, "sigma": 0, "B": 1, "d": 4, "distance": 1}


@pytest.mark.parametrize(
    "ask",
    [
        lambda: worst_case("dgd", L=1, mu="1/10", eta="1/2", spectrum=("-1/2", "1/2"), rounds=10**6),
        lambda: worst_case("dgd", L=1, mu="1/10", eta="1/2", spectrum=3, rounds=1),
        lambda: worst_case("dgd", L=1, mu="1/10", eta="1/2", matrix=3, rounds=1),
        lambda: worst_case("dgd", L=1, mu="1/10", eta="1/2", spectrum=(0, 0), rounds=1, start=3),
        lambda: worst_case(3, L=1, mu="1/10", eta="1/2", spectrum=(0, 0), rounds=1),
        lambda: prove_claim("x", REPAIRED, {}, 1),
        lambda: prove_claim(STATED, "repaired", {}, 1),
        lambda: prove_claim(STATED, REPAIRED, [1], 1),
        lambda: prove_claim(STATED, REPAIRED, {"L": 1}, 10**6, spectrum=(0, 0)),
        lambda: evaluate("x", REPAIRED, {}),
        lambda: evaluate(STATED, "repaired", {}),
        lambda: evaluate(STATED, REPAIRED, "x"),
        lambda: mx.prove(3, L=1, mu="1/10", lam="1/2", eta="1/4"),
        lambda: mx.prove("DGD", L="1e400", mu="1/0", lam="1/2", eta="1/4"),
        lambda: mx.prove("DGD", L="1e999999999", mu="1/10", lam="1/2", eta="1/4"),
        lambda: mx.prove("DGD", L=1, mu="1/10", lam="1/2", eta="1/4", lam_n="1e-999"),
        lambda: mx.prove("DGD", L=1, mu="1/10", lam="1/2", eta="1/4", share=0.5),
        lambda: worst_case("dgd", L=10**301, mu="1/10", eta="1/2", spectrum=(0, 0), rounds=1),
        lambda: certified_curve(L=1, mu="1/10", lam="1/2", K=4, rounds=10**7, eta="1/4"),
        lambda: certified_curve(L=1, mu="1/10", lam="1/2", K=4, rounds=1, eta="1/4", sigma2="1e999999999"),
        lambda: mx.simulate("x", "dgd", eta=0.1, rounds=1),
        lambda: mx.compare("ring:n=4", 3),
        lambda: mx.optimize("ring:n=4", gap=()),
        lambda: mx.optimize("ring:n=4", time_limit=(1,)),
        lambda: mx.optimize("ring:n=4", "learning", step="x"),
        lambda: mx.Network.from_edges(2, [(0, 1)], names=0.5),
        lambda: mx.Network.from_networkx(3),
        lambda: mx.MixingMatrix.from_matrix([[1.0]], network="x"),
        lambda: consensus_rounds("ring:n=4"),
        lambda: mx.check({}, "x"),
        lambda: declared([]),
        lambda: gossip(scaled=[]),
        lambda: LocalConstants(**{**LOCAL, "beta": "x"}),
        lambda: LocalConstants(**{**LOCAL, "xi": -1}),
        lambda: LocalConstants(**{**LOCAL, "q": 10**400}),
        lambda: supported_steps("x", 0.1, 2.0, 1e-5),
    ],
)
def test_an_argument_of_another_kind_is_refused(ask):
    refused(ask, "=")


def test_constants_at_the_ends_of_their_ranges_are_taken():
    assert LocalConstants(**{**LOCAL, "xi": 0, "sigma": 0}, q=1, overlap=1).q == 1
