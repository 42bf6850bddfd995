r"""Claims typed in LaTeX: read into the notation of formulas, shown in both notations, and never guessed.

Letters are those by which `latex.formula` writes the family's names. Read are fractions, roots, powers, products
without a sign, sums and maxima over rounds, and norms of models and F wherever NOTATION.md has a metric for them.
What may be read in two ways is refused, with the readings.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NoReturn

from mixproof.bounds.family import Family
from mixproof.bounds.hints import guess
from mixproof.bounds.kernel.text import RELATIONS, Refused, inside, parse, written
from mixproof.bounds.vocabulary import names, short
from mixproof.spectral.errors import InputError

from .latex import formula
from .symbols import GREEK, symbol

__all__ = ["Reading", "from_latex"]

LONGEST, DEEPEST = 3000, 30  # characters of a text, brackets inside one another
SPACE = re.compile(r"\\(?:left|right|[bB]igg?[lrm]?|displaystyle|q?quad)(?![A-Za-z])|\\[,;:! ]|[\s~&$]")
WORDS = r"\\(?:mathrm|text|operatorname|textrm|mathit|mathsf)\{([^{}]*)\}"
TOKEN = re.compile(rf"{WORDS}|(\\[A-Za-z]+|\\[|{{}}]|[<>]=|[0-9]+|.)")
# fmt: off
SAME = {
    "‖": r"\|", r"\lVert": r"\|", r"\rVert": r"\|", r"\Vert": r"\|", r"\vert": "|", r"\lvert": "|", r"\rvert": "|",
    r"\cdot": "*", r"\times": "*", "·": "*", "×": "*", r"\star": "*", r"\ast": "*", "−": "-", r"\ln": r"\log",
    r"\le": "<=", r"\leq": "<=", r"\leqslant": "<=", "≤": "<=", r"\lt": "<", r"\gt": ">", "=": "==", r"\ne": "!=",
    r"\ge": ">=", r"\geq": ">=", r"\geqslant": ">=", "≥": ">=", r"\neq": "!=", r"\overline": r"\bar", "E": r"\E",
    r"\tfrac": r"\frac", r"\dfrac": r"\frac", r"\boldsymbol": r"\mathbf", r"\bm": r"\mathbf",
    r"\lbrace": r"\{", r"\rbrace": r"\}", **{sign: f"\\{name}" for name, sign in GREEK.items()},
}
CLOSE = {"(": ")", "[": "]", r"\{": r"\}", "{": "}", "|": "|"}
HINTS = {
    r"\mathcal": "O(...) hides a constant, and a claim needs it", r"\lesssim": r"it hides a constant: write \le",
    r"\in": r"write a range as 0 < \lambda < 1", r"\infty": "a claim speaks of numbers", r"\prod": "write a power",
    r"\forall": "a claim is of every setting and round without a word", r"\langle": "no name is an inner product",
    ".": "write numbers as integers and fractions",
}
# (over clients, in the norm) -> metric. one: a client's model, all: all of them stacked, all+all: at two rounds
METRICS = {
    ("sum", "one-mean"): "spread2", ("max", "one-mean"): "farthest2", ("sum", "one-star"): "distance2",
    ("", "all-mean"): "spread2", ("", "all-means"): "spread2", ("", "all-star"): "distance2",
    ("", "mean-star"): "error2", ("", "all+all"): "moved2",
    ("", "mean+mean"): "moved_mean2", ("", "grad mean"): "global_gradient2", ("sum", "own grad one"): "gradients2",
    ("", "F mean"): "gap", ("sum", "F one"): "F_of_clients", ("max", "F one"): "worst_gap",
}
# fmt: on
ENDS = ("", "+", "-", ")", "]", *RELATIONS)  # what may follow F(...) - F^*
KINDS = ("all", "one", "mean", "means", "star", "grad mean", "own grad one")
CERTAIN = ("gossip", "declared", "consensus")  # families without chance, but for what these arrays say:
CHANCE = {"v", "P", "draw", "activity", "chance", "kept"}
GRADIENTS = r"gradients are \nabla F(\bar x(t)) and \nabla F_k(x_k(t))"


@dataclass(frozen=True)
class Reading:
    """A comparison as it was read. text: for `mixproof.claim`; latex: the same; meanings: of each name in it."""

    text: str
    latex: str
    meanings: Mapping[str, str]

    def __str__(self) -> str:
        said = [f"  {name}: {meaning}" for name, meaning in self.meanings.items()]
        return "\n".join([f"read as {self.text}", f"that is {self.latex}", *said])


def from_latex(text: str, family: Family, where: Collection[str] = ()) -> Reading:
    r"""A comparison typed in LaTeX, in the notation of claims, to be confirmed by a look before it is claimed.

    where: further names that it may use. Raises InputError for what is not read, and for what may be read in two ways.

    >>> from mixproof.bounds.families import gossip
    >>> print(from_latex(r"\sum_k \|x_k(t+1) - \bar x(t+1)\|^2 \le \lambda^2 L", gossip(noisy=False)).text)
    spread2(t + 1) <= lam**2*L
    """
    if not isinstance(text, str) or not isinstance(family, Family):
        raise InputError("LaTeX", f"of type {type(text).__name__}", "a text, with a Family")
    known = {name.name: name for name in names(family)}
    kinds = {name: known[name].kind for name in known} | dict.fromkeys(where, "constant")
    reader = _Reader(text, kinds, family)
    try:
        tree = parse(reader.formula(""))
        if tree.kind != "compare":
            reader.no(r"is no comparison, left \le right")
        plain = written(tree)
        shown, used = formula(plain), inside(tree, "name", "call")
    except (Refused, RecursionError) as error:
        reader.no(f"is no formula: {error}")
    return Reading(plain, shown, {name: known[name].meaning for name in sorted(used & known.keys())})


class _Reader:
    """LaTeX to plain text, by recursive descent over tokens.

    over, client: of the sum over clients that is open; met: the metric read last; expected: inside an expectation.
    """

    def __init__(self, text: str, known: Mapping[str, str], family: Family) -> None:
        self.text, self.known, self.family, self.at, self.depth = text, known, family, 0, 0
        self.over = self.client = self.met = ""
        self.expected, self.rounds = False, ["t"]
        if len(text) > LONGEST:
            self.no(f"has more than {LONGEST:,} characters")
        self.tokens = []
        for words, sign in TOKEN.findall(SPACE.sub(" ", text.strip().rstrip(".,")).replace("||", r"\|")):
            if sign != " ":
                self.tokens.append(
                    SAME.get(sign, sign) if sign else " ".join(("word", *re.findall(r"\w+", words)))
                )
        self.letters: dict[tuple[str, str, str], list[str]] = {}
        for name in known:
            self.letters.setdefault(symbol(name)[:3], []).append(name)
        self.size = next((name for name in ("K", "N", "n") if name in known), "")
        given = {parameter.name for parameter in family.parameters}
        self.random = family.name not in CERTAIN or bool(given & CHANCE)

    def no(self, rule: str, *readings: str) -> NoReturn:
        offered = f"; it may be {' or '.join(readings)}" if readings else ""
        raise InputError("LaTeX", self.text[:200] + "..." * (len(self.text) > 200), rule + offered)

    def unknown(self, name: str) -> NoReturn:
        offered = [text + "(t)" * (kind == "metric") for text, kind in self.known.items()]
        hint = guess(name, offered) or guess(name.replace("lambda", "lam"), offered)
        self.no(f"settings of family {self.family.name} have no {name}{hint}; they have {short(self.family)}")

    @property
    def word(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *words: str) -> str:
        """The next token, where it is one of these; empty where it is not."""
        self.at += (found := bool(self.word) and (not words or self.word in words))
        return self.tokens[self.at - 1] if found else ""

    def expect(self, word: str) -> None:
        if not self.take(word):
            self.no(f"{self.word.removeprefix('word ') or 'the end'} stands where {word} belongs")

    def raw(self, *open_: str) -> str:
        """One token, or the tokens between braces or `open_`, as they stand."""
        found, depth = self.take().removeprefix("word "), 1
        if found not in ("{", *open_):
            return found
        close, inside_ = CLOSE[found], ""
        while word := self.take():
            depth += (word == found) - (word == close)
            if not depth:
                return inside_
            inside_ += word.removeprefix("word ")
        self.no(f"a bracket {found} is not closed")

    def scripts(self, signs: str = "_^") -> tuple[str, str]:
        """Subscript and superscript, in either order."""
        found = {"_": "", "^": ""}
        while self.word and self.word in signs and not found[self.word]:
            sign = self.take()
            found[sign] = self.raw().replace(r"\E", "E") or self.no(f"{sign} is followed by nothing")
        return found["_"], found["^"]

    def formula(self, close: str, product: bool = False) -> str:
        """Plain text of what stands before `close`; of one product."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.no("is nested too deeply")
        found: list[str] = []
        while self.word and self.word != close:
            operand = bool(found) and found[-1] not in (*RELATIONS, *"+-*/,")
            if self.word in (*RELATIONS, *"+-,", *CLOSE.values()) and self.word != "|":
                if product or self.word in CLOSE.values():
                    break
                found.append(self.take())
            elif operand and self.word in ("*", "/"):
                found.append(self.take())
            elif operand:
                if found[-2:-1] == ["/"]:
                    self.no("a factor follows a/b without a sign", r"\frac{a}{b} c", r"\frac{a}{b c}")
                found += ["*", self.power()]
            else:
                found.append(self.power(not product and (not found or found[-1] in (*RELATIONS, *"+,"))))
        self.depth -= 1
        return " ".join(found) or self.no(f"{self.word.removeprefix('word ') or 'the end'} is out of place")

    def between(self) -> str:
        """What stands in the bracket that opens here."""
        close = CLOSE.get(self.take(), "") or self.no("brackets are missing: say of what it is")
        found = self.formula(close)
        self.expect(close)
        return found

    def braced(self) -> str:
        r"""An argument of a command, between braces or one token; of \frac12 the digit."""
        if self.word == "{":
            return self.between()
        if self.word.isdigit() and len(self.word) > 1:
            self.tokens[self.at : self.at + 1] = [self.word[0], self.word[1:]]
        return self.atom()

    def power(self, first: bool = False) -> str:
        """An atom with its power; first: whether a sum may begin here."""
        base = (first and self.above_least()) or self.atom()
        if not self.take("^"):
            return base
        if self.word in ("*", r"\top", r"\prime") or self.word[1:].isdigit():
            self.no(f"{self.word} is no power, or needs braces")
        return f"{base}**({self.braced()})"

    def atom(self) -> str:
        word = self.take()
        match word:
            case "(" | "[" | r"\{" | "{" | "|":
                self.at -= 1
                return f"{'abs' * (word == '|')}({self.between()})"
            case r"\|":
                return self.norm()
            case r"\E" | r"\mathbb" | "word E":
                if word == r"\mathbb" and self.raw() != r"\E":
                    self.no(r"of \mathbb there is \mathbb{E} alone")
                before, self.expected, self.met = self.expected, True, ""
                found, self.expected = self.between(), before
                if self.random and found.strip("()") != self.met.strip("()"):
                    self.no(
                        "of an expectation there stands one squared norm or F - F^*, and factors before it"
                    )
                return found if found == self.met else f"({found})"
            case r"\frac":
                return f"(({self.braced()})/({self.braced()}))"
            case r"\sqrt":
                root = self.between() if self.word == "[" else ""
                if self.word == "(":
                    self.no("say by braces what the root is of", r"\sqrt{...}")
                return f"({self.braced()})**(1/({root}))" if root else f"sqrt({self.braced()})"
            case r"\exp" | r"\log":
                return f"{word[1:]}({self.between()})"
            case "e" if "e" not in self.known and self.take("^"):
                return f"exp({self.braced()})"
            case r"\sum" | r"\max" | r"\min" | "word sum" | "word max" | "word min" | "word mean":
                return self.ranged(word.removeprefix("word ").removeprefix("\\"))
        if word in HINTS:
            self.no(f"{word} is not read: {HINTS[word]}")
        return word if re.fullmatch("[0-9]+", word) else self.name(word)

    def round(self, text: str) -> str:
        """The round that a text says; empty where it says none."""
        found = re.fullmatch(r"\(?(?:([0-9]+)|([A-Za-z])(?:([+-])([0-9]+))?)\)?", text)
        if not found or (found[2] and found[2] not in self.rounds):
            return ""
        return found[1] or " ".join(filter(None, found.groups()))

    def name(self, word: str) -> str:
        """A constant, a round, a metric at a round, or the step of one."""
        base = word.removeprefix("word ").removeprefix("\\")
        if word in self.rounds:
            return word
        if not re.fullmatch(r"[A-Za-z][\w ]*", base, re.ASCII) or (
            word[0] == "\\" and base not in (*GREEK, "varepsilon")
        ):
            self.no(f"{base or 'the end'} is out of place, or not read")
        if (
            word in ("x", "w", "F", "f")
            and word not in self.known
            and self.word not in ("^" * (word in "Ff"), "_")
        ):
            self.no("models stand in norms, or in (F(...) - F^*)")
        low = self.scripts("_")[0]
        if base == "eta" and "step" in self.known and self.round(low):
            return f"step({self.round(low)})"
        bases = {"lambda": ("lam", "lambda"), "epsilon": ("eps", "epsilon"), "varepsilon": ("eps", "epsilon")}
        before, high = self.at, self.raw() if self.take("^") else ""
        keys = [(one, low, over) for over in dict.fromkeys((high, "")) for one in bases.get(base, (base,))]
        key = next((key for key in keys if key in self.letters), None)
        if key is None or not key[2]:
            self.at = before  # what stands above is a power
        found, *others = self.letters[key] if key else ["_".join(filter(None, (base.replace(" ", "_"), low)))]
        if others:
            self.no("two names have these letters", found, *others)
        if found not in self.known:
            self.unknown(found)
        if self.known[found] == "metric":
            return (
                f"{found}({self.between()})" if self.word == "(" else self.no(f"{found} needs a round: (t)")
            )
        before = self.at
        if self.word == "(" and (at := self.round(self.raw("("))) and not at.isdigit():
            self.no(f"{found} stands before a round", rf"{found} \cdot ({at})", f"{found}, a constant")
        self.at = before
        return found

    def ranged(self, called: str) -> str:
        """A sum, largest or least over rounds or over clients, or the largest of numbers."""
        if self.word != "_":
            return f"{called}({self.between()})"
        low, high = self.scripts()
        if (found := re.fullmatch(r"([ijk])(?:==1)?", low)) and high in ("", "K", "N", "n", "m", "M"):
            return self.over_clients(called, found[1], high)
        if (found := re.fullmatch(r"([A-Za-z])==(.+)", low)) and high:
            name, first, last = found[1], found[2], high
            last, sign = (last[:-2], "<") if last.endswith("-1") else (last, "<=")
        elif found := re.fullmatch(r"(?:([^<=]+)<=)?([A-Za-z])(<=?)([^<=]+)", low):
            first, name, sign, last = found.groups("0")
        else:
            self.no(f"the range {low} is not read", r"\sum_{s=0}^{t-1}, rounds", r"\sum_{k=1}^{K}, clients")
        if name in self.known or name in self.rounds:
            self.no(f"{name} is a name already: call the round of the sum s")
        tree = parse(f"{first} <= {name} {sign} {last}")
        if odd := inside(tree, "name", "call") - {name, *self.rounds, *self.known}:
            self.unknown(min(odd))
        self.rounds.append(name)
        body = self.formula("", product=True)
        self.rounds.remove(name)
        return f"{called}({written(tree).removeprefix('0 <= ')}, {body})"

    def over_clients(self, over: str, client: str, size: str) -> str:
        if size and size != self.size:
            self.unknown(size)
        if self.over or over not in ("sum", "max"):
            self.no("over clients there are sums and maxima, none inside another")
        self.over, self.client, self.met = over, client, ""
        found = self.atom()
        if not self.met or found.strip("()") != self.met.strip("()"):
            self.no(rf"over clients stands one squared norm, or (F(x_{client}) - F^*), and no factor with it")
        self.over = self.client = ""
        return found

    def norm(self) -> str:
        what, at = self.vector()
        self.expect(r"\|")
        low, high = self.scripts()
        if low not in ("", "2", "F") or high not in ("", "2"):
            self.no(r"norms are Euclidean, as they are or squared; of another power write (\|...\|^2)^a")
        return self.metric(what, at, bool(high))

    def above_least(self) -> str:
        r"""F(\bar x(t)) - F^*, which is one name; empty where something else stands."""
        if self.word not in ("F", "f") or self.tokens[self.at + 1 : self.at + 2] != ["("]:
            return ""
        letter = self.take()
        self.expect("(")
        kind, at, _ = self.model()
        self.expect(")")
        below = self.take("-") and self.take(letter)
        least = below and (self.raw("(") if self.word == "(" else self.scripts()[1])
        if least not in ("*", "x^*", "w^*", "x^{*}", "w^{*}") or self.word not in ENDS:
            self.no(
                rf"F is read less its least value, ({letter}(\bar x(t)) - {letter}^*), a summand by itself"
            )
        return self.metric(f"F {kind}", at, True)

    def metric(self, what: str, at: str, squared: bool) -> str:
        if "one" in what and not self.over:
            said = {"sum": r"\sum_k", "max": r"\max_k"}
            self.no("k has no range", *(f"{said[o]}, {n}(t)" for (o, w), n in METRICS.items() if w == what))
        if not at or (self.over and "one" not in what):
            self.no(
                "at which round? x_k(t)" if not at else f"what is summed does not depend on {self.client}"
            )
        name = METRICS.get((self.over, what), "")
        if name not in self.known:
            known = sorted({f"{o} {w}".strip() for (o, w), n in METRICS.items() if n in self.known})
            self.no(f"no name of family {self.family.name} is {self.over} {what}; it has {', '.join(known)}")
        if self.random and self.over == "max":
            self.no("the largest of what is random is no metric")
        if self.random and not (self.expected and squared):
            self.no("is random here, and names are of mean squares", r"\mathbb{E}[\|...\|^2]")
        if not squared and self.over == "sum":
            self.no("no name is a sum of norms that are not squared")
        root = name.removesuffix("2")
        if name == "F_of_clients":
            self.met = f"({self.size}*{name}({at}))"
        else:
            self.met = (
                f"{name}({at})"
                if squared
                else f"{root}({at})"
                if root in self.known
                else f"sqrt({name}({at}))"
            )
        return self.met

    def vector(self) -> tuple[str, str]:
        """What stands in a norm: one vector, the difference of two at one round, or of one at two rounds."""
        kind, at, client = self.model()
        if not self.take("-"):
            return kind, at
        other, then, its = self.model()
        if (kind, client) == (other, its) and at == f"{then} + 1":
            return f"{kind}+{kind}", then
        if at and then and at != then:
            self.no(f"two rounds in one norm, {at} and {then}")
        return "-".join(sorted((kind, other), key=KINDS.index)), at or then

    def model(self) -> tuple[str, str, str]:
        """A vector: its kind, its round, its client."""
        word = self.take()
        if word == r"\nabla":
            own = self.scripts("_")[0] if self.take("F", "f") else self.no(GRADIENTS)
            self.expect("(")
            kind, at, client = self.model()
            self.expect(")")
            if (kind, own) not in (("mean", ""), ("one", client)):
                self.no(GRADIENTS)
            return "own " * bool(own) + f"grad {kind}", at, client
        kind = {r"\bar": "mean", r"\mathbf": "all"}.get(word, "one")
        letter = word if kind == "one" else self.raw()
        if kind == "mean" and letter.startswith(r"\mathbf"):
            kind = "means"  # at every client, K times as long
            letter += self.raw() if letter == r"\mathbf" else ""
        if letter.removeprefix(r"\mathbf").strip("{}") not in ("x", "w", *("X" if kind == "all" else "")):
            self.no(rf"{letter or 'the end'} is no model: write x_k(t), \bar x(t), \mathbf{{x}}(t), x^*")
        low, high = self.scripts()
        if (low, high) in (("", "*"), ("*", "")) and kind in ("one", "all"):
            return "star", "", ""
        if high.isdigit() and high != "0":
            self.no(f"{letter} with {high} above", f"{letter}^{{({high})}}, of round {high}", "a square")
        parts = [part for part in (*low.split(","), high, self.raw("(") if self.word == "(" else "") if part]
        clients = [part for part in parts if part in ("i", "j", "k") and part not in self.rounds]
        rounds = [at for part in parts if part not in clients and (at := self.round(part))]
        if len(clients) + len(rounds) != len(parts) or len(rounds) > 1 or len(clients) > (kind == "one"):
            self.no(f"{letter} with {', '.join(parts)} is not read", "x_k(t)", r"\bar x(t)")
        if kind == "one" and not clients:
            self.no(
                f"{letter} has no client", rf"\mathbf{{{letter}}}, of all", rf"\bar {letter}", f"{letter}_k"
            )
        if clients and self.client and clients[0] != self.client:
            self.no(f"client {clients[0]} has no range")
        return kind, rounds[0] if rounds else "", clients[0] if clients else ""
