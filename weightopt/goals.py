"""The objective of a name: the one place where names are read."""

from __future__ import annotations

from typing import Any

from mixproof.spectral.errors import InputError

from .learning import Learning, learning
from .norms import Grouped, Weighted
from .objectives import Mean, Objective, SecondMoment

__all__ = ["OBJECTIVES", "chosen"]

OBJECTIVES = ("mean", "second-moment", "learning", "learning-convex")


def chosen(
    objective: str | Objective,
    nodes: int | None = None,
    *,
    step: float | None = None,
    curvature: float | None = None,
    noise: float = 0.0,
    heterogeneity: Any = None,
    target: Any = None,
    groups: Any = None,
    run: str | None = None,
) -> Objective:
    """The objective of that name, or the object itself; the other arguments are those of `learning` and `norms`.

    Raises InputError for an unknown name, for arguments of learning with another objective or beside an object, and
    for those that make no sense.

    >>> chosen("mean").scale(0.75)
    0.25
    """
    if target is not None or groups is not None:
        return _wider(objective, nodes, target, groups)
    own = {"step": step, "curvature": curvature, "noise": noise or None, "heterogeneity": heterogeneity}
    own["run"] = run
    given = [name for name, value in own.items() if value is not None]
    if isinstance(objective, Objective):
        if given:
            raise InputError(given[0], "given", f"part of the objective itself, {objective.name}")
        if isinstance(objective, Learning):
            objective.check(nodes)
        return objective
    if not isinstance(objective, str) or objective not in OBJECTIVES:
        raise InputError("objective", objective, f"one of {', '.join(OBJECTIVES)}")
    moduli: dict[str, type[Objective]] = {"mean": Mean, "second-moment": SecondMoment}
    if objective in moduli:
        if given:
            raise InputError(given[0], "given", f"speaks of objective learning, not of {objective}")
        return moduli[objective]()
    return learning(nodes, step, curvature, noise, heterogeneity, objective == "learning-convex", run)


def _wider(objective: str | Objective, nodes: int | None, target: Any, groups: Any) -> Objective:
    """The objectives of `norms`."""
    if target is not None:
        if objective != "mean" or groups is not None:
            raise InputError("target", "given", "speaks of objective mean, without groups")
        return Weighted.of(target, nodes)
    if objective != "second-moment":
        rule = "speaks of objective second-moment; the mean matrix is the same whichever links fail together"
        raise InputError("groups", "given", rule)
    return Grouped.of(groups)
