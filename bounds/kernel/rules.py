"""Rules that hold in every setting, each a text over its places: u and v are vectors, all others numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .facts import Fact
from .formulas import Formulas
from .poly import Vector, poly
from .text import need, parse

if TYPE_CHECKING:
    from .naming import Naming


class Rule(NamedTuple):
    """known: what has to be known of the places, one of several cases; natural(n): n is whole and not negative."""

    places: str
    text: str
    known: str = ""


GENERAL = {
    "vanishing": Rule("v", "0*v == v", "sq(v) <= 0"),
    "triangle": Rule("u v", "norm(u + v) <= norm(u) + norm(v)"),
    "cauchy": Rule("u v", "dot(u, v) <= norm(u)*norm(v)"),
    "bernoulli": Rule("x n", "(1 + x)**n >= 1 + n*x", "natural(n) and x >= -1"),
    "smaller_power": Rule("b n", "b**n <= 1", "b >= 0 and b <= 1 and n >= 0"),
    "exp_tangent": Rule("x", "exp(x) >= 1 + x"),
    "exp_sum": Rule("a b", "exp(a)*exp(b) == exp(a + b)"),
    "exp_power": Rule("x n", "exp(n*x) == exp(x)**n"),
    "log_tangent": Rule("x", "log(x) <= x - 1", "x > 0"),
    "log_below": Rule("x", "log(x) >= 1 - 1/x", "x > 0"),
    "log_exp": Rule("x", "x == log(exp(x))"),
    "log_product": Rule("a b", "log(a) + log(b) == log(a*b)", "a > 0 and b > 0"),
    "log_power": Rule("b n", "n*log(b) == log(b**n)", "b > 0"),
    "increasing_power": Rule("a b n", "a**n <= b**n", "natural(n) and a >= 0 and a <= b"),
    "longer_power": Rule("b m n", "b**m <= b**n", "natural(m) and natural(n) and b >= 1 and m <= n"),
    # a power is above its tangents
    "power_tangent": Rule("a b n", "a*b**n >= a**n*(a + n*(b - a))", "natural(n) and a >= 0 and b >= 0"),
    "shorter_power": Rule("b m n", "b**n <= b**m", "b > 0 and b <= 1 and m <= n"),
    "concave_power": Rule("x n", "(1 + x)**n <= 1 + n*x", "x > -1 and n >= 0 and n <= 1"),
    "power_parabola": Rule(
        "a b n",
        "2*a**2*b**n >= a**n*(2*a**2 + 2*n*a*(b - a) + n*(n - 1)*(b - a)**2)",
        "natural(n) and a >= 0 and a <= b",
    ),
    "power_sum": Rule("b m n", "b**m*b**n == b**(m + n)", "natural(m) and natural(n) or b > 0"),
    "power_power": Rule("b m n", "b**(m*n) == (b**m)**n", "b > 0"),
    "power_product": Rule("a b n", "a**n*b**n == (a*b)**n", "natural(n) or a > 0 and b > 0"),
}
EQUATIONS = tuple(name for name, rule in GENERAL.items() if "==" in rule.text and name != "vanishing")
EVERY = ("triangle", "cauchy", "exp_tangent", "exp_sum")  # true of all, in whatever round


def general(name: str, book: Naming, values: list[Any]) -> Fact:
    """The fact that a rule states at these values. What it asks for is asked of what is known at every round."""
    rule, places = GENERAL[name], GENERAL[name].places.split()
    need(len(values) == len(places), f"{name} takes {len(places)} arguments")
    vectors = [place in ("u", "v") for place in places]
    for value, is_vector in zip(values, vectors):
        need(isinstance(value, Vector) == is_vector, f"{name} of {'vectors' if is_vector else 'numbers'}")
    told = [value if isinstance(value, Vector) else book.space.normal(poly(value)) for value in values]
    where = Formulas(book, "now", {}, dict(zip(places, told)))
    cases = [case.split(" and ") for case in rule.known.split(" or ")] if rule.known else [[]]
    met = any(all(_known(one, book, where) for one in case) for case in cases)
    need(met, f"{name}: {rule.known} is not known")
    fact = where.compared(rule.text)
    if isinstance(fact.value, Vector):
        known = book.evident(where.compared(rule.known).value)
        return Fact(fact.value, False, bool(known and known.every), True, known.of if known else frozenset())
    every = name in EVERY or not any(isinstance(v, Vector) or book.space.moves(v) for v in told)
    return Fact(fact.value, False, every, fact.equal)


def _known(text: str, book: Naming, where: Formulas) -> bool:
    tree = parse(text)
    if tree.kind == "call":
        return book.natural(where.number(tree.parts[0]))
    fact = where.compared(tree)
    return book.positive(fact.value, fact.strict)
