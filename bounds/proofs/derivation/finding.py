"""Products and coefficients of a line from the unordered names of its facts, by linear programming. Untrusted.

Columns are products of the named facts, times monomials of what is known to be >= 0, times the given squares, of a
size that can meet a monomial of the goal. A solution of the program is made exact by elimination on its support.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import prod
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from ...kernel import wording
from ...kernel.derivation import Book
from ...kernel.facts import Fact
from ...kernel.formal import ROUND, Space
from ...kernel.poly import SPENT, Monomial, Poly, Vector, multiplied, poly, work
from ...kernel.text import Refused

COLUMNS, ROUNDS, LONG = 4000, 3, 20_000  # LONG: terms of a product of facts that is not tried
SMALL, REFINED = 1e-9, 4  # a coefficient that counts as 0; how often what is left over is solved for


class NotFound(Refused):
    """No products of these facts make the line up; the sentence says what is missing."""


class Column(NamedTuple):
    """A term of a line: its facts, its square, its indices; or an equation with its multiplier."""

    facts: tuple[str, ...]
    square: str
    indices: str
    value: Poly
    multiplier: str = ""
    equation: bool = False


def find(
    book: Book,
    goal: Fact,
    by: list[str],
    over: list[str],
    squares: list[str],
    indices: list[str],
    time: str = "now",
    claim: str = "",
    wide: int = 0,
) -> dict[str, Any]:
    """A proof of the goal as the kernel reads it. Raises NotFound.

    wide: there are many facts; of the products, those of two of which one at least is of numbers alone, so many times
    multiplied by what meets a monomial; 0 where there are few
    """
    space = book.space
    known = None if goal.equal else _evident(book, goal)
    if claim and known is not None and known.strict >= goal.strict:
        return (
            {"terms": [[1, [claim if time in ("start", "now") else f"{time} {claim}"]]]} if goal.value else {}
        )
    time = "start" if time == "start" else "now"
    factor = book.product(over, time).value
    whole = space.normal(factor * goal.value)
    where = book.at(time)
    divided = any(space.atoms[a][0] == "i" for key in whole for a, _ in key)
    if divided and not goal.strict:
        plain = [column for column in _plain(book, by, time) if column.equation or not goal.equal]
        try:
            return {**({"over": over} if over else {}), **_solved(book, whole, plain)}
        except Refused:
            pass
    if (
        divided and not goal.equal
    ):  # as they stand; with more factors where divisors differ from round to round
        own = _plain(book, by, time)
        stated: list[tuple[tuple[str, ...], Poly]] = [
            (one.facts, one.value) for one in own if not one.multiplier
        ]
        equal = [column for one in own if one.equation for column in _over(book, one, indices)]
        lengths = [(text, (), space.normal(_squared(space, where.read(text)))) for text in squares]
        moving = any(
            space.atoms[a][0] == "i" and space.moves(Poly({((a, 1),): 1})) for key in whole for a, _ in key
        )
        for rounds in (0, wide or ROUNDS)[: 1 + moving]:
            with suppress(Refused):
                given: list[tuple[str, tuple[str, ...], Poly]] = [("", (), poly(1)), *lengths]
                columns = _columns(book, whole, stated, given, equal, indices, 2, rounds, bool(wide))
                return {**({"over": over} if over else {}), **_solved(book, whole, columns, goal.strict)}
    target, denominators = _cleared(book, whole)
    attempts = [([*over, *denominators], target)]
    named: list[tuple[tuple[str, ...], Poly]] = []
    wider: list[str] = []  # denominators of the facts
    equations: list[Column] = []
    for text in by:
        fact_text, _, multiplier = (part.strip() for part in text.partition(" times "))
        fact = book.fact(fact_text, time)
        if multiplier:
            product = _multiplied(book, fact, multiplier, time)
            value, extra = _cleared(book, product)
            by_these = _factors(multiplier, over=extra)
            if extra and _indices(book, product) & set(indices):  # summed as it stands
                equations += _over(
                    book, Column((fact_text,), "", "", product, f"({multiplier})", True), indices
                )
            equations += _over(book, Column((fact_text,), "", "", value, by_these, True), indices)
        elif isinstance(fact.value, Poly):
            value, extra = _cleared(book, fact.value)
            if fact.equal:
                column = Column((fact_text,), "", "", value, _factors(over=extra) or "1", True)
                equations += _over(book, column, indices)
            if extra and _indices(book, fact.value) & set(indices):  # summed as it stands
                named.append(((fact_text,), space.normal(fact.value)))
            named.append(((fact_text, *extra), value))
            wider += [one for one in extra if one not in wider]
    if divided and not goal.strict:
        try:
            alike, *values = space.cleared(whole, *(column.value for column in plain))
            columns = [column._replace(value=value) for column, value in zip(plain, values)]
            return {**({"over": over} if over else {}), **_solved(book, alike, columns)}
        except Refused:
            pass
    if goal.equal:
        return _equation(book, target, attempts[0][0], equations)
    more = [text for text in wider if text not in denominators]
    for again in (more, wider) if wider else ():
        value = attempts[-1][1]
        for text in again:
            value = space.normal(value * book.fact(text).value)
        attempts.append(([*attempts[-1][0], *again], value))
    given = [("", (), poly(1))]
    for text in squares:
        v = where.read(text)
        square = space.normal(_squared(space, v))
        value, extra = _cleared(book, square)
        if not value or any(value == one for _, _, one in given[1:]):
            continue
        given.append((text, tuple(extra), value))
        if extra and _indices(book, square) & set(indices):  # summed as it stands
            given.append((text, (), square))
    extra_facts: list[tuple[tuple[str, ...], Any]] = [
        ((name,), book.facts[name].value) for name in book.setting.facts if name in book.facts
    ]
    extra_facts = [f for f in extra_facts if not isinstance(f[1], Vector)]
    last: NotFound | None = None
    for facts, degree, rounds in (
        ((named, 2, wide),)
        if wide
        else (
            *(() if goal.strict else ((named, 1, 0),)),
            (named, 2, 0),
            (named, 2, ROUNDS),
            (named, 3, ROUNDS),
            (named + extra_facts, 2, ROUNDS),
        )
    ):
        for factors, multiple in attempts:
            columns = _columns(book, multiple, facts, given, equations, indices, degree, rounds, bool(wide))
            try:
                return {
                    **({"over": factors} if factors else {}),
                    **_solved(book, multiple, columns, goal.strict),
                }
            except NotFound as error:
                last = last or error
    assert last is not None
    raise last


def _squared(space: Space, v: Any) -> Poly:
    """The square of a number, or of a length."""
    return space.dot(v, v) if isinstance(v, Vector) else poly(v) * poly(v)


def _plain(book: Book, by: list[str], time: str) -> list[Column]:
    """The facts as they stand, and equations times what is named: a sum of them needs no factors."""
    found = []
    for text in by:
        fact_text, _, multiplier = (part.strip() for part in text.partition(" times "))
        fact = book.fact(fact_text, time)
        if multiplier:
            value = _multiplied(book, fact, multiplier, time)
            found.append(Column((fact_text,), "", "", value, _factors(multiplier, over=[]), True))
        elif isinstance(fact.value, Poly):
            value = book.space.normal(fact.value)
            found.append(Column((fact_text,), "", "", value, "1" if fact.equal else "", fact.equal))
    return found


def _multiplied(book: Book, fact: Fact, multiplier: str, time: str) -> Poly:
    """An equation times a number, or of vectors times a vector."""
    v = book.at(time).read(multiplier)
    if isinstance(fact.value, Vector):
        return book.space.dot(fact.value, v)
    return book.space.normal(fact.value * poly(v))


def _evident(book: Book, goal: Fact) -> Fact | None:
    """The goal as a fact that needs no products; what looking for it takes is not the line's."""
    spent = SPENT[0]
    try:
        return book.evident(goal.value)
    except Refused:
        return None
    finally:
        SPENT[0] = spent


