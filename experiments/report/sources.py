"""What the sources say in words: why a statement holds or fails, what a kind of setting is, what a name means."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from mixproof.bounds import Family, Theorem, theorems
from mixproof.bounds.theorems import theorem
from mixproof.bounds.vector_formulas import text_of
from mixproof.bounds.vocabulary import defined_by, docstring

__all__ = ["LIBRARY", "Shelf", "about", "meaning", "reasons"]


@dataclass(frozen=True)
class Shelf:
    """Where a page finds statements: the library's, and those of a user's files, with what these files say of them.

    atlas: tables of `mixproof atlas`, of how far bounds are above the worst case
    """

    own: Mapping[str, tuple[Theorem, str]] = field(default_factory=dict)
    atlas: Sequence[Mapping[str, Any]] = ()

    def theorem(self, id: str) -> Theorem:
        return self.own[id][0] if id in self.own else theorem(id)

    def reasons(self, id: str) -> str:
        """The docstring that a statement is printed, explained, repaired and proved in."""
        return self.own[id][1] if id in self.own else reasons(theorem(id))


LIBRARY = Shelf()


@cache
def _modules() -> dict[str, str]:
    """Statement -> the docstring of its module."""
    found = {}
    for info in pkgutil.walk_packages(theorems.__path__, f"{theorems.__name__}."):
        if info.ispkg:
            continue  # packages only gather what their modules state
        module = import_module(info.name)
        for value in vars(module).values():
            for stated in value if isinstance(value, tuple) else (value,):
                if isinstance(stated, Theorem):
                    found[stated.id] = inspect.getdoc(module) or ""
    return found


def reasons(stated: Theorem) -> str:
    """The docstring that a statement is printed, explained, repaired and proved in.

    >>> from mixproof.bounds.theorems import theorem
    >>> "Why it fails." in reasons(theorem("decefl.theorem-1"))
    True
    """
    return _modules()[stated.id]


def about(family: Family) -> list[str]:
    """The docstrings that define a kind of setting: of its run and of what that is built from."""
    texts = []
    for cls in (type(family.run), *defined_by(family)):
        # a user's file has its docstring at the statement
        inside = cls.__module__.startswith("mixproof.bounds.")
        docs = (import_module(cls.__module__).__doc__ if inside else "", vars(cls).get("__doc__"))
        texts += [inspect.cleandoc(doc) for doc in docs if doc and cls not in (object, type)]
    return list(dict.fromkeys(texts))


def meaning(family: Family, name: str) -> str:
    """What a name of a formula stands for in this kind of setting, empty where no source says it.

    >>> from mixproof.bounds.families.shared import GOSSIP
    >>> meaning(GOSSIP, "lam"), meaning(GOSSIP, "spread")
    ("max_t ||W(t) - J||, J = 11'/K.", 'square root of: E||w(t) - 1 (x) wbar(t)||^2.')
    """
    if name in {parameter.name for parameter in family.parameters} | set(family.sizes):
        return "given by the setting"
    if text_of(name) is not None:
        return "a number over vectors of the run"
    if text := docstring(family, name):
        return " ".join(text.split())
    if text := docstring(family, f"{name}2"):
        return f"square root of: {' '.join(text.split())}"
    for end, other in (("_other", "the same for W[1]"), ("r", "the same for the vector vr")):
        stem = name.replace(end, "") if end == "_other" else name.removesuffix(end)
        if stem != name and (text := docstring(family, stem)):
            return f"{' '.join(text.split())} Here {other}."
    return "a number that the paper prints" if family.name == "constants" else ""
