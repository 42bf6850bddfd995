"""Rules that hold in every setting: each is one function, which returns the fact that it states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .facts import Fact
from .poly import Poly, Vector, poly
from .text import need

if TYPE_CHECKING:
    from .formulas import Formulas
    from .naming import Naming


def triangle(book: Naming, where: Formulas, u: Vector, v: Vector) -> Poly:
    """norm(u + v) <= norm(u) + norm(v)"""

    def norm(w: Vector) -> Any:
        return book.word("norm", [w], where)

    return poly(norm(u) + norm(v) - norm(u + v))


def cauchy(book: Naming, where: Formulas, u: Vector, v: Vector) -> Poly:
    """dot(u, v) <= norm(u)*norm(v)"""
    norms = book.word("norm", [u], where) * book.word("norm", [v], where)
    return poly(norms - book.space.dot(u, v))


def bernoulli(book: Naming, where: Formulas, x: Poly, n: Poly) -> Poly:
    """(1 + x)**n >= 1 + n*x for x >= -1 and whole n >= 0"""
    need(book.natural(n), "bernoulli: n is not known to be a whole number >= 0")
    need(book.positive(x + 1, strict=False), "bernoulli: x >= -1 is not known")
    return where.power(x + 1, n) - 1 - n * x


def smaller_power(book: Naming, where: Formulas, b: Poly, n: Poly) -> Poly:
    """b**n <= 1 for 0 <= b <= 1 and n >= 0"""
    need(book.positive(b, strict=False), "smaller_power: b >= 0 is not known")
    need(book.positive(1 - b, strict=False), "smaller_power: b <= 1 is not known")
    need(book.positive(n, strict=False), "smaller_power: n >= 0 is not known")
    return 1 - where.power(b, n)


def exp_tangent(book: Naming, where: Formulas, x: Poly) -> Poly:
    """exp(x) >= 1 + x"""
    return where.by_exp(x) - 1 - x


def exp_sum(book: Naming, where: Formulas, a: Poly, b: Poly) -> Poly:
    """exp(a + b) == exp(a)*exp(b)"""
    return where.by_exp(book.space.normal(a + b)) - where.by_exp(a) * where.by_exp(b)


def exp_power(book: Naming, where: Formulas, x: Poly, n: Poly) -> Poly:
    """exp(x)**n == exp(n*x)"""
    return where.power(where.by_exp(x), n) - where.by_exp(book.space.normal(n * x))


def power_product(book: Naming, where: Formulas, a: Poly, b: Poly, n: Poly) -> Poly:
    """(a*b)**n == a**n*b**n for a, b > 0, or whole n >= 0"""
    whole = book.natural(n)
    need(whole or book.positive(a), "power_product: a > 0 is not known")
    need(whole or book.positive(b), "power_product: b > 0 is not known")
    return where.power(book.space.normal(a * b), n) - where.power(a, n) * where.power(b, n)


def log_tangent(book: Naming, where: Formulas, x: Poly) -> Poly:
    """log(x) <= x - 1 for x > 0"""
    return x - 1 - where.by_log(x)


def vanishing(book: Naming, where: Formulas, v: Vector) -> Vector:
    """v == 0 where sq(v) <= 0 is known"""
    need(book.positive(-book.space.dot(v, v), strict=False), "vanishing: sq of it is not known to be 0")
    return v


def log_below(book: Naming, where: Formulas, x: Poly) -> Poly:
    """log(x) >= 1 - 1/x for x > 0"""
    return where.by_log(x) - 1 + where.divided(poly(1), x)


def log_product(book: Naming, where: Formulas, a: Poly, b: Poly) -> Poly:
    """log(a*b) == log(a) + log(b) for a, b > 0"""
    return where.by_log(book.space.normal(a * b)) - where.by_log(a) - where.by_log(b)


def log_power(book: Naming, where: Formulas, b: Poly, n: Poly) -> Poly:
    """log(b**n) == n*log(b) for b > 0"""
    need(book.positive(b), "log_power: b > 0 is not known")
    return where.by_log(where.power(b, n)) - n * where.by_log(b)


def log_exp(book: Naming, where: Formulas, x: Poly) -> Poly:
    """log(exp(x)) == x"""
    return where.by_log(where.by_exp(x)) - x


def increasing_power(book: Naming, where: Formulas, a: Poly, b: Poly, n: Poly) -> Poly:
    """a**n <= b**n for 0 <= a <= b and whole n >= 0"""
    need(book.natural(n), "increasing_power: n is not known to be a whole number >= 0")
    need(book.positive(a, strict=False), "increasing_power: a >= 0 is not known")
    need(book.positive(b - a, strict=False), "increasing_power: a <= b is not known")
    return where.power(b, n) - where.power(a, n)


def longer_power(book: Naming, where: Formulas, b: Poly, m: Poly, n: Poly) -> Poly:
    """b**m <= b**n for b >= 1 and whole 0 <= m <= n"""
    need(book.natural(m), "longer_power: m is not known to be a whole number >= 0")
    need(book.natural(n), "longer_power: n is not known to be a whole number >= 0")
    need(book.positive(b - 1, strict=False), "longer_power: b >= 1 is not known")
    need(book.positive(n - m, strict=False), "longer_power: m <= n is not known")
    return where.power(b, n) - where.power(b, m)


def power_tangent(book: Naming, where: Formulas, a: Poly, b: Poly, n: Poly) -> Poly:
    """a*b**n >= a**n*(a + n*(b - a)) for a, b >= 0 and whole n >= 0: a power is above its tangents"""
    need(book.natural(n), "power_tangent: n is not known to be a whole number >= 0")
    need(book.positive(a, strict=False), "power_tangent: a >= 0 is not known")
    need(book.positive(b, strict=False), "power_tangent: b >= 0 is not known")
    return a * where.power(b, n) - where.power(a, n) * (a + n * (b - a))


def shorter_power(book: Naming, where: Formulas, b: Poly, m: Poly, n: Poly) -> Poly:
    """b**n <= b**m for 0 < b <= 1 and m <= n"""
    need(book.positive(b), "shorter_power: b > 0 is not known")
    need(book.positive(1 - b, strict=False), "shorter_power: b <= 1 is not known")
    need(book.positive(n - m, strict=False), "shorter_power: m <= n is not known")
    return where.power(b, m) - where.power(b, n)


def concave_power(book: Naming, where: Formulas, x: Poly, n: Poly) -> Poly:
    """(1 + x)**n <= 1 + n*x for x > -1 and 0 <= n <= 1"""
    need(book.positive(x + 1), "concave_power: x > -1 is not known")
    need(book.positive(n, strict=False), "concave_power: n >= 0 is not known")
    need(book.positive(1 - n, strict=False), "concave_power: n <= 1 is not known")
    return 1 + n * x - where.power(x + 1, n)


def power_parabola(book: Naming, where: Formulas, a: Poly, b: Poly, n: Poly) -> Poly:
    """2*a**2*b**n >= a**n*(2*a**2 + 2*n*a*(b - a) + n*(n - 1)*(b - a)**2) for 0 <= a <= b and whole n >= 0"""
    need(book.natural(n), "power_parabola: n is not known to be a whole number >= 0")
    need(book.positive(a, strict=False), "power_parabola: a >= 0 is not known")
    need(book.positive(b - a, strict=False), "power_parabola: a <= b is not known")
    parabola = 2 * a * a + 2 * n * a * (b - a) + n * (n - 1) * (b - a) * (b - a)
    return 2 * a * a * where.power(b, n) - where.power(a, n) * parabola


def power_sum(book: Naming, where: Formulas, b: Poly, m: Poly, n: Poly) -> Poly:
    """b**(m + n) == b**m*b**n for b > 0, or whole m, n >= 0"""
    whole = book.natural(m) and book.natural(n)
    need(whole or book.positive(b), "power_sum: b > 0 is not known")
    return where.power(b, book.space.normal(m + n)) - where.power(b, m) * where.power(b, n)


def power_power(book: Naming, where: Formulas, b: Poly, m: Poly, n: Poly) -> Poly:
    """(b**m)**n == b**(m*n) for b > 0"""
    need(book.positive(b), "power_power: b > 0 is not known")
    return where.power(where.power(b, m), n) - where.power(b, book.space.normal(m * n))


EQUATIONS = (
    "log_product",
    "log_power",
    "log_exp",
    "power_sum",
    "power_power",
    "power_product",
    "exp_sum",
    "exp_power",
)
GENERAL: dict[str, tuple[Any, str]] = {
    "vanishing": (vanishing, "v"),
    "triangle": (triangle, "vv"),
    "cauchy": (cauchy, "vv"),
    "bernoulli": (bernoulli, "nn"),
    "smaller_power": (smaller_power, "nn"),
    "exp_tangent": (exp_tangent, "n"),
    "exp_sum": (exp_sum, "nn"),
    "exp_power": (exp_power, "nn"),
    "log_tangent": (log_tangent, "n"),
    "log_below": (log_below, "n"),
    "log_exp": (log_exp, "n"),
    "log_product": (log_product, "nn"),
    "log_power": (log_power, "nn"),
    "increasing_power": (increasing_power, "nnn"),
    "longer_power": (longer_power, "nnn"),
    "power_tangent": (power_tangent, "nnn"),
    "shorter_power": (shorter_power, "nnn"),
    "concave_power": (concave_power, "nn"),
    "power_parabola": (power_parabola, "nnn"),
    "power_sum": (power_sum, "nnn"),
    "power_power": (power_power, "nnn"),
    "power_product": (power_product, "nnn"),
}


def general(name: str, book: Naming, where: Formulas, values: list[Any]) -> Fact:
    """The fact that a rule states at these values. What it asks for is asked of what is known at every round."""
    rule, kinds = GENERAL[name]
    need(len(values) == len(kinds), f"{name} takes {len(kinds)} arguments")
    for value, kind in zip(values, kinds):
        need(
            isinstance(value, Vector) == (kind == "v"), f"{name} of {'vectors' if kind == 'v' else 'numbers'}"
        )
    told = [value if isinstance(value, Vector) else book.space.normal(poly(value)) for value in values]
    every = name in ("triangle", "cauchy", "exp_tangent", "exp_sum") or not any(
        isinstance(v, Vector) or book.space.moves(v) for v in told
    )
    value = rule(book, where, *told)
    if isinstance(value, Vector):
        known = book.evident(-book.space.dot(value, value))
        return Fact(value, False, bool(known and known.every), True, known.of if known else frozenset())
    return Fact(book.space.normal(value), False, every, name in EQUATIONS)
