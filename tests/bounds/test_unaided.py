"""Proofs that nobody wrote: what is true and near enough is proved, what is false never is."""

from __future__ import annotations

import json

import pytest

import mixproof as mx
from mixproof.bounds import kept
from mixproof.bounds.domains import REAL, UNIT
from mixproof.bounds.families.lossy_learning import curved
from mixproof.bounds.kernel import poly
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.proofs.derivation import finding, unaided
from mixproof.families import consensus, declared, gossip, learning, push_sum, scalars

from ..slow import sampled

DGD = gossip(fixed=True, noisy=False)
AVERAGED = mx.Algorithm("averaging", {"x": "mix(x)"})
AVERAGING, CHANGING = declared(AVERAGED), declared(AVERAGED, changing=True)
FEEDBACK = declared(
    mx.Algorithm(
        "error feedback",
        let={"v": "e + eta*grad(x)"},
        next={"x": "x - top(v)", "e": "v - top(v)"},
        models=("x",),
    )
)
DESCENT = declared(mx.Algorithm("gradient descent", {"x": "x - eta*average(grad(x))"}), common=True)


def test_a_proof_says_where_no_setting_is_known_that_it_speaks_of() -> None:
    family = scalars(positive="a b")
    for assumption, met in (("a <= b", True), ("a**2 - 2*a*b + b**2 < 0", False)):
        found = mx.prove(mx.claim("a*b <= a**2 + b**2", assumption, family=family, first=None))
        assert found.proved
        assert (found.doubt == "") == ("vacuous" not in str(found)) == met


def test_a_guess_speaks_of_the_matrix_that_the_settings_have() -> None:
    """The rule on the spectrum of a network whose links fail is of W_hat; there is no other matrix."""
    lossy = mx.claim("gradient2(t) >= 2*mu*gap(t)", family=curved())
    found = unaided(lossy, lossy.variants[0], 150_000)
    assert found.proved or "no proof found" in found.reason


@pytest.mark.parametrize(
    ("texts", "family", "first"),
    sampled(
        [
            (("spread2(t + 1) <= lam*spread2(t) + eta**2*gradients2(t)/(1 - lam)", "0 < lam < 1"), DGD, 0),
            (("spread2(t) <= lam**(2*t)*spread2(0)",), AVERAGING, 0),
            (
                (
                    "error(t + 1) <= (1 - eta*mu_mean)*error(t) + eta*L*spread(t)/sqrt(K)",
                    "eta <= 1/L_mean",
                ),
                DGD,
                0,
            ),
            (
                (
                    "gap(t + 1) <= gap(t) - eta/2*global_gradient2(t) + eta*L**2*spread2(t)/(2*K)",
                    "eta <= 1/L",
                ),
                DGD,
                0,
            ),
            (("a*b <= c*a**2/2 + b**2/(2*c)",), scalars(positive="a b c"), None),
            (("1 - sqrt(1 - a) >= a/2", "a <= 1"), scalars(positive="a"), None),
            (("spread2(t + 2) <= lam**4*spread2(t)",), CHANGING, 0),
            (("norm(next(p + grad(x)) - W(p + grad(x))) <= L*norm(next(x) - x)",), declared("diging"), 0),
            (("gap_of_average(t) <= error2(0)/(2*eta*t)", "t >= 1", "eta <= 1/L"), DESCENT, 0),
            (("gap(t) <= error2(0)/(2*eta*t)", "t >= 1", "eta <= 1/L"), DESCENT, 0),
        ],
        2,
    ),
)
def test_claims_are_proved_without_a_derivation(texts, family, first) -> None:
    found = mx.prove(mx.claim(*texts, family=family, first=first))
    assert found.proved and decide(dict(found.record)).word == "PROVED"


