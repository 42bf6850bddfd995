"""Quadratic forms in the named vectors of a run, and what multiplies the equations of states that are left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from .named import Combination, NamedRun, combined
from .statement import Terms, term

__all__ = ["Form"]

ONE = Fraction(1)
Product = dict[tuple[int, int], Fraction]


@dataclass
class Form:
    """A quadratic form in named vectors, one for each block: means and deviations of a class, or vectors of clients."""

    run: NamedRun
    blocks: dict[str, Product] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = ("mean", "apart") if self.run.W is None else ("equal",)
        self.blocks = {name: {} for name in names}

    def add(self, u: Mapping[int, Fraction], v: Mapping[int, Fraction], c: Fraction, only: str = "") -> None:
        """c <u, v>, of one block only where it is named."""
        for block in [only] if only else self.blocks:
            product = self.blocks[block]
            for i, a in u.items():
                for j, b in v.items():
                    key = (i, j) if i <= j else (j, i)
                    product[key] = product.get(key, Fraction(0)) + c * a * b

    def square(self, u: Mapping[int, Fraction], c: Fraction, only: str = "") -> None:
        self.add(u, u, c, only)

    def terms(self, told: Terms, factor: Fraction) -> None:
        """factor times a sum of terms; of a class K times it."""
        run, each = self.run, Fraction(1, self.run.copies)
        o, star = run.o, next((point for point in run.points if point.name == "star"), None)
        for name, coefficient in told.items():
            kind, t = term(name)
            c, x = factor * coefficient, run.models[t]
            if run.W is None:
                away = (x - o)[0]
                only = {"error2": "mean", "spread2": "apart"}.get(kind, "")
                if kind in ("error2", "spread2", "distance2"):
                    self.square(away, c, only)
                elif kind == "gradients2":
                    self.square(run.gradient(x)[0], c)
                elif kind == "gstar2" and star:
                    self.square(star.g[0], c)
                continue
            mean = run.average(x)
            parts: Iterable[Combination] = ()
            if kind in ("error2", "distance2"):
                self.square((mean - o)[0], c)
            if kind in ("spread2", "distance2"):
                parts = x - mean
            elif kind == "gradients2":
                parts = run.gradient(x)
            elif kind == "gstar2" and star:
                parts = star.g
            for part in parts:
                self.square(part, c * each)

    def pair(self, a: int, b: int, k: int, y: Fraction) -> None:
        """y times what interpolation says is not positive: see `inequalities`."""
        run, q = self.run, self.run.statement.mu / self.run.statement.L
        one, other, L = run.points[a], run.points[b], run.statement.L
        c = y / (2 * (1 - q))
        dx, dg = combined((one.x[k], ONE), (other.x[k], -ONE)), combined((one.g[k], ONE), (other.g[k], -ONE))
        if other.at:
            self.add(other.g[k], dx, y)
            self.square(dx, c * q * L)
            self.add(dg, dx, -2 * c * q)
        self.square(dg, c / L)

    def mix(self, z: Combination, y: Combination, c: Fraction) -> None:
        """c times low high |z|^2 + |W z|^2 - (low + high) <z, W z>, of deviations."""
        low, high = self.run.statement.ends
        self.square(z, c * low * high, "apart")
        self.square(y, c, "apart")
        self.add(z, y, -c * (low + high), "apart")

    def eliminated(self) -> dict[str, dict[int, Combination]]:
        """What multiplies the equation of each name, in each block; the form is then one in free vectors."""
        found: dict[str, dict[int, Combination]] = {block: {} for block in self.blocks}
        for block, product in self.blocks.items():
            rows: dict[int, Combination] = {}  # coefficients of <i, j>, at i and at j

            def put(i: int, j: int, c: Fraction, rows: dict[int, Combination] = rows) -> None:
                for one, other in {(i, j), (j, i)}:
                    row = rows.setdefault(one, {})
                    row[other] = row.get(other, Fraction(0)) + c

            for (i, j), c in product.items():
                put(i, j, c)
            for n in range(len(self.run.names) - 1, -1, -1):
                name = self.run.names[n]
                kept = getattr(name, block) if block != "equal" else None
                value = name.equal if kept is None else kept
                if value is None or n not in rows:
                    continue
                # own <n, n> + <n, row> = <n - value, own (n + value) + row> + the same with value for n
                row = rows.pop(n)
                own = row.pop(n, Fraction(0))
                for j in row:
                    del rows[j][n]
                if kept is None:
                    found[block][n] = combined((row, ONE), ({n: ONE}, own), (value, own))
                for i, a in value.items():
                    for j, c in row.items():
                        put(i, j, a * c)
                    for j, b in value.items():
                        put(i, j, own * a * b)
            self.blocks[block] = {
                (i, j): c for i, row in rows.items() for j, c in row.items() if i <= j and c
            }
        return found
