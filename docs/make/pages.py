"""The pages that are written at every build: papers, reference, and files of the repository's top folder."""

from __future__ import annotations

import os
import re
from pathlib import Path

from . import forms, methods, new, papers, printed, reference

__all__ = ["COPIED", "write"]

ROOT = Path(__file__).parents[2]
COPIED = {
    "docs/NOTATION.md": "notation.md",
    "docs/VERDICTS.md": "verdicts.md",
    "docs/STUDIES.md": "studies.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "docs/benchmarks.md": "benchmarks.md",
    "benchmarks/README.md": "benchmarks-more.md",
}
PAGES = {**COPIED, "README.md": "../index.md"}  # where a link to a file leads


def write(out: Path) -> None:
    """Write all of them; a page that has not changed keeps its time, so that Sphinx need not read it again."""
    pages = {page: _copied(ROOT / name, out) for name, page in COPIED.items()}
    pages |= {f"papers/{name}": text for name, text in papers.pages().items()}
    pages["new.md"] = new.page()
    pages["forms.md"] = forms.page()
    pages |= {f"methods/{name}": text for name, text in methods.pages().items()}
    pages |= {f"printed/{name}": text for name, text in printed.pages().items()}
    pages |= {f"reference/{name}": text for name, text in reference.pages().items()}
    for name, text in pages.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for kind in ("methods", "papers", "printed", "reference"):
        for path in (out / kind).glob("*.md"):
            if f"{kind}/{path.name}" not in pages:
                path.unlink()  # of a paper or a module that is gone


def _copied(file: Path, out: Path) -> str:
    """A file of the repository, its links turned: to the page where there is one, else to the file, for download."""

    def turned(match: re.Match[str]) -> str:
        target, _, anchor = match[1].partition("#")
        if not target or "://" in target:
            return match[0]
        there = os.path.normpath(file.parent / target)
        page = PAGES.get(os.path.relpath(there, ROOT), os.path.relpath(there, out))
        return f"]({page}{'#' + anchor if anchor else ''})"

    return re.sub(r"\]\(([^)\s]+)\)", turned, file.read_text(encoding="utf-8"))
