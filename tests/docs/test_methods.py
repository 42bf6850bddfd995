"""What the pages of forms and methods say is so."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

import mixproof as mx

from ..slow import sampled

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))
FORMS, METHODS = (import_module(f"make.{name}") for name in ("forms", "methods"))


@pytest.mark.parametrize("form", sampled(FORMS.FORMS, 4), ids=lambda form: form.what[:30])
def test_each_form_is_refuted_and_proved_as_its_row_says(form):
    verdict = mx.verify(form.refuted.on(form.family), seconds=0.1)
    assert verdict.outcome.name == "REFUTED"
    assert mx.check(verdict.witness).refuted
    if not isinstance(form.proved, str):
        assert mx.prove(form.proved.on(form.family)).proved


def test_the_page_of_forms_has_a_row_for_each():
    page = FORMS.page()
    assert all(f"**{form.what}**: " in page for form in FORMS.FORMS)


def test_every_method_has_a_page_with_its_claims():
    pages = METHODS.pages()
    assert len(pages) == len(METHODS.METHODS) + 1
    for method in METHODS.METHODS:
        page = pages[f"{METHODS._file(method)}.md"]
        assert method.algorithm.text in page
        assert all(said.text in page for said in method.said)


@pytest.mark.parametrize("name", sampled(["dmsgd-1/2", "near-dgd-2", "asynchronous-gossip", "sgp"], 4))
def test_kept_words_are_those_of_today(name):
    method = next(method for method in METHODS.METHODS if method.name == name)
    now = [METHODS._judged(method, said)["outcome"] for said in method.said]
    assert now == [judged["outcome"] for judged in METHODS.kept()[name]["claims"]]
