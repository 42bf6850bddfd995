"""Stacked models in floats, at many rounds at once: what the search reads where the kernel has `vectors`.

A vector is a sum over labels, the products of chances, of arrays (T, G, K, d): at each of T rounds (1: at all alike) it
is a combination of G generators. In a run without chance the one generator is the number 1, and the array holds the
models themselves; else generators are the coordinates of all states and the number 1, and `gram` (T, G, G) holds their
mean products. Chances have mean zero and do not correlate, so inner products are their own expectations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

__all__ = ["Stacked", "Stacks"]

Label = tuple[Any, ...]


class Stacked:
    """{label: (T, G, K, d)}."""

    __slots__ = ("terms",)
    __array_ufunc__ = None  # an array of steps times a vector is the vector's business
    formal = True  # no number, for `kernel.scope`

    def __init__(self, terms: Mapping[Label, np.ndarray]):
        self.terms = terms

    def each(self, change: Callable[[np.ndarray], np.ndarray]) -> Stacked:
        """A linear map of every label's arrays."""
        return Stacked({label: change(array) for label, array in self.terms.items()})

    def __add__(self, other: Any) -> Stacked:
        if not isinstance(other, Stacked):
            raise TypeError("a number plus a vector")
        terms = dict(self.terms)
        for label, array in other.terms.items():
            terms[label] = terms[label] + array if label in terms else array
        return Stacked(terms)

    def __neg__(self) -> Stacked:
        return self.each(np.negative)

    def __sub__(self, other: Any) -> Stacked:
        return self + -other

    def __mul__(self, factor: Any) -> Stacked:
        if isinstance(factor, Stacked):
            raise TypeError("a vector times a vector")
        return self.each(lambda array: array * _spread(factor))

    def __rtruediv__(self, other: Any) -> Stacked:
        raise TypeError("a number over a vector")

    __rmul__ = __mul__
    __radd__ = __rsub__ = __add__

    def __truediv__(self, divisor: Any) -> Stacked:
        if not isinstance(divisor, Stacked):
            return self * (1 / np.asarray(divisor))
        if divisor.terms.keys() != {()} or divisor.terms[()].shape[1] > 1:
            raise ArithmeticError("division by a vector that is random")
        return self.each(lambda array: array / divisor.terms[()])


def _spread(factor: Any) -> Any:
    """A number, or one for each round, before axes G, K, d."""
    factor = np.asarray(factor, dtype=float)
    return factor.reshape(-1, 1, 1, 1) if factor.ndim == 1 else factor


class Stacks:
    """Vectors of a run of K clients in d dimensions. gram: (T, G, G), or None where nothing is random.

    sizes: chance -> its variance, entered where a chance is first met
    """

    def __init__(self, K: int, d: int, gram: np.ndarray | None = None, sizes: dict[Any, float] | None = None):
        self.K, self.d, self.gram = K, d, gram
        self.sizes = {} if sizes is None else sizes

    def constant(self, rows: np.ndarray) -> Stacked:
        """The same (K, d) at every round: on the last generator, the number 1."""
        generators = 1 if self.gram is None else self.gram.shape[-1]
        array = np.zeros((1, generators, self.K, self.d))
        array[0, -1] = rows
        return Stacked({(): array})

    # --- numbers, one for each round

    def _sum(self, u: Stacked, v: Stacked, product: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> Any:
        """The mean of a bilinear form; product: of arrays (T, G, K, d) and (T, H, K, d) to (T, G, H, ...)."""
        total: Any = 0.0
        for label in u.terms.keys() & v.terms.keys():
            size = np.prod([self.sizes[chance] for chance in label])
            found = product(u.terms[label], v.terms[label])
            if self.gram is None:
                found = found[:, 0, 0]
            else:
                weights = self.gram.reshape(self.gram.shape + (1,) * (found.ndim - 3))
                found = (found * weights).sum((1, 2))
            total = total + size * found
        return total

    def dot(self, u: Stacked, v: Stacked) -> Any:
        def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
            n = self.K * self.d
            first, second = (x.reshape(*x.shape[:2], n) for x in (a, b))
            return first @ np.swapaxes(second, 1, 2)

        return self._sum(u, v, product)

    def own_products(self, u: Stacked, v: Stacked) -> Any:
        """E u_k'v_k of each client, (T, K)."""
        return self._sum(u, v, lambda a, b: np.einsum("tgkd,thkd->tghk", a, b))

    def sure(self, v: Stacked) -> np.ndarray:
        """(T, K, d) of what is not random."""
        if self.gram is not None:
            raise ArithmeticError("the largest of what is random has no expectation here")
        return v.terms[()][:, 0]

    # --- linear maps

    def mixed(self, W: np.ndarray, v: Stacked) -> Stacked:
        """W of shape (K, K), or (T, K, K) for each round."""
        return v.each(lambda array: (W[:, None] if W.ndim > 2 else W) @ array)

    def weighed(self, weights: np.ndarray, v: Stacked) -> Stacked:
        return v.each(lambda array: array * weights[:, None])

    def everywhere(self, weights: np.ndarray, v: Stacked) -> Stacked:
        """sum_k weights[k] v_k, at every client."""
        return self.mixed(np.tile(weights, (self.K, 1)), v)

    def by_chance(
        self,
        v: Stacked,
        parts: list[tuple[Any, float, float, np.ndarray]],
        apply: Callable[[np.ndarray, Stacked], Stacked] | None = None,
    ) -> Stacked:
        """The sum of (mean + chance) M v over parts (name of the chance, mean, variance, M (K, K)); apply: M to v."""
        total = v * 0.0
        for name, mean, variance, M in parts:
            moved = (apply or self.mixed)(M, v)
            total = total + moved * mean
            if variance:
                self.sizes[name] = variance
                if any(name in label for label in v.terms):
                    raise ArithmeticError("one chance of a round is used twice in a row")
                terms = {tuple(sorted((*label, name), key=repr)): x for label, x in moved.terms.items()}
                total = total + Stacked(terms)
        return total

    def noise(self, v: np.ndarray, name: Any) -> Stacked:
        """v_k times a fair sign of its own, new under every name; v (K, d)."""
        found = self.constant(v).terms[()]
        terms = {}
        for k in range(self.K):
            self.sizes[(name, k)] = 1.0
            terms[((name, k),)] = found * (np.arange(self.K) == k)[:, None]
        return Stacked(terms)
