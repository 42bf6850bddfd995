"""The names that formulas may use of a run, and whether a claim's formulas use them rightly.

One rule: a run offers its public attributes, a number as a constant and a method of one round as a metric. Arrays,
names that begin with _, `rounds` and `reach` (of the search) are no part of the language. A metric exists at the
rounds 0, ..., `rounds` of its run and nowhere else: a negative index never reads the end of an array.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from mixproof.spectral.errors import InputError

from .dependencies import early, farthest
from .families import gossip, matrices
from .families.digraphs import row_matrices
from .families.federated import federated
from .families.local_steps import local_steps
from .families.lossy_learning import learning
from .families.noisy_steps import noisy_steps
from .families.points import points
from .families.pushsum_proof import push_sum
from .formula import RESERVED, is_name, parse
from .hints import meant, spelled
from .rounds import ROUNDS
from .vector_formulas import text_of
from .vocabulary import HIDDEN, is_number, names, short

if TYPE_CHECKING:
    from .family import Family, Setting
    from .theorem import Theorem, Variant

__all__ = ["check_claim", "check_names", "reader"]

TRIES = 4  # settings drawn before a name that is never defined is let pass


def reader(run: Any, rounds: int) -> Callable[[str], Any]:
    """Name lookup in a run that was followed for `rounds` rounds."""
    last = getattr(run, "reach", rounds)

    def read(name: str) -> Any:
        text = text_of(name)
        value = getattr(run, name) if text is None else run.measured(text)
        # formulas over vectors read the vectors of the rounds that were followed, whatever the metrics know beyond
        return _Metric(text or name, value, last if text is None else rounds) if callable(value) else value

    return read


def _named(run: Any, name: str) -> Any:
    text = text_of(name)
    return getattr(run, name) if text is None else run.measured(text)


@dataclass(frozen=True)
class _Metric:
    """A metric, NaN (of an array of rounds) or an ArithmeticError at what is no round of its run."""

    name: str
    read: Callable[[Any], Any]
    rounds: float

    def __call__(self, t: Any) -> Any:
        try:
            if isinstance(t, np.ndarray):
                known = (t >= 0) & (t <= self.rounds) & (t == np.floor(t))
                if known.all():
                    return self.read(t)
                values = np.full(t.shape, np.nan)
                if known.any():
                    values[known] = self.read(t[known])
                return values
            if not 0 <= t <= self.rounds or t != int(t):
                raise ArithmeticError(f"{self.name} has no round {t}")
            return self.read(t)
        except IndexError:
            raise ArithmeticError(f"{self.name} is not known at round {t}") from None


def check_claim(theorem: Theorem, variant: Variant) -> None:
    """Raises InputError for what `check_names` refuses, and where a metric is read at what is no round of any run."""
    check_names(theorem.family_of(variant), variant)
    first = 0 if theorem.first is None else theorem.first
    if (found := early(variant, first, theorem.rounds_of(variant))) is not None:
        text, t, read = found
        rule = f"is round {read} at t = {t}, and rounds are integers from 0 on"
        if read < 0 and t < theorem.rounds_of(variant):
            rule += f": say from where the claim speaks, t >= {t + 1}"
        raise InputError("formula", text, rule)
    if (far := farthest(variant, first)) >= ROUNDS:
        raise InputError("claim", variant.claim, f"reads round {far}, and no run is followed to {ROUNDS:,}")


def check_names(family: Family, variant: Variant) -> None:
    """Raises InputError where a definition is none, where a formula uses a name that settings of the family lack, or a
    metric without its round, where the family's run does not work at an array of rounds, and where the kernel, which
    alone decides, does not know the family."""
    _check_definitions(variant.where)
    wanted: dict[
        str, tuple[str, bool]
    ] = {}  # name -> the formula that first uses it, and whether it calls it
    for formula in variant.formulas:
        for name in sorted(formula.free):
            called = name in formula.called
            if called and (name in variant.where or name == "t"):
                raise InputError("formula", formula.text, f"{name} takes no round: {name}")
            told = name in variant.where or name == "t"
            if not told and wanted.setdefault(name, (formula.text, called))[1] != called:
                raise InputError("formula", formula.text, f"{name} is used with a round and without one")
    bound = {name: formula.text for formula in variant.formulas for name in formula.bound}
    _check_run(family, wanted, bound, variant)
    run = family.exact(family.sample(Random(0)))
    for name, (text, _) in wanted.items():
        if (vectors := text_of(name)) is not None:
            try:
                run.measured(vectors)
            except AttributeError:
                rule = f"settings of family {family.name} offer formulas no vectors"
                raise InputError("formula", text, rule) from None
            except ArithmeticError:  # no setting to the kernel
                pass


def _check_definitions(where: Mapping[str, str]) -> None:
    for name in where:
        if not is_name(name):
            raise InputError("where", name, "is no name: ASCII letters, digits and _, a letter first")
        if name in RESERVED:
            raise InputError("where", name, "has a meaning already: another name")
    free = {name: parse(text).free & set(where) for name, text in where.items()}
    done: set[str] = set()
    while left := [name for name in where if name not in done]:
        ready = [name for name in left if free[name] <= done]
        if not ready:
            raise InputError("where", ", ".join(left), "defined in a circle")
        done.update(ready)


def _check_run(
    family: Family,
    wanted: Mapping[str, tuple[str, bool]],
    bound: Mapping[str, str],
    variant: Variant,
) -> None:
    """Every name once, on drawn settings, until each is defined on one of them."""
    random, left = Random(0), dict(wanted)
    for _ in range(TRIES):
        setting = family.sample(random)
        run = _started(family, setting)
        if run is None:
            continue
        known = _known(family, setting) if variant.where else ()
        for name in variant.where:
            if name in known:
                rule = f"{name} has a meaning already in settings of family {family.name}: another name"
                raise InputError("where", name, rule)
        for name, text in bound.items():
            if not callable(getattr(run, name, None)) and is_number(_value(run, name, 3)):
                rule = (
                    f"{name} is a constant of family {family.name}; give the rounds of the sum another name"
                )
                raise InputError("formula", text, rule)
        for name, (text, called) in list(left.items()):
            try:
                _offered(family, run, name, text, called, {*variant.where})
            except ArithmeticError:  # not defined for this one setting
                continue
            del left[name]
        if not left:
            return


def _known(family: Family, setting: Setting) -> set[str]:
    """The names that have a meaning to the kernel in a setting."""
    try:
        return {*dir(family.exact(setting))}
    except ArithmeticError:  # no setting to the kernel
        return set()


def _started(family: Family, setting: Setting) -> Any:
    try:
        with np.errstate(all="ignore"):
            return family.start(setting.sizes, setting.values, 3)
    except InputError:
        raise
    except (ArithmeticError, ValueError):
        return None
    except Exception as error:
        raise _broken(family, error) from error


def _offered(family: Family, run: Any, name: str, text: str, called: bool, where: set[str]) -> Any:
    """The constant, or the metric at round 0; InputError where the run offers no such name."""
    try:
        hidden = (name.startswith("_") and text_of(name) is None) or name in HIDDEN
        value = None if hidden else _value(run, name, None)
    except (AttributeError, KeyError, TypeError):  # not there, or made from a parameter that is not
        value = None
    if value is None and any(name == parameter.name and parameter.shape for parameter in family.parameters):
        raise InputError("formula", text, f"{name} is an array of the setting, and formulas speak of numbers")
    if value is None:
        if text_of(name) is not None:
            rule = f"settings of family {family.name} offer formulas no vectors"
            raise InputError("formula", text, rule)
        raise _unknown(family, name, text, where)
    if callable(value):
        if not called:
            raise InputError("formula", text, f"{name} needs a round: {name}(t)")
        return _at_first_rounds(family, name, value, text)
    if not is_number(value):
        rule = f"{name} is {_kind(value)} of the setting, and formulas speak of numbers"
        raise InputError("formula", text, rule)
    if called:
        raise InputError("formula", text, f"{name} takes no round: {name}")
    return value


def _unknown(family: Family, name: str, text: str, where: set[str]) -> InputError:
    """What to say of a name that settings of the family do not have."""
    near = meant(name, [*(known.text for known in names(family)), *where])
    choices, called = [near] if near else [], f"{name}(" in text
    if not where:
        choices += [f"a setting of {text}" for text in _elsewhere(name, called)][:1]
    if choices:
        hint = f"; did you mean {' or '.join(choices)}?"
    elif not where and (written := spelled(f"{name}(")):
        hint = f"; {written}."
    elif called:
        hint = "."
    else:
        hint = "; `where` defines names of your own."
    rule = f"settings of family {family.name} have no {name}{hint} They have {short(family)}"
    return InputError("formula", text, rule)


def _elsewhere(name: str, called: bool) -> list[str]:
    """The usual families that know a name, and of a metric the others."""
    makers = {"gossip(fixed=True)": gossip(fixed=True), "matrices()": matrices()}
    if called:
        others = (push_sum, federated, local_steps, learning, row_matrices, noisy_steps, points)
        makers |= {f"{make.__name__}()": make() for make in others}
    return [text for text, family in makers.items() if name in {known.name for known in names(family)}]


def _at_first_rounds(family: Family, name: str, metric: Callable[[Any], Any], text: str) -> Any:
    try:
        inspect.signature(metric).bind(0)
    except TypeError:
        raise InputError(
            "formula", text, f"{name} of family {family.name} is no metric of one round"
        ) from None
    try:
        with np.errstate(all="ignore"):
            return metric(np.array([0.0, 1.0]))
    except InputError:
        raise
    except IndexError as error:
        raise ArithmeticError(str(error)) from error
    except (ArithmeticError, ValueError, np.linalg.LinAlgError) as error:
        raise ArithmeticError(str(error)) from error
    except Exception as error:
        raise _broken(family, error) from error


def _value(run: Any, name: str, default: Any) -> Any:
    try:
        with np.errstate(all="ignore"):
            return _named(run, name) if default is None else getattr(run, name, None)
    except (ArithmeticError, ValueError, np.linalg.LinAlgError) as error:
        raise ArithmeticError(str(error)) from error


def _broken(family: Family, error: Exception) -> InputError:
    run = getattr(family.run, "__name__", type(family.run).__name__)
    rule = f"its run {run} fails at an array of rounds ({type(error).__name__}: {error})"
    return InputError("family", family.name, rule)


def _kind(value: Any) -> str:
    shape = getattr(value, "shape", None)
    return f"an array of shape {shape}" if shape is not None else f"a {type(value).__name__}"
