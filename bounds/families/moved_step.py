"""A step of a run that the search moves after it has read the run, so that assumptions are met."""

from __future__ import annotations

from typing import Any

__all__ = ["MovedStep"]


class MovedStep:
    """Attribute of a run: another value makes another trajectory, so cached properties of these names are forgotten.

    >>> class Run:
    ...     eta = MovedStep("far")
    >>> run = Run()
    >>> run.eta, run.__dict__["far"] = 1, "computed with 1"
    >>> run.eta = 2
    >>> run.eta, "far" in vars(run)
    (2, False)
    """

    def __init__(self, *followed: str):
        self._followed = followed

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_{name}"

    def __get__(self, run: Any, owner: type) -> Any:
        return self if run is None else getattr(run, self._name)

    def __set__(self, run: Any, value: Any) -> None:
        setattr(run, self._name, value)
        for name in self._followed:
            vars(run).pop(name, None)
