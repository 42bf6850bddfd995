"""A printed proof as data: its lines as they stand in the paper, in the language of derivations.

A comment `# SP.12 (52): ...` gives a printed line in words; what follows it up to the next such comment is the same in
the language. After the words may stand, each on lines of its own,

    # read: how a line that can be read in several ways, or has a slip, was read
    # unsaid: why it cannot be said in the language; then no line of the language follows
    #+ by FACT, FACT with SQUARE      what the line needs beside the reasons that are printed

A line that continues a chain of inequalities is typed as its own step, terms that both sides share left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Part", "Printed", "added"]

_ONE = r"[A-Z][A-Z0-9]*\.\d+(?: \([\d-]+\))?"
PLACE = re.compile(rf"# ({_ONE}(?:, {_ONE})*): (.*)")
REMARK = re.compile(r"# (read|unsaid): (.*)")
MORE = re.compile(r"#   +(.*)")
ADDED = re.compile(r"^( *)#\+ ", re.MULTILINE)


def added(text: str) -> str:
    """Lines that a proof as printed lacks, as its text marks them.

    >>> added("a <= b by c")
    '#+ a <= b by c'
    """
    return re.sub(r"^( *)(?=\S)", r"\1#+ ", text.strip(), flags=re.MULTILINE)


@dataclass(frozen=True)
class Part:
    """One printed line: its place, its words, how it was read, why it is not said, and its rows in the text."""

    place: str
    words: str
    read: str
    unsaid: str
    rows: range


@dataclass(frozen=True)
class Printed:
    """The proof that a paper prints of a statement.

    theorem, variant: the statement whose setting and assumptions the lines have; place: where it stands
    text: the lines; repaired: the variant with a proof that the kernel accepts, `ID:VARIANT` where it is of another
    statement; note: what a reader must know of the whole; examples: name of a line -> a setting found by thought, as
    JSON, and its round, where a search looks too near
    """

    theorem: str
    variant: str
    place: str
    text: str
    repaired: str
    note: str = ""
    examples: Mapping[str, tuple[Mapping[str, Any], int]] = field(default_factory=dict)

    @property
    def paper(self) -> str:
        return self.theorem.split(".")[0]

    @property
    def mended(self) -> tuple[str, str]:
        """Id and label of the variant that is repaired."""
        id, colon, label = self.repaired.rpartition(":")
        return (id, label) if colon else (self.theorem, label)

    @property
    def amended(self) -> str:
        """The text with what its lines need beside the printed reasons; rows keep their numbers."""
        return ADDED.sub(r"\1", self.text)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The printed lines in order.

        >>> text = "# A.1 (2): a is small\\n#   enough\\n# read: a for b\\nA_1: a <= 1\\n"
        >>> Printed("x.y", "main", "", text, "main").parts
        (Part(place='A.1 (2)', words='a is small enough', read='a for b', unsaid='', rows=range(1, 5)),)
        """
        found: list[tuple[int, dict[str, str]]] = []
        last = ""
        rows = self.text.splitlines()
        for number, row in enumerate(map(str.strip, rows), 1):
            if place := PLACE.fullmatch(row):
                last = "words"
                found.append((number, {"place": place[1], last: place[2]}))
            elif found and (remark := REMARK.fullmatch(row)):
                last = remark[1]
                found[-1][1][last] = remark[2]
            elif last and (more := MORE.fullmatch(row)):
                found[-1][1][last] += f" {more[1]}"
            elif not row.startswith("#"):
                last = ""
        ends = [number for number, _ in found[1:]] + [len(rows) + 1]
        empty = {"read": "", "unsaid": ""}
        return tuple(Part(**{**empty, **told}, rows=range(n, end)) for (n, told), end in zip(found, ends))
