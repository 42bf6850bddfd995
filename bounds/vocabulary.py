"""What a claim may speak of: the names that settings of a family have, each with its meaning."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real
from random import Random
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError

from .family import Family

__all__ = ["HIDDEN", "Name", "defined_by", "docstring", "is_number", "names", "offered", "short"]

# how far the search follows a run, and the last round at which its metrics are known
HIDDEN = {"rounds", "reach", "random", "at", "measured"}
TRIES = 4  # settings drawn until a name has a value
SHOWN = 12  # names that a message lists
FIRST = (
    "K",
    "n",
    "N",
    "lam",
    "lam_n",
    "own",
    "L",
    "mu",
    "eta",
    "delta",
    "spread",
    "error2",
    "distance2",
    "gap",
)
MEANINGS: Mapping[str, str] = {  # of what a run is given, and computes nowhere
    "B": "length of a window of rounds",
    "C": "what gradients are clipped at",
    "m": "samples in all, or of each client",
    "beta": "a number of its own; losses are smooth to it where a claim assumes steepest <= beta",
    "sigma": "deviation of the noise",
    "eps": "accuracy",
    "gamma": "step of the averaging, or of the method",
    "s": "size of the noise, or number of levels",
    "w0": "start, of scalar clients",
    "wstar": "where the loss is least",
    "Fstar": "the least loss",
    "lam": "lambda, a constant of the setting",
    "u": "noise of the auxiliary sequence, a path of it",
    "K": "number of clients (nodes)",
    "N": "number of clients",
    "n": "number of nodes, or of vectors",
    "S": "clients drawn in a round, or vectors drawn",
    "H": "local steps of a round",
    "d": "dimension of a model",
    "eta": "the fixed step",
    "delta": "the step of round t is delta/(t + Gamma)",
    "Gamma": "the step of round t is delta/(t + Gamma)",
    "alpha": "weight of every link",
    "pace_min": "the smallest of the clients' own factors of a step",
    "pace_max": "the largest of the clients' own factors of a step",
    "pace_L": "the largest product of a client's own factor of a step and its L_k",
    "tau": "local steps between averages",
}


@dataclass(frozen=True)
class Name:
    """A name that formulas on a family may use. kind: `constant`, or `metric`, which takes a round: spread(t)."""

    name: str
    kind: str
    meaning: str

    @property
    def text(self) -> str:
        """As a formula writes it."""
        return f"{self.name}(t)" if self.kind == "metric" else self.name


def names(family: Family) -> tuple[Name, ...]:
    """The names that formulas on this family may use, in order, constants first.

    Raises InputError for what is no Family.

    >>> from mixproof.bounds.families import matrices
    >>> [name.text for name in names(matrices())][:4]
    ['B', 'K', 'algebraic_connectivity', 'connected']
    """
    if not isinstance(family, Family):
        raise InputError(
            "family", f"of type {type(family).__name__}", "a Family, such as mx.families.gossip()"
        )
    if "_listed" in vars(family):  # runs are drawn for it, which takes a while
        return family.__dict__["_listed"]
    runs, found = _runs(family), []
    for name in sorted({name for run in runs for name in offered(run)}):
        kind = next((kind for run in runs if (kind := _kind(run, name))), None)
        if kind is not None:
            found.append(Name(name, kind, _meaning(family, name, kind)))
    family.__dict__["_listed"] = tuple(sorted(found, key=lambda one: (one.kind, one.name)))
    return family.__dict__["_listed"]


def offered(run: Any) -> list[str]:
    """Public attributes of a run, of which not all need be names of a claim."""
    return [name for name in dir(run) if not name.startswith("_") and name not in HIDDEN]


def is_number(value: Any) -> bool:
    """No truth, and no array."""
    return isinstance(value, (Real, np.generic)) and not isinstance(value, bool)


def short(family: Family) -> str:
    """A few of the names in a line, constants and metrics, the best known first, and how many there are beside them."""
    known = sorted(names(family), key=lambda one: FIRST.index(one.name) if one.name in FIRST else len(FIRST))
    metrics = [one for one in known if one.kind == "metric"][: SHOWN // 2]
    constants = [one for one in known if one.kind == "constant"][: SHOWN - len(metrics)]
    shown = ", ".join(one.text for one in constants + metrics)
    more = len(known) - len(constants + metrics)
    return shown + (f" and {more} more, see mx.names" if more else "")


def _runs(family: Family) -> list[Any]:
    random, runs = Random(0), []
    for _ in range(TRIES):
        setting = family.sample(random)
        try:
            with np.errstate(all="ignore"):
                runs.append(family.start(setting.sizes, setting.values, 3))
        except (ArithmeticError, ValueError):
            continue
    return runs


def _kind(run: Any, name: str) -> str | None:
    """Of a name; None where it is neither a number nor a metric of one round, or is not defined for this run."""
    with np.errstate(all="ignore"):
        try:
            value = getattr(run, name)
            if not callable(value):
                return "constant" if is_number(value) else None
            inspect.signature(value).bind(0)
            return "metric" if is_number(value(1)) else None
        except (ArithmeticError, ValueError, AttributeError, KeyError, IndexError, TypeError):
            return None


def defined_by(family: Family) -> list[type]:
    """The classes that define the names of the family's settings, the nearest first."""
    first = _runs(family)[:1]
    runs = [family.run] if inspect.isclass(family.run) else [type(run) for run in first]
    parts = [type(part) for run in first for part in getattr(run, "parts", ())]
    parts += [one for run in first for one in getattr(run, "explained", ())]
    return [cls for one in [*runs, *parts] for cls in inspect.getmro(one) if cls is not object]


def docstring(family: Family, name: str) -> str:
    """What the class that computes a name says of it, on one line; empty where none does."""
    for cls in defined_by(family):
        found = vars(cls).get(name)
        function = getattr(found, "func", getattr(found, "fget", found))
        text = getattr(function, "__doc__", None) if callable(function) else None
        if text:
            return inspect.cleandoc(text)
    return ""


def _meaning(family: Family, name: str, kind: str) -> str:
    """The first sentence where it is computed; of a root, the square's."""
    if said := docstring(family, name):
        return " ".join(said.split("\n\n")[0].split()).removesuffix(".")
    if name in MEANINGS:
        return MEANINGS[name]
    squared = any(hasattr(cls, f"{name}2") for cls in defined_by(family))
    return f"the root of {name}2" + ("(t)" if kind == "metric" else "") if squared else ""