@pytest.mark.parametrize(
    ("texts", "family", "first"),
    [
        # what a step of the mean model gains
        (
            (
                "error2(t + 1) <= error2(t) - eta*gap(t) + 2*L*eta*spread2(t)/K + eta**2*sigma2/K",
                "eta <= 1/(4*L)",
            ),
            gossip(fixed=True),
            0,
        ),
        # extremes as means, which they bound
        (
            (
                "t*min(s < t, global_gradient2(s)) <= 2*gap(0)/eta + t*L**2*max(s < t, spread2(s))/K",
                "eta <= 1/L",
            ),
            declared("dgd", "dented"),
            1,
        ),
        # lengths at the start; what a message leaves; vectors that constants bound, a square split twice
        (
            ("spread(t + 1) <= (lam + step(t))*spread(t) + step(t)*spread(0)",),
            consensus("decefl"),
            0,
        ),
        (("sq(next(e)) <= (1 - 1/d)*sq(e + eta*grad(x))",), FEEDBACK, 0),
        (
            (
                "spread2(t + 1) <= 2*rho2*spread2(t) + 4*eta**2*omega**2*spread2(t) + 4*eta**2*K*beta2"
                " + eta**2*K*alpha2",
            ),
            learning(),
            0,
        ),
        # vectors with an index
        (("average_term(t) <= n*gain(t)/(2*gamma) + gamma*slopes2(t)/2",), push_sum(), 0),
        # sums up to a number
        (("sum(s < n, 1/((s + 1)*(s + 2))) <= 1",), scalars("n"), None),
        (("sum(s < n, 1/sqrt(s + 1)) <= 2*sqrt(n)",), scalars("n"), None),
        (("sum(s < n, a + s) == n*a + n*(n - 1)/2",), scalars("n", "a"), None),
    ],
)
def test_claims_of_many_kinds_are_proved(texts, family, first) -> None:
    claim = mx.claim(*texts, family=family, first=first)
    found = unaided(claim, claim.variants[0])
    assert found.proved and decide(dict(found.record)).word == "PROVED"


@pytest.mark.parametrize(
    ("texts", "family", "first"),
    [
        (("spread2(t + 1) <= lam**2*spread2(t) + eta**2*gradients2(t)",), DGD, 0),
        (("spread2(t) <= lam**(3*t)*spread2(0)",), AVERAGING, 0),
        (("error(t + 1) <= (1 - eta*L_mean)*error(t) + eta*L*spread(t)/sqrt(K)", "eta <= 1/L_mean"), DGD, 0),
        (("spread2(t + 2) <= lam**5*spread2(t)",), CHANGING, 0),
        (("gap(t) <= error2(0)/(8*eta*t)", "t >= 1", "eta <= 1/L"), DESCENT, 0),
        (("sqrt(a*b) <= (a + b)/3",), scalars(positive="a b"), None),
        (("sum(s < n, 1/((s + 1)*(s + 2))) <= 1/2",), scalars("n"), None),
        (("sum(s < n, a + s) == n*a + n**2/2",), scalars("n", "a"), None),
    ],
)
def test_what_is_false_is_not_proved_and_the_line_that_lacks_is_told(texts, family, first) -> None:
    claim = mx.claim(*texts, family=family, first=first)
    found = unaided(claim, claim.variants[0], 300_000)
    assert not found.proved and found.reason.startswith("no proof found")


def test_the_line_of_one_round_that_a_sum_lacks_is_told() -> None:
    claim = mx.claim("sum(s < t, links2(s)) <= spread2(0)/2", family=AVERAGING)
    told = unaided(claim, claim.variants[0], 300_000).reason
    assert told.startswith("no proof found; the line that is missing is (sum(s < t + 1, links2(s)))"), told


NUMBERS = scalars("n", "x y", a=REAL, b=REAL, z=UNIT)


