"""A family: one kind of setting, declared once.

A family names the sizes of a setting (clients, dimensions, ...), its parameters with their domains, and the run
that turns a setting into the numbers formulas speak of. Drawing, hunting, shrinking, the exact replay and the
witness file all follow from this declaration; there is no other way to define one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, wraps
from inspect import signature
from random import Random
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol

import numpy as np

from mixproof.spectral.checks import count
from mixproof.spectral.errors import InputError

from .domains import Domain, as_json, objects
from .kernel_run import KernelRun

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["Family", "Parameter", "Run", "Setting", "remembered"]


@dataclass(frozen=True)
class Parameter:
    """A named array of a setting; its shape is written in the family's sizes, e.g. ("K", "d").

    origin: an earlier parameter that the search draws and moves this one from: what counts is the difference
    """

    name: str
    shape: tuple[str, ...]
    domain: Domain
    origin: str | None = None

    def allows(self, values: np.ndarray) -> bool:
        """Whether the domain leaves exact values as they are."""
        kept = self.domain.array(self.domain.disassemble(values), values.shape)
        return not (kept != values).any()


@dataclass(frozen=True)
class Setting:
    """Everything a theorem is told before a run, in exact numbers.

    sizes: size name -> int;  values: parameter name -> array of Fractions (dtype object)
    """

    sizes: Mapping[str, int]
    values: Mapping[str, np.ndarray]

    def to_json(self) -> dict[str, Any]:
        """Nested lists of integers and "p/q" strings."""
        return {**self.sizes, **{name: as_json(array.tolist()) for name, array in self.values.items()}}


class Run(Protocol):
    """What a family computes from a setting in floats: constants as attributes, metrics as methods of the round.

    A run is never changed once it is there. Where it has `at(rounds, **steps)`, this gives the run with other steps;
    else it is made anew. `reach`, where it has one, is the last round at which its metrics are known, beyond the rounds
    that it was asked to follow; `random`, where it has one, says that its metrics are expectations.
    """

    def __init__(self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int): ...


P = ParamSpec("P")


_MADE: dict[int, Callable[..., Family]] = {}  # of families that are never dropped


def remembered(make: Callable[P, Family]) -> Callable[P, Family]:
    """`functools.cache` of a function that makes families, which refuses arguments that are no texts or numbers."""
    kept = cache(make)
    switches = {name for name, told in signature(make).parameters.items() if isinstance(told.default, bool)}

    @wraps(make)
    def made(*args: P.args, **options: P.kwargs) -> Family:
        for name, value in [*((make.__name__, value) for value in args), *options.items()]:
            if not isinstance(value, Hashable):
                raise InputError(name, f"of type {type(value).__name__}", f"no option of {make.__name__}")
            if name in switches and not isinstance(value, bool):
                raise InputError(name, value, "True or False")
        family = kept(*args, **options)  # type: ignore[arg-type]
        _MADE[id(family)] = lambda **other: made(*args, **{**options, **other})
        return family

    return made


def again(family: Family, **options: Any) -> Family:
    """The family that the same call makes with these options changed, of one that `remembered` keeps."""
    return _MADE[id(family)](**options)


@dataclass(frozen=True)
class Family:
    """One kind of setting.

    name: as witness files write it; the kernel knows the same names, and its runs are the exact ones
    sizes: size name -> its choices, simplest first
    parameters: the arrays of a setting
    run: (sizes, values, rounds) -> Run, in floats, and `options` by name
    steps: (parameter, +1 or -1): step parameters in the order they are fixed, and the direction in which
        assumptions become easier to meet; the search puts them on the edge of the assumptions
    options: fixed words for the run (which algorithm), part of the witness
    told: the options as the kernel reads them, where it reads others
    also: settings of the same kind that have other parameters (clients of another shape); a setting's parameters tell
        which are meant, and the search looks at all that are drawn. Their name, options and steps are this family's
    drawn: False where the search draws no settings, as only whoever solves for one has it
    kind: what tells these settings from those of `also`, in words: `quadratic clients`
    """

    name: str
    sizes: Mapping[str, tuple[int, ...]]
    parameters: tuple[Parameter, ...]
    run: Callable[..., Any]
    steps: tuple[tuple[str, int], ...] = ()
    options: Mapping[str, Any] | None = None
    also: tuple[Family, ...] = ()
    starts: tuple[tuple[str, Callable[[Any], Any]], ...] = ()
    wide: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    drawn: bool = True
    kind: str = ""
    told: Mapping[str, Any] | None = None

    def __repr__(self) -> str:
        """Its name and options, for people."""
        return f"<family {', '.join([self.name, *(f'{k}={v!r}' for k, v in (self.options or {}).items())])}>"

    def form(self, names: Iterable[str]) -> Family:
        """Among this family and `also`, the one whose settings have these parameters (this one if none does)."""
        names = set(names)
        return next((f for f in self.also if {*f.sizes, *(p.name for p in f.parameters)} <= names), self)

    def shape(self, parameter: Parameter, sizes: Mapping[str, int]) -> tuple[int, ...]:
        return tuple(sizes[axis] for axis in parameter.shape)

    def start(self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int) -> Any:
        """The run of a setting, `rounds` rounds long, in floats."""
        return self._run(sizes, {name: np.asarray(x, dtype=float) for name, x in values.items()}, rounds)

    def _run(self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int) -> Any:
        return self.form({*sizes, *values}).run(sizes, values, rounds, **(self.options or {}))

    @property
    def record_options(self) -> dict[str, Any]:
        """The options as the kernel reads them."""
        return dict((self.options if self.told is None else self.told) or {})

    def exact(self, setting: Setting) -> KernelRun:
        """The kernel's run of a setting. Raises InputError for a family that the kernel does not know."""
        return KernelRun(self.name, setting.to_json(), self.record_options)

    def strategy(self) -> SearchStrategy[Setting]:
        """Hypothesis strategy of rational settings of this family."""
        from hypothesis import strategies as st

        def of_sizes(sizes: dict[str, int]) -> SearchStrategy[Setting]:
            arrays = {p.name: p.domain.strategy(self.shape(p, sizes)) for p in self.parameters}
            return st.fixed_dictionaries(arrays).map(lambda values: Setting(sizes, values))

        choices = {name: st.sampled_from(options) for name, options in self.sizes.items()}
        return st.fixed_dictionaries(choices).flatmap(of_sizes)

    def put(self, setting: Setting, values: Mapping[str, Sequence[Any]]) -> Setting:
        """The setting with other coordinates of the named parameters, retracted to what their domains allow."""
        arrays = dict(setting.values)
        for parameter in self.parameters:
            if parameter.name in values:
                shape = self.shape(parameter, setting.sizes)
                arrays[parameter.name] = parameter.domain.array(list(values[parameter.name]), shape)
        return Setting(setting.sizes, arrays)

    def started(self, setting: Setting, start: int | None) -> Setting:
        """The setting with the special start of that number in `starts`; None leaves it as it is.

        A run of fractions tells it: exactly, where nothing on the way is a float.
        """
        if start is None:
            return setting
        name, value = self.starts[start]
        array = np.asarray(value(self._run(setting.sizes, setting.values, 1)), dtype=object)
        numbers = objects([Fraction(x) for x in array.reshape(-1)], array.shape)
        return Setting(setting.sizes, {**setting.values, **self.moved(setting.values, name, numbers)})

    def moved(self, values: Mapping[str, np.ndarray], name: str, new: np.ndarray) -> Mapping[str, np.ndarray]:
        """The new array of that name, and the arrays of which it is the origin, as far from it as they were."""
        along = {p.name: self.moving(p, values) + new for p in self.parameters if p.origin == name}
        return {name: new, **along}

    def moving(self, parameter: Parameter, values: Mapping[str, np.ndarray]) -> np.ndarray:
        """What the search draws and moves of a parameter: its array, less its origin where it has one."""
        array = values[parameter.name]
        return array if parameter.origin is None else array - values[parameter.origin]

    def placed(self, parameter: Parameter, array: np.ndarray, values: Mapping[str, np.ndarray]) -> np.ndarray:
        """The parameter's array, of what `moving` gives."""
        return array if parameter.origin is None else array + values[parameter.origin]

    def sample(self, random: Random, wide: bool = False, **fixed: int) -> Setting:
        """One rational setting, the same for the same state of `random`; wide: with sizes from `wide`; or `fixed`."""
        choices = {**self.sizes, **(self.wide if wide else {}), **{name: (n,) for name, n in fixed.items()}}
        sizes = {name: random.choice(options) for name, options in choices.items()}
        values: dict[str, np.ndarray] = {}
        for p in self.parameters:
            values[p.name] = self.placed(p, p.domain.sample(self.shape(p, sizes), random), values)
        return Setting(sizes, values)

    def smaller(self, setting: Setting) -> Iterator[Setting]:
        """Settings with one client, dimension or other size less."""
        for size, choices in self.sizes.items():
            n = setting.sizes[size]
            if n <= min(choices):
                continue
            axis_of_some = any(size in parameter.shape for parameter in self.parameters)
            for index in reversed(range(n if axis_of_some else 1)):
                values = dict(setting.values)
                for parameter in self.parameters:
                    for axis, name in enumerate(parameter.shape):
                        if name == size:
                            value = values[parameter.name]
                            values[parameter.name] = parameter.domain.drop(value, axis, index)
                yield Setting({**setting.sizes, size: n - 1}, values)

    def from_json(self, data: Mapping[str, Any]) -> Setting:
        """The setting of `Setting.to_json`; raises InputError on anything that is no setting of this family."""
        if self.also and (form := self.form(data)) is not self:
            return form.from_json(data)
        try:
            sizes = {name: count(name, data[name], 0) for name in self.sizes}
            values = {}
            for parameter in self.parameters:
                array = np.array(data[parameter.name], dtype=object)
                if array.shape != (shape := self.shape(parameter, sizes)):
                    raise InputError(parameter.name, array.shape, f"an array of shape {shape}")
                values[parameter.name] = objects([Fraction(x) for x in array.reshape(-1)], shape)
        except InputError:
            raise
        except (KeyError, TypeError, ValueError, ArithmeticError) as error:
            raise InputError("setting", str(error), f"not a setting of family {self.name}") from None
        return Setting(sizes, values)
