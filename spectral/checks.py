"""What makes a network valid; each check raises one clear sentence."""

from __future__ import annotations

import math
from fractions import Fraction
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

import numpy as np

from .components import components
from .errors import InputError

if TYPE_CHECKING:
    from .network import Network

KINDS = {"U": "text", "S": "bytes", "c": "complex numbers", "M": "dates", "m": "durations", "V": "records"}
MOST_DIGITS, TINY = 400, Fraction(1, 10**300)  # of a rational number that a user gives
LARGEST = 12_000_000  # nodes, and links: hypercube:d=20 has 10.5 million, and takes 2 GB


def check_names(network: Network) -> None:
    """One distinct name for each node."""
    names = network.names or ()
    if len(names) != network.n or len(set(map(str, names))) != network.n:
        raise InputError("names", names, f"one distinct name for each of the {network.n} nodes")


def check_edges(network: Network) -> None:
    """Nodes in range, no self-loops, no duplicates, in order."""
    u, v = network.edges.T
    outside = np.flatnonzero(((network.edges < 0) | (network.edges >= network.n)).any(axis=1))
    if outside.size:
        pair = tuple(network.edges[outside[0]].tolist())
        raise InputError("edge", str(pair), f"nodes are 0, ..., {network.n - 1}")
    loops = np.flatnonzero(u == v)
    if loops.size:
        raise InputError(
            "edge", _link(network, loops[0]), "joins a node to itself; a self weight needs no edge"
        )
    step_u, step_v = np.diff(u), np.diff(v)
    same = np.flatnonzero((step_u == 0) & (step_v == 0))
    if same.size:
        raise InputError("edge", _link(network, same[0]), "appears twice")
    descends = (step_u < 0) | ((step_u == 0) & (step_v < 0))
    if descends.any() or (not network.directed and (u > v).any()):
        raise InputError("edges", "not in order", "sorted, u < v; Network.from_edges takes any order")


def check_reliability(network: Network) -> None:
    """A probability in (0, 1] for every link."""
    p = network.reliability
    if p is None:
        return
    if p.shape != (network.m,):
        raise InputError("reliability", f"array of shape {p.shape}", f"one per link, ({network.m},)")
    bad = np.flatnonzero(~((p > 0) & (p <= 1)))
    if bad.size:
        shown = f"{p[bad[0]]} on edge {_link(network, bad[0])}"
        raise InputError("p", shown, "a link's probability lies in (0, 1]")


def check_connected(network: Network) -> None:
    """Connected, or strongly connected when directed; names the components, the largest first."""
    count, label = components(network.adjacency(), network.directed)
    if count == 1:
        return
    sizes = np.bincount(label)
    largest = np.argsort(-sizes, kind="stable")[:4]
    members = ([network.name(i) for i in np.flatnonzero(label == c)[:6]] for c in largest)
    parts = [_shorten(names, int(sizes[c])) for names, c in zip(members, largest)]
    word = "strongly connected" if network.directed else "connected"
    raise InputError("network", f"{count} components: {_shorten(parts, count)}", f"must be {word}")


def without_dead_links(edges: np.ndarray, p: np.ndarray | None) -> tuple[np.ndarray, np.ndarray | None]:
    """The links of nonzero probability: p = 0 says that there is no link, as in a reliability matrix."""
    if p is None:
        return edges, None
    alive = p != 0
    return edges[alive], p[alive]


def numbers(name: str, values: Any, *, finite: bool = True) -> np.ndarray:
    """A float64 copy of the values: real numbers, exact ones too; no complex ones, words or dates."""
    try:
        given = np.asarray(values)
        if given.dtype.kind not in "biufO":
            kind = KINDS.get(given.dtype.kind, str(given.dtype))
            raise InputError(name, f"an array of {kind}", "an array of numbers, none of them complex")
        array = np.array(given, dtype=np.float64)
    except InputError:
        raise
    except (TypeError, ValueError, OverflowError):
        raise InputError(name, values, "an array of numbers") from None
    if finite and not np.isfinite(array).all():
        raise InputError(name, "NaN or infinity", "finite numbers")
    return array


def of_kind(name: str, value: object, kind: type | tuple[type, ...], rule: str) -> None:
    """Raise InputError, with the type received and the rule, for a value of another kind."""
    if not isinstance(value, kind):
        raise InputError(name, f"of type {type(value).__name__}", rule)


def between(name: str, value: Any, rule: str, low: float = -math.inf, high: float = math.inf) -> float:
    """The value as a float: a real number (no bool, no text) with low < value < high; else InputError with the rule."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise InputError(name, value, rule)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not low < number < high:
        raise InputError(name, value, rule)
    return number


def rational(name: str, value: Any, rule: str = "a number: 2, 0.5 or 1/3") -> Fraction:
    """The number as a fraction: a text of digits, a float as the decimal that it prints as, a number of any exact type.

    InputError for anything else, for numbers beyond `MOST_DIGITS` digits, whose arithmetic has no end, and for sizes
    that floats do not have.

    >>> rational("eta", 0.1), rational("eta", "1/3"), rational("eta", "1e-3")
    (Fraction(1, 10), Fraction(1, 3), Fraction(1, 1000))
    """
    text = repr(float(value)) if isinstance(value, float) else value
    try:
        if isinstance(text, bool):
            raise TypeError
        if isinstance(text, str):
            exponent = text.lower().partition("e")[2]
            if len(text) > MOST_DIGITS or not text.isascii() or "_" in text or len(exponent.lstrip("+-")) > 3:
                raise ValueError
        number = Fraction(text)
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):
        raise InputError(name, value, rule) from None
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > 10 * MOST_DIGITS:
        raise InputError(name, value, f"{rule}, of at most {MOST_DIGITS} digits")
    if number and not TINY <= abs(number) <= 1 / TINY:
        raise InputError(name, value, f"{rule}, between 1e-300 and 1e300")
    return number


def count(name: str, value: Any, least: int = 0) -> int:
    """The value as an int: an integer of any numeric type (not a bool, not 2.0) of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise InputError(name, value, f"an integer >= {least}")
    return int(value)


def check_size(name: str, value: int, least: int, links: int = 0) -> None:
    """Refuses what is too small, and what is too large for any computation here before memory is asked for."""
    if value < least:
        raise InputError(name, value, f"at least {least}")
    if max(value, links) > LARGEST:
        million = LARGEST // 10**6
        said = f" ({links:,} links)" if value <= LARGEST else ""
        raise InputError(name, value, f"too large: at most {million} million nodes and as many links{said}")


def is_number(value: object) -> bool:
    """Whether float() accepts the value."""
    try:
        float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return False
    return True


def _link(network: Network, e: int) -> str:
    return ",".join(network.name(i) for i in network.edges[e])


def _shorten(items: list[str], total: int) -> str:
    more = "" if total <= len(items) else f", ... {total} in all"
    return "{" + ", ".join(items) + more + "}"
