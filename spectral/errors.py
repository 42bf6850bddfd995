"""The one error type for bad input.

Every room raises `InputError` for an argument that breaks a rule; the command line turns it into one line on
standard error and exit status 2.
"""

from __future__ import annotations

__all__ = ["InputError"]


class InputError(ValueError):
    """Bad input, said in one sentence: the argument's name, the value that came, the rule it breaks.

    `argument`, `value` (as shown) and `rule` are its parts, for those who say it in other words.

    >>> raise InputError("p", 1.5, "a probability lies in [0, 1]")
    Traceback (most recent call last):
    ...
    mixproof.spectral.errors.InputError: p=1.5: a probability lies in [0, 1]
    """

    def __init__(self, name: str, value: object, rule: str):
        shown = value if isinstance(value, str) else repr(value)
        if len(shown) > 120:
            shown = shown[:117] + "..."
        super().__init__(f"{name}={' '.join(shown.split())}: {rule}")
        self.argument = name
        self.value = shown
        self.rule = rule

    def __reduce__(
        self,
    ) -> tuple[object, ...]:  # exceptions with several arguments do not pickle by themselves
        return (_restore, (str(self), self.argument, self.value, self.rule))


def _restore(message: str, name: str, value: str, rule: str) -> InputError:
    error = InputError(name, value, rule)
    error.args = (message,)
    return error
