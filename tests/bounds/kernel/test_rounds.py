"""Rounds that are numbers: the table of runs beside runs in numbers, and what of a round is read, or refused."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds.kernel.derivation import Book
from mixproof.bounds.kernel.poly import Poly, Vector
from mixproof.bounds.kernel.statement import check, statement
from mixproof.bounds.kernel.table import Kind
from mixproof.bounds.kernel.tables import TABLES
from mixproof.bounds.kernel.text import Refused

T = 3
PROGRAMS = {
    "dgd": ({"x": "mix(x) - eta*grad(x)"}, {}),
    "tracking": ({"x": "mix(x) - eta*(p + u)", "p": "mix(p + u) - u"}, {"u": "grad(x)"}),
    "local": ({"x": "mix(y - eta*grad(y))"}, {"y": "x - eta*share(grad(average(x)))"}),
}
CONSTANTS = {"mu": "1/2", "L": "2", "eta": "1/4", "lam_n": "-3/4", "high": "1/2"}


def kind(name: str, network: object, parameters: tuple[str, ...] = ()) -> Kind:
    program, let = PROGRAMS[name]
    options = {"algorithm": {"next": program, "let": let, "start": {}}, "step": "eta", "network": network}
    return Kind("runs", options, frozenset(parameters), {})


class Clients:
    """K quadratic clients in two dimensions, curvatures in [mu, L]; W symmetric, W 1 = 1, in the spectrum."""

    def __init__(self, seed: int, K: int = 3) -> None:
        random = np.random.default_rng(seed)
        self.K, self.random = K, random
        self.a, self.c = random.uniform(0.5, 2, (K, 2)), random.normal(size=(K, 2))
        self.o = np.tile((self.a * self.c).sum(0) / self.a.sum(0), (K, 1))
        self.w0 = random.normal(size=(K, 2))

    def mixing(self) -> np.ndarray:
        axes = np.linalg.qr(np.c_[np.ones(self.K), self.random.normal(size=(self.K, self.K - 1))])[0]
        return axes @ np.diag([1, *self.random.uniform(-0.75, 0.5, self.K - 1)]) @ axes.T

    def grad(self, x: np.ndarray) -> np.ndarray:
        return self.a * (x - self.c)

    def heights(self, x: np.ndarray) -> np.ndarray:
        return (self.a * (x - self.c) ** 2).sum(1) / 2

    def words(self, W: np.ndarray, x: np.ndarray) -> dict[str, object]:
        own = {f"grad_{k + 1}": lambda v, k=k: self.a[k] * (v - self.c[k]) for k in range(self.K)}
        own |= {
            f"F_{k + 1}": lambda v, k=k: (self.a[k] * (v - self.c[k]) ** 2).sum() / 2 for k in range(self.K)
        }
        own |= {f"x_{k + 1}": x[k] for k in range(self.K)} | {f"c_{k + 1}": self.c[k] for k in range(self.K)}
        return own | {
            **{"dot": lambda u, v: float((u * v).sum()), "sq": lambda u: float((u * u).sum())},
            "norm": lambda u: float(np.sqrt((u * u).sum())),
            "J": lambda u: np.tile(u.mean(0), (self.K, 1)),
            "W": lambda u: W @ u,
            **{
                "grad": self.grad,
                "F": lambda u: float(self.heights(u).sum()),
                "x": x,
                "c": self.c,
                "w0": self.w0,
            },
            **{"minima_sum": 0.0, "K": self.K, "mu": 0.5, "L": 2.0, "eta": 0.25, "lam_n": -0.75, "high": 0.5},
            **{f"minima_sum_{k + 1}": 0.0 for k in range(self.K)},
        }


def gap(text: str, names: dict[str, object]) -> tuple[np.ndarray, bool]:
    """The larger side less the smaller one, and whether they are to be equal."""
    a, relation, b = re.fullmatch(r"(.*) (<=|>=|==) (.*)", text).groups()
    left, right = (np.asarray(eval(side, {"sqrt": np.sqrt}, names)) for side in (a, b))
    return (left - right if relation == ">=" else right - left), relation == "=="


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_every_rule_of_the_table_holds_in_numbers(seed: int) -> None:
    clients = Clients(seed)
    W, x = clients.mixing(), clients.random.normal(size=(3, 2))
    names = clients.words(W, x)
    stacks = [clients.random.normal(size=(3, 2)) for _ in range(2)] + [clients.c, clients.o]
    table = TABLES["runs"](kind("dgd", "one", ("chi2",)))
    rows = [
        [str(w) for w in row]
        for row in ((("1/2", "1/4", "1/4"), ("1/4", "1/2", "1/4"), ("1/4", "1/4", "1/2")))
    ]
    of_one = TABLES["runs"](kind("dgd", {"matrix": rows}, ("chi2",)))
    for rules, places, o in (
        (table.rules, stacks, clients.o),
        (of_one.rules, [s[0] for s in stacks], clients.o[0]),
    ):
        chi2 = (clients.grad(x) ** 2).sum() / 3
        for name, (told, text) in rules.items():
            for u in places:
                for v in places:
                    given_ = {**names, "o": o, "chi2": chi2, **dict(zip(told.split(), (u, v)))}
                    value, equal = gap(text, given_)
                    assert np.abs(value).max() < 1e-9 if equal else value > -1e-9, name


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("changing", [False, True])
def test_states_and_metrics_at_a_round_are_those_of_the_run(name: str, changing: bool) -> None:
    """Every equation of a state, with numbers for the vectors that it names, and the metrics on the way."""
    clients = Clients(7)
    W = [clients.mixing() for _ in range(T)] if changing else [clients.mixing()] * T
    program, let = PROGRAMS[name]
    table = TABLES["runs"](kind(name, "changing" if changing else "one"))
    book = Book(table, 0, CONSTANTS | {"K": "3"})
    states = {"x": clients.w0, **{other: clients.w0 * 0 for other in program if other != "x"}}
    path = [states]
    words = {"grad": clients.grad, "average": lambda v: np.tile(v.mean(0), (3, 1)), "share": lambda v: v / 3}
    for t in range(T):
        scope = {**states, **words, "eta": 0.25, "mix": lambda v, t=t: W[t] @ v}
        for own, text in let.items():
            scope[own] = eval(text, {}, scope)
        states = {own: eval(text, {}, scope) for own, text in program.items()}
        path.append(states)
    vectors = {"w0": clients.w0, "o": clients.o, "c": clients.c}
    for (own, t), _ in [((own, t), book.reached(own, t)) for t in range(1, T + 1) for own in program]:
        vectors[f"{own}({t})"] = path[t][own]

    def number(value) -> np.ndarray:
        """A formal vector in numbers; gradients by the vector that they are taken at."""
        total = np.zeros((3, 2))
        for (_, word, g, _), c in value.terms.items():
            v = vectors[g] if g in vectors else clients.grad(number(made[g]))
            for op in reversed(word):
                v = np.tile(v.mean(0), (3, 1)) if op == "J" else W[int(op[2:-1]) if changing else 0] @ v
            total = total + float(c.constant()) * v
        return total

    made = {}
    for (_, key), generator in book.gradients.items():
        made[generator] = Vector((term, Poly(dict(c))) for term, c in key)
    for (own, t), value in book.steps_of.items():
        np.testing.assert_allclose(number(value), path[t][own], atol=1e-12)
    for t in range(T + 1):
        spread = book.at("now").read(f"at_round({t}, x - J(x))")
        np.testing.assert_allclose(number(spread), path[t]["x"] - path[t]["x"].mean(0), atol=1e-12)


def proof(claim: str, conclusion: dict, steps: tuple = (), **more) -> dict:
    program, let = PROGRAMS["dgd"]
    options = {"algorithm": {"next": program, "let": let, "start": {}}, "step": "eta", "network": "one"}
    own = {
        "family": "runs",
        "options": options,
        "parameters": ["start"],
        "sizes": {},
        "claim": claim,
        "assume": [],
    }
    own |= {"where": {}, "first": -1, "at": CONSTANTS, **more}
    return {"kind": "derivation", "statement": own, "steps": list(steps), "conclusion": conclusion}


def test_one_round_by_hand() -> None:
    """From a common start the spread after a round is that of the gradients, times eta^2."""
    apart = "v - J(v)"
    steps = [{"let": "v", "is": "grad(w0)"}]
    equations = [["at_round(1, x)", f"J(at_round(1, x)) - at_round(1, x) + eta*({apart})"]]
    told = {"equations": equations}
    assert check(proof(f"spread2(1) == eta**2*sq({apart.replace('v', 'grad(w0)')})", told, steps))["proved"]
    assert not check(proof(f"spread2(1) == eta**2*sq({apart.replace('v', 'grad(w0)')})/2", told, steps))[
        "proved"
    ]
    assert not check(proof(f"spread2(2) == eta**2*sq({apart.replace('v', 'grad(w0)')})", told, steps))[
        "proved"
    ]


def test_the_present_round_may_be_a_number() -> None:
    told = {"terms": [["1", [], "at_round(3, x - J(x))"]]}
    whole = proof("spread2(t) >= 0", told, first=0)
    lines = {"steps": whole.pop("steps"), "conclusion": whole.pop("conclusion")}
    whole["statement"]["rounds"] = [3]
    found = check({**whole, "rounds": [lines]})
    assert found["proved"] and "t = 3" in found["what"] and found["limits"]["rounds"] == [3]
    whole["statement"]["rounds"] = [2]
    assert not check({**whole, "rounds": [lines]})["proved"]


def several(own: dict, rounds: dict[int, dict]) -> dict:
    """The record of a statement at some rounds."""
    stated = {**own["statement"], "first": 0, "rounds": list(rounds)}
    return {
        "kind": "derivation",
        "statement": stated,
        "rounds": [{"steps": [], **told} for told in rounds.values()],
    }


def test_an_induction_is_over_every_round() -> None:
    """From P(0) and P(3) -> P(4) nothing follows of P(3)."""
    nothing: dict = {}
    step = {"always": [["I", "t*(t - 3) == 0"]], "start": [nothing], "lines": [], "next": [nothing]}
    lines = {"steps": [step], "conclusion": {"equations": [["I", "1"]]}}
    found = check(several(proof("t*(t - 3) == 0", {}), {1: lines}))
    assert not found["proved"] and "an induction is over every round" in found["reason"]


def test_what_is_the_same_at_all_clients_is_so_at_every_round_or_refused() -> None:
    """Also where t is a number: models that take gradients of their own do not stay the same."""
    told = {"next": {"x": "x - eta*grad(x)"}, "let": {}, "start": {}}
    own = {
        "family": "declared",
        "options": {"algorithm": told, "step": "eta"},
        "where": {},
        "first": 0,
        "assume": [],
    }
    own |= {
        "parameters": ["W", "a", "c", "eta", "samples", "start"],
        "sizes": {"S": 1},
        "claim": "gap(t) >= gap(t)",
    }
    whole = {"kind": "derivation", "statement": own, "steps": [], "conclusion": {}}
    at_two = several(whole, {2: {"conclusion": {}}})
    for record in (whole, at_two):
        assert "does not stay the same at all clients" in check(record)["reason"]


def test_a_sum_over_rounds_reads_each_of_them() -> None:
    """sum(s < 3, x) is x(0) + x(1) + x(2), whatever the present round is."""
    for t in (None, 3):
        book = statement(proof("spread2(1) >= 0", {})["statement"]).book(t=t)
        whole, parts = (
            book.at("now").number(text)
            for text in ("sum(1 <= s <= 2, sq(x - o))", "at_round(1, sq(x - o)) + at_round(2, sq(x - o))")
        )
        assert whole == parts


@pytest.mark.parametrize(
    "text",
    [
        "at_round(-1, x)",
        "at_round(1/2, x)",
        "at_round(201, x)",
        "at_round(t, x)",
        "at_round(x)",
        "at_round(1, x, x)",
        "at_round(1, high(x))",
    ],
)
def test_what_is_no_round_is_refused(text: str) -> None:
    book = statement(proof("spread2(1) >= 0", {})["statement"]).book()
    with pytest.raises(Refused):
        book.at("now").read(text)


def test_no_run_that_is_random_is_read_at_a_round_that_is_a_number() -> None:
    sizes = {"K": 3, "d": 1, "S": 1}
    parameters = frozenset({"W", "a", "c", "w0", "eta", "v"})
    book = Book(TABLES["gossip"](Kind("gossip", {}, parameters, sizes)))
    with pytest.raises(Refused, match="random"):
        book.at("now").read("at_round(1, x)")
    with pytest.raises(Refused, match="random"):
        Book(TABLES["gossip"](Kind("gossip", {}, parameters, sizes)), t=2)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"mu": "2"}, "no setting has"),
        ({"mu": "-1"}, "no setting has"),
        ({"high": "-1"}, "no setting has"),
        ({"eta": "0"}, "no setting has"),
        ({"t": "1"}, "no constant"),
        ({"minima": "1"}, "no constant"),
        ({"K": "1/2"}, "K is whole"),
    ],
)
def test_constants_that_no_setting_has_prove_nothing(change: dict, said: str) -> None:
    told = {"terms": [["1", [], "at_round(1, x - J(x))"]]}
    assert check(proof("spread2(1) >= 0", told))["proved"]
    assert said in check(proof("spread2(1) >= 0", told, at=CONSTANTS | change))["reason"]


@pytest.mark.parametrize(
    "ends",
    [
        {"lam": "1/2", "lam_n": "1/2"},
        {"lam": "1/4", "lam_n": "-1/4"},
        {"lam": "1/4"},
        {"lam": "1/3", "lam_n": "1/4"},
    ],
)
def test_lam_and_lam_n_of_a_given_w_are_its_own(ends: dict) -> None:
    rows = [["5/8", "3/8"], ["3/8", "5/8"]]  # the other eigenvalue is 1/4
    TABLES["runs"](kind("dgd", {"matrix": rows, "lam": "1/4", "lam_n": "1/4"}))
    with pytest.raises(Refused, match="not those of W"):
        TABLES["runs"](kind("dgd", {"matrix": rows, **ends}))
