"""A part of a file, with one subject; it asks the other parts for theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...kernel.formal import Space
    from ...kernel.poly import Poly
    from ...kernel.table import Table
    from .cases import Cases
    from .facts import Facts
    from .field import Field
    from .file import File
    from .known import Known
    from .lemmas import Lemmas
    from .lines import Lines
    from .rounds import Rounds
    from .rules import Rules
    from .signs import Signs
    from .states import States
    from .sums import Sums
    from .terms import Terms
    from .traced import Traced
    from .vectors import Vectors
    from .verbatim import Verbatim
    from .words import Words


class Part:
    """The book, its space, terms, what is stated so far, and the other parts, which `File` adds."""

    vectors: Vectors
    sums: Sums
    verbatim: Verbatim
    words: Words
    known: Known
    signs: Signs
    field: Field
    facts: Facts
    rules: Rules
    states: States
    lines: Lines
    rounds: Rounds
    cases: Cases
    book: Traced
    space: Space
    terms: Terms
    lemmas: Lemmas

    def __init__(self, file: File) -> None:
        self.file, self.book, self.space = file, file.book, file.book.space
        self.terms, self.lemmas = file.terms, file.lemmas
        self.poly, self.rewrites = file.terms.poly, file.lemmas.rewrites
        self.use, self.emit, self.equation = file.lemmas.use, file.lemmas.emit, file.lemmas.equation
        self.begin()

    def begin(self) -> None:
        """What a part remembers is empty at first."""

    @property
    def setting(self) -> Table:
        return self.book.setting

    def close(self, *polynomials: Any, difference: Poly | None = None) -> str:
        return self.field.close(*polynomials, difference=difference)
