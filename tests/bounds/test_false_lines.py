"""The first false line of a proof: refuted by a setting that the kernel confirms; true lines are left alone."""

from __future__ import annotations

import re

import pytest

import mixproof as mx
from mixproof.bounds.kernel.exact import STANDARD
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.kernel.witness import judge
from mixproof.bounds.proofs.derivation import Line, Proved, Spoken, prove
from mixproof.bounds.search import lines
from mixproof.bounds.search.drawn import draw
from mixproof.bounds.search.lines import refute
from mixproof.bounds.search.replay import spoken_of
from mixproof.bounds.theorems import theorem
from mixproof.spectral.errors import InputError

from ..slow import sampled

STEP = """
let y = x - o, h = grad(x) - grad(o)
bounded: norm(h) <= L*norm(y) by root, lipschitz(x, o)
small: sq(grad(x)) <= 2*mu*(F(x) - minima_sum) by curved(x)
claim repaired by bounded
"""


@pytest.fixture(scope="module")
def found():
    return mx.prove(theorem("decefl.theorem-1"), STEP, variant="repaired")


def test_the_first_false_line_is_named_with_a_setting(found) -> None:
    """DeceFL's SI and DeFed's appendix print `small`, from strong convexity, which gives the opposite."""
    assert [line.status for line in found.lines] == ["proved", "refuted", "open"]
    assert found.reason.startswith("line 4 is false: sq(grad(x)) <= 2*mu*(F(x) - minima_sum)")
    record = dict(found.lines[1].witness)
    assert decide(record).word == "REFUTED" and mx.check(record).refuted
    assert found.to_json()["lines"][1]["witness"] == record


@pytest.mark.parametrize(
    ("claim", "lets", "given"),
    [
        ("norm(next(y)) <= norm(y)", {"y": "x - o"}, ()),
        ("next(sq(y)) <= lam**2*sq(y)", {"y": "x - J(x)"}, ("t >= 1",)),
        ("sum(s < t, sq(x - J(x))) <= t*start(sq(x - J(x)))", {}, ()),
        ("F(J(x)) <= F(o)", {}, ("sq(x - J(x)) == 0",)),
    ],
)
def test_false_lines_over_vectors_are_refuted(claim, lets, given) -> None:
    stated = theorem("decefl.theorem-1")
    record = refute(stated, stated.variant("repaired"), Spoken(claim, lets, given))
    assert record is not None and decide(dict(record)).word == "REFUTED"


@pytest.mark.parametrize(
    "name",
    sampled(["dawo.eq-31:sharp", "shi2015.lyapunov:bounded", "decefl.si-eq-54:proof"], 3),
)
def test_no_line_that_is_proved_is_ever_refuted(name: str) -> None:
    """Lines, rules of tables and runs are written apart from each other: settings are an oracle for the proofs."""
    id, _, label = name.partition(":")
    stated = theorem(id)
    variant = stated.variant(label)
    found = prove(stated, variant, variant.derivation)
    assert found.proved
    lines = [line for line in found.lines if re.search(r"\b(norm|sq|dot)\(", line.text)]
    assert len(lines) > 4
    for line in lines:
        assert line.spoken is not None and refute(stated, variant, line.spoken, evaluations=50) is None


def test_what_vectors_say_agrees_with_metrics() -> None:
    """Two routes: metrics are texts of their own, lines read the run."""
    from random import Random

    stated = theorem("decefl.theorem-1")
    variant = stated.variant("repaired")
    family = stated.family_of(variant)
    random, pairs = (
        Random(5),
        {
            "spread2": "sq(x - J(x))",
            "error2": "sq(J(x) - o)/K",
            "distance2": "sq(x - o)",
            "gap": "(F(J(x)) - F(o))/K",
            "local_gaps": "F(x) - minima_sum",
            "gradients2": "sq(grad(x))",
        },
    )
    for _ in range(5):
        setting = family.started(*draw(family, random)).to_json()
        for name, text in pairs.items():
            spoken = {**spoken_of(stated, variant, family), "assume": [], "where": {}, "let": {}}
            for t in (0, 2):
                for side, at in ((f"{name}(t)", text), (f"{name}(t + 1)", f"next({text})")):
                    found = judge({**spoken, "claim": f"{side} == {at}"}, setting, t, STANDARD)
                    assert found.reasons == ("the claim is not broken",) and found.left == found.right


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("defed.descent:second-moment-unscaled", "W(x) - eta*(grad(x) + n)"),
        ("dawo.eq-31:sharp", "W_hat(x) - eta*(grad(x) + n)"),
    ],
)
def test_what_is_random_in_a_round_is_the_same_one_round_later(name: str, step: str) -> None:
    """States are written over fewer chances after some rounds; products with the round before must not lose theirs."""
    from random import Random

    id, _, label = name.partition(":")
    stated = theorem(id)
    family = stated.family_of(stated.variant(label))
    spoken = {
        **spoken_of(stated, stated.variant(label), family),
        "assume": [],
        "where": {},
        "let": {"s": step},
        "first": 0,
    }
    if "eta" not in spoken["parameters"]:
        spoken["let"] = {"s": step.replace("eta", "step(t)")}
    random = Random(3)
    for _ in range(2):
        setting = family.started(*draw(family, random)).to_json()
        for t in range(4):
            for claim in (
                "sq(next(x) - s) == 0",
                "dot(next(x), x) == dot(s, x)",
                "sq(next(next(x) - s)) == 0",
            ):
                found = judge({**spoken, "claim": claim}, setting, t, STANDARD)
                assert found.reasons == ("the claim is not broken",), (claim, t, found.reasons)


