"""The reference: every public name of every public module, as its docstring says it. A new name appears by itself."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

from .docstrings import rest

__all__ = ["MODULES", "names", "pages"]

MODULES = (
    "mixproof",
    "mixproof.spectral",
    "mixproof.bounds",
    "mixproof.bounds.families",
    "mixproof.bounds.algorithms",
    "mixproof.bounds.proofs",
    "mixproof.bounds.verification",
    "mixproof.bounds.theorems",
    "mixproof.weightopt",
    "mixproof.experiments.planning",
    "mixproof.experiments.learning",
    "mixproof.experiments.learning.problems",
    "mixproof.experiments.learning.algorithms",
    "mixproof.experiments.learning.data",
    "mixproof.experiments.studies",
    "mixproof.families",
    "mixproof.strategies",
)


def names(module: ModuleType) -> list[str]:
    """What a module offers: its `__all__`, or else every name that is no module and not hidden."""
    offered = getattr(module, "__all__", None) or [
        name
        for name in vars(module)
        if not name.startswith("_") and not inspect.ismodule(getattr(module, name))
    ]
    return [name for name in offered if not name.startswith("_") and _ours(getattr(module, name))]


def pages() -> dict[str, str]:
    """File name -> text: a page a module, and their list."""
    homes: dict[int, str] = {}  # where a value is described: the face `mixproof` only points there
    for name in (*MODULES[1:], MODULES[0]):
        for offered in names(import_module(name)):
            homes.setdefault(id(getattr(import_module(name), offered)), f"{name}.{offered}")
    texts = {f"{name}.md": _page(import_module(name), homes) for name in MODULES}
    listed = ["# Reference", "", "Every public name, by the module that offers it.", ""]
    listed += [f"- [`{name}`]({name}.md): {_first(import_module(name))}" for name in MODULES]
    return texts | {"index.md": "\n".join([*listed, "", "```{toctree}", ":hidden:", *MODULES, "```", ""])}


def _ours(value: Any) -> bool:
    """Not a name that a module only imports from another library."""
    return getattr(value, "__module__", "mixproof").partition(".")[0] == "mixproof"


def _is_function(value: Any) -> bool:
    """Also one that a cache wraps.

    >>> from functools import cache
    >>> _is_function(cache(abs)), _is_function(cache(_first)), _is_function(3)
    (False, True, False)
    """
    return inspect.isfunction(inspect.unwrap(value)) if callable(value) else False


def _first(module: ModuleType) -> str:
    """The first sentence of a module's docstring."""
    return " ".join((module.__doc__ or "").split("\n\n")[0].split()).replace("|", r"\|")


def _page(module: ModuleType, homes: Mapping[int, str]) -> str:
    lines = [f"# `{module.__name__}`", "", _first(module), ""]
    for name in sorted(names(module), key=str.lower):
        value = getattr(module, name)
        full = f"{module.__name__}.{name}"
        home = homes[id(value)]
        described = inspect.isclass(value) or _is_function(value)
        entry = _entry(full, value) if home == full or not described else _pointer(name, value, home)
        lines += ["```{eval-rst}", *entry, "```", ""]
    return "\n".join(lines)


def _pointer(name: str, value: Any, home: str) -> list[str]:
    return [f"``{name}`` is :py:obj:`{home}`: {_sentence(value)}"]


def _sentence(value: Any) -> str:
    """The first paragraph of a docstring, in reStructuredText."""
    return " ".join(rest((inspect.getdoc(value) or "").split("\n\n")[0].splitlines())).strip()


def _entry(full: str, value: Any) -> list[str]:
    if inspect.isclass(value):
        return [f".. autoclass:: {full}"]
    if _is_function(value):
        return [f".. autofunction:: {full}"]
    if inspect.ismodule(value):
        return [f"``{full}`` is the module :doc:`{value.__name__}`."]
    return [f".. py:data:: {full}", "", f"   {_content(value)}"]


def _content(value: Any) -> str:
    """What a constant holds, in a line."""
    if not isinstance(value, Mapping | tuple | list):
        return f"A ``{type(value).__name__}``: {_sentence(type(value))}"
    if value and not all(isinstance(key, str) for key in value):
        kind = type(next(iter(value)))
        return f"{len(value)} of ``{kind.__name__}``: {_sentence(kind)}"
    return (
        ("Keys: " if isinstance(value, Mapping) else "Holds: ")
        + ", ".join(f"``{key}``" for key in value)
        + "."
    )
