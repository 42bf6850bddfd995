"""Records of rates that are changed in a digit, or declare what contradicts itself, are not proved."""

from __future__ import annotations

import copy
import json
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixproof.bounds.algorithms import Algorithm, algorithm
from mixproof.bounds.kernel.growth import _inside
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.proofs import Proof, prove
from mixproof.bounds.proofs.lyapunov.parts import fitted, fractions, short_rows, sum_of_squares
from mixproof.spectral import InputError

from .proved_rates import AT, proofs_of_rates

Record = dict[str, Any]
SOME = {"extra": 23, "nids": 23, "diging": 4, "dgd": 1, "local-3": 9}  # every so many of their numbers


@pytest.fixture(scope="module")
def proofs() -> dict[str, Proof]:
    return proofs_of_rates()


def coefficients(steps: Any) -> list[list[Any]]:
    """All terms of the lines of a record."""
    if isinstance(steps, dict):
        own = [term for term in steps.get("terms", []) if isinstance(term, list)]
        return own + [term for part in steps.values() for term in coefficients(part)]
    return [term for part in steps for term in coefficients(part)] if isinstance(steps, list) else []


@pytest.mark.parametrize("name", SOME)
def test_no_number_of_a_line_has_slack(proofs: dict[str, Proof], name: str) -> None:
    """Each line is an identity: a coefficient that is a tenth larger, gone or negative breaks it."""
    record = proofs[name].certificate
    assert record is not None
    count = len(coefficients(record["steps"]))
    for i in range(0, count, SOME[name]):
        for change in (F(11, 10), F(0), F(-1)):
            mutant = copy.deepcopy(record)
            term = coefficients(mutant["steps"])[i]
            term[0] = str(F(term[0]) * change)
            assert decide(mutant).word == "REFUSED", term


@pytest.mark.parametrize("name", SOME)
def test_what_is_stated_is_what_is_proved(proofs: dict[str, Proof], name: str) -> None:
    record = proofs[name].certificate
    assert record is not None
    told = record["statement"]
    claim, V = told["claim"], told["where"]["V"]
    rho = str(proofs[name].rho)
    forged = [
        *({"at": told["at"] | {one: str(F(value) * F(101, 100))}} for one, value in told["at"].items()),
        *({"at": told["at"] | {one: str(F(value) * F(99, 100))}} for one, value in told["at"].items()),
        {"claim": claim.replace(rho, str(F(rho) * F(999, 1000)))},
        {"claim": claim.replace("distance2(t)", "101/100*distance2(t)")},
        {"claim": claim.replace("start(V)", "99/100*start(V)")},
        {"claim": claim.replace("2*t", "3*t")},
        {"where": told["where"] | {"V": f"99/100*({V})"}},
        {"where": told["where"] | {"e_x": "x"}},
        *(
            {"options": told["options"] | {"matrices": other}}
            for other in ("norm", "symmetric", "one", "random")
        ),
        *({"assume": [text]} for text in ("eta >= 2", "lam <= -1")),
    ]
    for change in forged:
        changed = told | change
        if changed != told and changed.keys() == told.keys():
            decision = decide(record | {"statement": changed})
            # a line over `W symmetric` is one over each W of the class that does not change, too
            narrower = change == {"options": told["options"] | {"matrices": "one"}}
            assert decision.word == "REFUSED" or narrower or "2" in str(change.get("assume")), change


def test_a_rate_of_w_that_changes_is_one_of_w_that_does_not_and_not_the_other_way(
    proofs: dict[str, Proof],
) -> None:
    for name, other, word in (("local-3", "one", "PROVED"), ("extra", "symmetric", "REFUSED")):
        record = copy.deepcopy(proofs[name].certificate)
        assert record is not None
        record["statement"]["options"]["matrices"] = other
        assert decide(record).word == word


def test_growth_is_not_more_than_it_is(proofs: dict[str, Proof]) -> None:
    for proof in proofs.values():
        witness = proof.witness
        assert witness is not None
        half = [["1/2", "1/2"], ["1/2", "1/2"]]
        for change in (
            {"rate": str(F(witness["rate"]) * F(11, 10))},
            {"curvatures": ["1/20", "1/20"]},
            {"matrices": [[["4/5", "1/5"], ["1/5", "4/5"]]]},
            {"matrices": [half[:1]]},
            {"eta": "-1/10"},
            {"mu": "2"},
        ):
            assert decide(witness | change).word == "REFUSED"


EXTRA = algorithm("extra").to_json()


