"""Records that state what is false: none is accepted, none raises, each is decided at once."""

from __future__ import annotations

from typing import Any

import pytest

from mixproof.bounds.kernel.statement import check


def record(claim: str, steps: Any, conclusion: Any, **told: Any) -> Any:
    """A record about a positive number a, unless told another family."""
    own = {"family": "scalars", "options": {"a": "positive"}, "parameters": [], "sizes": {"K": 3, "S": 1}}
    stated = {**own, "claim": claim, "assume": [], "where": {}, "first": 0, **told}
    return {"kind": "derivation", "statement": stated, "steps": steps, "conclusion": conclusion}


def by(*terms: Any, over: tuple[str, ...] = (), equations: Any = ()) -> Any:
    return {"over": list(over), "terms": list(map(list, terms)), "equations": list(map(list, equations))}


def line(name: str, claim: str, proof: Any) -> Any:
    return {"name": name, "claim": claim, "proof": proof}


def cases(claim: str, first: str, second: str, one: Any, other: Any) -> Any:
    return {"name": "m", "claim": claim, "cases": [first, second], "lines": [one, other]}


def falls(*lines: Any) -> Any:
    """t (t - 1) <= 0 at round 0, and from round to round where t > 4."""
    step = by(("5/3", ["I"]), ("2/3", ["q", "t >= 0"]))
    return {"always": [["I", "t*(t - 1) <= 0"]], "start": [by()], "lines": list(lines), "next": [step]}