def _factors(*texts: str, over: list[str]) -> str:
    """The product of these texts and of denominators, which are told as `now ... > 0`."""
    insides = [text.removeprefix("now ").removesuffix(" > 0") for text in over]
    return "*".join(f"({text})" for text in (*texts, *insides))


def _cleared(book: Book, value: Poly) -> tuple[Poly, list[str]]:
    """The polynomial times its denominators, and these as facts."""
    space = book.space
    texts: list[str] = []
    value = space.normal(value)
    while True:
        found = sorted({a for key in value for a, _ in key if space.atoms[a][0] == "i"})
        if not found:
            return value, texts
        (inside,) = space.parts(space.atoms[found[-1]])
        before, value = value, space.normal(value * inside)
        texts.append(f"now {wording.full(space, inside)} > 0")
        if any(found[-1] == a for key in value for a, _ in key) and len(texts) < 12:
            top = max(dict(key).get(found[-1], 0) for key in before)
            value = space.normal(multiplied(before, found[-1], inside, top))
            texts += [texts[-1]] * (top - 1)


def _indices(book: Book, value: Poly) -> set[str]:
    return {i.removeprefix(ROUND) for i in book.space.indices(value)}


def _over(book: Book, column: Column, indices: list[str]) -> list[Column]:
    """The column, and its sums over the indices that it has."""
    free = [i for i in indices if i in _indices(book, column.value)]
    found = [column]
    for i in free:
        found += [
            c._replace(indices=f"{c.indices} {i}".strip(), value=book.summed(c.value, i)) for c in list(found)
        ]
    return found


