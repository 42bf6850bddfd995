"""What a family's claims may speak of, as it is listed, and what a message suggests to the writer of another name."""

from __future__ import annotations

import pytest

import mixproof as mx
from mixproof.bounds import Family
from mixproof.bounds.hints import SYNONYMS, meant, spelled

FAMILIES = [
    mx.families.gossip(),
    mx.families.declared("EXTRA", "quadratic", "linear"),
    mx.families.matrices(),
    mx.families.row_matrices(),
    mx.families.federated("with"),
    mx.families.learning(),
    mx.families.CONSTANT_WEIGHTS,
    mx.families.local_steps(),
    mx.families.push_sum(),
    mx.families.vectors(),
]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_claim_may_speak_of_every_name_that_is_listed(family: Family) -> None:
    known = mx.names(family)
    assert len(known) >= 5 and len({name.name for name in known}) == len(known)
    assert all(name.meaning for name in known), [name.name for name in known if not name.meaning]
    for name in known:
        mx.claim(f"{name.text} <= {name.text}", "t >= 1", family=family)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rho <= 1", "have no rho; did you mean lam?"),
        ("consensus(t) <= 1", "have no consensus; did you mean spread"),
        ("G <= 1", "have no G; did you mean gstar"),
        ("kappa <= 1", "did you mean L/mu?"),
        ("λ <= 1", "did you mean lam?"),
        ("zzzz <= 1", r"have no zzzz; `where` defines names of your own. They have K, lam, "),
        ("zzzz(t) <= 1", r"have no zzzz\. They have K, lam, "),
        ("regret(t) <= 1", r"or a setting of push_sum\(\)\?"),
        ("∑ gap(s) <= 1", r"write sum\(s < t, gap\(s\)\) for a sum over rounds"),
        ("min_t gap(t) <= 1", r"write min\(s < t, gap\(s\)\) for the least over rounds"),
        ("eta <= 1/L => gap(t) <= gap(0)", "one comparison alone, its assumptions"),
        (
            "gap(t) <= gap(0) for all t",
            "write one comparison alone, its assumptions",
        ),
        ("E(gap(t)) <= 1", "write a metric without E, for it is an expectation"),
        ("spread(t) <= 1e-3", r"not a comparison \(write 1/1000 for 1e-3\)"),
        ("(x - o)'*(x - o) <= 1", r"write dot\(x, y\) for an inner product"),
        ("lam <= 1 - 1/D", r"diameter\?"),
        ("norm(zzzz(x)) <= 1", "zzzz is not known; there are F, J, W, "),
        ("norm(∇F(x)) <= 1", r"write grad\(x\) for the gradients"),
        ("<x, grad(x)> >= 0", r"write dot\(x, y\) for an inner product"),
        ("norm(W @ x) <= 1", r"write W\(x\) for W @ x"),
        ("lambda <= 1", "write lam for lambda"),
        ("spread(t) ≤ 1", "write <= for ≤"),
        ("spread(t)^2 <= 1", r"write \*\* for \^"),
        ("||x|| <= 1", r"write norms as norm\(x - o\), or by name"),
        ("norm(x - w*) <= 1", r"write o for w\*"),
        ("|lam| <= 1", r"write abs\(x\) for"),
        ("2L <= 1", r"write \* for a product"),
        ("spread(t) = 1", "write == for an equality"),
        (r"\frac{1}{2} <= lam", "write LaTeX as plain arithmetic"),
        ("eta L <= 1", r"write \* for a product"),
        ("(1 - lam)(1 + lam) <= 1", r"write \* for a product"),
        ("lam(1 - lam) <= 1", r"a product is written lam\*\(\.\.\.\)"),
        ("spread[t] <= 1", r"a round stands in round brackets: spread\(t\)"),
        ("LAM <= 1", r"did you mean lam\?"),
        ("k <= 1", "did you mean K, t"),
        ("eta_t <= 1", r"did you mean step\(t\)"),
        ("ln(L) <= 1", r"did you mean log\?"),
        ("F(x) - F* <= 1", r"write gap\(t\) for F\(wbar\(t\)\) - F\*"),
        ("sum(s=0..t-1, gap(s)) <= 1", r"write sum\(s < t, gap\(s\)\) for a sum over rounds"),
        ("lam <= 1, L <= 1", "one comparison alone, its assumptions as texts of their own"),
        ("lam <= 1 and L <= 1", "one comparison alone"),
        ("lam < = 1", "write <=, >=, without a blank"),
        ("max{lam; 1} <= 1", r"write \( \) for brackets"),
        ("sqrt lam <= 1", "brackets after a function"),
        ("η·L <= 1", "Greek letters by their names"),
        ("E[gap(t)] <= 1", "write a metric without E, for it is an expectation$"),
        ("norm(x(t) - o) <= 1", r"x takes no round: x is now, next\(x\) one round later"),
        ("norm(J - o) <= 1", r"J is applied to a vector: J\(x\)"),
        ("norm(mix(x) - xstar) <= 1", r"mix is not known; did you mean W\(x\)\?"),
        ("F(wbar) <= 1", r"wbar is not known; did you mean J\(x\)\?"),
    ],
)
def test_a_message_suggests_what_was_meant(text: str, said: str) -> None:
    with pytest.raises(mx.InputError, match=said):
        mx.claim(text, family=mx.families.gossip())


def test_a_name_of_another_family_is_said_with_that_family() -> None:
    with pytest.raises(mx.InputError, match=r"did you mean a setting of gossip\(fixed=True\)\? They have K"):
        mx.claim("eta <= 1", family=mx.families.matrices(), first=None)
    with pytest.raises(
        mx.InputError, match=r"did you mean step\(t\), delta or a setting of gossip\(fixed=True\)\?"
    ):
        mx.claim("eta <= 1", family=mx.families.gossip(), first=None)


def test_a_name_in_a_sentence_is_followed_by_what_there_is() -> None:
    with pytest.raises(mx.InputError, match=r"They have K, lam, lam_n, own, L, mu, .* more, see mx.names$"):
        mx.claim("rho <= 1", family=mx.families.gossip())


def test_a_suggestion_has_a_round_only_where_the_name_takes_one() -> None:
    with pytest.raises(mx.InputError, match=r"did you mean gap\?"):
        mx.claim("loss <= 1", family=mx.families.points(), first=None)


def test_suggestions_are_of_what_is_offered() -> None:
    for name in SYNONYMS:
        assert meant(name, {"unlike_any"}) in ("", "t", "log")
    assert meant("n", {"K", "L"}) == "K" and meant("spectral_gap", {"lam"}) == "1 - lam"


@pytest.mark.parametrize(
    "text", ["spread(t) <= lam**t*spread(0)", "0 < lam < 1", "a >= b", "sum(s < t, gap(s)) == 1"]
)
def test_what_is_written_well_needs_no_hint(text: str) -> None:
    assert spelled(text) == ""
    with pytest.raises(mx.InputError, match="family=of type str"):
        mx.names("gossip")  # type: ignore[arg-type]
