"""How the parameter mu of a barrier falls for the objective `learning`, by the nodes and in one place alike.

The function F - mu (sum log w + sum log room) has `terms` logarithms; at its minimum F is within mu * terms of optimal.
"""

from __future__ import annotations

__all__ = ["first_parameter", "next_parameter"]

# the barrier's part of the value, how fast it falls, and of the gap where it ends
FIRST, FALL, LAST = 0.1, 0.2, 0.25
DECREMENT = 0.5  # of the barrier's part: a smaller slope of the step is close enough to its minimum


def first_parameter(value: float, terms: float) -> float:
    """mu where F is `value`."""
    return FIRST * value / terms


def next_parameter(mu: float, slope: float, value: float, share: float, terms: float) -> float:
    """mu after a step of that slope; `share`: of the value, the gap that is asked for."""
    if -slope >= DECREMENT * mu * terms:
        return mu
    return max(FALL * mu, min(mu, LAST * share * value / terms))
