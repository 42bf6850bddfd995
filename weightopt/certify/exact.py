"""The objective `learning` and its certificate in exact fractions: the referee for small networks.

    python -m mixproof.weightopt.certify.exact FILE       FILE: what `optimize ... --out FILE.json` wrote

Standard library only, and no code shared with what finds weights or certificates: a float is the fraction that it is,
and nothing is rounded. The inequalities are those of `certify.learning`. Meant for some ten nodes: numbers grow.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

__all__ = ["exact_bound", "exact_value"]

Matrix = list[list[Fraction]]


def exact_value(record: Mapping[str, Any]) -> Fraction:
    """Phi at the record's weights. Raises ValueError where they are not feasible or outside the objective's domain."""
    n, edges, p, w = _network(record)
    low, top, most, kappa, factor = _constants(record)
    sums = [Fraction(0)] * n
    L = [[Fraction(0)] * n for _ in range(n)]
    for (i, j), q, x in zip(edges, p, w):
        if x < 0:
            raise ValueError(f"weight of {i}-{j} is negative")
        sums[i], sums[j] = sums[i] + x, sums[j] + x
        for a, b, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
            L[a][b] += sign * q * x
    if max(sums) > 1:
        raise ValueError("weights at a node sum to more than 1")
    slow, fast = _inverse(_shifted(L, 1, top)), _inverse(_shifted(L, -1, most))
    noise = _trace(slow) + _trace(fast)  # on 1 the eigenvalues are s2 and 2 - s2
    noise -= 1 / top + 1 / most
    Y = _inverse(_shifted(L, 1, low))
    if factor is None:
        bias = _dot(Y, Y) - 1 / low**2
    else:
        form = _dot(factor, _product(Y, factor))
        bias = form**2 / _dot(factor, factor) if record["convex"] else _dot(YB := _product(Y, factor), YB)
    return bias + kappa / 2 * noise


def exact_bound(record: Mapping[str, Any]) -> Fraction:
    """What the record's certificate proves of all feasible weights. Raises ValueError for a cover that falls short."""
    n, edges, p, _ = _network(record)
    low, top, most, kappa, factor = _constants(record)
    certificate = record["certificate"]
    bias, slow, fast = (_centred(_matrix(certificate[name])) for name in ("bias", "slow", "fast"))
    eye = _centred([[Fraction(i == j) for j in range(n)] for i in range(n)])
    lines: list[tuple[Fraction, Matrix]] = []  # c_e = p_e sum of factor |row i - row j|^2
    if factor is None:
        G = _product(_transposed(bias), bias)
        GG = _product(G, G)
        constant = 3 * _dot(G, G) - 2 * low * _dot(GG, G)
        lines.append((Fraction(2), _product(bias, G)))
    else:
        share = 2 * max(Fraction(certificate["level"]), Fraction(0)) / _dot(factor, factor)
        constant = share * (2 * _dot(_centred(factor), bias) - low * _dot(bias, bias))
        constant -= share * Fraction(certificate["level"]) / 2
        lines.append((share, bias))
    for Z, shift, sign in ((slow, top, 1), (fast, most, -1)):
        constant += kappa / 2 * (2 * _dot(eye, Z) - shift * _dot(Z, Z))
        lines.append((sign * kappa / 2, Z))
    cover = [max(Fraction(y), Fraction(0)) for y in certificate["cover"]]
    raised = [Fraction(0)] * n
    for (i, j), q in zip(edges, p):
        c = q * sum(
            (factor_ * sum((a - b) ** 2 for a, b in zip(Z[i], Z[j])) for factor_, Z in lines), Fraction(0)
        )
        missing = max(c - cover[i] - cover[j], Fraction(0)) / 2
        raised[i], raised[j] = max(raised[i], missing), max(raised[j], missing)
    return constant - sum(cover) - sum(raised)


def _network(
    record: Mapping[str, Any],
) -> tuple[int, list[tuple[int, int]], list[Fraction], list[Fraction]]:
    edges = [(int(i), int(j)) for i, j in record["edges"]]
    p = [Fraction(q) for q in record["reliability"]]
    if not all(0 < q <= 1 for q in p):
        raise ValueError("a reliability lies in (0, 1]")
    return len(record["self_weights"]), edges, p, [Fraction(x) for x in record["weights"]]


def _constants(record: Mapping[str, Any]) -> tuple[Fraction, Fraction, Fraction, Fraction, Matrix | None]:
    factor = record["factor"]
    low, top, kappa = (Fraction(record[name]) for name in ("low", "top", "kappa"))
    most = Fraction(record.get("most", 2 - top))  # older files: nodes mix first
    return low, top, most, kappa, None if factor is None else _centred(_matrix(factor))


def _matrix(rows: Sequence[Sequence[float]]) -> Matrix:
    return [[Fraction(x) for x in row] for row in rows]


def _centred(rows: Matrix) -> Matrix:
    means = [sum(column, Fraction(0)) / len(rows) for column in zip(*rows)]
    return [[x - mean for x, mean in zip(row, means)] for row in rows]


def _transposed(A: Matrix) -> Matrix:
    return [list(column) for column in zip(*A)]


def _product(A: Matrix, B: Matrix) -> Matrix:
    columns = _transposed(B)
    return [[sum((a * b for a, b in zip(row, column)), Fraction(0)) for column in columns] for row in A]


def _dot(A: Matrix, B: Matrix) -> Fraction:
    return sum((a * b for row, other in zip(A, B) for a, b in zip(row, other)), Fraction(0))


def _trace(A: Matrix) -> Fraction:
    return sum((A[i][i] for i in range(len(A))), Fraction(0))


def _shifted(L: Matrix, sign: int, shift: Fraction) -> Matrix:
    return [[sign * x + (shift if i == j else 0) for j, x in enumerate(row)] for i, row in enumerate(L)]


def _inverse(A: Matrix) -> Matrix:
    """By elimination without exchanges, whose pivots are positive exactly where A is positive definite."""
    n = len(A)
    rows = [[*row, *(Fraction(i == j) for j in range(n))] for i, row in enumerate(A)]
    for k in range(n):
        if rows[k][k] <= 0:
            raise ValueError("outside the objective's domain: a matrix is not positive definite")
        pivot = rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(n):
            if i != k and rows[i][k]:
                factor = rows[i][k]
                rows[i] = [x - factor * y for x, y in zip(rows[i], pivot)]
    return [row[n:] for row in rows]


def main(words: Sequence[str]) -> int:
    if len(words) != 1:
        print("one FILE, as `optimize --objective learning --out FILE.json` writes it", file=sys.stderr)
        return 2
    with open(words[0], encoding="utf-8") as file:
        record = json.load(file)
    value, bound = exact_value(record), exact_bound(record)
    gap = float((value - bound) / value)
    print(f"value {float(value)!r}, optimum >= {float(bound)!r}, relative gap {gap:.3g}, exactly")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
