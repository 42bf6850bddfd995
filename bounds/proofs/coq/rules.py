"""Rules: those of every setting are proved in the prelude, those of a table are hypotheses over all vectors."""

from __future__ import annotations

from functools import partial

from ...kernel.facts import Fact
from ...kernel.formulas import Formulas
from ...kernel.poly import Poly, Vector, poly
from ...kernel.rules import EQUATIONS
from ...kernel.text import Node, parse
from .part import Part
from .shown import Shown
from .terms import GAP, MOVED, Unsupported, brackets, index_sum, sides
from .traced import Info


class Rules(Part):
    """Rules at the vectors or numbers that a line names."""

    def begin(self) -> None:
        self.hypotheses: dict[str, Info] = {}

    def vanishing(self, fact: Fact) -> Shown:
        """v = 0 where its square is known to be <= 0."""
        square = self.space.dot(fact.value, fact.value)

        def proof() -> str:
            v = self.vectors.from_value(fact.value)
            equation = self.vectors.dotted(v, v, square)
            sign = self.signs.not_negative(-square)
            rewriting, closed = self.rewrites([equation]), self.close(square)
            return f"apply vanishing. {rewriting}refine (moved _ {sign}). {closed}"

        info = self.emit("vanishing", self.terms.relation(fact.value, False), proof)
        return Shown(self.use(info), fact.value, False, True)

    def general(self, name: str, tree: Node, fact: Fact, time: str) -> Shown:
        where = self.book.at(time)
        values = [where.value(part) for part in tree.parts]

        def proof() -> str:
            if name in ("triangle", "cauchy"):
                u, v = (self.vectors.from_value(value) for value in values)
                whole = self.vectors.added("add", "Add", u, v)
                lengths, rewriting = [], []
                for one, value in (
                    (u, values[0]),
                    (v, values[1]),
                    *([(whole, values[0] + values[1])] if name == "triangle" else []),
                ):
                    root = self.field.length(value)
                    square = self.space.dot(value, value)
                    equation = self.vectors.dotted(one, one, square)
                    lengths.append(root)
                    rewriting.append(
                        self.equation(
                            "norm",
                            f"norm {brackets(one.text)}",
                            self.poly(root),
                            partial(self.field.norm_proof, equation, square, root),
                        )
                    )
                if name == "cauchy":
                    rewriting.append(self.vectors.dotted(u, v, self.space.dot(*values)))
                args = f"{brackets(u.text)} {brackets(v.text)}"
                closed = self.close(fact.value, *lengths)
                return f"refine (moved _ (gap ({name} {args}))). {self.rewrites(rewriting)}{closed}"
            numbers = [self.space.normal(poly(value)) for value in values]
            texts = [self.poly(p) for p in numbers]
            if name in ("exp_sum", "exp_power", "power_product"):
                raise Unsupported(f"a line by {name}")
            if name == "power_sum":
                return f"rewrite ?pow_add. {self.close(fact.value)}"
            if name in EQUATIONS:
                return self.of_logarithms(name, numbers, fact.value, where)
            extra = [numbers[0], poly(where.divided(poly(1), numbers[0]))] if name == "log_below" else []
            if name == "exp_tangent":
                return f"refine (moved _ (exp_tangent ({texts[0]}))). {self.close(fact.value)}"
            if name in ("log_tangent", "log_below"):
                sign = self.signs.positive(numbers[0])
                return f"refine (moved _ ({name} ({texts[0]}) {sign})). {self.close(fact.value, *extra)}"
            return self.of_powers(name, numbers, fact.value, where)

        info = self.emit("by_" + name, self.terms.relation(fact.value, False, fact.equal), proof)
        return Shown(self.use(info), fact.value, False, fact.equal)

    def of_logarithms(self, name: str, numbers: list[Poly], value: Poly, where: Formulas) -> str:
        texts = [self.poly(p) for p in numbers]
        if name == "log_exp":
            return f"rewrite ln_exp. {self.close(value)}"
        signs = [self.signs.positive(p) for p in (numbers if name == "log_product" else numbers[:1])]
        if name == "log_product":
            product = self.space.normal(numbers[0] * numbers[1])
            return (
                f"assert (E : ln ({self.poly(product)}) = ln ({texts[0]}) + ln ({texts[1]})). "
                f"{{ rewrite <- (ln_mult _ _ {' '.join(signs)}). apply f_equal. {self.close(product, *numbers)} }} "
                f"rewrite ?ln_1 in E. refine (moved_eq _ (Rminus_diag_eq _ _ E)). {self.close(value)}"
            )
        power = where.power(*numbers)
        kept, self.verbatim.needs = self.verbatim.needs, []
        text, n = self.words.power_of(f"({texts[0]})", numbers[0], numbers[1], power, [], [])
        inside, self.verbatim.needs = (
            self.rewrites(self.verbatim.needs).replace(". ", "; ") + self.field.within(power),
            kept,
        )
        return (
            f"replace ({self.poly(power)}) with ({text}) by ({inside}). rewrite (log_power _ {n} {signs[0]}), "
            f"?plus_INR, ?mult_INR; cbn [INR]; {self.close(value)}"
        )

    def of_powers(self, name: str, numbers: list[Poly], value: Poly, where: Formulas) -> str:
        many = 2 if name == "longer_power" else 1  # whole exponents, the last of the numbers
        bases, exponents = numbers[:-many], numbers[-many:]
        raised = [poly(bases[0] + 1)] if name == "bernoulli" else bases
        shown = [f"({self.poly(p)})" for p in bases]
        if name == "bernoulli":
            shown = [f"({shown[0][1:-1]} + 1)"]
        kept, self.verbatim.needs = self.verbatim.needs, []
        powers = [
            self.words.power_of(text, base, n, where.power(base, n), [], [])[1]
            for text, base in zip(shown, raised)
            for n in exponents
        ]
        told, self.verbatim.needs = self.rewrites(self.verbatim.needs), kept
        signs = {
            "bernoulli": [bases[0] + 1],
            "smaller_power": [bases[0], poly(1) - bases[0]],
            "increasing_power": [bases[0], bases[-1] - bases[0]],
            "longer_power": [bases[0] - 1, exponents[-1] - exponents[0]],
            "power_tangent": bases,
        }[name]
        numerals = f"{self.words.differences(exponents)}rewrite ?plus_INR, ?mult_INR; cbn [INR]; "
        arguments = " ".join([*(f"({self.poly(p)})" for p in bases), *powers[:many]])
        moved = " ".join(f"(moved _ {self.signs.not_negative(p)})" for p in signs)
        goals = "".join(f"{{ {numerals}{self.close(p)} }} " for p in signs)
        return f"refine (moved _ ({name} {arguments} {moved})). {{ {told}{numerals}{self.close(value)} }} {goals}"

    def rule(self, name: str, tree: Node, fact: Fact, time: str) -> Shown:
        """A rule of the setting: a hypothesis over all vectors, at these."""
        where = self.book.at(time)
        places, text = self.setting.rules[name]
        if name in self.setting.independent:
            raise Unsupported(f"{name}: a rule of vectors that are independent of W")
        a, b, sign = sides(parse(text))
        if self.lemmas.once(f"rule {name}"):
            self.verbatim.places = {place: self.vectors.leaf(place, place) for place in places.split()}
            raw = self.raw_vector if isinstance(fact.value, Vector) else self.raw_scalar
            try:
                statement = " ".join((raw(a), sign, raw(b)))
            except Unsupported:
                if places:
                    raise
                statement = self.as_given(a, b, sign)
            if name in self.setting.premises:
                held = self.book.compared(self.setting.premises[name], "now")
                statement = f"{self.terms.relation(held.value, held.strict, held.equal)} -> {statement}"
            self.hypotheses[name] = self.lemmas.assume(
                f"rule_{name}", statement, f"({places} : V)" if places else ""
            )
            self.verbatim.places = {}
        hypothesis = self.hypotheses[name]
        values = dict(zip(places.split(), (where.value(part) for part in tree.parts)))

        def proof() -> str:
            vectors = {place: self.vectors.from_value(value) for place, value in values.items()}
            at = Formulas(self.book, "now", {}, values)
            kept, self.verbatim.places = self.verbatim.places, vectors
            args = [brackets(v.text) for v in vectors.values()]
            applied = " ".join([self.use(hypothesis).strip("()"), *args, *self.premise(name, time)])
            try:
                if isinstance(fact.value, Vector):
                    gap = self.vectors.added("sub", "Sub", self.verbatim.vec(b, at), self.verbatim.vec(a, at))
                    same = self.vectors.same_vector(self.vectors.from_value(fact.value), gap, fact.value)
                    return f"refine (eq_trans _ (sub_zero _ _ ({applied}))). {same}"
                (_, p, needs, met), (_, q, more, far) = (self.verbatim.read(a, at), self.verbatim.read(b, at))
            finally:
                self.verbatim.places = kept
            closed = self.close(fact.value, p, q, *met, *far)
            rewriting = self.rewrites([*needs, *more])
            return f"refine ({MOVED[sign]} _ ({GAP[sign]} ({applied}))). {rewriting}{closed}"

        info = self.emit(f"by_{name}", self.terms.relation(fact.value, fact.strict, fact.equal), proof)
        return Shown(self.use(info), fact.value, fact.strict, fact.equal)

    def as_given(self, a: Node, b: Node, sign: str) -> str:
        """A rule that speaks of no vector is stated as a given is."""
        now = self.book.at("now")
        with self.verbatim.afresh(self.terms.round):
            if self.verbatim.is_vector(a, now):
                return f"{self.verbatim.vec(a, now).text} {sign} {self.verbatim.vec(b, now).text}"
            return f"{self.verbatim.read(a, now)[0]} {sign} {self.verbatim.read(b, now)[0]}"

    def premise(self, name: str, time: str) -> list[str]:
        """The proof of what has to be known where a rule is used."""
        if name not in self.setting.premises:
            return []
        text = self.setting.premises[name]
        goal = self.book.compared(text, "now")
        fact = self.facts.fact(text, time)
        if goal.equal and fact.value == goal.value:
            return [fact.proof]
        shown = self.known.scaled_fact(goal.value, fact)
        return [shown.proof if goal.strict else shown.weak]

    def raw_scalar(self, node: Node) -> str:
        """A rule's text over its places."""
        match node.kind:
            case "number":
                return str(node.value)
            case "name":
                if str(node.value) in self.book.lets:
                    return self.raw_scalar(self.book.lets[str(node.value)])
                return self.terms.number(str(node.value))
            case "index":
                return self.terms.number(str(node.value), [str(part.value) for part in node.parts])
            case "neg":
                return f"(- {self.raw_scalar(node.parts[0])})"
            case "**" if node.parts[1].kind == "number":
                return f"({self.raw_scalar(node.parts[0])} ^ {node.parts[1].value})"
            case "+" | "-" | "*" | "/":
                return f"({self.raw_scalar(node.parts[0])} {node.kind} {self.raw_scalar(node.parts[1])})"
        name = str(node.value or node.kind)
        if name == "sum":
            return f"({index_sum(str(node.parts[0].value), self.raw_scalar(node.parts[1]))})"
        if name in ("dot", "sq", "norm"):
            u, v = self.raw_vector(node.parts[0]), self.raw_vector(node.parts[-1])
            return f"(norm {brackets(u)})" if name == "norm" else f"(dot {brackets(u)} {brackets(v)})"
        if name in self.setting.functions:
            self.terms.used[name] = "function"
            return f"({name} {brackets(self.raw_vector(node.parts[0]))})"
        raise Unsupported(f"a rule with {name}")

    def raw_vector(self, node: Node) -> str:
        match node.kind:
            case "name":
                name = str(node.value)
                if name in self.book.lets and name not in self.verbatim.places:
                    return self.raw_vector(self.book.lets[name])
                return (
                    self.verbatim.places[name].text if name in self.verbatim.places else self.terms.base(name)
                )
            case "index":
                return self.terms.base(str(node.value), [str(part.value) for part in node.parts])
            case "neg":
                return f"opp {brackets(self.raw_vector(node.parts[0]))}"
            case "+" | "-":
                u, v = map(self.raw_vector, node.parts)
                return f"{'add' if node.kind == '+' else 'sub'} {brackets(u)} {brackets(v)}"
            case "*":
                c, v = self.raw_scalar(node.parts[0]), self.raw_vector(node.parts[1])
                return f"scale {brackets(c)} {brackets(v)}"
        name = str(node.value)
        if name in self.space.operators:
            self.vectors.operator_facts(name)
            return self.terms.worded((name,), self.raw_vector(node.parts[0]))
        if name in self.setting.gradients:
            self.terms.used[name] = "gradient"
            return f"{name} {brackets(self.raw_vector(node.parts[0]))}"
        raise Unsupported(f"a rule with {name}")
