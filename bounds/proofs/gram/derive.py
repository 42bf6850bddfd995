"""The multipliers of a worst case as a derivation of the kernel: one line, whose remainder is a sum of squares.

K (value - objective) = sum of y * K * condition + multiples of interpolation and of the spectrum + equations of the
states at each round + squared lengths; of a given W without the K. What multiplies the equations follows from the rest:
states are put in terms of what is before them, from the last on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...kernel.squares import positive
from .named import Combination, NamedRun, combined
from .quadratic import Form
from .statement import Statement, Terms

__all__ = ["Identity", "Multipliers", "derived", "identity", "stated", "summed"]

ONE = Fraction(1)
LONG = 60  # names in one text


@dataclass(frozen=True)
class Multipliers:
    """Exact numbers: of conditions, of pairs (a, b, k) of points, of vectors of mixes (a square of each is told)."""

    conditions: Sequence[Fraction]
    pairs: Mapping[tuple[int, int, int], Fraction]
    mixes: Sequence[tuple[Fraction, Combination]]
    skew: Mapping[tuple[int, int], Fraction]


def stated(statement: Statement, claim: str, assume: Sequence[str]) -> dict[str, Any]:
    """The statement of a record: the run, its constants and its conditions."""
    at = {"mu": statement.mu, "L": statement.L, **statement.step}
    if statement.matrix is None:
        low, high = statement.ends
        at |= {"lam_n": low, "high": high} | (
            {} if statement.clients is None else {"K": Fraction(statement.clients)}
        )
        network: Any = "changing" if statement.changing else "one"
    else:
        network = {"matrix": [[str(w) for w in row] for row in statement.matrix]}
    algorithm = statement.algorithm
    told = {"let": dict(algorithm.let), "next": dict(algorithm.next), "start": dict(algorithm.start)}
    step = "eta" if "eta" in statement.step else "delta/(t + Gamma)"
    return {
        "family": "runs",
        "options": {"algorithm": told, "step": step, "network": network},
        "parameters": ["start"] * statement.common,
        "sizes": {},
        "claim": claim,
        "assume": list(assume),
        "where": {},
        "first": -1,
        "at": {name: str(value) for name, value in at.items()},
    }


def summed(terms: Terms, scaled: bool) -> str:
    """A sum of terms, each a mean over the clients, as text of a claim; scaled: gstar2 is of shares of gradients."""
    told = []
    for name, c in terms.items():
        whole = "(Fstar - minima_sum/K)" if name == "eps_star" else name
        each = "" if name.startswith(("error2", "gap", "eps_star")) else "/K"
        each = "*K" if scaled and name == "gstar2" else each
        told.append(f"{'' if c == 1 else f'{c}*'}{whole}{each}")
    return " + ".join(told).replace("+ -", "- ")


@dataclass(frozen=True)
class Identity:
    """objective = sum of y * condition's terms - facts - squares, as parts of a proof (see `Book.checked`).

    terms: the facts of losses and of W; lets: what names the vectors, and the lines before
    """

    lets: list[dict[str, Any]]
    terms: list[list[Any]]
    equations: list[list[str]]
    squares: dict[str, Any]

    def proof(self, over: list[str], *conditions: list[Any]) -> dict[str, Any]:
        """The proof with what the conditions add."""
        return {
            "over": over,
            "terms": [*conditions, *self.terms],
            "equations": self.equations,
            "squares": self.squares,
        }


def identity(statement: Statement, told: Multipliers, scale: Fraction = ONE) -> Identity | None:
    """What the multipliers say, times a number; None where what is left over is no sum of squares."""
    run = NamedRun(statement)
    form = Form(run)
    form.terms(statement.objective, -scale)
    for y, condition in zip(told.conditions, statement.conditions):
        form.terms(condition.terms, scale * y)
    pairs = {pair: scale * y for pair, y in told.pairs.items() if y}
    for (a, b, k), y in pairs.items():
        form.pair(a, b, k, y)
    squares: list[tuple[Fraction, Combination, int]] = []
    for c, vector in told.mixes:
        z = combined(*((run.mixes[i][0], w) for i, w in vector.items()))
        form.mix(z, combined(*((run.mixes[i][1], w) for i, w in vector.items())), scale * c)
        squares.append((scale * c, z, run.mixes[next(iter(vector))][2]))
    for (i, j), q in told.skew.items():
        form.add(run.mixes[i][0], run.mixes[j][1], scale * q, "apart")
        form.add(run.mixes[j][0], run.mixes[i][1], -scale * q, "apart")
    multipliers = form.eliminated()
    left = _vectors(run, form)
    if left is None:
        return None
    factor = 2 * (statement.L - statement.mu)
    terms: list[list[Any]] = []
    for (a, b, k), y in pairs.items():
        one, other = run.points[a], run.points[b]
        places = [one.at[k], other.at[k]] if other.at else [one.at[k]]
        rule = "interpolation" if other.at else "steep"
        terms.append([str(y / factor), [run.rule(rule, *places, k=k)]])
    terms += [[str(c), [run.rule("spectrum", run.text(z), t=t)]] for c, z, t in squares]
    equations = []
    for n in sorted({n for found in multipliers.values() for n in found}):
        equations += [[run.names[n].by, part] for part in _multipliers(run, n, multipliers)]
    lets: list[dict[str, Any]] = [
        {"let": f"{run.prefix}{i}", "is": name.text} for i, name in enumerate(run.names)
    ]
    for i, (gap, fact) in enumerate(run.flat):
        lets.append({"name": f"flat{i}", "claim": f"sq({gap}) <= 0", "proof": {"terms": [["1", [fact]]]}})
    return Identity(lets, terms, equations + _least(run, pairs), {"of": left})


def derived(statement: Statement, value: Fraction, told: Multipliers) -> dict[str, Any] | None:
    """The derivation of objective <= value, the sum of multipliers times bounds; None as for `identity`."""
    found = identity(statement, told)
    if found is None:
        return None
    over = [] if statement.matrix is not None else ["K > 0"]
    conditions = [[str(y), [f"assume{i}", *over]] for i, y in enumerate(told.conditions, 1) if y]
    scaled = statement.algorithm.uses("share")
    claim = f"{summed(statement.objective, scaled)} <= {value}"
    assume = [f"{summed(condition.terms, scaled)} <= {condition.bound}" for condition in statement.conditions]
    return {
        "kind": "derivation",
        "statement": stated(statement, claim, assume),
        "steps": found.lets,
        "conclusion": found.proof(over, *conditions),
    }


def _multipliers(run: NamedRun, n: int, equations: Mapping[str, Mapping[int, Combination]]) -> list[str]:
    """The vectors whose sum multiplies the equation of a name: u + J(v - u), of u apart from the mean and v in it."""
    if run.W is not None:
        return _parts(run, equations["equal"][n])
    apart = equations["apart"].get(n, {})
    found = _parts(run, apart)
    if run.names[n].mean is not None:
        return found
    rest = combined((equations["mean"].get(n, {}), ONE), (apart, -ONE))
    return found + [f"J({part})" for part in _parts(run, rest)]


def _parts(run: NamedRun, vector: Combination) -> list[str]:
    """A combination in texts that are not too long."""
    items = list(vector.items())
    return [run.text(dict(items[first : first + LONG])) for first in range(0, len(items), LONG)]


def _least(run: NamedRun, pairs: Mapping[tuple[int, int, int], Fraction]) -> list[list[str]]:
    """Multiples of F(c) = F*, which make the losses at the clients' own minimizers cancel."""
    found: dict[int, Fraction] = {}
    for (a, b, k), y in pairs.items():
        for point, sign in ((run.points[b], 1), (run.points[a], -1)):
            if point.name == "minima" and point.at:
                found[k] = found.get(k, Fraction(0)) + sign * y
    return [[run.numbered("own_least#", k), str(y)] for k, y in found.items() if y]


def _vectors(run: NamedRun, form: Form) -> list[list[str]] | None:
    """Texts of the vectors of a form that is a sum of squares, block by block; None where it is not proved to be one.

    A form in positions does not change when all of them move: one of them is then the origin of the others.
    """
    moving = {i for stack in (run.start, run.o) for part in stack for i in part}
    moving |= {i for point in run.points if point.name == "minima" for part in point.x for i in part}
    texts = []
    for block, product in form.blocks.items():
        used = sorted({i for key, c in product.items() if c for i in key})
        placed = [i for i in used if i in moving] if block != "apart" else []
        origin = next((i for i in placed if i in run.o[0]), placed[-1] if placed else None)
        free = [i for i in used if i != origin]
        matrix = [
            [product.get((min(i, j), max(i, j)), Fraction(0)) / (1 if i == j else 2) for j in free]
            for i in free
        ]
        if not positive(matrix):
            return None
        told = [f"{run.prefix}{i}" + (f" - {run.prefix}{origin}" if i in placed else "") for i in free]
        texts.append(
            told if block == "equal" else [f"J({v})" if block == "mean" else f"{v} - J({v})" for v in told]
        )
    return texts