def _columns(
    book: Book,
    target: Poly,
    facts: list[tuple[tuple[str, ...], Poly]],
    squares: list[tuple[str, tuple[str, ...], Poly]],
    equations: list[Column],
    indices: list[str],
    degree: int,
    rounds: int = ROUNDS,
    wide: bool = False,
) -> list[Column]:
    """Products of facts and squares; rounds: how often they are multiplied by what meets a monomial."""
    space = book.space
    scalar = {id(p): all(space.atoms[a][0] in "sp" for key in p for a, _ in key) for _, p in facts}
    products: list[Column] = [*equations]
    for n in range(degree + 1):
        if n == 3 and len(facts) > 12:
            break
        for chosen in combinations_with_replacement(facts, n):
            if wide and n == 2 and not any(scalar[id(p)] for _, p in chosen):
                continue
            if n > 1 and prod(len(p) for _, p in chosen) > LONG:
                continue
            value = poly(1)
            for _, p in chosen:
                value = space.normal(value * p)
            texts = tuple(text for told, _ in chosen for text in told)
            for text, below, square in squares:
                if wide and text and not all(scalar[id(p)] for _, p in chosen):
                    continue
                if len(value) * len(square) > LONG:
                    continue
                if n or text:
                    column = Column((*texts, *below), text, "", space.normal(value * square))
                    products += _over(book, column, indices)

    @cache
    def known(a: int) -> bool:
        return book.sign(a) is not None

    @cache
    def whole(key: Monomial) -> str:
        return wording.full(space, Poly({key: 1}))

    @cache
    def sign(key: Monomial) -> str:
        return _sign(book, key, whole(key))

    rows, found, seen = dict.fromkeys(target), [], set()
    frontier: Iterable[Monomial] = list(target)
    if not rounds:
        found = [column for column in products if column.value]
        rows |= dict.fromkeys(key for column in found for key in column.value)
    for k in range(rounds + wide):  # the last time, squares alone
        fresh: dict[Monomial, None] = {}
        having = _by_atom(frontier)
        for i, column in enumerate(products):
            if k == rounds and not (column.square and not column.facts):
                continue
            for multiplier in {m for key in column.value for m in _quotients(frontier, having, key)}:
                if not column.equation and not all(e % 2 == 0 or known(a) for a, e in multiplier):
                    continue
                if (i, multiplier) in seen or len(found) > COLUMNS:
                    continue
                seen.add((i, multiplier))
                value = space.normal(column.value * Poly({multiplier: 1}))
                if column.equation:
                    more = f"{column.multiplier}*{whole(multiplier)}" if multiplier else column.multiplier
                    found.append(column._replace(value=value, multiplier=more))
                else:
                    texts = (*column.facts, sign(multiplier)) if multiplier else column.facts
                    found.append(column._replace(value=value, facts=texts))
                fresh |= {key: None for key in value if key not in rows}
        rows |= fresh
        frontier = list(fresh)
        if not fresh or len(found) > COLUMNS // 2:
            break
    for key in rows:
        if all(e % 2 == 0 or known(a) for a, e in key):
            found.append(Column((sign(key),) if key else (), "", "", Poly({key: 1})))
    return found


def _sign(book: Book, key: Monomial, text: str) -> str:
    """The fact that a product of atoms is > 0 where that is known, else >= 0."""
    signs = [book.sign(a) for a, _ in key]
    return f"now {text} {'>' if all(sign and sign.strict for sign in signs) else '>='} 0"


