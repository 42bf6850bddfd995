"""Rules: those of every setting are proved in the prelude, those of a table are hypotheses over all vectors."""

from __future__ import annotations

from functools import partial

from ...kernel.facts import Fact
from ...kernel.poly import Poly, poly
from ...kernel.rules import EQUATIONS
from ...kernel.text import Node, parse
from .facts import Facts
from .terms import GAP, MOVED, Unsupported, sides
from .traced import Info, Shown, Traced


class Rules(Facts):
    """Rules at the vectors or numbers that a line names."""

    def __init__(self, book: Traced) -> None:
        super().__init__(book)
        self.rules: dict[str, Info] = {}

    def vanishing(self, fact: Fact) -> Shown:
        """v = 0 where its square is known to be <= 0."""
        square = self.space.dot(fact.value, fact.value)

        def proof() -> str:
            v = self.from_value(fact.value)
            equation = self.dotted(v, v, square)
            sign = self.not_negative(-square)
            return (
                f"apply vanishing. {self.rewrites([equation])}refine (moved _ {sign}). {self.close(square)}"
            )

        info = self.emit("vanishing", self.relation(fact.value, False), proof)
        return Shown(self.use(info), fact.value, False, True)

    def general(self, name: str, tree: Node, fact: Fact, time: str) -> Shown:
        where = self.book.at(time)
        values = [where.value(part) for part in tree.parts]

        def proof() -> str:
            if name in ("triangle", "cauchy"):
                u, v = (self.from_value(value) for value in values)
                whole = self.added("add", "Add", u, v)
                lengths, rewriting = [], []
                for one, value in (
                    (u, values[0]),
                    (v, values[1]),
                    *([(whole, values[0] + values[1])] if name == "triangle" else []),
                ):
                    root = self.length(value)
                    square = self.space.dot(value, value)
                    equation = self.dotted(one, one, square)
                    lengths.append(root)
                    rewriting.append(
                        self.equation(
                            "norm",
                            f"norm {self.brackets(one.text)}",
                            self.poly(root),
                            partial(self.norm_proof, equation, square, root),
                        )
                    )
                if name == "cauchy":
                    rewriting.append(self.dotted(u, v, self.space.dot(*values)))
                args = f"{self.brackets(u.text)} {self.brackets(v.text)}"
                closed = self.close(fact.value, *lengths)
                return f"refine (moved _ (gap ({name} {args}))). {self.rewrites(rewriting)}{closed}"
            if name in EQUATIONS:
                raise Unsupported(f"the equation {name}")
            numbers = [self.space.normal(poly(value)) for value in values]
            texts = [self.poly(p) for p in numbers]
            extra = [numbers[0], poly(where.divided(poly(1), numbers[0]))] if name == "log_below" else []
            if name == "exp_tangent":
                return f"refine (moved _ (exp_tangent ({texts[0]}))). {self.close(fact.value)}"
            if name in ("log_tangent", "log_below"):
                sign = self.positive(numbers[0])
                return f"refine (moved _ ({name} ({texts[0]}) {sign})). {self.close(fact.value, *extra)}"
            kept, self.needs = self.needs, []
            bases = [numbers[0] + 1] if name == "bernoulli" else numbers[:-1]
            shown = [f"({texts[0]} + 1)"] if name == "bernoulli" else [f"({self.poly(p)})" for p in bases]
            powers = [
                self.power_of(text, base, numbers[-1], where.power(base, numbers[-1]), [], [])
                for text, base in zip(shown, bases)
            ]
            n, told = powers[0][1], self.rewrites(self.needs)
            self.needs = kept
            end = f"{told}rewrite ?plus_INR, ?mult_INR; cbn [INR]; {self.close(fact.value)}"
            signs = [self.not_negative(p) for p in self.signs_of(name, numbers)]
            moved = [f"(moved _ {sign})" for sign in signs]
            arguments = " ".join(
                f"({text})" for text in (texts[:1] if name != "increasing_power" else texts[:2])
            )
            goals = "".join(f"{{ {self.close(p)} }} " for p in self.signs_of(name, numbers))
            return f"refine (moved _ ({name} {arguments} {n} {' '.join(moved)})). {{ {end} }} {goals}"

        info = self.emit("by_" + name, self.relation(fact.value, False), proof)
        return Shown(self.use(info), fact.value)

    def norm_proof(self, equation: str, square: Poly, root: Poly) -> str:
        return f"unfold norm. {self.rewrites([equation])}{self.root_proof(square, root)}"

    @staticmethod
    def signs_of(name: str, numbers: list[Poly]) -> list[Poly]:
        """What the rules of powers ask to be >= 0."""
        one = numbers[0]
        return {
            "bernoulli": [one + 1],
            "smaller_power": [one, poly(1) - one],
            "increasing_power": [one, numbers[1] - one],
        }[name]

    def rule(self, name: str, tree: Node, fact: Fact, time: str) -> Shown:
        """A rule of the setting: a hypothesis over all vectors, at these."""
        where = self.book.at(time)
        places, text = self.setting.rules[name]
        if name in self.setting.independent:
            raise Unsupported(f"{name}: a rule of vectors that are independent of W")
        a, b, sign = sides(parse(text))
        if f"rule {name}" not in self.done:
            self.done.add(f"rule {name}")
            self.places = {place: self.leaf(place, place) for place in places.split()}
            statement = " ".join((self.raw_scalar(a), sign, self.raw_scalar(b)))
            if name in self.setting.premises:
                held = self.book.compared(self.setting.premises[name], "now")
                statement = f"{self.relation(held.value, held.strict, held.equal)} -> {statement}"
            self.rules[name] = self.assume(f"rule_{name}", statement, f"({places} : V)" if places else "")
            self.places = {}
        hypothesis = self.rules[name]
        values = dict(zip(places.split(), (where.value(part) for part in tree.parts)))

        def proof() -> str:
            from ...kernel.formulas import Formulas

            vectors = {place: self.from_value(value) for place, value in values.items()}
            at = Formulas(self.book, "now", {}, values)
            kept, self.places = self.places, vectors
            try:
                (_, p, needs, met), (_, q, more, far) = self.read(a, at), self.read(b, at)
            finally:
                self.places = kept
            args = [self.brackets(v.text) for v in vectors.values()]
            applied = " ".join([self.use(hypothesis).strip("()"), *args, *self.premise(name, time)])
            closed = self.close(fact.value, p, q, *met, *far)
            rewriting = self.rewrites([*needs, *more])
            return f"refine ({MOVED[sign]} _ ({GAP[sign]} ({applied}))). {rewriting}{closed}"

        info = self.emit(f"by_{name}", self.relation(fact.value, fact.strict, fact.equal), proof)
        return Shown(self.use(info), fact.value, fact.strict, fact.equal)

    def premise(self, name: str, time: str) -> list[str]:
        """The proof of what has to be known where a rule is used."""
        if name not in self.setting.premises:
            return []
        text = self.setting.premises[name]
        goal = self.book.compared(text, "now")
        shown = self.scaled_fact(goal.value, self.fact(text, time))
        return [shown.proof if goal.strict else self.weak(shown)]

    def raw_scalar(self, node: Node) -> str:
        """A rule's text over its places."""
        match node.kind:
            case "number":
                return str(node.value)
            case "name":
                if str(node.value) in self.book.lets:
                    return self.raw_scalar(self.book.lets[str(node.value)])
                return self.number(str(node.value))
            case "neg":
                return f"(- {self.raw_scalar(node.parts[0])})"
            case "**":
                return f"({self.raw_scalar(node.parts[0])} ^ {node.parts[1].value})"
            case "+" | "-" | "*" | "/":
                return f"({self.raw_scalar(node.parts[0])} {node.kind} {self.raw_scalar(node.parts[1])})"
        name = str(node.value)
        if name in ("dot", "sq", "norm"):
            u, v = self.raw_vector(node.parts[0]), self.raw_vector(node.parts[-1])
            return (
                f"(norm {self.brackets(u)})"
                if name == "norm"
                else f"(dot {self.brackets(u)} {self.brackets(v)})"
            )
        if name in self.setting.functions:
            self.used[name] = "function"
            return f"({name} {self.brackets(self.raw_vector(node.parts[0]))})"
        raise Unsupported(f"a rule with {name}")

    def raw_vector(self, node: Node) -> str:
        match node.kind:
            case "name":
                name = str(node.value)
                return self.places[name].text if name in self.places else self.base(name)
            case "neg":
                return f"opp {self.brackets(self.raw_vector(node.parts[0]))}"
            case "+" | "-":
                u, v = map(self.raw_vector, node.parts)
                return f"{'add' if node.kind == '+' else 'sub'} {self.brackets(u)} {self.brackets(v)}"
            case "*":
                c, v = self.raw_scalar(node.parts[0]), self.raw_vector(node.parts[1])
                return f"scale {self.brackets(c)} {self.brackets(v)}"
        name = str(node.value)
        if name in self.space.operators:
            self.operator_facts(name)
            return self.worded((name,), self.raw_vector(node.parts[0]))
        if name in self.setting.gradients:
            self.used[name] = "gradient"
            return f"{name} {self.brackets(self.raw_vector(node.parts[0]))}"
        raise Unsupported(f"a rule with {name}")
