"""The papers whose statements the library holds: what to cite, and of which version a verdict speaks.

They are listed in papers.toml, in the library's order. `seen` there says what of a paper could be read where it is not
the whole of it, as `SEEN` has it for the note.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["PAPERS", "Paper"]


@dataclass(frozen=True)
class Paper:
    """One paper, as a verdict cites it.

    id: as statements' ids begin; authors: as many as are known, "and others" where the list goes on
    version: the version whose text the verdicts speak of; year: of that version; short: its name, where it has one
    arxiv: identifier without version, empty where there is none; doi: of a published version, if any
    note: what a reader should know besides; venue: where it was published, with volume and pages where it has them
    """

    id: str
    title: str
    authors: tuple[str, ...]
    year: int
    arxiv: str = ""
    version: str = ""
    doi: str = ""
    note: str = ""
    short: str = ""
    venue: str = ""

    @property
    def name(self) -> str:
        """What people call it: `short`, or family names and year.

        >>> PAPERS["defed"].name, Paper("x", "", ("Ann Lee", "Bo Ek"), 2009, "").name
        ('DeFed', 'Lee and Ek 2009')
        """
        families = [author.split()[-1] for author in self.authors if author != "and others"]
        several = len(families) > 2 or "and others" in self.authors
        told = f"{families[0]} et al." if several else " and ".join(families)
        return self.short or f"{told} {self.year}"

    @property
    def link(self) -> str:
        """Where the version that was read is kept; empty for what is published nowhere else."""
        if self.arxiv:
            return f"https://arxiv.org/abs/{self.arxiv}{self.version}"
        return f"https://doi.org/{self.doi}" if self.doi else ""

    @property
    def citation(self) -> str:
        """One line: authors, title, year, where.

        >>> PAPERS["ops"].citation[:40], PAPERS["ops"].link
        ('Chaoyang He, Conghui Tan, Hanlin Tang, S', 'https://arxiv.org/abs/1910.04956v2')
        """
        kept = [f"arXiv:{self.arxiv}{self.version}"] if self.arxiv else []
        where = ", ".join(kept + ([f"doi:{self.doi}"] if self.doi else []))
        venue = f"{self.venue}, " if self.venue else ""
        return f"{', '.join(self.authors)}: {self.title}. {venue}{self.year}. {where}".rstrip(". ")


SEEN = {
    "abstract": "Stated as commonly cited: of the paper only the abstract could be read",
    "transcription": "The text of the proceedings was read in a public transcription, without the appendix",
    "nothing": "Stated as commonly cited: the paper itself could not be read",
    "dp_accounting": "As quoted in the source of Google's dp_accounting; the paper itself could not be read",
    "PEPit": "As quoted in the documentation of PEPit 0.5; the paper itself could not be read",
}


def _paper(id: str, *, authors: list[str], seen: str = "", note: str = "", **fields: Any) -> Paper:
    return Paper(id, authors=tuple(authors), note=SEEN[seen] if seen else note, **fields)


_LISTED = tomllib.loads(Path(__file__).with_name("papers.toml").read_text(encoding="utf-8"))
PAPERS: Mapping[str, Paper] = {id: _paper(id, **fields) for id, fields in _LISTED.items()}
