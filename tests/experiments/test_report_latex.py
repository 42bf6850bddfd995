"""LaTeX of formulas and findings, and the difference between printed and repaired forms."""

import pytest
from hypothesis import given
from matplotlib.mathtext import MathTextParser

from mixproof.bounds.kernel.text import nodes, written
from mixproof.bounds.theorems import ALL, theorem
from mixproof.experiments.report.difference import lines, mark, repair_of
from mixproof.experiments.report.latex import finding, formula, numbers, plain

from ..slow import sampled
from .test_report_text import FORMULAS

READ = MathTextParser("path")


@pytest.mark.parametrize("paper", sampled(sorted({stated.paper for stated in ALL}), 3))
def test_every_formula_of_the_library_is_latex(paper):
    """matplotlib's parser knows all that is used but tfrac; every fourth formula, as drawn ones are read below."""
    texts = {f.text for s in ALL if s.paper == paper for v in s.variants for f in v.formulas}
    for text in sorted(texts)[::4]:
        READ.parse(f"${formula(text)}$")


@given(FORMULAS)
def test_brackets_balance(text):
    shown = formula(text)
    assert shown.count("{") == shown.count("}") and shown.count(r"\left") == shown.count(r"\right")
    READ.parse(f"${shown}$")


def test_a_finding_holds_statement_numbers_and_repair():
    stated = theorem("decefl.theorem-1")
    variant = stated.variant("eq-5")
    setting = {"K": 2, "W": [[["3/4", "1/4"], ["1/4", "3/4"]]], "w0": [[1], [-1]]}
    verdict = {"setting": setting, "exact": {"t": 2, "left": "11/14", "right": ["7/10", "71/100"]}}
    text = finding(stated, variant, {**verdict, "remains": "50 % of it"})
    assert r"\begin{pmatrix} \tfrac{3}{4} & \tfrac{1}{4} \\ \tfrac{1}{4} & \tfrac{3}{4} \end{pmatrix}" in text
    assert "At $t = 2$" in text and r"$\tfrac{11}{14} > 0.7\ldots$" in text and r"50 \% of it" in text
    assert "Repaired (repaired)" in text and text.count(r"\begin") == text.count(r"\end")
    assert numbers({"W": [[[1, 2]], [[3, 4]]]}).count("pmatrix") == 4 and plain("a_b") == r"a\_b"


def test_marks_are_the_smallest_parts_that_differ():
    one, other = mark("a*sqrt(L) + 1 <= b/(1 - lam)", "a*sqrt(2*L) + 1 <= b/(1 - lam)")
    assert [*map(written, _changed(one))] == ["L"]
    assert [*map(written, _changed(other))] == ["2*L"]
    assert not any(_changed(side) for side in mark("a + b", "a  +  b"))


def test_repaired_forms_are_paired_with_what_they_repair():
    stated = theorem("decefl.theorem-1")
    printed = stated.variant("eq-5")
    repaired = repair_of(stated, printed)
    assert repaired.label == "repaired"
    found = {(line.what, line.name): line for line in lines(printed, repaired)}
    assert not found["claim", ""].changed and found["where", "zeta"].changed
    steps = [
        line for line in lines(printed, repaired) if line.printed and "Gamma <= 1" in _plain(line.printed)
    ]
    assert _plain(steps[0].repaired) == "delta/Gamma <= (1 + lam_n)/(L + mu)"


def _plain(node):
    def unmarked(node):
        node = node._replace(parts=tuple(map(unmarked, node.parts)))
        return node.parts[0] if node.kind == "changed" else node

    return written(unmarked(node))


def _changed(tree):
    return [node.parts[0] for node in nodes(tree) if node.kind == "changed"]
