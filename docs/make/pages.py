"""The pages that are written at every build: papers, reference, and files of the repository's top folder."""

from __future__ import annotations

import os
import re
from pathlib import Path

from . import forms, methods, new, papers, printed, reference

__all__ = ["COPIED", "linked", "write"]

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
PAGES = {  # the page of a file: where a link to it leads in the built documentation
    **COPIED,
    "README.md": "../index.md",
    "bounds/methods.py": "methods/index.md",
    "bounds/papers.toml": "papers/index.md",
    "bounds/theorems/alidpfl": "papers/alidpfl.md",
    "docs/make/forms.py": "forms.md",
    "mixproof/strategies.py": "reference/mixproof.strategies.md",
    **{f"docs/gallery/{file.name}": f"gallery/{file.stem}" for file in ROOT.glob("docs/gallery/*.py")},
}
LINK = re.compile(r"\]\(([^)\s]+)\)")


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


def _page(target: str, folder: Path) -> tuple[Path, str | None]:
    """The file that a link of a file in `folder` names, and its page under `out`, where it has one."""
    there = Path(os.path.normpath(folder / target))
    return there, PAGES.get(os.path.relpath(there, ROOT))


def linked(text: str, folder: Path, out: Path) -> str:
    """A page of the documentation that is read where it lies: links to files that have a page lead there."""

    def turned(match: re.Match[str]) -> str:
        target, hash, anchor = match[1].partition("#")
        page = None if not target or "://" in target else _page(target, folder)[1]
        return match[0] if page is None else f"]({os.path.relpath(out / page, folder)}{hash}{anchor})"

    return LINK.sub(turned, text)


def _copied(file: Path, out: Path) -> str:
    """A file of the repository, its links turned: to the page where there is one, else to the file, for download."""

    def turned(match: re.Match[str]) -> str:
        target, hash, anchor = match[1].partition("#")
        if not target or "://" in target:
            return match[0]
        there, page = _page(target, file.parent)
        return f"]({page or os.path.relpath(there, out)}{hash}{anchor})"

    return LINK.sub(turned, file.read_text(encoding="utf-8"))
