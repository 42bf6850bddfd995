"""Domains: how one parameter of a setting is drawn, moved by the hunt, and simplified.

A domain describes an array by free coordinates. `retract` sends any coordinates to allowed ones (floats and Fractions
alike), so drawing, hunting, rounding and shrinking need no knowledge of what the array means.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["CHANCE", "LARGE", "NATURAL", "POSITIVE", "REAL", "SIMPLEX", "UNIT", "Domain", "given"]

SPECIAL = 0.4  # chance of a special block
SPARSE, ALIKE = 0.4, 0.5  # chance that links are thinned out or weak, and that the others have one weight
RESTING = 0.2  # chance that links act in one round of all

Coordinates = list[Any]  # floats in the hunt, Fractions everywhere else
Shape = tuple[int, ...]


@dataclass(frozen=True)
class Domain:
    """One kind of parameter.

    choices: the values drawn for a coordinate, simplest first
    retract: coordinates -> allowed coordinates, the identity on allowed ones
    count, assemble, disassemble: coordinates <-> array of a given shape
    drop: (array, axis, index) -> the array without that client or dimension
    scale: how the hunt moves a coordinate: "log", "asinh" (any sign, any size) or "share" (within [0, 1])
    moving: False for counts and printed arrays, which the hunt leaves alone
    blocks: how many arrays of their own the shape holds, one a round; in a round where all is 0 they rest
    special: shape -> whole blocks that numbers drawn one by one seldom are; sparse: coordinates are those of links,
        many of which a network may lack
    printed: the one array of a domain that holds no other
    textbook: n -> the blocks of all textbook networks on n nodes, n >= 2, which a search always tries
    """

    name: str
    choices: tuple[Fraction, ...]
    retract: Callable[[Coordinates, Shape], Coordinates]
    count: Callable[[Shape], int]
    assemble: Callable[[Coordinates, Shape], np.ndarray]
    disassemble: Callable[[np.ndarray], Coordinates]
    drop: Callable[[np.ndarray, int, int], np.ndarray]
    scale: str = "share"
    moving: bool = True
    blocks: Callable[[Shape], int] = lambda shape: 1
    special: Callable[[Shape], list[Coordinates]] | None = None
    textbook: Callable[[int], Sequence[Sequence[Any]]] | None = None
    sparse: bool = False
    printed: np.ndarray | None = None

    @property
    def word(self) -> Any:
        """What records say of the domain: its name, or the one array it holds."""
        if self.printed is None:
            return self.name
        told = as_json(self.printed.tolist())
        return told if isinstance(told, list) else [told]

    def array(self, coordinates: Coordinates, shape: Shape) -> np.ndarray:
        """The array of any coordinates, sent to allowed ones."""
        return self.assemble(self.retract(coordinates, shape), shape)

    def sample(self, shape: Shape, random: Random) -> np.ndarray:
        """One allowed rational array, of the values that `strategy` draws from: what the search uses, being quicker."""
        size, blocks = self.count(shape), self.blocks(shape)
        drawn = [self._block(shape, size // blocks, random) for _ in range(blocks if size else 0)]
        if len(drawn) > 1 and random.random() < RESTING:
            acting = random.randrange(blocks)
            drawn = [block if k == acting else [Fraction(0)] * len(block) for k, block in enumerate(drawn)]
        return self.array([x for block in drawn for x in block], shape)

    def _block(self, shape: Shape, count: int, random: Random) -> Coordinates:
        """The coordinates of one block: a special one, a network nearly or quite without some links, or any."""
        if self.special and random.random() < SPECIAL:
            return random.choice(self.special(shape))
        if not (self.sparse and count > 1 and random.random() < SPARSE):
            return random.choices(self.choices, k=count)
        links = [Fraction(1)] * count if random.random() < ALIKE else random.choices(self.choices, k=count)
        kept = random.choice((0.3, 0.5, 0.7))
        weak = random.choice((Fraction(0), min(filter(None, self.choices))))
        return [x if random.random() < kept else weak for x in links]

    def strategy(self, shape: Shape) -> SearchStrategy[np.ndarray]:
        """Hypothesis strategy of allowed rational arrays (dtype object, Fractions) of this shape."""
        from hypothesis import strategies as st

        n = self.count(shape)
        if n == 0:
            return st.just(self.assemble([], shape))
        size = n // self.blocks(shape)
        block = st.lists(st.sampled_from(self.choices), min_size=size, max_size=size)
        if self.special:
            block = st.one_of(block, st.sampled_from(self.special(shape)))
        return st.lists(block, min_size=n // size, max_size=n // size).map(
            lambda blocks: self.array([x for b in blocks for x in b], shape)
        )


def as_json(value: Any) -> Any:
    """Nested lists of integers and "p/q" strings."""
    if isinstance(value, list):
        return [as_json(part) for part in value]
    exact = Fraction(value)
    return int(exact) if exact.denominator == 1 else str(exact)


def objects(values: Sequence[Any], shape: Shape) -> np.ndarray:
    """The values as an array of dtype object, whatever numpy would make of their types."""
    result = np.empty(len(values), dtype=object)
    result[:] = values
    return result.reshape(shape)


def size(shape: Shape) -> int:
    """How many numbers an array of this shape holds."""
    return int(np.prod(shape, dtype=int))


def flat(array: np.ndarray) -> Coordinates:
    """The entries in order."""
    return list(array.reshape(-1))


def _fractions(*values: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(value) for value in values)


def _free(coordinates: Coordinates, shape: Shape) -> Coordinates:
    return coordinates


def _positive(coordinates: Coordinates, shape: Shape) -> Coordinates:
    return [abs(x) if x else type(x)(1) for x in coordinates]


def _natural(coordinates: Coordinates, shape: Shape) -> Coordinates:
    return [Fraction(max(1, round(abs(x)))) for x in coordinates]


def _unit(coordinates: Coordinates, shape: Shape) -> Coordinates:
    return [min(max(x, type(x)(0)), type(x)(1)) for x in coordinates]


def _chance(coordinates: Coordinates, shape: Shape) -> Coordinates:
    return [min(abs(x), type(x)(1)) if x else type(x)(1) for x in coordinates]


def _simplex(coordinates: Coordinates, shape: Shape) -> Coordinates:
    weights = [abs(x) for x in coordinates]
    total = sum(weights)
    return [x / total for x in weights] if total else [type(x)(1) / len(weights) for x in weights]


def _delete(array: np.ndarray, axis: int, index: int) -> np.ndarray:
    return np.delete(array, index, axis)


def _drop_share(array: np.ndarray, axis: int, index: int) -> np.ndarray:
    kept = np.delete(array, index, axis)
    return objects(_simplex(flat(kept), kept.shape), kept.shape)


_NUMBERS = _fractions("0", "1", "-1", "1/2", "-1/2", "2", "-2", "3", "-3", "1/4", "3/2", "4", "-8", "16")
_LARGE = _fractions("0", "1", "-1", "100", "-100", "10000", "-10000", "1000000", "-1000000")
_SCALES = _fractions("1", "1/2", "2", "1/4", "4", "1/8", "8", "3", "1/16", "16", "1/64", "64", "1/100", "100")
SHARES = _fractions("1/2", "1/3", "1/4", "0", "1", "2/3", "1/8", "3/4", "1/16", "1/32", "7/8", "1/100")


def _plain(name: str, choices: tuple[Fraction, ...], retract: Any, **kind: Any) -> Domain:
    return Domain(name, choices, retract, size, objects, flat, _delete, **kind)


def given(array: np.ndarray) -> Domain:
    """The domain of one array, printed in a paper: nothing to draw or move."""
    return Domain(
        "given",
        (),
        _free,
        lambda shape: 0,
        lambda coordinates, shape: array,
        lambda array: [],
        _delete,
        moving=False,
        printed=array,
    )


REAL = _plain("real", _NUMBERS, _free, scale="asinh")
LARGE = _plain("large", _LARGE, _free, scale="asinh")
POSITIVE = _plain("positive", _SCALES, _positive, scale="log")
NATURAL = _plain("natural", _fractions("1", "2", "3", "4", "5", "8", "20"), _natural, moving=False)
UNIT = _plain("unit", SHARES, _unit)
CHANCE = _plain("chance", tuple(x for x in SHARES if x), _chance)
SIMPLEX = Domain("simplex", SHARES, _simplex, size, objects, flat, _drop_share)