def test_a_line_of_numbers_is_searched_as_a_claim() -> None:
    from mixproof.bounds.families.scalars import scalars

    means = mx.claim("4/(a + b) <= 1/a + 1/b", family=scalars(positive="a b"), first=None)
    found = mx.prove(means, "low: 4*a*b <= (a - b)**2\nclaim by low")
    assert found.lines[0].status == "refuted" and decide(dict(found.lines[0].witness)).word == "REFUTED"


def test_what_no_setting_can_read_is_not_searched(monkeypatch) -> None:
    monkeypatch.setattr(lines, "settings", None)
    stated = theorem("decefl.theorem-1")
    for claim in ("norm(nobody) <= 1", "0 <= 1 <= 2", "sq(lam) <= sq(x)", "norm(x*o) <= 1"):
        assert refute(stated, stated.variant("repaired"), Spoken(claim)) is None


def test_open_lines_share_one_effort(monkeypatch) -> None:
    """A proof of many lines is searched no longer than one of ten."""
    efforts = []
    monkeypatch.setattr(lines, "refute", lambda *told: efforts.append(told[3]))
    for many in (3, 40):
        opened = tuple(Line(n, "", "open", spoken=Spoken("")) for n in range(many))
        lines.examined(None, None, Proved(False, "", opened))
    assert efforts == [400] * 3 + [100] * 40


@pytest.fixture(scope="module")
def shorter():
    """A record that refutes a line, as short as they get."""
    stated = theorem("decefl.theorem-1")
    return dict(refute(stated, stated.variant("repaired"), Spoken("norm(x) <= norm(o)")) or {})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("let", {"lam": "1/2"}),
        ("let", {"x": "o"}),
        ("given", ["sq(x)"]),
        ("let", {"next": "x"}),
        ("given", "x"),
    ],
)
def test_forged_lines_are_refused(shorter, field, value) -> None:
    assert decide(shorter).word == "REFUTED"
    assert decide({**shorter, "claim": {**shorter["claim"], field: value}}).word == "REFUSED"


@pytest.mark.parametrize(
    "what, constants, message",
    [
        ("decefl.theorem-9", {}, "not a statement"),
        ("decefl.theorem-1:eq-99", {}, "has the variants"),
        (3, {}, "of type int"),
        ("diging", {"L": 1, "mu": 1}, "lam"),
        (theorem("decefl.theorem-1"), {"L": 1}, "they go with an algorithm"),
    ],
)
def test_what_cannot_be_proved_is_said_in_a_sentence(what, constants, message) -> None:
    with pytest.raises(InputError, match=message):
        mx.prove(what, **constants)


def test_a_line_that_is_evident_names_nothing_that_is_not_there() -> None:
    found = mx.prove("decefl.theorem-1", "a: L >= 0 by nothing", variant="repaired")
    assert found.lines[0].status == "open" and "nothing is no fact that is known" in found.lines[0].why


def test_an_id_names_a_statement_with_its_own_derivation() -> None:
    assert mx.prove("defed.eq-23:repaired").proved


def test_vectors_are_not_compared() -> None:
    lines = "a: W(x) - J(x) <= sq(x)\nb: x <= x - o"
    found = mx.prove("decefl.theorem-1", lines, variant="repaired")
    assert [told.status for told in found.lines] == ["open"] * len(found.lines)


@pytest.mark.parametrize("derivation", [b"claim", 1.5, range(3)])
def test_a_derivation_is_a_text(derivation: object) -> None:
    with pytest.raises(InputError, match="the text of a proof"):
        mx.prove("decefl.theorem-1", derivation, variant="repaired")  # type: ignore[arg-type]


@pytest.mark.parametrize("field", ["claim", "given"])
def test_a_record_that_compares_vectors_is_refused_in_words(found, field: str) -> None:
    record = next(dict(line.witness) for line in found.lines if line.status == "refuted")
    told = "x <= x - o"
    record["claim"] = {**record["claim"], field: told if field == "claim" else [told]}
    assert decide(record).sentence == "REFUSED: a comparison is of numbers, not of vectors"


@pytest.mark.parametrize("file", [["a.v"], 3])
def test_a_file_to_export_to_is_a_path(file: object) -> None:
    with pytest.raises(InputError, match="the path of a file"):
        mx.export("defed.eq-23:repaired", file)  # type: ignore[arg-type]


def test_the_form_of_a_planned_run_is_a_name_or_an_algorithm() -> None:
    with pytest.raises(InputError, match="the name of a form"):
        mx.plan("ring:n=4", [1], rounds=3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("a: F(o) <= F(J(x)) by convexity(o, J(x))", "did you mean below, monotone"),
        ("a: F(o) <= F(xbar)", r"xbar is not known; did you mean J\(x\)"),
        ("a: norm(∇F(x)) >= 0", r"write grad\(x\) for the gradients"),
        ("a: F(o) <= F(J(x)) from convex(o, x)", "write `by` between a line and the facts"),
    ],
)
def test_a_line_that_is_mistyped_is_told_what_was_meant(line: str, said: str) -> None:
    stated = theorem("decefl.theorem-1")
    assert re.search(said, prove(stated, stated.variant("repaired"), line).lines[0].why)
