"""Worst cases of left over right as the lines of a derivation of left <= right, or of left <= c right.

right is the largest of sums S. Of squares, right - left = sum_j y_j (right - S_j) + (1 - sum_j y_j) right + what the
worst case leaves over. Of norms the same is said of right^2 and left^2. A sum of two norms u + v is cut in cases: where
u is between (m - h) right and (m + h) right,

    (1 + h^2/(m (1 - m))) right^2 >= u^2/m + v^2/(1 - m),

as right^2 less these is ((right - u)^2 - v^2)/(1 - m) + ((m + h) right - u) (u - (m - h) right)/(m (1 - m)). Of more
norms right^2 is at least the sum of the squares.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import isqrt
from typing import Any

from mixproof.spectral.errors import InputError

from ...kernel.derivation import Book
from ...kernel.statement import statement, unknown
from ...kernel.text import parse
from .derive import Multipliers, identity, stated
from .maxima import steps_down
from .nonnegative import nonnegative
from .question import Question
from .right import Place
from .sizes import Part, Size
from .statement import Statement

__all__ = ["Ratio", "told_at"]

NAMES = re.compile(r"[A-Za-z_]\w*")
SPOKEN = ("lam", "chi2", "minima_min", "m")  # numbers that a record has only where they are read
Piece = tuple[Statement, list[Place], Multipliers]


@dataclass(frozen=True)
class Ratio:
    """value: of left over right (of their squares, where they are norms) in every piece of a cover of {right <= 1}.

    finer: into how many pieces sums of two norms are cut; pieces in the order of `sizes.cells`
    """

    value: Fraction
    right: Size
    finer: int
    pieces: Sequence[Piece]


def told_at(question: Question, found: Mapping[int, Ratio], c: Fraction) -> dict[str, Any]:
    """The record of left <= c right at these rounds."""
    variant, base, given = question.variant, question.base, question.given
    right = variant.right if c == 1 else f"{c}*({variant.right})"
    own = stated(base, f"{variant.left} <= {right}", variant.assume)
    read = {
        name
        for text in (variant.left, right, *variant.assume, *variant.where.values())
        for name in NAMES.findall(text)
    }
    read |= {"minima_min"} if "tilde_minima_min" in read else set()
    own["parameters"] += [name for name in SPOKEN if name in read]
    at = {name: str(given[name]) for name in ("lam", "m") if name in given and name in read}
    if base.matrix is not None:
        ends = {name: str(given[name]) for name in ("lam", "lam_n")}
        own["options"] = {**own["options"], "network": {**own["options"]["network"], **ends}}
        at.pop("lam", None)
    own |= {"at": own["at"] | at, "where": dict(variant.where), "first": 0, "rounds": sorted(found)}
    book = statement(own | {"assume": []}).book()  # runs know no self-weights, and need no assumption on them
    own["assume"] = [text for text in own["assume"] if not unknown(book, parse(text))]
    stands = statement(own)
    lines = [
        _Lines(question, t, ratio, right, c, stands.book(t=t)).lines() for t, ratio in sorted(found.items())
    ]
    return {"kind": "derivation", "statement": own, "rounds": lines}


def rooted(q: Fraction) -> tuple[Fraction, int]:
    """s and k of sqrt(q) = s sqrt(k), as claims write roots: k without small square factors.

    >>> rooted(Fraction(9, 8))
    (Fraction(3, 4), 2)
    """
    k, s = q.numerator * q.denominator, 1
    for p in (*range(2, 200), isqrt(k)):
        while p > 1 and k % (p * p) == 0:
            k, s = k // (p * p), s * p
    return Fraction(s, q.denominator), k


@dataclass(frozen=True)
class _Lines:
    """The lines of one round. right: the text of c right."""

    question: Question
    t: int
    ratio: Ratio
    right: str
    c: Fraction
    book: Book

    @property
    def of_class(self) -> bool:
        return self.question.base.matrix is None

    @property
    def power(self) -> int:
        """That of K in left, where it is no mean over the clients."""
        return int(self.question.metric in ("spread2", "distance2"))

    @property
    def over(self) -> list[str]:
        """The factor of both sides: worst cases of a class are given times K."""
        return ["K > 0"] * (self.of_class and not self.power)

    def lines(self) -> dict[str, Any]:
        left, right, sizes = self.question.variant.left, self.right, list(self.sizes())
        self.book.steps(sizes)
        if not self.question.rooted:
            (piece,) = self.ratio.pieces
            steps, proof = self.piece(piece, {})
            return {"steps": [*sizes, *steps], "conclusion": proof}
        cut = [i for i, parts in enumerate(self.ratio.right.sums) if len(parts) == 2]
        steps = self.cases(f"({left})**2 <= ({right})**2", iter(self.ratio.pieces), cut, {}, "squares")
        sign = {"terms": [["1", [f"{right} >= 0"]]]}
        root = {
            "name": "bounded_by",
            "claim": f"{left} <= {right}",
            "root": {"terms": [["1", ["squares"]]]},
            "sign": sign,
        }
        return {"steps": [*sizes, *steps, root], "conclusion": {"terms": [["1", ["bounded_by"]]]}}

    def sizes(self) -> Iterator[dict[str, Any]]:
        """Lines that the quantities of which roots are read are >= 0."""
        own = self.question
        names = {part.name for parts in self.ratio.right.sums for part in parts} | {
            f"{own.metric}({self.t + own.ahead})"
        }
        for i, name in enumerate(
            sorted(names - {"", "chi2", "Fstar", "minima", "least"}) if own.rooted else ()
        ):
            if self.of_class and not name.startswith("eps"):
                continue  # a length: its square is one
            text, power = self.named(name)
            terms = list(
                nonnegative(
                    own.base, name, Fraction(1) if self.of_class else self.clients**-power, self.power
                )
            )
            yield {"name": f"size_{i}", "claim": f"{text} >= 0", "proof": {"terms": terms}}

    def cases(
        self, claim: str, pieces: Iterator[Piece], cut: list[int], at: Mapping[int, int], name: str
    ) -> list[dict[str, Any]]:
        """The line of the squares, in cases of each sum of two norms that is not yet cut."""
        if not cut:
            steps, proof = self.piece(next(pieces), at)
            return [*steps, {"name": name, "claim": claim, "proof": proof}]
        (i, *rest), n = cut, self.ratio.finer
        u = self.norm(self.ratio.right.sums[i][0])
        blocks = [self.cases(claim, pieces, rest, {**at, i: k}, f"{name}_{i}_{k}") for k in range(n)]
        steps = blocks.pop()
        for k in range(n - 2, -1, -1):
            ends = [f"{u} {sign} {Fraction(k + 1, n)}*({self.right})" for sign in ("<=", ">=")]
            one = {"claim": claim, "cases": ends, "lines": [blocks.pop(), steps]}
            steps = [{"name": f"{name}_from{k}", **one}]
        return [*steps[:-1], {**steps[-1], "name": name}]

    def piece(self, piece: Piece, at: Mapping[int, int]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """The lines and the proof of one worst case; at: the piece that each sum of two norms is in."""
        statement, places, told = piece
        rest, terms = Fraction(1), list[list[Any]]()
        for y, place in zip(told.conditions, places):
            share = y / self.c ** (1 + self.question.rooted)
            rest -= share
            if y:
                terms += (self.of_norms if self.question.rooted else self.of_squares)(share, place, at)
                terms += self.left_out(y, place)
        if rest and self.question.rooted:
            terms.append([str(rest), self.over, self.right])
        elif rest:  # c right >= c S >= 0 of the first sum
            place, condition = places[0], statement.conditions[0]
            terms += self.of_squares(rest, place, at)
            terms += self.left_out(rest * self.c, place)
            for name, coefficient in condition.terms.items():
                terms += nonnegative(self.question.base, name, coefficient * rest * self.c, self.power)
        found = identity(statement, told, Fraction(1) if self.of_class else self.clients**self.power)
        assert found is not None
        return found.lets, found.proof(self.over, *terms)

    @property
    def clients(self) -> Fraction:
        return Fraction(len(self.question.base.matrix or "1"))

    def of_squares(self, share: Fraction, place: Place, at: Mapping[int, int]) -> Iterator[list[Any]]:
        """share of c right >= c S."""
        parts = [f"{self.c * part.q}*{self.size(part)}" for part in self.ratio.right.sums[place.sum]]
        for c, facts in self.above(" + ".join(parts).replace("+ -", "- ")):
            yield [str(share * c), [*self.over, *facts]]

    def above(self, total: str) -> list[tuple[Fraction, list[str]]]:
        """c right >= a sum of it, as products of facts."""
        found = steps_down(self.book, self.book.at("now").number(f"{self.right} - ({total})"))
        if found is None:
            raise InputError(
                "right", self.right, "no proof found: it is not seen to be the largest of its sums"
            )
        return found

    def left_out(self, y: Fraction, place: Place) -> Iterator[list[Any]]:
        """y times what the sum has more than the condition of the worst case says."""
        units = Fraction(1) if self.of_class else self.clients**self.power
        if place.chi2:
            yield [
                str(y * place.chi2 * (units if self.of_class else units / self.clients)),
                [f"{place.round} bounded"],
            ]
        for c, fact in (
            (place.mean, "tilde_minima_sum >= 0"),
            (place.apart, "tilde_minima_sum >= minima_min"),
        ):
            if c:
                yield [str(y * c * units), [*["K > 0"] * self.of_class, fact]]

    def of_norms(self, share: Fraction, place: Place, at: Mapping[int, int]) -> Iterator[list[Any]]:
        """share of (c right)^2 >= the squares of the condition."""
        norms, right, over = (
            [self.norm(part) for part in self.ratio.right.sums[place.sum]],
            self.right,
            self.over,
        )
        total = " + ".join(norms)
        if len(norms) == len(self.ratio.right.sums) == 1:
            return  # right is that root
        if len(norms) == 2:
            u, v = norms
            m, h = Fraction(2 * at[place.sum] + 1, 2 * self.ratio.finer), Fraction(1, 2 * self.ratio.finer)
            share /= 1 + h * h / (m * (1 - m))
            ends = [f"{u} <= {m + h}*({right})", f"{u} >= {m - h}*({right})"]
            yield [str(share / (m * (1 - m))), [*over, *ends]]
            for c, facts in self.above(total):
                yield [str(c * share / (1 - m)), [*over, *facts, f"{right} - {u} + {v} >= 0"]]
            return
        for c, facts in self.above(total):
            yield [str(c * share), [*over, *facts, f"{right} + {total} >= 0"]]
        for u, v in combinations(norms, 2):
            yield [str(2 * share), [*over, f"{u} >= 0", f"{v} >= 0"]]

    def size(self, part: Part) -> str:
        """A quantity as text: of clients as a whole, where left is so."""
        name, power = self.named(part.name)
        return name + {0: "", 1: "*K", 2: "*K**2", -1: "/K"}[power]

    def norm(self, part: Part) -> str:
        """c times the root of q times such a quantity, as text."""
        name, power = self.named(part.name)
        s, k = rooted(part.q)
        root = re.sub(r"^(spread|error|distance)2|^gstar2$", lambda found: found[0][:-1], name)
        told = f"sqrt({k}*{name})" if root == name else root if k == 1 else f"sqrt({k})*{root}"
        return f"{self.c * s}*{told}" + {0: "", 1: "*sqrt(K)", 2: "*K", -1: "/sqrt(K)"}[power]

    def named(self, name: str) -> tuple[str, int]:
        """The name of a quantity in texts, and the power of K by which what is said of a client, or of all, differs."""
        kind = name.partition("(")[0]
        power = self.power - (kind in ("spread2", "distance2", "eps0", "gradients2"))
        if kind == "gstar2":
            power += 1 if self.question.scaled else -1
        return {"minima": "tilde_minima_sum", "least": "minima_min"}.get(name, name), power