BEYOND = line("p", "t - 4 > 0", by((1, ["assume1"]), (1, [])))
AT_ONCE = {"first": 0, "assume": ["t >= 5"]}
POWER = "b**(n/2) >= 0"
FAR = "(t - 3)*(t - 4) > 0"
BELOW = [line("p", "4 - t > 0", by((1, ["case"]), (1, []))), line("q", FAR, by((1, ["case", "p"])))]
ABOVE = [line("p", "t - 3 > 0", by((1, ["case"]), (1, []))), line("q", FAR, by((1, ["case", "p"])))]
SAME = "sq(y - w0) <= 0"
FOLLOWED = [
    {"let": "z", "is": "w0"},
    {"state": "y", "start": "z", "next": "y"},
    {"always": [["I", SAME]], "start": [by()], "lines": [], "next": [by((1, ["I"]))]},
]
SUM = "sum(i, sum(j, x[i, j]))"  # over links, of what is random
SCATTER = "sum(i, sum(j, p[i, j]*(1 - p[i, j])))"
LOSSY = {"family": "link-moments", "options": {}, "parameters": ["P", "W"], "first": -1}
ONLINE = {"family": "push-sum-noise", "options": {}, "parameters": ["W", "b", "g", "gamma", "v"]}
FIRST = "sum(j, first[j])"  # of the models of round 1
GOSSIP = {"family": "gossip", "options": {}, "parameters": ["W", "eta", "w0"]}
VECTORS = {"family": "vectors", "options": {"kind": "vectors"}, "parameters": ["p", "alpha"], "first": -1}
NEGATIVE = {"options": {"a": "real", "b": "real"}, "assume": ["a < 0"]}
FALSE = {
    "a negative number over itself is 1": record("a/a <= -1", [], by(), **NEGATIVE),
    "and times its own negative's inverse -1": record("a*(1/(-a)) >= 1", [], by(), **NEGATIVE),
    "the square of an inverse root is positive": record(
        "(1/sqrt(-a))**2 <= 0", [], by((1, ["-(1/sqrt(-a))**2 >= 0"])), **NEGATIVE
    ),
    "a vector with a random start depends on that start": record(
        f"{SCATTER} <= 0",
        [
            {"state": "q", "start": SUM, "next": "q"},
            {
                "always": [["I", f"dot(q, {SUM}) >= 2*{SCATTER}"]],
                "start": [by(equations=[("link", "-1", "k l i j")])],
                "lines": [],
                "next": [by((1, ["I"]))],
            },
        ],
        by((1, ["I"]), over=("2 > 0",)),
        **LOSSY,
    ),
    "and one that starts at what the first noise made": record(
        "(1 - late)*sum(k, sum(j, dot(x2[j], e[k]))) >= 0",
        [
            {"state": "q", "start": FIRST, "next": "q"},
            {
                "always": [["I", f"sq(q - {FIRST}) <= 0"]],
                "start": [by()],
                "lines": [],
                "next": [by((1, ["I"]))],
            },
        ],
        by(equations=[("opening", "-e[k]", "j k"), (f"vanishing(q - {FIRST})", "(late - 1)*e[k]", "k")]),
        **ONLINE,
    ),
    "a definition gives no second meaning to what the family says": record(
        "gstar <= 0", [], by(), where={"gstar": "0"}, **GOSSIP
    ),
    "not even to the name of a function": record("F <= 0", [], by(), where={"F": "0"}, **GOSSIP),
    "an index in a definition is not the one that a sum binds": record(
        "sum(i, q) <= n*q", [], by(), where={"q": "p[i]"}, **VECTORS
    ),
    "an index that nothing binds is of one, or of all": record(
        "n*p[i] >= 1",
        [],
        by((1, ["assume1[k == j]"], "1 - same(i, j)", "j")),
        assume=["n*p[k] <= 1"],
        **VECTORS,
    ),
    "a statement of no round speaks of one that is the same in all": record(
        "gap(restart) <= gap(restart)", [], by(), family="local-steps", options={"noise": "none"}, first=-1
    ),
    "a vector with an index is not read without": record(
        "sq(X) >= 0", [], by((1, [], "X")), family="vectors", options={"kind": "random"}, first=-1
    ),
    "a sum over rounds from 1 has none at round 0": record("sum(1 <= s < t, 1) <= t - 1", [], by()),
    "cases show an inequality, not an equation": record(
        "a <= 0", [cases("0 == a", "a >= 1", "a <= 1", [], [])], by(equations=[("m", "-1")])
    ),
    "whole numbers between strict cases": record(
        FAR, [cases(FAR, "t < 3", "t > 4", BELOW, ABOVE)], by((1, ["m"]))
    ),
    "indices count clients, not a number called K": record(
        "K >= 0", [], by((1, [], "1", "i")), options={"K": "real"}
    ),
    "two vectors of one text are not one": record(
        "F(sum(r < t, (1 + r)**s)*w) == F(sum(r < t, (1 + s)**r)*w)",
        [],
        by(),
        family="local-steps",
        options={"noise": "signs"},
        parameters=["s"],
    ),
    "what the family's facts are read with means nothing else": record(
        "pair == (F(J(w)) - F(o))*(F(v) - F(o))",
        [],
        by(),
        family="local-steps",
        options={"noise": "none"},
        where={"pair": "1"},
    ),
    "the round that is meant is one in every setting": record(
        "K <= 2",
        [],
        by((1, ["t >= 0"]), equations=[("end", "1")]),
        family="gossip",
        options={},
        parameters=["W", "a", "c", "eta", "s"],
        where={"z": "spread2(2 - K)"},
        first=-1,
    ),
    "a program gives no value to what a network has": record(
        "own >= 5",
        [],
        by(),
        family="declared",
        options={"algorithm": {"next": {"x": "mix(x)"}, "let": {"own": "5"}, "start": {}}, "step": "eta"},
        parameters=["W", "w0"],
    ),
    "a number called t is not the round": record(
        "t >= 0", [], by((1, ["rounds"])), options={"t": "real"}, first=-1
    ),
    "a printed number called t is not the round": record(
        "t >= 0", [], by((1, ["rounds"])), family="constants", options={"t": "-5"}
    ),
    "(-1)**(2/2) is no square root of (-1)**2": record(
        POWER, [], by((1, [POWER])), options={"b": "real", "n": "natural"}, assume=["b**n >= 0"]
    ),
    "1/(t - 4) is positive now, and has no value at round 4": record(
        "t*(t - 1) <= 0",
        [
            BEYOND,
            line("low", "1/(t - 4) > 0", by((1, ["1/(t - 4) > 0"]))),
            falls(line("q", "t > 4", by((1, []), over=("low",)))),
        ],
        by((1, ["I"])),
        **AT_ONCE,
    ),
    "nor has a square": record(
        "t*(t - 1) <= 0",
        [BEYOND, line("q", "t >= 4", by((1, [], "sqrt(1/(t - 4))*(t - 4)"))), falls()],
        by((1, ["I"])),
        **AT_ONCE,
    ),
    "no line defines what the statement names": record("a <= b", [{"let": "b", "is": "a"}], by()),
    "not even what an assumption names": record(
        "a <= 1",
        [{"let": "b", "is": "a"}, line("q", "a >= 0", by((1, ["a >= 0"])))],
        by((1, ["assume1"])),
        assume=["b <= 1"],
    ),
    "a followed vector is one in all cases": record(
        "sq(w0) <= 0",
        [
            {
                **cases("sq(y - w0) <= 0", "mu >= 1", "mu <= 1", FOLLOWED, FOLLOWED[:1] + FOLLOWED[2:]),
            },
            {"let": "z", "is": "0*w0"},
            {"always": [["II", "sq(y) <= 0"]], "start": [by()], "lines": [], "next": [by((1, ["II"]))]},
        ],
        by((2, ["m"]), (2, ["II"]), (1, [], "2*y - w0")),
        family="gossip",
        options={},
        parameters=["W", "eta", "start"],
    ),
    "the round after the start is round 1": record("start(next(t)) >= t + 1", [], by()),
    "a sum inside a sum does not move the outer round": record(
        "sum(s < t, sum(r < s, s)) == sum(s < t, sum(r < s, r))", [], by()
    ),
    "a followed vector is one, and none for every index": record(
        "sum(i, sum(j, sq(x[i] - x[j]))) <= 0",
        [
            {"state": "y", "start": "0*u", "next": "x2[i]"},
            {"always": [["I", "sq(y - x[i]) <= 0"]], "start": [by()], "lines": [], "next": [by()]},
            line(
                "m",
                "sq(x[i] - x[j]) <= 0",
                by((2, ["I"]), (2, ["I[i == j]"]), (1, [], "2*y - x[i] - x[j]")),
            ),
        ],
        by((1, ["m"], "", "i j")),
        **ONLINE,
    ),
}


