"""The one error type for bad input.

Every room raises `InputError` for an argument that breaks a rule; the command line turns it into one line on
standard error and exit status 2.
"""

from __future__ import annotations

__all__ = ["InputError"]

MOST_NAME, MOST_VALUE, MOST_RULE = 60, 90, 280  # characters of a sentence's parts: it is read, not searched


class InputError(ValueError):
    """Bad input, in one sentence: the argument's name, the value received, the rule it breaks.

    `argument`, `value` (as shown; None: the name alone) and `rule` are its parts, which whoever says it in other words
    may change; long ones are cut. unless: the name of an argument that lifts the rule when it is True.

    >>> raise InputError("p", 1.5, "a probability lies in [0, 1]")
    Traceback (most recent call last):
    ...
    mixproof.spectral.errors.InputError: p=1.5: a probability lies in [0, 1]
    >>> str(InputError("W", "entry (0,1) is -1", "nonnegative", unless="signed"))
    'W=entry (0,1) is -1: nonnegative, unless signed=True'
    """

    def __init__(self, name: str, value: object, rule: str, unless: str = ""):
        shown = _plain(value if isinstance(value, str) else repr(value))
        name, rule = _plain(name), _plain(rule)
        if len(shown) > MOST_VALUE:
            shown = shown[: MOST_VALUE - 3] + "..."
        if len(name) > MOST_NAME:
            name = name[: MOST_NAME - 3] + "..."
        if len(rule) > MOST_RULE:
            rule = f"{rule[: MOST_RULE * 2 // 3]} ... {rule[-MOST_RULE // 4 :]}"
        super().__init__(name, shown, rule, unless)
        self.argument = name
        self.value: str | None = shown
        self.rule = rule
        self.lifted = f"{unless}=True" if unless else ""
        self.unless = unless

    def __str__(self) -> str:
        value = "" if self.value is None else f"={' '.join(self.value.split())}"
        unless = f", unless {self.lifted}" if self.lifted else ""
        return f"{self.argument}{value}: {self.rule}{unless}"


def _plain(text: str) -> str:
    """The text with what cannot be printed written out: before it is cut, as that takes more room."""
    return "".join(c if c.isprintable() or c.isspace() else repr(c)[1:-1] for c in text)
