"""Pictures of what is calculated: privacy spent over the steps, a bound over the numbers of local steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mixproof.spectral.errors import InputError
from mixproof.spectral.plots import COLOURS, axes_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from .privacy import PrivacyLoss
    from .tau import TauChoice

__all__ = ["draw_choice", "draw_privacy"]

WIDE = 30  # ratio of the largest to the smallest value from which an axis is logarithmic


def draw_privacy(losses: Sequence[PrivacyLoss], ax: Axes | None = None) -> Axes:
    """Epsilon against the number of steps, of losses that differ in it: the number to quote, and Renyi accounting."""
    steps, loss = [one.steps for one in losses], losses[-1]
    ax = axes_of(ax, 5.0, 3.4)
    ax.plot(steps, [one.epsilon for one in losses], "o-", color=COLOURS[0], label=_accountant(loss))
    ax.plot(steps, [one.rdp for one in losses], "s--", color=COLOURS[1], label="Renyi accounting")
    ax.set(xscale="log", yscale="log", xlabel="steps", ylabel=f"epsilon at delta = {loss.delta:g}")
    ax.set_title(f"sampling rate {loss.q:g}, noise multiplier {loss.sigma:g}", fontsize=9)
    ax.legend(frameon=False)
    return ax


def _accountant(loss: PrivacyLoss) -> str:
    return "exact" if loss.exact is not None else "privacy loss distributions"


def draw_choice(choice: TauChoice, ax: Axes | None = None) -> Axes:
    """The bound against tau, a ring round the choice: points, as the printed bound has a pole between two of them."""
    values = np.array(choice.values)
    if not values.size:
        raise InputError("values", choice.values, "the bound at tau = 1, 2, ..., as `best_tau` gives it")
    ax = axes_of(ax, 5.0, 3.4)
    taus = np.arange(1, values.size + 1)
    known = np.isfinite(values)
    ax.plot(taus[known], values[known], "o", ms=3, color=COLOURS[0], label="bound")
    told = f"chosen: tau = {choice.tau}{'' if choice.informative else ', where the bound says nothing'}"
    ax.plot([choice.tau], [choice.value], "o", ms=11, mfc="none", ls="none", color="0.15", label=told)
    sizes = np.abs(values[known & (values != 0)])
    if sizes.max() > WIDE * sizes.min():
        ax.set_yscale("symlog", linthresh=sizes.min())  # past a pole the printed bound is negative
    if values.size > WIDE:
        ax.set_xscale("log")
    ax.set(xlabel="local steps between aggregations, tau", ylabel="bound")
    ax.legend(frameon=False)
    return ax