@pytest.mark.parametrize("told", FALSE.values(), ids=FALSE)
def test_what_is_false_is_refused(told: Any) -> None:
    answer = check(told)
    assert not answer["proved"]
    assert answer["reason"]


TWICE = [{"let": f"b{i}", "is": f"exp(b{i - 1})/(1 + exp(b{i - 1}))"} for i in range(1, 60)]
MANY = [["1/12"] * 12 for _ in range(12)]
OFTEN = {"next": {"x": "mix(" * 40 + "x" + ")" * 40}}
NESTED = [{"let": f"b{i}", "is": f"max(b{i - 1}, b{i - 1} + 1)"} for i in range(1, 60)]


def test_what_is_nested_twice_at_every_level_is_decided_at_once() -> None:
    told = record(
        "a >= 0", [{"let": "b0", "is": "a"}, *TWICE, line("q", "b59 >= 0", by((1, ["b59 >= 0"])))], HERE
    )
    assert not check(told)["proved"]
    assert check({**told, "conclusion": by((1, ["a >= 0"]))})["proved"]
    run = {"algorithm": OFTEN, "step": "eta", "network": {"matrix": MANY}}
    assert (
        "mixes too often"
        in check(record("1 >= 0", [], STANDS, family="runs", options=run, sizes={}))["reason"]
    )


@pytest.mark.parametrize(
    "told",
    [
        record("a >= 0", [line("q", "((((2**20)**20)**20)**20)**20 >= 0", by())], by((1, ["a >= 0"]))),
        record("a >= 0", [{"let": "b0", "is": "max(a, 2)"}, *NESTED], by((1, ["b59 >= 0"]))),
        record("sum(s < 100000000, a) >= 0", [], by((1, ["a >= 0"]))),
        record("a >= 0", [], by((1, ["a >= 0"])), family="constants", options={"a": "1e90000000"}),
        record("a >= 0", [], by((1, ["a >= 0"])), assume=["x == o"], family="gossip", options={}),
        record("a >= 0", [cases("a >= 0", "x == o", "o == x", [], [])], by(), family="gossip", options={}),
    ],
)
def test_what_is_huge_or_malformed_is_refused_with_a_sentence(told: Any) -> None:
    assert check(told)["reason"]


