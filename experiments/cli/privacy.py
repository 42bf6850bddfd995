"""`privacy`: epsilon of a run, the noise for an epsilon, or the steps it allows; `tau`: local steps within budgets."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from mixproof.bounds.calculators.budgets import Costs, best_tau, noise_for, steps_for
from mixproof.bounds.calculators.privacy import privacy_loss
from mixproof.bounds.calculators.tau import LocalConstants
from mixproof.spectral.errors import InputError

from ..tables import table, wrapped
from .arguments.shared import numbers
from .bound import constants_at
from .output import emit

__all__ = ["choose_tau", "show_privacy"]

NEEDED = ("beta", "rho", "xi", "eta", "C", "B", "d", "distance")
KNOWN = (*NEEDED, "overlap", "lam")
WHOLE = ("B", "d")


def show_privacy(arguments: Namespace) -> int:
    """Two of noise, steps and epsilon are given; the third is computed."""
    asked = {"--noise": arguments.noise, "--steps": arguments.steps, "--epsilon": arguments.epsilon}
    missing = [flag for flag, value in asked.items() if value is None]
    if len(missing) != 1:
        raise InputError("command", "privacy", "two of --noise, --steps and --epsilon; the third is found")
    q, delta = arguments.sample, arguments.delta
    if arguments.steps is None:
        steps = steps_for(arguments.epsilon, q, arguments.noise, delta)
        if not steps:
            raise InputError("epsilon", arguments.epsilon, "more than what one step costs")
        found = privacy_loss(q, arguments.noise, steps, delta)
    elif arguments.noise is None:
        found = noise_for(arguments.epsilon, q, arguments.steps, delta)
    else:
        found = privacy_loss(q, arguments.noise, arguments.steps, delta)
    fields: dict[str, Any] = {
        "epsilon": found.epsilon,
        "delta": found.delta,
        "noise": found.sigma,
        "sample": found.q,
        "steps": found.steps,
        "rdp": found.rdp,
        "at_least": found.pld_optimistic if found.exact is None else found.exact,
        "accountant": found.accountant,
        "adjacency": found.adjacency,
    }
    emit(arguments, {"found": missing[0][2:], **fields}, table(["quantity", "value"], fields.items()))
    return 0


def choose_tau(arguments: Namespace) -> int:
    """The rules side by side."""
    privacy, costs = numbers("--privacy", arguments.privacy, 2), None
    if arguments.costs is not None:
        costs = Costs(*numbers("--costs", arguments.costs, 3))
    known, lam = None, 1.0
    if arguments.at is not None:
        given = {name: float(value) for name, value in constants_at(arguments.at).items()}
        if odd := sorted(set(given) - set(KNOWN)):
            raise InputError("--at", odd[0], f"one of {', '.join(KNOWN)}")
        if missing := [name for name in NEEDED if name not in given]:
            raise InputError("--at", ", ".join(missing), "needed, as name=value")
        lam = given.pop("lam", 1.0)
        values: dict[str, Any] = {name: int(v) if name in WHOLE else v for name, v in given.items()}
        known = LocalConstants(**values, sigma=arguments.noise, q=arguments.sample)
    found = best_tau(
        (privacy[0], privacy[1]),
        arguments.rounds,
        noise=arguments.noise,
        sample=arguments.sample,
        costs=costs,
        constants=known,
        lam=lam,
    )
    text = "\n".join(
        [wrapped(found.title()), table(found.header(), found.cells()), wrapped(f"chosen: {found.why}")]
    )
    emit(arguments, found.to_json(), text)
    return 0