@pytest.mark.parametrize(
    ("text", "assume"),
    [
        ("2*x*y <= x**2 + y**2", ()),
        ("2 <= x/y + y/x", ()),
        ("z - z**2 < 1", ()),
        ("1/x <= 1/y", ("y <= x",)),
        ("x**2/(1 - x*y) < 1/(1 - x*y)", ("x < 1", "x*y < 1")),
        ("abs(a - b) <= abs(a) + abs(b)", ()),
        ("max(min(a, x), -x)**2 <= x**2", ()),
        ("n*x <= (1 + x)**n - 1", ()),
        ("log(1 + x) <= x", ()),
        ("x < exp(x)", ()),
        ("sqrt(x)*sqrt(x) == x", ()),
        ("x <= y", ("x == y",)),
    ],
)
def test_claims_about_numbers_are_proved_for_all_of_them(text: str, assume: tuple[str, ...]) -> None:
    found = mx.prove(mx.claim(text, *assume, family=NUMBERS, first=None))
    assert found.proved and decide(dict(found.record)).word == "PROVED"


@pytest.mark.parametrize(
    ("text", "assume"),
    [
        ("x <= y", ()),
        ("2*x*y < x**2 + y**2", ()),  # not where x = y
        ("1/(x - y) <= 1/(x - y)", ()),  # what is divided by may be 0
        ("x <= x**2", ("x >= 1/2",)),
        ("(1 + x)**n <= 1 + n*x", ()),
        ("max(x, y) <= x", ()),
        ("x <= log(1 + x)", ()),
    ],
)
def test_nothing_false_about_numbers_is_proved(text: str, assume: tuple[str, ...]) -> None:
    claim = mx.claim(text, *assume, family=NUMBERS, first=None)
    assert not unaided(claim, claim.variants[0]).proved


def test_guesses_take_no_more_work_than_the_effort_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Products of the kernel and divisions of the finder together, of guesses that all fail."""
    text = "sum(s <= t, global_gradient2(s)) <= gap(0)/eta + L**2*sum(s <= t, spread2(s))/K"
    claim = mx.claim(text, "eta <= 1/(4*L)", family=DGD)
    told: list[int] = []
    divided: list[int] = []
    monkeypatch.setattr(poly, "spend", told.append)
    monkeypatch.setattr(finding, "work", lambda n: (divided.append(n), poly.work(n)))

    def spent(effort: int) -> int:
        told.clear()
        assert not unaided(claim, claim.variants[0], effort).proved
        return sum(told) // 3

    spent(100_000)  # fills caches
    less, more = spent(100_000), spent(400_000)
    assert 0 < more - less <= 1.2 * 300_000  # what is read for one guess may go beyond
    assert sum(divided) > 4_000


def test_families_without_a_table_say_so() -> None:
    moving = declared("projected-dgd", step="delta/(t + Gamma)")
    assert "no table" in mx.prove(mx.claim("spread(t) >= 0", family=moving)).reason


def test_a_false_claim_is_refuted_as_a_whole() -> None:
    found = mx.prove(mx.claim("error2(t + 1) <= error2(t)", "eta <= 1/L", family=gossip(fixed=True)))
    assert [(line.status, line.text) for line in found.lines] == [("refuted", "error2(t + 1) <= error2(t)")]
    assert mx.check(found.witness).refuted


def test_a_claim_that_survives_the_search_is_proved_where_lines_are_found() -> None:
    mine = mx.claim("spread2(t) <= lam**(2*t)*spread2(0)", family=AVERAGING)
    verdict = mx.verify(mine, seconds=0.1)
    assert verdict.outcome.name == "PROVED" and "tightest left/right" in verdict.sentence
    assert decide(dict(verdict.certified["record"])).word == "PROVED"
    told = json.loads(json.dumps(verdict.to_json()))
    assert kept.own_proof(mine, mine.variants[0], told["certified"]["record"]) is not None
    other = mx.claim("spread2(t) <= lam**t*spread2(0)", family=AVERAGING)
    assert kept.own_proof(other, other.variants[0], told["certified"]["record"]) is None  # of another claim