def test_a_sum_from_round_1_is_read_where_it_has_rounds() -> None:
    told = record("sum(1 <= s < t, 1) <= t - 1", [], by(), first=1)
    assert check(told)["proved"]


def program(lines: Any, let: Any = None, start: Any = None, **more: Any) -> Any:
    """What a statement says of a declared algorithm."""
    algorithm = {"next": lines, "let": let or {}, "start": start or {}}
    own = [
        "W",
        "a",
        "c",
        "w0",
        *(("eta",) if "eta" in str((lines, let)) else ()),
        *more.pop("parameters", ()),
    ]
    return {
        "family": "declared",
        "options": {"algorithm": algorithm, "step": "eta"},
        "parameters": own,
        **more,
    }


DESCENT = {"x": "mix(x) - eta*grad(x)"}


def test_no_program_gives_a_meaning_to_the_noise_of_its_gradients() -> None:
    shown = by(equations=[("noise_xi1", "-1")], over=("K > 0",))
    told = program(DESCENT, {"xi1": "0*x"}, parameters=("v",))
    assert not check(record("sigma2 <= 0", [], shown, **told))["proved"]


@pytest.mark.parametrize(
    ("step", "proved"),
    [
        ("eta", True),
        ("delta/(t + Gamma)", True),
        ("eta; every client is at rest", False),
        ("delta*spread2(t)", False),
        ("mu", False),
    ],
)
def test_a_step_is_a_formula_of_its_constants_and_the_round(step: str, proved: bool) -> None:
    for lines in (DESCENT, {"x": "mix(x) - grad(x)"}):
        told = program(lines)
        told["options"]["step"] = step
        assert check(record("1 >= 0", [], STANDS, **told))["proved"] == proved


def test_a_declaration_has_no_part_that_is_not_read() -> None:
    told = program(DESCENT)
    for more, proved in (
        ({}, True),
        ({"rest": None, "name": "x", "models": ["x"]}, True),
        ({"send": {}}, False),
    ):
        told["options"]["algorithm"] |= more
        assert check(record("1 >= 0", [], STANDS, **told))["proved"] == proved


HERE = by((1, [], "x - o"))
STANDS = by((1, []))


@pytest.mark.parametrize(
    "told",
    [
        # the definition said is 2, the one read was norm(grad(o)): the run would stand still
        program({"x": "x - (a - gstar)*grad(x)"}, {"a": "norm(grad(o))", "gstar": "2"}),
        program({"x": "x - eta*grad(x)"}, {"eta": "0"}),
        program({"x": "x - eta*grad(x)", "o": "o"}),
        program({"x": "x", "w0": "w0"}),
        program({"x": "x", "t": "t"}),
        program({"x": "start(x)"}),
        program({"x": "J(x)"}),
        program({"x": "x - eta*sum(s < t, s)*grad(x)"}),
        program({"x": "x", "y": "y"}, start={"y": "next(t)*x"}),
        program({"x": "x", "y": "y"}, start={"y": "1"}),  # the number 1 at every client, not 1*w0
        program({"x": "x", "y": "y"}, start={"z": "x"}),
        program({"x": "x"}, start={"x": "2*x"}),
    ],
)
def test_a_program_means_what_its_text_says(told: Any) -> None:
    assert not check(record("1 >= 0", [], STANDS, **told))["proved"]


def test_a_program_of_its_own_words_is_read() -> None:
    told = program({"x": "mix(x) - eta*grad(x)", "y": "x"}, start={"y": "x"})
    assert check(record("distance2(t) >= 0", [], HERE, **told))["proved"]


def test_lengths_of_averaged_models_are_not_those_of_stacked_ones() -> None:
    told = program({"x": "average(x - eta*grad(x))"}, parameters=("samples", "start"))
    assert not check(record("distance2(t) <= error2(t)", [], by(), **told))["proved"]