@pytest.mark.parametrize(
    ("reason", "declaration"),
    [
        ("does not stay balanced", {"next": {"x": "m - eta*grad(x) - q", "q": "q + grad(x)"}}),
        ("differ by", {"next": {"x": "m/2 - eta*grad(x) - q", "q": "q + (x - m)/2"}}),
        ("differ by", {"next": {"x": "m - eta*grad(x - x) - q", "q": "q + (x - m)/2"}}),
        ("a vector times a vector", {"next": {"x": "m - eta*grad(x)*x", "q": "q"}}),
        ("out of place", {"next": {"x": "m +", "q": "q"}}),
        ("open", {"next": {"x": "open(x)", "q": "q"}}),
        ("number is added", {"next": {"x": "m - eta*grad(x) + 1", "q": "q"}}),
        ("neither a state", {"next": {"x": "m - y", "q": "q"}}),
    ],
)
def test_a_declaration_that_is_another_is_not_proved(
    proofs: dict[str, Proof], reason: str, declaration: Record
) -> None:
    record = copy.deepcopy(proofs["extra"].certificate)
    assert record is not None
    record["statement"]["options"]["algorithm"] = EXTRA | declaration
    decision = decide(record)
    assert decision.word == "REFUSED" and reason in decision.sentence, decision.sentence


def test_what_a_tier_cannot_say_is_refused() -> None:
    twice = Algorithm("twice", {"x": "mix(mix(x)) - eta*grad(x)"})
    at_mixed = Algorithm("at mixed", let={"y": "mix(x)"}, next={"x": "y - eta*grad(y)"})
    curved = Algorithm("curved", {"x": "mix(x) - eta*grad(x) - eta*(eta - 1/10)*(eta - 1/5)*grad(x)"})
    for known in (twice, at_mixed, curved):
        assert prove(known, eta="1/10", tier="norm", **AT).proved
    for known in (twice, at_mixed):
        with pytest.raises(InputError, match="tier=sym"):
            prove(known, eta="1/10", tier="sym", **AT)
    with pytest.raises(InputError, match="interval of steps"):
        prove(curved, eta=("1/10", "1/5"), tier="norm", **AT)
    assert prove(twice, eta="1/10", tier="fixed", **AT).proved


def test_names_of_an_algorithm_are_its_own() -> None:
    """States and lines called as the record would call its vectors."""
    own = Algorithm("own", let={"e_x": "grad(x)", "V": "mix(x)"}, next={"x": "V - eta*e_x"})
    assert prove(own, eta="1/10", tier="norm", **AT).proved


def test_a_record_is_read_as_it_is_written(proofs: dict[str, Proof]) -> None:
    again = json.loads(json.dumps(proofs["extra"].certificate))
    assert decide(again).sentence == f"PROVED: {proofs['extra'].what}"


@given(st.integers(0, 10**6), st.integers(1, 6))
def test_a_positive_definite_matrix_is_the_sum_of_its_parts(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    root = fractions(rng.normal(size=(n, n)) * 10.0 ** rng.integers(-3, 2, n), 40)
    A = root.T @ root + np.diag([F(1, 10**9)] * n)
    told = sum_of_squares(A)
    assert told is not None and all(c > 0 for c, _ in told)
    made = sum((c * np.outer(row, row) for c, row in told), start=0 * A)
    assert (made == A).all()
    assert sum_of_squares(A - np.diag([max(map(sum, map(abs, A)))] * n) - np.eye(n, dtype=int)) is None


@given(st.integers(0, 10**6))
def test_sums_of_squares_in_a_variable_are_fitted_exactly(seed: int) -> None:
    """2 x 2, degree 2: S0 + (nu - lo)(hi - nu) S1 is the polynomial whatever G0 was."""
    rng, lo, hi = np.random.default_rng(seed), F(-1, 3), F(1, 2)
    P = [fractions(M + M.T, 8) for M in rng.normal(size=(3, 2, 2))]
    rows = short_rows(np.eye(2) * rng.uniform(), 8)
    G1 = rows.T @ rows
    G0 = fitted(
        fractions(np.zeros((4, 4)), 8), G1, 2, 2, lambda nu: P[0] + nu * P[1] + nu**2 * P[2], (lo, hi)
    )
    for nu in (F(0), F(1, 7), F(-5)):
        S0 = G0[:2, :2] + nu * (G0[:2, 2:] + G0[2:, :2]) + nu**2 * G0[2:, 2:]
        assert (S0 + (nu - lo) * (hi - nu) * G1 == P[0] + nu * P[1] + nu**2 * P[2]).all()


@given(st.lists(st.integers(-6, 6), min_size=2, max_size=6), st.fractions(F(1, 4), 4, max_denominator=8))
def test_inside_agrees_with_the_roots(p: list[int], radius: F) -> None:
    if p[-1] == 0:
        p[-1] = 1
    largest = max(np.abs(np.roots(p[::-1])), default=0.0)
    if abs(largest - radius) > 1e-3:
        assert _inside([F(v) for v in p], radius) == (largest < radius)
