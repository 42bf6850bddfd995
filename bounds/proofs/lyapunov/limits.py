"""What a tier can say of an algorithm, and what is left of one whose scales have reached their limit."""

from __future__ import annotations

from dataclasses import replace

from ...algorithms import Algorithm, disagreement
from .constants import Constants

__all__ = ["at_limit", "unsuitable"]


def at_limit(algorithm: Algorithm) -> Algorithm:
    """An algorithm with scales once they are at their limit, in the variables x/s; another as it is.

    `library.PUSH_SUM` says what a proof of it says of the algorithm itself.
    """
    if not algorithm.scales:
        return algorithm
    lines = dict(algorithm.let)
    for name, text in lines.items():
        for state in algorithm.states:
            for scale in algorithm.scales:
                if text.replace(" ", "") == f"{state}/{scale}":
                    lines[name] = state
    return replace(
        algorithm,
        name=f"{algorithm.name}, in x/s with the weights s at their limit",
        let=lines,
        next={s: text for s, text in algorithm.next.items() if s not in algorithm.scales},
        scales=(),
    )


def unsuitable(algorithm: Algorithm, at: Constants, tier: str, noise: bool = False) -> str:
    """Why no proof of the tier can speak of it, a sentence; empty where one can."""
    trace = disagreement(algorithm, norm=tier == "norm")
    if "at their limit" in algorithm.name and tier != "norm":
        return "x/s is mixed by a matrix that is not symmetric: tier norm only"
    if tier == "norm" and at.lo != -at.hi:
        return "tier norm knows no lam_n"
    if at.r2 is not None and tier != "sym":
        return "random matrices (r2) go with tier sym"
    if noise and (tier != "sym" or len(trace.oracles) != 1 or at.r2 is not None or len(at.eta) == 2):
        return "noise goes with tier sym, one step, and one gradient a round"
    if tier == "sym":
        if any(form.powers("nu") > 1 for form in trace.next.values()):
            return "the matrix may change only where an update mixes once"
        if any(y.powers("nu") for y, _ in trace.oracles):
            return "the matrix may change only where gradients are taken at what is not mixed yet"
    if len(at.eta) == 2:
        forms = [*trace.next.values(), *(z for z, _ in trace.mixes)]
        if tier == "fixed":
            return "an interval of steps goes with tiers norm and sym"
        if any(f.powers("eta") > 1 for f in forms) or any(y.powers("eta") for y, _ in trace.oracles):
            return "an interval of steps needs one gradient step a round"
    return ""