def test_least_values_of_losses_that_are_averaged_by_shares_are_summed_by_shares() -> None:
    """Two clients of equal shares whose least values are both 5: Fstar is near 5, the sum of the two is 10."""
    told = program({"x": "average(x - eta*grad(x))"}, parameters=("samples", "start", "o")) | {"first": -1}
    assert not check(record("Fstar >= minima_sum", [], by((1, ["least(o)"])), **told))["proved"]
    assert check(record("Fstar >= tilde_minima_sum", [], by((1, ["least(o)"])), **told))["proved"]


@pytest.mark.parametrize(("parameters", "proved"), [(["W", "a", "c", "w0"], False), (["W", "w0"], True)])
def test_models_that_only_mix_end_at_the_minimizer_of_no_losses(parameters: list[str], proved: bool) -> None:
    """Where clients have losses w* is their minimizer, not the mean of the starts."""
    steps = [{"always": [["I", "sq(J(x) - o) <= 0"]], "start": [by()], "lines": [], "next": [by((1, ["I"]))]}]
    told = program({"x": "mix(x)"}) | {"parameters": parameters}
    assert check(record("error2(t) <= 0", steps, by((1, ["I"]), over=("K > 0",)), **told))["proved"] == proved


@pytest.mark.parametrize("free", ["x", "y", "z", "start", "v"])
def test_a_free_number_is_no_vector_of_the_program_and_no_array_of_its_settings(free: str) -> None:
    told = program({"x": "mix(x) - z", "y": "y"}, {"z": "eta*grad(x)"})
    told["options"]["free"] = [free]
    told["parameters"].append(free)
    assert not check(record(f"{free} > 0", [], by((1, [f"{free} > 0"])), **told))["proved"]


@pytest.mark.parametrize("matrices", ["one", "norm", "symmetric"])
def test_a_program_over_a_class_names_nothing_x_beside_its_model(matrices: str) -> None:
    told = program({"y": "mix(y) - eta*grad(y)"}, {"x": "0*y"})
    told |= {"options": {**told["options"], "matrices": matrices}, "parameters": [], "sizes": {}}
    assert not check(record("spread2(t) <= 0", [], by(), **told))["proved"]


@pytest.mark.parametrize(("noise", "proved"), [("none", True), ("path", False), ("shared", False)])
def test_the_slope_of_a_noisy_step_has_its_noise(noise: str, proved: bool) -> None:
    """At w* the gradient is 0, and a noisy slope is the noise."""
    shown = by((1, ["mean_steep(v)"]), equations=[("slope_size", "1")])
    told = {"family": "local-steps", "options": {"noise": noise}, "sizes": {}}
    claim = "noisy_slope(t)**2 <= 2*steepest*theta(t)"
    assert check(record(claim, [], shown, **told))["proved"] == proved


def test_a_sentence_says_what_its_setting_leaves_out() -> None:
    gossip = {"family": "gossip", "options": {}, "parameters": ["W", "eta", "w0"]}
    sentence = check(record("distance2(t) >= 0", [], HERE, **gossip))["what"]
    assert "full gradients" in sentence
    assert "the same W in every round" in sentence
    changing = {**gossip, "parameters": ["W", "eta", "v", "w0"], "sizes": {"K": 3, "S": 2}}
    sentence = check(record("distance2(t) >= 0", [], HERE, **changing))["what"]
    assert "full gradients" not in sentence
    assert "the same W" not in sentence
    told = program({"x": "mix(x)"})
    assert "the same W" in check(record("1 >= 0", [], STANDS, **told))["what"]


@pytest.mark.parametrize("parameters", [["eta", "delta"], [], ["eta", "samples"]])
def test_parameters_that_contradict_each_other_are_refused(parameters: list[str]) -> None:
    gossip = {"family": "gossip", "options": {}, "parameters": parameters}
    assert not check(record("distance2(t) >= 0", [], HERE, **gossip))["proved"]


def test_a_definition_that_depends_on_t_is_not_summed_over_rounds() -> None:
    """f = 2 t says t, not the rounds that a sum runs over: sum(s < t, f) is 2 t t."""
    text = "sum(s < t, f) <= t**2"
    steps = [{"always": [["I", text]], "start": [by()], "lines": [], "next": [by((1, ["I"]), (1, []))]}]
    assert not check(record(text, steps, by((1, ["I"])), where={"f": "2*t"}))["proved"]
