"""Statements of a user: from a file, named on the command line as FILE.py:NAME, or typed there (`typed`).

The file is run as Python code, in every process that works on it: name only files that you would run. NAME is a
Theorem, what `claim` returns, or a tuple of them. A claim without an id gets `own.NAME` (`own.NAME-1`, ... in a tuple).
Witness and certificate files are never run.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from mixproof.spectral.arrays import check_file
from mixproof.spectral.errors import InputError

from .typed import is_typed, typed

if TYPE_CHECKING:
    from mixproof.bounds import Theorem

__all__ = ["Own", "every", "is_own", "own"]

_WORD = re.compile(r"(.*\.py)(?::([^:]*))?(?::([^:]*))?")
_ID = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+")
_LABEL = re.compile(r"[A-Za-z0-9_.-]+")


@dataclass(frozen=True)
class Own:
    """What FILE.py:NAME[:VARIANT], or a typed claim, states.

    word: FILE.py:NAME with the file's absolute path, or the typed claim; label: VARIANT, None for all
    theorems: in order; told: the file's docstring
    content: 16 hex digits of what is in the file and in those it loads from its own directory, or of the typed claim
    """

    word: str
    label: str | None
    theorems: tuple[Theorem, ...]
    told: str
    content: str

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """(id, variant) of every form that is meant."""
        chosen = [(t, v) for t in self.theorems for v in t.variants if self.label in (None, v.label)]
        if not chosen:
            self.theorems[0].variant(str(self.label))  # raises, with the labels there are
        return [(t.id, v.label) for t, v in chosen]

    def theorem(self, id: str) -> Theorem:
        for stated in self.theorems:
            if stated.id == id:
                return stated
        known = ", ".join(stated.id for stated in self.theorems)
        raise InputError("id", id, f"{self.word} states {known}")


def is_own(word: str) -> bool:
    """Whether the word names a Python file, or is a claim.

    >>> is_own("mine.py:CLAIM"), is_own("defed.theorem-1:main")
    (True, False)
    """
    return is_typed(word) or _WORD.fullmatch(word) is not None


def own(word: str) -> Own:
    """Run the file of FILE.py:NAME[:VARIANT], once for each content of it, or read a typed claim.

    Raises InputError where it cannot be run, lacks NAME, NAME is no statement, or a statement's names, family or id are
    not its own.
    """
    if is_typed(word):
        return Own(word, None, (typed(word),), "", hashlib.sha256(word.encode()).hexdigest()[:16])
    match = _WORD.fullmatch(word)
    if match is None:
        raise InputError("file", word, "FILE.py:NAME")
    path = Path(match[1]).absolute()
    check_file("file", path)
    module, content = _run(str(path), _digest(path))
    if not match[2]:
        named = sorted(name for name, value in vars(module).items() if _theorems(value))
        said = f"it states {', '.join(named)}" if named else "it states nothing"
        raise InputError("file", word, f"say which statement: FILE.py:NAME; {said}")
    theorems = _stated(module, match[2])
    return Own(f"{path}:{match[2]}", match[3] or None, theorems, inspect.getdoc(module) or "", content)


def every(word: str) -> list[Own]:
    """What FILE.py:NAME or a typed claim states; without a name every statement of the file, of tuples those that have
    no other name.

    Raises InputError as `own` does.
    """
    match = _WORD.fullmatch(word)
    path = Path(match[1]).absolute() if match and not match[2] and not is_typed(word) else None
    if path is None or not path.is_file():
        return [own(word)]
    found = {name: _theorems(value) for name, value in vars(_run(str(path), _digest(path))[0]).items()}
    alone = [stated[0] for stated in found.values() if len(stated) == 1]
    chosen = [
        name for name, stated in found.items() if stated and (len(stated) == 1 or stated[0] not in alone)
    ]
    return [own(f"{path}:{name}") for name in chosen] or [own(word)]


def _theorems(value: Any) -> tuple[Theorem, ...]:
    """The statements that a value is, none where it is something else."""
    from mixproof.bounds import Theorem

    values = tuple(value) if isinstance(value, (tuple, list)) else (value,)
    return values if values and all(isinstance(one, Theorem) for one in values) else ()


@cache
def _stated(module: ModuleType, name: str) -> tuple[Theorem, ...]:
    """The statements of that name, checked, under ids of their own."""
    from mixproof.bounds.claim import OWN
    from mixproof.bounds.names import check_claim
    from mixproof.bounds.theorems import ALL

    theorems = _theorems(getattr(module, name, None))
    if not theorems:
        defined = [known for known, value in vars(module).items() if _theorems(value)]
        rule = f"{name} is no Theorem, no claim and no tuple of them; the file defines {', '.join(defined) or 'none'}"
        raise InputError("file", f"{module.__file__}:{name}", rule)
    library = {stated.id: stated for stated in ALL}
    papers = {stated.paper for stated in ALL}
    families = {stated.family_of(variant).name for stated in ALL for variant in stated.variants}
    found: list[Theorem] = []
    for number, stated in enumerate(theorems, 1):
        if stated.id == OWN:
            stated = replace(stated, id=f"own.{name}" + (f"-{number}" if len(theorems) > 1 else ""))
        if library.get(stated.id) is not stated:
            if stated.id in library or stated.paper in papers:
                raise InputError(
                    "id", stated.id, f"{stated.paper} is a paper of the library; take a name of its own"
                )
            for variant in stated.variants:
                family = stated.family_of(variant)
                if family.name in families and not family.run.__module__.startswith("mixproof."):
                    rule = "is a family of the library; give one with another run a name of its own"
                    raise InputError("family", family.name, rule)
                if not variant.vacuous:
                    check_claim(stated, variant)
        labels = [variant.label for variant in stated.variants]
        for what, text, form in (("id", stated.id, _ID), *(("variant", label, _LABEL) for label in labels)):
            if not form.fullmatch(text):
                raise InputError(
                    what, text, "letters, digits, - and _, an id with a point: paper.kind-number"
                )
        if not labels or len({*labels}) < len(labels) or stated.id in {other.id for other in found}:
            raise InputError("id", stated.id, f"{name} gives it twice, or a variant twice, or none")
        found.append(stated)
    return tuple(found)


def _digest(*paths: Path) -> str:
    digest = hashlib.sha256()
    for path in paths:
        try:
            digest.update(path.read_bytes())
        except OSError as error:
            raise InputError("file", str(path), f"cannot be read ({error.strerror})") from None
    return digest.hexdigest()[:16]


@cache
def _run(path: str, content: str) -> tuple[ModuleType, str]:
    """The module, and the digest of it and of what it loads from its own directory."""
    name = f"_mixproof_own_{content}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = set(sys.modules)
    with _beside(path):
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except (Exception, SystemExit) as error:
            del sys.modules[name]
            lines = [
                frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path
            ]
            where = f"line {lines[-1]}: " if lines else ""
            kind = "" if isinstance(error, InputError) else f"{type(error).__name__}: "
            raise InputError("file", path, f"could not be run ({where}{kind}{error})") from error
    return module, _digest(Path(path), *_siblings(Path(path).parent, set(sys.modules) - before - {name}))


def _siblings(folder: Path, loaded: set[str]) -> Iterator[Path]:
    """Files of the folder that the module has loaded."""
    for name in sorted(loaded):
        file = getattr(sys.modules.get(name), "__file__", None)
        if (
            file
            and folder in Path(file).parents
            and "site-packages" not in file
            and not name.startswith("mixproof")
        ):
            yield Path(file)


@contextmanager
def _beside(path: str) -> Iterator[None]:
    """Files beside this one can be imported, as when it is run; what it prints goes to standard error."""
    folder = str(Path(path).parent)
    sys.path.insert(0, folder)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        sys.path.remove(folder)
