"""Pictures of what was verified and proved: both sides of a claim over the rounds, a rate, certified ratios."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from mixproof.spectral.errors import InputError
from mixproof.spectral.plots import COLOURS, axes_of

from .dependencies import farthest
from .formula import COMPARE, parse, relations
from .names import reader
from .theorem import Theorem, Variant, scope

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from matplotlib.axes import Axes

    from .proofs import Proof
    from .proofs.gram.claims import ClaimProof
    from .verdict import Verdict

__all__ = ["draw_rate", "draw_ratios", "draw_sides", "sides"]

LONGEST = 60  # rounds that are drawn, where the violation is not later


def draw_sides(verdict: Verdict, ax: Axes | None = None) -> Axes:
    """Both sides of the claim in the verdict's setting, in floats; a ring where the left side is too large."""
    stated = verdict.stated
    if stated is None or verdict.setting is None:
        why = (
            "no setting to draw"
            if verdict.setting is None
            else "not made by mixproof.verify, so no statement to draw"
        )
        raise InputError("verdict", f"{verdict.id}:{verdict.variant}", why)
    from matplotlib.ticker import MaxNLocator

    variant = stated.variant(verdict.variant)
    rounds, left, right = sides(stated, variant, verdict)
    ax = axes_of(ax, 5.0, 3.4)
    single = len(rounds) == 1
    look: dict[str, Any] = {"ls": "none" if single else "-", "ms": 4}
    ax.plot(rounds, left, marker="o", color=COLOURS[3], label=f"left: {_short(variant.left)}", **look)
    ax.plot(rounds, right, marker="s", color=COLOURS[0], label=f"right: {_short(variant.right)}", **look)
    if verdict.exact is not None:
        at = np.flatnonzero(rounds == (verdict.exact.get("t") or 0))
        ax.plot(
            rounds[at],
            left[at],
            "o",
            ms=13,
            mfc="none",
            color="0.15",
            label="here the claim is broken, exactly",
        )
    low, high = right.min(), max(left.max(), right.max())
    if (left > 0).all() and high > 30 * low > 0:  # a left side that is 0 but for rounding stretches no axis
        ax.set_yscale("log")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set(xlabel="" if single else "round t", ylabel="both sides of the claim")
    if single:
        ax.set_xticks([])
    ax.set_title(f"{verdict.id}:{verdict.variant}: {verdict.outcome.name}", fontsize=9)
    ax.legend(frameon=False)
    return ax


def sides(stated: Theorem, variant: Variant, verdict: Verdict) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rounds that the claim speaks of in the verdict's setting, and both sides there."""
    family = stated.family_of(variant)
    given = family.from_json(verdict.setting or {})
    broken = None if verdict.exact is None else verdict.exact.get("t")
    first = stated.first
    last = 0 if first is None else max(first + 1, min(stated.rounds_of(variant), LONGEST))
    if broken is not None:
        last = max(min(last, 2 * broken + 4), broken)
    run = family.start(given.sizes, given.values, (rounds := max(last + 2, farthest(variant, last))))
    read = reader(run, rounds)
    told = []
    for t in range(first or 0, last + 1):
        pair = _both(variant, read, t)
        if pair is not None and all(map(math.isfinite, pair)):
            told.append((t, *pair))
    if not told:
        raise InputError(
            "verdict", f"{verdict.id}:{verdict.variant}", "no round at which both sides are numbers"
        )
    rows = np.array(told)
    return rows[:, 0], rows[:, 1], rows[:, 2]


def _both(variant: Variant, read: Callable[[str], Any], t: int) -> tuple[float, float] | None:
    """Left and right at round t; None where they are not defined, or where an assumption leaves the round out."""
    find = scope(variant, read, float(t))
    try:
        for text in variant.assume:
            for a, relation, b in relations(text):
                if "t" in a.names | b.names and not COMPARE[relation](a.evaluate(find), b.evaluate(find)):
                    return None
        left, right = (float(parse(side).evaluate(find)) for side in (variant.left, variant.right))
        return left, right
    except (ArithmeticError, ValueError):
        return None


def draw_rate(proof: Proof, ax: Axes | None = None) -> Axes:
    """How fast the proved function falls, rho^t, beside the fastest that any proof could say."""
    if proof.rho is None:
        raise InputError("proof", proof.algorithm, "nothing was proved of a rate, so there is none to draw")
    ax = axes_of(ax, 5.0, 3.4)
    rate = float(proof.rho)
    rounds = np.linspace(0, min(3 / max(1 - rate, 1e-6), 1e6), 200)
    ax.plot(rounds, rate**rounds, color=COLOURS[0], label=f"proved for all clients: {rate:.6g}^t")
    if proof.rho_found is not None:
        found = float(proof.rho_found)
        ax.plot(rounds, found**rounds, "--", color=COLOURS[1], label=f"reached by some: {found:.6g}^t")
    ax.set(yscale="log", xlabel="round t", ylabel="error / error at the start, in the proof's norm")
    ax.set_title(f"{proof.algorithm}, {proof.at}" if len(str(proof.at)) < 60 else proof.algorithm, fontsize=9)
    ax.legend(frameon=False)
    return ax


def draw_ratios(proof: ClaimProof, ax: Axes | None = None) -> Axes:
    """The largest left/right that is possible at each round, certified, below the line that the claim draws at 1."""
    from matplotlib.ticker import MaxNLocator

    ax = axes_of(ax, 5.0, 3.4)
    ax.plot(
        list(proof.ratios), list(proof.ratios.values()), "o-", color=COLOURS[0], label="largest, certified"
    )
    ax.axhline(1, color=COLOURS[3], ls="--", label="what the claim allows")
    ax.set(xlabel="round t", ylabel="left side / right side", ylim=(0, None))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_title(f"{proof.id}:{proof.variant}: {'proved' if proof.proved else 'not proved'}", fontsize=9)
    ax.legend(frameon=False)
    return ax


def _short(text: str) -> str:
    return text if len(text) <= 44 else text[:41] + "..."
