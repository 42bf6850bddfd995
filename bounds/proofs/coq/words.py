"""Roots, maxima, powers, exponentials, sums over rounds and indices: as written, with equations to the normal form."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from ...kernel.formulas import Formulas
from ...kernel.poly import Poly, poly
from ...kernel.text import Node, ranged
from .part import Part
from .terms import EXTREMES, Unsupported, brackets, exactly, index_sum, variable


def inner(text: str) -> str:
    """An argument: in brackets unless it is one word or has them."""
    return text if text.isidentifier() or text[0] == "(" else f"({text})"


class Words(Part):
    """The words of formulas that need more than a term."""

    def replaced(self, shown: str, text: str, value: Poly, needs: list[str], met: list[Poly]) -> str:
        """Puts a number's normal form in the place of its text, which is shown so; nothing where they are alike."""
        normal = self.poly(value)
        if text in (normal, f"({normal})"):
            return ""
        inner = f"{self.rewrites(needs).replace('. ', '; ')}{self.field.within(value, *met)}"
        return f"replace {shown} with ({normal}) by ({inner}). "

    def equal_inside(self, name: str, node: Node, where: Formulas) -> str:
        """exp or ln, of what is inside in normal form."""
        text, inside, needs, met = self.verbatim.read(node.parts[0], where)
        if not inside or inside.constant() == 1:
            raise Unsupported(f"{name} of a number")
        left, right = f"{name} {inner(text)}", f"{name} ({self.poly(inside)})"
        closed = lambda: f"apply f_equal. {self.rewrites(needs)}{self.close(inside, *met)}"  # noqa: E731
        self.verbatim.needs += [*needs, self.equation("argument", left, right, closed)]
        return f"({left})"

    def square_root(self, text: str, square: Poly, root: Poly) -> str:
        left = f"sqrt {inner(text)}"
        for key, c in root.items():
            for a, _ in key:
                outside = Poly({tuple(f for f in key if f[0] != a): c})
                taken = (
                    self.space.atoms[a][0] == "r"
                    and outside.constant() is None
                    and self.book.positive(outside)
                )
                if taken and not self.book.positive(
                    inside := self.space.parts(self.space.atoms[a])[0], strict=False
                ):
                    self.field.taken_out[inside.key] = (square, self.space.normal(outside * outside))
        needs, met = list(self.verbatim.needs), list(self.verbatim.met)

        def proof() -> str:
            replaced = self.replaced(brackets(text), text, square, needs, met)
            return replaced + self.field.root_proof(square, root)

        return self.verbatim.needing("root", left, root, proof)

    def largest(self, name: str, node: Node, where: Formulas) -> str:
        """max, min = -max(-...), |a| = max(a, -a): the kernel's maximum has its numbers in an order of its own."""
        read = [self.verbatim.read(part, where) for part in node.parts]
        texts = [inner(text) for text, *_ in read]
        total = where.number(node)
        word = {"max": "Rmax", "min": "Rmin"}.get(name, "Rabs")
        text = f"({word} {texts[-1]})" if name == "abs" else texts[-1]
        for one in reversed(texts[:-1]):
            text = f"({word} {one} {text})"

        def proof() -> str:
            steps = "".join(self.replaced(one, one, v, n, m) for one, (_, v, n, m) in zip(texts, read))
            values = [v for _, v, _, _ in read]
            negative = [] if name == "max" else values
            if negative:
                steps += f"rewrite ?{'min_max' if name == 'min' else 'abs_max'}, ?Ropp_involutive. "
            steps += "".join(
                f"replace (- ({self.poly(v)})) with ({self.poly(-v)}) by ({self.field.within(v)}). "
                for v in negative
            )
            atoms = [a for key in total for a, _ in key if self.space.atoms[a][0] == "m"]
            wanted = {-v for v in values} if name == "min" else {*values, *(-v for v in negative)}
            for a in dict.fromkeys(atoms):
                if {p.key for p in self.space.parts(self.space.atoms[a])} == {p.key for p in wanted}:
                    one, two = ("one'", "two'") if "one" in self.terms.used else ("one", "two")
                    return (
                        f"{steps}match goal with |- context [Rmax ?{one} ?{two}] => "
                        f"replace (Rmax {one} {two}) with ({self.terms.atom(a)}) by same_max end. {self.close(total)}"
                    )
            return f"{steps}max_numbers. {self.close(total)}"

        return self.verbatim.needing("max", text[1:-1], total, proof)

    def power(self, node: Node, where: Formulas) -> str:
        base, exponent = node.parts
        text = self.verbatim.scalar(base, where)
        p = where.number(exponent)
        printed = where.at("now").number(exponent) if where.time in ("start", "next") else None
        stated = self.by_states(printed)  # whose value one round later, or at the start, is a hypothesis
        n = p.constant()
        if n is not None and not (stated and where.time == "start"):
            n = Fraction(n)
            if n.denominator == 1 and n >= 0:
                return f"({text} ^ {n.numerator})"
            if n.denominator == 1:
                self.verbatim.met += [where.number(node), where.number(base)]
                return f"(/ ({text} ^ {-n.numerator}))"
            if n == Fraction(1, 2):
                return self.square_root(text, where.number(base), where.number(node))
            raise Unsupported("an exponent that is neither whole nor a half")
        mixed = len({c > 0 for key, c in p.items() if key}) > 1  # a power of its own for the kernel
        _, inside, needs, met = self.verbatim.read(base, where)
        self.verbatim.needs += needs
        above, below = (
            Poly({key: abs(c) for key, c in p.items() if (c > 0) == sign}) for sign in (True, False)
        )
        if below and not mixed and (where.time != "next" or not self.space.moves(p)):
            self.verbatim.met += [where.number(node), inside]
            texts = [
                self.power_of(text, inside, n, where.power(inside, n), needs, met)[0]
                if n.constant() is None
                else f"{inner(text)} ^ {n.constant() or 0}"
                for n in (above, below)
            ]
            return f"({texts[0]} / ({texts[1]}))"
        time = where.time if where.time == "next" or stated else "now"
        return f"({self.power_of(text, inside, p, where.number(node), needs, met, time, printed)[0]})"

    def power_of(
        self,
        text: str,
        inside: Poly,
        exponent: Poly,
        value: Poly,
        needs: list[str],
        met: list[Poly],
        time: Any = "now",
        printed: Poly | None = None,
    ) -> tuple[str, str]:
        """(a power with a whole exponent that is no number, the exponent), and the equation to the kernel's form.

        printed: the exponent as it is written, where it stands at another time
        """
        n, content, known = self.exponent(exponent)
        shown = n
        if time != "now" and printed is not None:
            with self.terms.at_round(self.other_round(time)):
                shown = self.exponent(printed)[0]
        left = f"{inner(text)} ^ {shown}"

        def proof() -> str:
            steps = ""
            if shown != n:
                steps = f"replace ({shown})%nat with ({n})%nat by {self.one_later(printed, exponent, time)}. "
            steps += f"{'rewrite pow_add. ' if known else ''}{'rewrite pow_mult. ' if content != 1 else ''}"
            steps += self.replaced(inner(text), text, inside, needs, met)
            return f"{steps}apply pow1." if inside.constant() == 1 else f"{steps}{self.close(value)}"

        if left != self.poly(value):
            self.verbatim.needs.append(self.equation("power", left, self.poly(value), proof))
        return left, n if n.isidentifier() else f"({n})%nat"

    def by_states(self, p: Poly | None) -> bool:
        """Whether a number speaks of states."""
        return any(self.space.atoms[a][1] in self.setting.states for key in p or () for a, _ in key)

    def other_round(self, time: str) -> str:
        return "0%nat" if time == "start" else f"(S {self.terms.round})"

    def one_later(self, printed: Poly | None, exponent: Poly, time: str) -> str:
        """The tactic that proves that an exponent at another round is what its states are there."""
        if printed is None or not self.by_states(printed):
            return "ring"
        with self.terms.at_round(self.other_round(time)):
            before = self.differences([printed])
        return (
            f"(apply INR_eq; rewrite ?plus_INR, ?mult_INR; {before}{self.states.moved_to(time)}"
            f"{self.differences([exponent])}rewrite ?plus_INR, ?mult_INR; cbn [INR]; ring)"
        )

    def differences(self, exponents: Iterable[Poly]) -> str:
        """Rewrites differences of whole numbers, which are >= 0, as differences of real numbers."""
        primitive = [(p - poly(p.get((), 0))).primitive()[1] for p in exponents]
        names = [self.difference(p) for p in primitive if any(c < 0 for c in p.values())]
        return self.rewrites(names).replace(". ", "; ")

    def difference(self, p: Poly) -> str:
        def proof() -> str:
            numbers = "rewrite ?plus_INR, ?mult_INR; cbn [INR]; "
            sign = self.signs.not_negative(p)
            return (
                f"rewrite minus_INR; [{numbers}ring |]. apply INR_le, le_line. refine (moved _ {sign}). "
                f"{numbers}{self.close(p)}"
            )

        return self.equation("whole", f"INR {brackets(self.terms.whole(p))}", self.poly(p), proof)

    def exponent(self, p: Poly) -> tuple[str, Fraction, Fraction]:
        """(a whole number, its factor, what is added to it)."""
        known = Fraction(p.get((), 0))
        content, primitive = (p - poly(known)).primitive()
        if content.denominator != 1 or known.denominator != 1 or known < 0:
            raise Unsupported("an exponent that is no whole number")
        unit = self.terms.whole(primitive).removesuffix("%nat")
        whole = unit if content == 1 else f"({unit} * {content.numerator})"
        return f"({whole} + {known.numerator})" if known else whole, content, known

    def running_sum(self, node: Node, where: Formulas) -> str:
        """A sum or mean over rounds: over all before t, and single ones before or after."""
        told = ranged(node)
        assert told is not None
        name, first, last, body = told
        t = self.space.scalar("t")
        if node.value in ("max", "min"):
            return self.extreme_over(f"{node.value} over rounds", name, body, node, where)
        low, end = int(where.number(first).constant() or 0), where.number(last) + 1
        past, begin = (end - t).constant(), 0
        if past is None:  # at the start as at any round, so that the one is the other at round 0
            begin = 0 if where.time == "start" else low
            text, after = "0", [poly(s) for s in range(begin, int(end.constant() or 0))]
        else:
            text, after = self.all_before(name, body, where), [t + s for s in range(int(past))]
        for s_ in after:
            text = f"({text} + {self.one_round(name, s_, body)})"
        for s in range(low - begin):
            text = f"({text} - {self.one_round(name, poly(s), body)})"
        if node.value == "sum":
            return text
        count = end - poly(low)
        self.verbatim.met += self.verbatim.divisor(count, where)
        return f"({text} / ({self.poly(count)}))"

    def extreme_over(self, word: str, name: str, body: Node, node: Node, where: Formulas) -> str:
        told, total = ranged(node), where.number(node)
        assert told is not None
        low, upto = where.number(told[1]).constant() or 0, where.number(told[2]) + 1
        now = self.book.at("now")
        with self.book.at_every_round(), self.terms.summand() as s:
            text, value, needs, met = self.in_round(
                name, self.space.scalar("t"), lambda: self.verbatim.read(body, now)
            )
            equation = self.equation(
                "summand", text, self.poly(value), lambda: f"{self.rewrites(needs)}{self.close(value, *met)}"
            )
        left = self.terms.extreme(word, low, upto, lambda: text)
        proof = f"apply {EXTREMES[word]}_ext. intro {s}. {exactly(equation)}."
        self.verbatim.needs.append(self.equation("extreme", left, self.poly(total), proof))
        return f"({left})"

    def sum_over_index(self, name: str, body: Node, where: Formulas) -> str:
        """A sum over an index, and the equation to its normal form."""
        with self.verbatim.bound(name, where) as (index, inner):
            text, value, needs, met = self.verbatim.read(body, inner)
        left, middle, equation = (
            index_sum(index, text),
            index_sum(index, self.poly(value)),
            self.sums.summed(index, value),
        )
        last = f"{exactly(equation)}."

        def proof() -> str:
            inside = f"{self.rewrites(needs)}{self.close(value, *met)}".removesuffix(".").replace(". ", "; ")
            return f"transitivity ({middle}); [apply sum_ext; intro {variable(index)}; {inside} |]. {last}"

        return self.verbatim.needing("total", left, self.space.total(index, value), proof)

    def one_round(self, name: str, s: Poly, body: Node) -> str:
        ahead = (s - self.space.scalar("t")).constant()
        time = "start" if not s else "next" if ahead == 1 else "now"
        return str(self.in_round(name, s, lambda: self.verbatim.scalar(body, self.book.at(time))))

    def in_round(self, name: str, s: Poly, read: Callable[[], Any]) -> Any:
        return self.book.with_round(name, s, read)

    def all_before(self, name: str, body: Node, where: Formulas) -> str:
        """sum(s < t, body), and the equation to the kernel's running sums."""
        t, now = self.space.scalar("t"), self.book.at("now")
        with self.terms.summand() as inner:
            text, value, needs, met = self.in_round(name, t, lambda: self.verbatim.read(body, now))
        total = where.running(name, body)
        left = f"before {self.terms.round} (fun {inner} => {text})"
        self.verbatim.needs.append(
            self.over_rounds(left, text, value, total, lambda: self.rewrites(needs), met)
        )
        self.verbatim.met.append(total)
        return f"({left})"

    def over_rounds(
        self, left: str, text: str, value: Poly, total: Poly, begin: Callable[[], str], met: list[Poly]
    ) -> str:
        """The sum before t of a text, which is the polynomial value, as the kernel's running sums.

        What stays the same from round to round comes out of it.
        """
        outer, parts, pulled = self.terms.round, [], []
        with self.terms.summand() as inner:
            for key, c in sorted(value.items()):
                moving = [f for f in key if self.space.moves(Poly({((f[0], 1),): 1}))]
                still = Poly({tuple(f for f in key if f not in moving): c})
                parts.append(f"({self.poly(still)}) * ({self.terms.monomial(moving)})")
                rest = (
                    f"before {outer} (fun {inner} => {self.terms.monomial(moving)})"
                    if moving
                    else f"INR {outer}"
                )
                pulled.append(f"({self.poly(still)}) * {rest}")
            ordered = " + ".join(parts) or "0"
            equation = self.equation("summand", text, ordered, lambda: f"{begin()}{self.close(value, *met)}")
        step = exactly(equation)

        def proof() -> str:
            middle = f"before {self.terms.round} (fun {inner} => {ordered})"
            return (
                f"transitivity ({middle}); [apply before_ext; intro {inner}; {step} |]. "
                f"transitivity ({' + '.join(pulled) or '0'}); "
                f"[rewrite ?before_add, ?before_scale, ?before_one; reflexivity |]. {self.close(total)}"
            )

        return self.equation("running", left, self.poly(total), proof)