def _strict(book: Book, column: Column) -> bool:
    """Whether a term is > 0."""
    own = column.square or column.indices or column.equation
    return not own and all(text.endswith("> 0") or book.fact(text).strict for text in column.facts)


def _by_atom(monomials: Iterable[Monomial]) -> dict[int, list[dict[int, int]]]:
    """The monomials that have an atom, each as {atom: exponent}."""
    found: dict[int, list[dict[int, int]]] = {}
    for key in monomials:
        held = dict(key)
        for a in held:
            found.setdefault(a, []).append(held)
    return found


def _quotients(
    of: Iterable[Monomial], having: dict[int, list[dict[int, int]]], by: Monomial
) -> Iterator[Monomial]:
    """What the monomials `of`, which `having` lists by their atoms, are divided by one where that divides them."""
    if not by:
        yield from of
        return
    candidates = min((having.get(a, []) for a, _ in by), key=len)
    work((len(candidates) + 3) // 4)  # a division takes about a fourth of a product of terms
    for held in candidates:
        if all(held.get(a, 0) >= e for a, e in by):
            left = held | {a: held[a] - e for a, e in by}
            yield tuple((a, e) for a, e in sorted(left.items()) if e)


def _equation(book: Book, target: Poly, over: list[str], equations: list[Column]) -> dict[str, Any]:
    if not target:
        return {"over": over}
    columns = _columns(book, target, [], [("", (), poly(1))], equations, [], 0)
    return {"over": over, **_solved(book, target, [c for c in columns if c.equation])}


def _solved(book: Book, target: Poly, columns: list[Column], strict: bool = False) -> dict[str, Any]:
    """Coefficients of columns that sum to the target, exact; a basic solution of the linear program has few.

    strict: with a term that is > 0, where there is one
    """
    from scipy.optimize import linprog  # checking a kept derivation needs no solver

    rows: dict[Monomial, int] = {}
    for p in (target, *(column.value for column in columns)):
        for key in p:
            rows.setdefault(key, len(rows))
    if not rows:
        return {}
    if not columns:
        raise NotFound(
            f"nothing that is named has a term of it; it lacks all of {wording.brief(book.space, target)} >= 0"
        )
    data = [(rows[key], j, float(c)) for j, column in enumerate(columns) for key, c in column.value.items()]
    shape = (len(rows), len(columns))
    matrix: Any = sp.csc_matrix(
        ([c for *_, c in data], ([i for i, *_ in data], [j for _, j, _ in data])), shape=shape
    )
    right = np.zeros(len(rows))
    for key, c in target.items():
        right[rows[key]] = float(c)
    cost = [1 + 0.1 * len(column.facts) + 0.5 * bool(column.square) for column in columns]
    bounds = [(None, None) if column.equation else (0, None) for column in columns]
    result = linprog(cost, A_eq=matrix, b_eq=right, bounds=bounds, method="highs-ds")
    if strict and result.x is not None:
        sure = [j for j, column in enumerate(columns) if _strict(book, column)]
        if sure and not any(result.x[j] > 1e-9 for j in sure):
            best = [-1.0 if j in set(sure) else 0.0 for j in range(len(columns))]
            most = [bound if bound[1] or bound[0] is None else (0, 1000) for bound in bounds]
            again = linprog(best, A_eq=matrix, b_eq=right, bounds=most, method="highs-ds")
            result = result if again.x is None else again
    if result.x is None:  # what is missing, as little of it as possible
        slack: Any = sp.hstack([matrix, sp.identity(len(rows)), -sp.identity(len(rows))]).tocsc()
        free, weights = [(0, None)] * (2 * len(rows)), [0.0] * len(columns) + [1.0] * (2 * len(rows))
        result = linprog(weights, A_eq=slack, b_eq=right, bounds=[*bounds, *free], method="highs-ds")
        if result.x is None:
            raise NotFound("no products of these facts were found: the linear program failed")
        x, gap = result.x[: len(columns)], result.x[len(columns) :]
    else:
        x, gap = result.x, np.zeros(2 * len(rows))
    apart = gap[: len(rows)] - gap[len(rows) :]
    if np.abs(apart).max() > 1e-7:
        inverse = list(rows)
        lacking = {inverse[i]: Fraction(v).limit_denominator(1000) for i, v in enumerate(apart)}
        missing = Poly({key: c for key, c in lacking.items() if c})
        if missing == target:
            whole = wording.brief(book.space, missing)
            raise NotFound(f"no products of these facts make up any part of it; it lacks all of {whole} >= 0")
        raise NotFound(
            f"no products of these facts make it up; it lacks {wording.brief(book.space, missing)} >= 0"
        )
    found = {j: Fraction(v) for j, v in enumerate(x.tolist()) if abs(v) > SMALL}
    exact = _fitting(target, columns, found)
    for _ in range(REFINED if exact is None else 0):
        found = _refined(target, columns, rows, matrix, cost, found)
        if not found or (exact := _fitting(target, columns, found)):
            break
    if exact is None:
        raise NotFound("the products that were found cannot be made exact")
    support = [*found]
    if strict and not any(c and _strict(book, columns[j]) for c, j in zip(exact, support)):
        raise NotFound("these facts show it with >= only, not strictly")
    terms, equations = [], []
    for c, j in zip(exact, support):
        column = columns[j]
        if not c:
            continue
        if column.equation:
            equations.append([column.facts[0], f"({c})*{column.multiplier}", column.indices])
        elif column.indices:
            terms.append([_written(c), list(column.facts), column.square, column.indices])
        else:
            terms.append([_written(c), list(column.facts), *([column.square] if column.square else [])])
    return {name: value for name, value in (("terms", terms), ("equations", equations)) if value}


def _refined(
    target: Poly,
    columns: list[Column],
    rows: dict[Monomial, int],
    matrix: Any,
    cost: list[float],
    found: dict[int, Fraction],
) -> dict[int, Fraction]:
    """Coefficients after a step of refinement: what these leave over, which a solver drops as too small, is made as
    large as 1 and solved for. Empty where nothing is left over, or no solution is found.
    """
    from scipy.optimize import linprog

    left = sum((columns[j].value * -c for j, c in found.items()), target)
    size = max(map(abs, left.values()), default=Fraction(0))
    if not size:
        return {}
    right = np.zeros(len(rows))
    for key, c in left.items():
        right[rows[key]] = float(c / size)
    bounds = [
        (None if column.equation else -float(found.get(j, 0) / size), None)
        for j, column in enumerate(columns)
    ]
    x = linprog(cost, A_eq=matrix, b_eq=right, bounds=bounds, method="highs-ds").x
    told = {j: found.get(j, 0) + size * Fraction(v) for j, v in enumerate([] if x is None else x.tolist())}
    return {j: c for j, c in told.items() if abs(c) > SMALL * size}


def _fitting(target: Poly, columns: list[Column], found: dict[int, Fraction]) -> list[Fraction] | None:
    """Exact coefficients of these columns, near those that were found; None where they do not make the target up."""
    exact = _exact(target, [columns[j].value for j in found], [float(x) for x in found.values()])
    fits = exact is not None and all(c >= 0 or columns[j].equation for c, j in zip(exact, found))
    return exact if fits else None


def _written(c: Fraction) -> int | str:
    return int(c) if c.denominator == 1 else str(c)


def _exact(target: Poly, columns: list[Poly], x: list[float]) -> list[Fraction] | None:
    """The coefficients, by elimination in fractions; free ones are near x."""
    n = len(columns)
    keys = {key for p in (target, *columns) for key in p}
    rows = [[Fraction(p.get(key, 0)) for p in (*columns, target)] for key in keys]
    pivots: list[int] = []
    for j in range(n):
        at = next((i for i in range(len(pivots), len(rows)) if rows[i][j]), None)
        if at is None:
            continue
        i = len(pivots)
        rows[i], rows[at] = rows[at], rows[i]
        lead = rows[i][j]
        rows[i] = [v / lead for v in rows[i]]
        for k, row in enumerate(rows):
            if k != i and row[j]:
                by = row[j]
                rows[k] = [a - by * b for a, b in zip(row, rows[i])]
        pivots.append(j)
    if any(row[n] for row in rows[len(pivots) :]):
        return None
    free = {j: Fraction(x[j]).limit_denominator(1000) for j in range(n) if j not in pivots}
    result = [free.get(j, Fraction(0)) for j in range(n)]
    for i, j in enumerate(pivots):
        result[j] = rows[i][n] - sum(rows[i][k] * c for k, c in free.items())
    return result
