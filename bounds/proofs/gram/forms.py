"""Linear forms in the vectors that a run is made of: starts, gradients, and what mixing returns.

A stack holds one form per client (`Clients`, a given W), or the average and the disagreement (`Classes`: every
symmetric W with a spectrum, every number K of clients; inner products are means over clients, and split in these two).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from fractions import Fraction

__all__ = ["Classes", "Clients", "Form", "Space", "Stack"]


class Form(dict[int, Fraction]):
    """A sparse vector of exact coefficients over the basis of its block; zeros are left out."""

    def plus(self, other: Form, factor: Fraction = Fraction(1)) -> Form:
        result = Form(self)
        for index, value in other.items():
            total = result.get(index, 0) + factor * value
            if total:
                result[index] = total
            else:
                result.pop(index, None)
        return result

    def times(self, factor: Fraction) -> Form:
        return Form({index: factor * value for index, value in self.items()}) if factor else Form()


class Stack(tuple[Form, ...]):
    """Forms added and scaled together; algorithms are declared as linear updates of these."""

    def __add__(self, other: object) -> Stack:
        if not isinstance(other, Stack):
            return self._shifted(other)
        return Stack(a.plus(b) for a, b in zip(self, other))

    __radd__ = __add__

    def __sub__(self, other: object) -> Stack:
        if not isinstance(other, Stack):
            return self._shifted(other)
        return Stack(a.plus(b, Fraction(-1)) for a, b in zip(self, other))

    def __rsub__(self, other: object) -> Stack:
        return -self + other

    def __mul__(self, factor: object) -> Stack:
        if not isinstance(factor, Fraction):
            raise TypeError("a product of two vectors is not linear")
        return Stack(a.times(factor) for a in self)

    __rmul__ = __mul__

    def __truediv__(self, factor: object) -> Stack:
        if not isinstance(factor, Fraction):
            raise TypeError("a vector in a denominator is not linear")
        return Stack(a.times(1 / factor) for a in self)

    def __neg__(self) -> Stack:
        return self * Fraction(-1)

    def _shifted(self, number: object) -> Stack:
        if number != 0:
            raise TypeError("a number added to a vector is not linear")
        return self

    @property
    def key(self) -> tuple[frozenset[tuple[int, Fraction]], ...]:
        return tuple(frozenset(form.items()) for form in self)


class Space(ABC):
    """The basis as it grows, and W.

    sizes: vectors in each block;  scales: their usual lengths, for the solver's conditioning only
    mixes: (z, W z) of every call whose result is a new vector of the block of disagreements
    made: the stacks of `vectors`, in order;  copies: how many clients are told apart
    """

    copies: int
    blocks: int

    def __init__(self) -> None:
        self.scales: list[list[float]] = [[] for _ in range(self.blocks)]
        self.mixes: list[tuple[Form, Form]] = []
        self.made: list[Stack] = []

    @property
    def sizes(self) -> list[int]:
        return [len(scales) for scales in self.scales]

    def fresh(self, block: int, scale: float) -> Form:
        self.scales[block].append(scale)
        return Form({len(self.scales[block]) - 1: Fraction(1)})

    @abstractmethod
    def zero(self) -> Stack:
        """The stack of zeros."""

    def vectors(self, scale: float, *, common: bool = False, centred: bool = False) -> Stack:
        """New vectors: one for each client, one for all (common), or of sum zero (centred)."""
        self.made.append(self._vectors(scale, common, centred))
        return self.made[-1]

    @abstractmethod
    def _vectors(self, scale: float, common: bool, centred: bool) -> Stack:
        """What `vectors` makes."""

    @abstractmethod
    def mix(self, z: Stack) -> Stack:
        """W z."""

    @abstractmethod
    def mean(self, x: Stack) -> Form:
        """The average, a form of block 0."""

    @abstractmethod
    def everywhere(self, form: Form) -> Stack:
        """The same vector, of block 0, at each client."""

    @abstractmethod
    def rows(self, x: Stack, k: int) -> list[tuple[int, Form]]:
        """What inner products of client k take of x: (block, form)."""

    @abstractmethod
    def deviations(self, x: Stack) -> list[tuple[int, Form]]:
        """x minus its average: the mean over `copies` of the squares of these is ||x - 1 xbar||^2/K."""


class Clients(Space):
    """K clients and one W, each client a form of one block."""

    blocks = 1

    def __init__(self, W: Sequence[Sequence[Fraction]]):
        super().__init__()
        self.W, self.copies = W, len(W)

    def zero(self) -> Stack:
        return Stack(Form() for _ in self.W)

    def _vectors(self, scale: float, common: bool, centred: bool) -> Stack:
        if common:
            return Stack([Form() if centred else self.fresh(0, scale)] * self.copies)
        forms = [self.fresh(0, scale) for _ in range(self.copies - centred)]
        return Stack([*forms, _sum(forms, Fraction(-1))] if centred else forms)

    def mix(self, z: Stack) -> Stack:
        mixed = []
        for row in self.W:
            total = Form()
            for weight, form in zip(row, z):
                if weight:
                    total = total.plus(form, weight)
            mixed.append(total)
        return Stack(mixed)

    def mean(self, x: Stack) -> Form:
        return _sum(x, Fraction(1, self.copies))

    def everywhere(self, form: Form) -> Stack:
        return Stack([form] * self.copies)

    def rows(self, x: Stack, k: int) -> list[tuple[int, Form]]:
        return [(0, x[k])]

    def deviations(self, x: Stack) -> list[tuple[int, Form]]:
        mean = self.mean(x)
        return [(0, form.plus(mean, Fraction(-1))) for form in x]


class Classes(Space):
    """Every K, every symmetric W with W1 = 1 and its other eigenvalues in [low, high]: averages, disagreements."""

    blocks, copies = 2, 1

    def __init__(self, low: Fraction, high: Fraction):
        super().__init__()
        self.low, self.high = low, high

    def zero(self) -> Stack:
        return Stack((Form(), Form()))

    def _vectors(self, scale: float, common: bool, centred: bool) -> Stack:
        average = Form() if centred else self.fresh(0, scale)
        return Stack((average, Form() if common else self.fresh(1, scale)))

    def mix(self, z: Stack) -> Stack:
        average, apart = z
        if not apart:
            return z
        if self.low == self.high:
            return Stack((average, apart.times(self.low)))
        scale = max(abs(float(value)) * self.scales[1][index] for index, value in apart.items())
        mixed = self.fresh(1, scale)
        self.mixes.append((apart, mixed))
        return Stack((average, mixed))

    def mean(self, x: Stack) -> Form:
        return x[0]

    def everywhere(self, form: Form) -> Stack:
        return Stack((form, Form()))

    def rows(self, x: Stack, k: int) -> list[tuple[int, Form]]:
        return [(0, x[0]), (1, x[1])]

    def deviations(self, x: Stack) -> list[tuple[int, Form]]:
        return [(1, x[1])]


def _sum(forms: Iterable[Form], factor: Fraction) -> Form:
    total = Form()
    for form in forms:
        total = total.plus(form, factor)
    return total
