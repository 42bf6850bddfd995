"""One verdict as a piece of a campaign."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from mixproof.spectral.checks import count
from mixproof.spectral.errors import InputError

from .own import every, is_own, own
from .piece import Piece
from .provenance import source

if TYPE_CHECKING:
    from mixproof.bounds import Theorem, Variant, Verdict

__all__ = ["Task", "select", "tasks"]


@dataclass(frozen=True)
class Task(Piece["Verdict"]):
    """One verdict to find; `seconds` > 0 is the budget of `verify`, seed >= 0. InputError for others.

    word: FILE.py:NAME, which every worker then runs, or a typed claim, where the statement is a user's; empty for the
    library's.
    """

    id: str
    variant: str
    seconds: float = 0.6
    seed: int = 0
    word: str = ""

    def __post_init__(self) -> None:
        from mixproof.bounds.verification import check_effort

        check_effort(self.seconds)
        count("seed", self.seed)

    def statement(self) -> tuple[Theorem, Variant]:
        from mixproof.bounds.theorems import theorem

        stated = own(self.word).theorem(self.id) if self.word else theorem(self.id)
        return stated, stated.variant(self.variant)

    @property
    def key(self) -> str:
        """Changes with the theorem's text, its family, the budget, the seed, the search and what it runs; for a user's
        statement with everything in its file."""
        theorem, variant = self.statement()
        family = theorem.family_of(variant)
        parameters = [(p.name, p.shape, p.domain.name) for p in family.parameters]
        told = (theorem.id, theorem.rounds, theorem.first, replace(variant, family=None))
        text = repr((told, family.name, family.sizes, family.options, parameters))
        said = hashlib.sha256(text.encode()).hexdigest()[:16]
        engine = source(
            "spectral/**/*.py",
            "bounds/*.py",
            "bounds/families/*.py",
            "bounds/calculators/*.py",
            "bounds/search/*.py",
            "bounds/kernel/**/*.py",
            "bounds/derivations/*.json",
        )
        content = f" file={own(self.word).content}" if self.word else ""
        return f"{self} seconds={self.seconds!r} seed={self.seed} statement={said} source={engine}{content}"

    def work(self) -> dict[str, Any]:
        from mixproof.bounds.verification import verify

        theorem, variant = self.statement()
        verdict = verify(theorem, variant.label, seconds=self.seconds, seed=self.seed)
        assert not isinstance(verdict, tuple)  # of one variant
        record = asdict(replace(verdict, stated=None))  # the task knows the statement
        del record["stated"]
        return {**record, "outcome": verdict.outcome.name}

    def result(self, record: dict[str, Any]) -> Verdict:
        from mixproof.bounds import Outcome, Verdict

        return Verdict(**{**record, "outcome": Outcome[record["outcome"]]})

    def __str__(self) -> str:
        return f"{self.id}:{self.variant}"


def tasks(words: Sequence[str], seconds: float = 0.6, seed: int = 0) -> list[Task]:
    """A task for each form that the words name: those of the library as `select` takes them, and then those of
    the user's files, FILE.py, FILE.py:NAME or FILE.py:NAME:VARIANT, which are run, and typed claims. Without words all
    of the library."""
    files = [found for word in dict.fromkeys(words) if is_own(word) for found in every(word)]
    library = [word for word in words if not is_own(word)]
    chosen = [(*pair, "") for pair in (select(library) if library or not files else [])]
    chosen += [(*pair, found.word) for found in files for pair in found.pairs]
    ids: dict[str, str] = {}
    for id, _, word in chosen:
        if ids.setdefault(id, word) != word:
            rule = f"stated in {ids[id]} and in {word}: name each in a file, under an id of its own"
            raise InputError("id", id, rule)
    return [Task(id, label, seconds, seed, word) for id, label, word in dict.fromkeys(chosen)]


def select(words: Sequence[str]) -> list[tuple[str, str]]:
    """(id, variant) pairs of `paper`, `id` and `id:variant` words, in the order of the papers; all without words.

    >>> select(["decefl.theorem-1:eq-5"])
    [('decefl.theorem-1', 'eq-5')]
    """
    from mixproof.bounds import PAPERS
    from mixproof.bounds.theorems import of_paper, theorem

    chosen: set[tuple[str, str]] = set()
    papers = {word.partition(":")[0].partition(".")[0] for word in words} or {*PAPERS}
    for word in words:
        id, colon, label = word.partition(":")
        if colon:
            chosen.add((id, theorem(id).variant(label).label))
            continue
        matching = of_paper(id) or [theorem(id)]
        chosen |= {(stated.id, variant.label) for stated in matching for variant in stated.variants}
    asked = [stated for paper in PAPERS if paper in papers for stated in of_paper(paper)]
    pairs = [(stated.id, variant.label) for stated in asked for variant in stated.variants]
    return [pair for pair in pairs if pair in chosen or not words]
