"""Sums over an index: the kernel's way to their normal form, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from ...kernel.poly import Poly, merged, poly
from .part import Part
from .terms import Unsupported, index_sum, renamed, variable
from .traced import Info

Factors = list[tuple[int, int]]


class Sums(Part):
    """A nested sum is its indices, outermost first, and the factors of what is summed, none of them a sum."""

    def begin(self) -> None:
        self.rows: dict[str, Info] = {}  # hypotheses that a row sums to 1

    def summed(self, index: str, p: Poly) -> str:
        """The equation: the sum over an index of a polynomial is the kernel's."""
        total, parts, pulled, names = self.space.total(index, p), [], [], []
        beside: list[Poly] = []  # what the sum is made of, without what needs a sign under it
        for key, c in sorted(self.space.normal(p).items()):
            inside = [f for f in key if index in self.space.free(f[0])]
            outside = self.poly(Poly({tuple(f for f in key if f not in inside): c}))
            beside.append(
                Poly({tuple(f for f in key if f not in inside or self.space.atoms[f[0]][0] not in "ir"): c})
            )
            parts.append(f"({outside}) * ({self.terms.monomial(inside)})")
            whole = index_sum(index, self.terms.monomial(inside))
            pulled.append(f"({outside}) * {whole}")
            names.append(self.monomial_sum(index, whole, inside))
        ordered = index_sum(index, " + ".join(parts) or "0")

        def proof() -> str:
            return (
                f"transitivity ({ordered}); [apply sum_ext; intro {variable(index)}; {self.field.within(p)} |]. "
                f"transitivity ({' + '.join(pulled) or '0'}); "
                "[rewrite ?sum_add, ?sum_scale, ?sum_zero; reflexivity |]. "
                f"{self.rewrites(names)}{self.close(total, *beside)}"
            )

        return self.equation("sum", index_sum(index, self.poly(p)), self.poly(total), proof)

    def monomial_sum(self, index: str, whole: str, inside: Factors) -> str:
        """The equation of the sum of one monomial, each of whose factors has the index."""
        order, factors, total = [index], list[tuple[int, int]](), poly(1)
        for a, e in inside:
            atom = self.space.atoms[a]
            if atom[0] != "S":
                factors.append((a, e))
                continue
            for _ in range(e):
                new = {f"#{self.space.level(atom)}_{x}": self.space.new() for x in range(atom[1])}
                order += new.values()
                factors += [(self.space.rename(b, new), n) for b, n in atom[2]]
        factors = list(merged(factors))
        steps = [self.flattened(inside, factors, order)]
        texts = [self.nested_sum(order, factors)]
        while (step := self.space._shorter(order, factors)) is not None:
            left, rest, factor = step
            gone = next((i for i in order if i not in left), "")
            moved = [*(i for i in order if i != gone), *([gone] if gone else [])]
            if moved != order:
                steps.append(self.permuted(order, moved))
                texts.append(self.nested_sum(moved, factors))
            if factor == self.space.scalar(self.space.size):
                rest = list(merged([*rest, *next(iter(factor))]))
            steps.append(self.shortened(left, gone, factors, rest))
            texts.append(self.nested_sum(left, rest))
            order, factors = left, rest
        # what is left falls apart into sums that are connected
        ordered, names = list[str](), {}
        outside = [f for f in factors if not self.space.free(f[0]) & set(order)]
        product: Factors = list(outside)
        waiting = list(order)
        while waiting:
            connected = {waiting[0]}
            while more := {
                i
                for a, _ in factors
                if (own := self.space.free(a) & set(order)) & connected
                for i in own - connected
            }:
                connected |= more
            waiting = [i for i in waiting if i not in connected]
            part = [f for f in factors if self.space.free(f[0]) & connected]
            (key,) = self.space._closed(sorted(connected), part)
            ((a, _),) = key
            level, wanted = self.space.level(self.space.atoms[a]), self.space.atoms[a][2]
            for one in permutations(sorted(connected)):
                to = {i: f"#{level}_{x}" for x, i in enumerate(one)}
                if merged((self.space.rename(b, to), n) for b, n in part) == wanted:
                    ordered += one
                    names[a, len(ordered)] = {v: k for k, v in to.items()}
                    break
            else:
                raise Unsupported("a sum over indices whose order was not found again")
            product.append((a, 1))
            total = total * self.space.atom(*self.space.atoms[a])
        total = total * Poly({merged(outside): 1})
        if ordered != order:
            steps.append(self.permuted(order, ordered))
            texts.append(self.nested_sum(ordered, factors))
        last = f"symmetry. {self.brought_out(product, factors, ordered, list(names.values()))}"
        chain = "".join(f"transitivity ({text}). {{ {step} }} " for text, step in zip(texts, steps))
        return self.equation("sum", whole, self.poly(total), lambda: f"{chain}{last}")

    def nested_sum(self, order: list[str], factors: Factors) -> str:
        text = self.terms.monomial(factors)
        for index in reversed(order):
            text = index_sum(index, text)
        return text

    @staticmethod
    def under(indices: list[str]) -> str:
        return "".join(f"apply sum_ext; intro {variable(i)}. " for i in indices)

    def flattened(self, inside: Factors, factors: Factors, order: list[str]) -> str:
        """From a sum of products of sums to a nested sum."""
        left, names = order[1:], []
        for a, e in inside:
            atom = self.space.atoms[a]
            if atom[0] == "S":
                for _ in range(e):
                    to = {f"#{self.space.level(atom)}_{x}": left[x] for x in range(atom[1])}
                    names.append(to)
                    left = left[atom[1] :]
        return self.under(order[:1]) + self.brought_out(inside, factors, order[1:], names)

    def brought_out(
        self, product: Factors, factors: Factors, order: list[str], names: Sequence[Mapping[str, str]]
    ) -> str:
        """A product of sums as the nested sum over their indices, in turn."""
        rest = [
            f"({self.terms.atom(a)})" for a, e in product if self.space.atoms[a][0] != "S" for _ in range(e)
        ]
        sums = [a for a, e in product if self.space.atoms[a][0] == "S" for _ in range(e)]
        steps, turns = "", list[str]()
        for k, (a, to) in enumerate(zip(sums, names)):
            atom = self.space.atoms[a]
            after = [f"({self.terms.atom(b)})" for b in sums[k + 1 :]]
            steps += (
                f"transitivity (({' * '.join([*rest, *after]) or '1'}) * {self.terms.factor(a)}); [ring |]. "
            )
            for i in to.values():
                steps += f"apply scale_in; intro {variable(i)}. "
            steps += "cbv beta. "
            own = {variable(i): variable(j) for i, j in to.items()}
            for b, e in atom[2]:
                text, turned = renamed(self.terms.atom(b), own), self.rename_equation(b, to)
                rest += [f"({text})"] * e
                turns += [turned] if turned else []
        return f"{steps}{self.rewrites(turns)}ring."

    def rename_equation(self, a: int, to: Mapping[str, str]) -> str:
        """The equation from an atom with other indices to the kernel's, which may stand the other way round."""
        own = {variable(i): variable(j) for i, j in to.items()}
        text, new = renamed(self.terms.atom(a), own), self.space.rename(a, to)
        atom = self.space.atoms[new]
        if text == self.terms.atom(new):
            return ""

        def proof() -> str:
            match atom[0]:
                case "<":
                    for op in atom[1]:
                        self.vectors.operator_facts(op)
                    ops = "".join(f", {self.vectors.op_name(op)}_symmetric" for op in atom[1])
                    return f"rewrite dot_sym{ops}. reflexivity."
                case "=":
                    return "apply same_sym."
            turns = [
                self.rename_equation(b, to)
                for part in self.space.parts(self.space.atoms[a])
                for key in part
                for b, _ in key
            ]
            return f"{self.rewrites(turns)}first [reflexivity | apply f_equal; ring]."

        return self.equation("turned", text, self.terms.atom(new), proof)

    def permuted(self, order: list[str], wanted: list[str]) -> str:
        """By exchanging two sums that stand beside each other, again and again."""
        steps, now = "", list(order)
        for at, index in enumerate(wanted):
            for x in range(now.index(index), at, -1):
                swap = f"{self.under(now[: x - 1])}apply sum_swap."
                now[x - 1 : x + 1] = now[x], now[x - 1]
                steps += f"etransitivity; [{swap.replace('. ', '; ').removesuffix('.')} |]. "
        return f"{steps}reflexivity."

    def shortened(self, order: list[str], gone: str, factors: Factors, rest: Factors) -> str:
        """One index less, the innermost, or one factor that is 1."""
        under = self.under(order)
        if not gone:
            (a,) = [a for a, _ in factors if (a, dict(factors)[a]) not in rest]
            return f"{under}rewrite same_refl. ring."
        having = [a for a, _ in factors if gone in self.space.free(a)]
        if not having:
            return f"{under}rewrite sum_const. fold {self.size_name()}. ring."
        same = [(a, e) for a, e in factors if a in having and self.space.atoms[a][0] == "="]
        if same:
            (a, e), atom = same[0], self.space.atoms[same[0][0]]
            kept = atom[2] if atom[1] == gone else atom[1]
            others = [f for f in factors if f != (a, e)]
            text = self.terms.monomial(others)
            one, other = variable(kept), variable(gone)
            twice = "rewrite same_power; " if e > 1 else ""
            sides = f"same clients {one} {other}"
            turn = f"rewrite ?(same_sym clients {other} {one}); " if atom[1] == gone else ""
            turns = [self.rename_equation(b, {gone: kept}) for b, _ in others]
            return (
                f"{under}transitivity (sum (all _ clients) (fun {other} => {sides} * ({text}))); "
                f"[apply sum_ext; intro {other}; {turn}{twice}ring |]. rewrite sum_same. cbv beta. "
                f"{self.rewrites(turns)}ring."
            )
        (a,) = having
        name, places = self.space.atoms[a][1], self.space.atoms[a][2]
        place = next(x for x in self.space.rows[name] if places[x] == gone)
        row = self.row(name, place, places)
        beside = self.terms.monomial([f for f in factors if f[0] != a])
        return (
            f"{under}transitivity (({beside}) * {index_sum(gone, self.terms.atom(a))}); "
            f"[symmetry; apply scale_in; intro {variable(gone)}; ring |]. rewrite {row}. ring."
        )

    def size_name(self) -> str:
        return self.terms.number(self.setting.size).removeprefix("INR ")

    def row(self, name: str, place: int, places: tuple[str, ...]) -> str:
        """The hypothesis that a row of an indexed number sums to 1."""
        own = f"{name}_row_{place}"
        if own not in self.rows:
            told = [f"~r{x}" for x in range(len(places))]
            text = self.terms.number(name, told)
            self.rows[own] = self.lemmas.assume(own, f"{index_sum(told[place], text)} = 1")
        others = iter(variable(i) for x, i in enumerate(places) if x != place)
        info = self.rows[own]
        return f"({' '.join([own, *([self.terms.round] if info.every else []), *others])})"
