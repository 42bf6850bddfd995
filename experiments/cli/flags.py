"""Errors of the library name arguments; here they name the flags of the command line instead."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from mixproof.spectral.errors import MOST_VALUE, InputError

__all__ = ["in_flags"]

# what the library calls otherwise: flag's own name -> arguments
CALLED = {
    "step_curvature": ("step", "step times curvature"),
    "labels": ("heterogeneity",),
}


def in_flags(error: InputError, options: ArgumentParser, arguments: Namespace) -> InputError:
    """The error as the user of the command with these options reads it; notes and cause stay.

    `time_limit=-1.0: ...` becomes `--time-limit=-1.0: ...` where that flag was given that value, `signed=True`
    becomes `--signed`, and `step=given: ...` becomes `--step-curvature: ...`. A name that comes from elsewhere, as the
    seed in `er:n=5,p=0.5,seed=-1`, stays as it is.
    """
    for action in options._actions:
        flag = next((text for text in action.option_strings if text.startswith("--")), None)
        if flag is None:
            continue
        if error.unless == action.dest:
            error.lifted = flag
        value = getattr(arguments, action.dest, None)
        if value is None or error.argument not in (flag, action.dest, *CALLED.get(action.dest, ())):
            continue
        if error.value == "given" or (action.const is True and error.value == "True"):
            error.argument, error.value = flag, None
        elif _gives(value, error.value):
            error.argument = flag
    return error


def _gives(value: Any, shown: str | None) -> bool:
    """Whether a flag's value, or one of its values, is what the error shows; a long one is shown in part."""
    values = value if isinstance(value, list) else [value]
    forms = {form for one in values for form in (str(one), repr(one))}
    return shown is not None and any(
        shown == form or shown == form[: MOST_VALUE - 3] + "..." for form in forms
    )
