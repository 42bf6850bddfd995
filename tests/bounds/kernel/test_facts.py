"""Every fact, rule and metric of every table, exactly, on drawn settings and at their edges; the kernel is the model.

Names that a table makes up (a vector that attains a constant, an entry under an index, a draw) are not those of a
setting: `Here.made_up` has models of those of a run, the files that ELSEWHERE names of the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import reduce
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from mixproof.bounds import Family, claim
from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.arithmetic import flint_numbers, solve
from mixproof.bounds.families import declared
from mixproof.bounds.kernel.moments import Moments
from mixproof.bounds.kernel.scope import FUNCTIONS, Scope, bound
from mixproof.bounds.kernel.setting import Arrays
from mixproof.bounds.kernel.statement import statement
from mixproof.bounds.kernel.table import Table
from mixproof.bounds.kernel.tables import TABLES
from mixproof.bounds.kernel.tables.gossip import ON_THE_LINE
from mixproof.bounds.kernel.text import Node, Refused, inside, parse
from mixproof.bounds.kernel.vectors import Space, Vector, certain
from mixproof.bounds.kernel.witness import BROKEN, opened, readable
from mixproof.bounds.proofs.derivation import stated_as
from mixproof.bounds.theorems import ALL

NUMBERS = flint_numbers()
ROUNDS = (0, 1, 3)
MANY_FORMS = {
    "gossip",
    "declared",
    "quadratic-links",
    "scalars",
    "matrices",
}  # one draw of each, of others two
GRAPHS, LINKS = "test_derivations_graphs", "test_derivations_links"
ELSEWHERE = {
    "consensus": "test_derivations_gossip",
    "federated": "test_federated_table",
    "local-steps": "test_local_steps_table",
    "noisy-steps": "test_noisy_steps_table",
    **dict.fromkeys(("links", "bent-links"), LINKS),
    **dict.fromkeys(("matrices", "row-matrices", "link-moments", "metropolis", "worse-links"), GRAPHS),
    **dict.fromkeys(("constant-weights", "random-pairs", "subgradient", "projection"), GRAPHS),
    **{"account": "test_printed_table", "mechanism": "test_privacy_table"},
    **dict.fromkeys(("push-sum", "push-sum-noise", "push-sum-sequence"), "test_derivations_online"),
    **dict.fromkeys(("convolution", "vectors", "points"), "test_small_tables"),
    **dict.fromkeys(("compressed", "quantised"), "test_coordinates_table"),
}


# a form that no statement of the library is of
DESCENT = Algorithm("descent", {"x": "x - eta*average(grad(x))"})
USERS = claim("0 <= 1", family=declared(DESCENT, "linear", common=True))
VARIANTS = [(stated, variant) for stated in (*ALL, USERS) for variant in stated.variants]
FAMILIES = {stated.family_of(variant).name for stated, variant in VARIANTS} & TABLES.keys()
FAMILIES -= {"constants"}  # no arrays


def forms(name: str) -> list[tuple[Family, Table]]:
    """Every kind of setting of a family in the library that its table knows."""
    found: dict[str, tuple[Family, Table]] = {}
    for stated, variant in VARIANTS:
        family = stated.family_of(variant)
        if family.name != name:
            continue
        told = stated_as(stated, variant) | {"claim": "0 <= 1", "assume": [], "where": {}}
        try:
            table = statement(told).table
        except Refused:
            continue
        for form in (family, *family.also):
            if not form.drawn:
                continue
            arrays = {parameter.name for parameter in form.parameters} - {"o", "start", "w0"}
            key = f"{sorted(table.facts.items())} {sorted(table.rules)} {sorted(arrays)}"
            found.setdefault(key, (form, table))
    return [*found.values()]


def filled(told: Any, x: Any) -> Any:
    """The array with x for every number."""
    return [filled(part, x) for part in told] if isinstance(told, list) else x


def square(told: Any, diagonal: Any, beside: Any) -> Any:
    """The same for square matrices, with these entries."""
    if told and isinstance(told[0], list) and isinstance(told[0][0], list):
        return [square(part, diagonal, beside) for part in told]
    return [[diagonal if i == j else beside for j in range(len(told))] for i in range(len(told))]


# what an array may be at the edges of its domain: W that mixes nothing or everything, equal curvatures, no noise, ...
EDGES: dict[str, tuple[Callable[[Any], Any], ...]] = {
    "W": (lambda told: square(told, 1, 0), lambda told: filled(told, f"1/{len(told[0])}")),
    "P": (lambda told: square(told, 0, 0), lambda told: square(told, 0, 1)),
    "R": (lambda told: square(told, 0, 0),),
    **{name: (lambda told: filled(told, 1), lambda told: filled(told, 0)) for name in ("v", "c", "b", "z")},
    **{name: (lambda told: filled(told, 0), lambda told: filled(told, 1)) for name in ("w0", "start", "o")},
    **{
        name: (lambda told: filled(told, "1/1000"), lambda told: filled(told, 1))
        for name in ("a", "after", "rho")
    },
    **{name: (lambda told: filled(told, 0),) for name in ("s", "u", "eps")},
    "chance": (lambda told: 1,),
    "samples": (lambda told: filled(told, 1), lambda told: [1000, *filled(told[1:], 1)]),
    **{name: (lambda told: [1, *[0] * (len(told) - 1)],) for name in ("p", "draw")},
    **{name: (lambda told: 1000, lambda told: "1/1000") for name in ("eta", "gamma", "delta")},
    **{name: (lambda told: "1/1000", lambda told: 1000) for name in ("Gamma", "C")},
}


def arrays(form: Family, random: Random) -> Iterator[dict[str, Any]]:
    """Drawn ones, and these with one array at an edge, or with all."""
    drawn = {p.name for p in form.parameters if isinstance(p.domain.word, str)}  # and none that is printed
    for _ in range(1 if form.name in MANY_FORMS else 2):
        told = form.sample(random).to_json()
        yield told
        if form.name != "scalars":
            edges = {
                name: [edge(told[name]) for edge in EDGES[name]] for name in sorted(drawn & EDGES.keys())
            }
            alone = [{**told, name: edge} for name, some in edges.items() for edge in some]
            yield from random.sample(alone, len(alone) // 4) if form.name in MANY_FORMS else alone
            yield from ({**told, **{name: some[i] for name, some in edges.items()}} for i in (0, -1))


def unmixed(W: Any, u: Vector) -> Vector:
    """The vector z of mean 0 with z - W z = u, for u of mean 0 and one W that connects all."""
    K = len(W)
    rows = np.eye(K, dtype=int) - np.array(W, dtype=object) + NUMBERS.rational(1) / K
    columns = np.array(u.terms[()], dtype=object).reshape(K, -1).T
    return Vector({(): np.array([solve(rows, column) for column in columns]).T.ravel().tolist()})


def allocated(grad: Callable[[Vector], Vector], start: Vector, K: int) -> Vector:
    """Where all gradients are the same under the mean of the start, for gradients that are affine."""

    def of(row: Any) -> Any:
        return np.array(grad(Vector({(): [NUMBERS.rational(int(x)) for x in row]})).terms[()], dtype=object)

    N = len(start.terms[()])
    none, alike = of(np.zeros(N)), np.tile(np.eye(N // K, dtype=int), (K, 1))
    slopes = np.array([of(row) - none for row in np.eye(N)]).T
    rows = np.block([[slopes, -alike], [alike.T, np.zeros((N // K, N // K), dtype=int)]])
    sums = alike.T @ np.array(start.terms[()], dtype=object)
    return Vector({(): solve(rows, np.concatenate([-none, sums])).tolist()[:N]})


def sure(u: Vector) -> Vector:
    return Vector({(): certain(u, "a mean of what is")})


def diagonal(word: Callable[[Vector], Vector], sq: Callable[[Vector], Any], u: Vector) -> Vector:
    """E of the square of a random word that multiplies each coordinate by a number of its own."""
    units = np.eye(len(u.terms[()]), dtype=int)
    squares = [sq(word(Vector({(): [*map(NUMBERS.rational, map(int, row))]}))) for row in units]
    return Vector({(): [s * c for s, c in zip(squares, certain(u, "a mean of what is"))]})


class Here:
    """The texts of a table at one round of a setting; `places`: vectors at which rules are read."""

    def __init__(self, form: Family, table: Table, told: dict[str, Any], t: int, random: Random) -> None:
        setting = opened(form.name, told, form.record_options, NUMBERS)
        constants, metrics = readable(setting, NUMBERS)
        self.table, values = table, {**constants, "t": NUMBERS.rational(t)}
        self.places: list[tuple[Any, Any]] = []
        if setting.vectors is not None:
            moments = Moments(setting, constants, metrics, {}, NUMBERS)
            self.scope: Scope = moments.at(t)
            x, o = (self.scope.read(name) for name in ("x", "o"))
            drawn = self.drawn(len(o.terms[()]), random)
            self.places = [(x, o), (drawn, x), (o, o)]
            if "W" in told:
                self.made_up(told, moments, t)
        elif "W" in told and "K" in told:
            W = Arrays({"W": told["W"]}, {"W": "S K K"}, "", NUMBERS)["W"]
            space = Space(NUMBERS, len(W[0]), 1, W, told.get("head", 0))
            words = {"W": lambda u: space.mix(u, t), "J": space.J, "sq": space.sq, "dot": space.dot}
            self.scope = Scope(values, metrics | words, numbers=NUMBERS)
            self.places = [(self.drawn(space.K, random), space.ones()), (space.ones(), space.ones())]
        else:
            self.scope = Scope(values, metrics, numbers=NUMBERS)
        for name, text in table.lets.items():
            if not self.scope.has(name) and "[" not in name and self.known(parse(text)):
                self.scope.define(name, lambda text=text: self.scope.read(text))

    def made_up(self, told: dict[str, Any], moments: Moments, t: int) -> None:
        """Names that the table of a run makes up."""
        here, table, x = self.scope, self.table, self.scope.read("x")
        W = Arrays({"W": told["W"]}, {"W": "S K K"}, "", NUMBERS)["W"]
        K, N = len(W[0]), len(x.terms[()])
        space = Space(NUMBERS, K, N // K, W, told.get("head", 0))
        if "variances" in table.numbers:
            here.let({"variances": "sq(n)" if here.has("n") else "0"})
        if table.window:
            here.define("carried", reduce(space.mix, range(t, t + told["B"]), x))
            here.words["ahead"] = lambda u: u
        if "total" in table.states:
            total = sum((moments.at(s).read("x") for s in range(t)), space.zero())
            here.define("total", total)
            of_all, average = here.find("words", "F"), total * NUMBERS.rational(Fraction(1, max(t, 1)))
            ones = np.eye(K, dtype=int).tolist()
            chosen = max(ones, key=lambda one: of_all(space.everywhere(one, average)))
            here.words["chosen"] = lambda u: space.everywhere(chosen, u)
        if "draw" in told:
            q, M = Arrays({"q": told["draw"]}, {"q": "S"}, "", NUMBERS)["q"], np.array(W, dtype=object)
            here.words["W_mean"] = lambda u: space.mixed(np.tensordot(q, M, 1).tolist(), u)
            here.words["W_second"] = lambda u: space.mixed(sum(c * A @ A for c, A in zip(q, M)).tolist(), u)
        for word, own in (("sometimes", "coin"), ("active", "active"), ("sparse", "sparse")):
            if here.has(word):
                map_ = here.find("words", word)
                here.words |= {own: map_} if own != word else {}
                here.words[f"{own}_mean"] = lambda u, map_=map_: Vector({(): map_(sure(u)).terms[()]})
                here.words[f"{own}_second"] = lambda u, map_=map_: diagonal(map_, here.find("words", "sq"), u)
        if "tension" in table.facts and here.holds("lam < 1"):
            pull = here.read(table.facts["tension"].partition("== ")[2].removesuffix(" - qh"))
            here.define("qh", space.J(pull))
            here.define("zh", unmixed(W[0], pull - space.J(pull)))
        if table.premises.get("potential") == "lam2 < 1" and here.holds("lam2 < 1"):
            ones = np.eye(K, dtype=int).tolist()
            mean = [
                here.words["W_mean"](Vector({(): [NUMBERS.rational(x) for x in row]})).terms[()]
                for row in ones
            ]
            here.define("potential", unmixed(mean, here.read("grad(o)")))
        elif "allocated" in table.rules and here.holds("lam < 1") and not told.keys() & {"after", "bend"}:
            w0 = here.values["w0"] = moments.at(0).read("x")
            here.define("allocation", allocated(here.find("words", "grad"), w0, K))
            here.define("potential", unmixed(W[0], here.values["allocation"] - w0))
        elif "allocated" not in table.rules and "potential" in table.rules and here.holds("lam < 1"):
            here.define("potential", unmixed(space.at(t), here.read("grad(o)")))

    def drawn(self, n: int, random: Random) -> Vector:
        return Vector({(): [NUMBERS.rational(Fraction(random.randint(-9, 9), 3)) for _ in range(n)]})

    def known(self, tree: Node, places: str = "") -> bool:
        names = inside(tree, "name", "call", "index") - {"sum", *FUNCTIONS, *bound(tree), *places.split()}
        return all(map(self.scope.has, names))

    def false(self, text: str, places: str, vectors: tuple[Any, Any]) -> bool:
        tree = parse(text)
        scope = Scope(dict(zip(places.split(), vectors)), over=self.scope) if places else self.scope
        a, b = map(scope.value, tree.parts)
        if isinstance(a, Vector) or isinstance(b, Vector):
            return any(NUMBERS.proved(x, "!=", 0) for row in (a - b).terms.values() for x in row)
        return NUMBERS.proved(a, BROKEN[tree.value[0]], b)

    def read(self) -> Iterator[tuple[str, bool]]:
        """(fact, rule or metric, whether it is false here) of all whose names the setting has."""
        texts = {name: ("", text) for name, text in self.table.facts.items()} | dict(self.table.rules)
        texts |= {f"{name}(t)": ("", f"{text} == {name}(t)") for name, text in self.table.metrics.items()}
        for name, (places, told) in texts.items():
            alone = len({*re.findall(r"\bxi\d\b", told)}) < 2
            text = re.sub(r"\bxi\d\b", "n", told) if alone else told  # a run calls its noise n
            for place in places.split():  # u may be a name of the program
                text = re.sub(rf"\b{place}\b", f"{place}_", text)
            places = " ".join(f"{place}_" for place in places.split())
            premise = self.table.premises.get(name, "0 <= 0")
            if not (self.known(parse(text), places) and self.known(parse(premise))):
                continue
            for vectors in self.places if places else ((None, None),):
                try:
                    if self.scope.holds(premise):
                        yield name, self.false(text, places, vectors)
                except (ArithmeticError, Refused):  # not defined here
                    continue


def told_of(form: Family, table: Table, setting: Any, random: Random) -> Iterator[str]:
    """The facts, rules and metrics that the setting has at some round, none of which is false."""
    t = random.choice(ROUNDS)
    try:
        here = Here(form, table, setting, t, random)
    except (Refused, ArithmeticError):  # the edge is outside of the family
        return
    for name, false in here.read():
        assert not false, (name, table.about, setting, t)
        yield name


@pytest.mark.parametrize("name", sorted(FAMILIES))
def test_no_fact_and_no_rule_is_false(name: str) -> None:
    random, reached, known = Random(name), set[str](), set[str]()
    for form, table in forms(name):
        known |= {*table.facts, *table.rules, *(f"{name}(t)" for name in table.metrics)}
        known -= ON_THE_LINE.keys() - table.rules.keys()  # under an index: test_derivations_gossip
        for told in arrays(form, random):
            reached |= {*told_of(form, table, told, random)}
    assert known
    assert reached == known or (Path(__file__).parents[1] / f"{ELSEWHERE[name]}.py").exists(), known - reached
