"""Worst cases: known values, two routes to each, certificates that cannot be bent, witnesses that cannot either."""

import copy
import json
from fractions import Fraction as F

import pytest

from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.kernel.statement import check
from mixproof.bounds.proofs import worst_case
from mixproof.bounds.proofs.gram.dual import Windows, solve
from mixproof.bounds.proofs.gram.trace import trace
from mixproof.spectral.errors import InputError

HALF = ("-1/2", "1/2")
PAIR = (("3/4", "1/4"), ("1/4", "3/4"))
PATH = (("2/3", "1/3", 0), ("1/3", "1/3", "1/3"), (0, "1/3", "2/3"))
DGD = {"L": 1, "mu": "1/10", "eta": "1/2"}


@pytest.mark.parametrize("rounds, value", [(5, 0.867742), (10, 0.885112)])
def test_gradient_descent_by_gossip_over_every_network(rounds, value):
    # the values of a PEP modelling layer, one start, ||x0 - w*|| <= 1, mean square of the gradients at w* <= 1
    case = worst_case("dgd", **DGD, spectrum=HALF, rounds=rounds)
    assert case.value == pytest.approx(value, abs=1e-6)
    assert case.value_witness == pytest.approx(value, abs=2e-6)
    assert case.value_witness <= case.value


def test_two_clients_are_the_worst_of_every_network_here():
    every = worst_case("dgd", **DGD, spectrum=HALF, rounds=4, witnesses=False)
    two = worst_case("dgd", **DGD, matrix=PAIR, rounds=4, witnesses=False)
    assert two.value == pytest.approx(every.value, abs=1e-7)


@pytest.mark.parametrize("eta, factor", [("1/2", 0.95), (1, 0.9), ("19/10", 0.9)])
def test_one_client_is_gradient_descent(eta, factor):
    # ||x - w*|| shrinks by max(|1 - eta mu|, |eta L - 1|) a step, and no faster: Polyak
    case = worst_case(
        "dgd", L=1, mu="1/10", eta=eta, matrix=[[1]], rounds=3, start={"error2": 1, "spread2": 0}
    )
    assert case.value == pytest.approx(factor**6, abs=1e-7)


def test_without_gradients_the_disagreement_shrinks_by_the_spectrum():
    gossip = Algorithm("gossip", {"x": "mix(x)"})
    case = worst_case(
        gossip, L=1, mu=0, eta=1, spectrum=("-3/4", "1/2"), rounds=3, metric="spread2", start={"spread2": 1}
    )
    assert case.value == pytest.approx(0.75**6, abs=1e-7)


def test_equal_algorithms_have_equal_worst_cases():
    # NIDS and exact diffusion are one method; one local step is diffusion, adapt then combine
    for one, other in (("local-1", "diffusion"),):
        both = [
            worst_case(name, **DGD, spectrum=HALF, rounds=3, witnesses=False).value for name in (one, other)
        ]
        assert both[0] == pytest.approx(both[1], abs=1e-7)


@pytest.mark.parametrize("name", ["extra", "diging", "nids", "diffusion", "nesterov-1/4"])
def test_methods_with_memory_are_certified_and_reached(name):
    case = worst_case(name, L=2, mu="1/5", eta="1/5", spectrum=("-1/4", "1/2"), rounds=3)
    assert decide(json.loads(json.dumps(case.certificate))).word == "PROVED"
    assert decide(json.loads(json.dumps(case.witness))).word == "REFUTED"
    assert 0.99 * case.value <= case.value_witness <= case.value


@pytest.mark.parametrize(
    "matrix, metric", [(PAIR, "error2"), (PATH, "spread2"), (PATH, "gap"), (PAIR, "gap")]
)
def test_witnesses_of_a_matrix_reach_its_worst_case(matrix, metric):
    case = worst_case("dgd", **DGD, matrix=matrix, rounds=3, metric=metric)
    assert case.value_witness >= 0.999 * case.value


def test_units_do_not_matter():
    # losses times 100, steps over 100: the same run
    one = worst_case("dgd", **DGD, spectrum=HALF, rounds=3, witnesses=False)
    steep = worst_case(
        "dgd",
        L=100,
        mu=10,
        eta="1/200",
        spectrum=HALF,
        rounds=3,
        start={"error2": 1, "spread2": 0, "gstar2": 10**4},
    )
    assert steep.value == pytest.approx(one.value, abs=1e-6)
    assert steep.value_witness == pytest.approx(one.value, abs=1e-5)


def test_decaying_steps_and_fewer_inequalities():
    step = {"L": 1, "mu": "1/10", "delta": 4, "Gamma": 8}
    short = worst_case("dgd", **step, spectrum=HALF, rounds=3)
    assert short.value_witness == pytest.approx(short.value, rel=1e-4)
    long = worst_case("dgd", **step, spectrum=HALF, rounds=24, witnesses=False)  # windowed
    assert decide(dict(long.certificate)).word == "PROVED"
    assert long.value < short.value


def test_windows_with_the_last_call_lose_nothing_at_twelve_rounds():
    """Without the last call among all pairs this gap would be 11 % looser."""
    case = worst_case("dgd", **DGD, spectrum=HALF, rounds=12, metric="gap", witnesses=False)
    assert solve(trace(case.statement), Windows(2, 2)).value == pytest.approx(case.value, abs=1e-6)


@pytest.fixture(scope="module")
def small():
    """Certificates of a class of W, where L is not 1 and the spectrum not even, and of a gap of three clients."""
    uneven = {"L": 2, "mu": "1/5", "eta": "1/4", "spectrum": ("-1/4", "1/2"), "rounds": 3}
    every = worst_case("dgd", **uneven, witnesses=False)
    three = worst_case("dgd", **DGD, matrix=PATH, rounds=2, metric="gap", witnesses=False)
    return every.certificate, three.certificate


def _changed(record, path, value):
    other = copy.deepcopy(dict(record))
    at = other
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return other


def _said_more(record):
    """Statements that say more than the record proves, or what is no statement."""
    told = record["statement"]
    left, value = told["claim"].split(" <= ")
    for path, new in {
        ("claim",): f"{left} <= {F(value) - F(1, 10**5)}", ("at", "mu"): "1/11", ("at", "L"): "21/10",
        ("at", "eta"): "3/5", ("assume", 0): told["assume"][0].replace("<= 1", "<= 11/10"),
        ("assume", 1): told["assume"][1].replace("<= 1", "<= 11/10"), ("assume",): told["assume"][:1],
        ("parameters",): [], ("options", "algorithm", "next", "x"): "mix(x) - 2*eta*grad(x)",
        ("options", "step"): "delta/(t + Gamma)", ("family",): "declared", ("at", "t"): "3", ("rounds",): [3],
    }.items():  # fmt: skip
        yield path, _changed(record, ("statement", *path), new)
    network = (
        {"matrix": [["1", "0"], ["0", "1"]]} if isinstance(told["options"]["network"], dict) else "changing"
    )
    yield "network", _changed(record, ("statement", "options", "network"), network)
    if "high" in told["at"]:
        yield "high", _changed(record, ("statement", "at", "high"), "11/20")
        yield "lam_n", _changed(record, ("statement", "at", "lam_n"), "-3/10")
    for line in ("mix(x) - eta*grad(x)*grad(x)", "mix(x)/2", "__import__('os')", "1", "x +"):
        yield line, _changed(record, ("statement", "options", "algorithm", "next", "x"), line)


def test_statements_that_say_more_are_not_proved(small):
    for record in small:
        assert check(dict(record))["proved"]
        for path, other in _said_more(record):
            assert decide(other).word == "REFUSED", path


def test_broken_lines_prove_nothing(small):
    tried = 0
    for record in small:
        proof = record["conclusion"]
        for i, (c, facts, *_) in enumerate(proof["terms"]):
            changes = {"0", f"-{c}"} | ({str(F(c) * F(1001, 1000))} if "interpolation" in facts[0] else set())
            for new in changes:
                assert not check(_changed(record, ("conclusion", "terms", i, 0), new))["proved"], facts
                tried += 1
        for i, (fact, multiplier) in enumerate(proof["equations"]):
            if fact.startswith(
                "at("
            ):  # x at a round is multiplied by itself, as a square is left over without
                other = _changed(record, ("conclusion", "equations", i, 1), f"2*({multiplier})")
                assert not check(other)["proved"], fact
                tried += 1
        for b, vectors in enumerate(proof["squares"]["of"]):
            other = _changed(record, ("conclusion", "squares", "of", b), vectors[1:])
            assert not check(other)["proved"]
    assert tried >= 60


def test_what_is_no_certificate_is_refused_in_a_sentence():
    record = dict(worst_case("dgd", **DGD, spectrum=HALF, rounds=1, witnesses=False).certificate)
    for name in record:
        for wrong in (None, [], {}, "x", 7):
            decision = decide(record | {name: wrong})
            assert decision.word == "REFUSED" and len(decision.sentence) > 12
    other = _changed(record, ("conclusion", "squares"), {"of": [["x"], ["K"]], "entries": [[0, 0, 0, "-1"]]})
    assert decide(other).word == "REFUSED"


def test_rounds_told_without_lines_are_not_proved():
    record = dict(worst_case("dgd", **DGD, spectrum=HALF, rounds=1, witnesses=False).certificate)
    lines = {"steps": record["steps"], "conclusion": record["conclusion"]}
    told = {"kind": "derivation", "statement": record["statement"]}
    for rounds, given in (([], []), ([1], []), ([1, 2], [lines]), ([], [lines]), ([2, 1], [lines, lines])):
        stated = told["statement"] | {"first": 0, "rounds": rounds}
        assert decide({**told, "statement": stated, "rounds": given}).word == "REFUSED"


def test_broken_witnesses_confirm_nothing():
    record = dict(worst_case("dgd", **DGD, spectrum=HALF, rounds=2).witness)
    assert decide(record).word == "REFUTED"
    tried = 0
    for name in ("pull", "rise"):
        for path in _numbers(record["setting"][name]):
            for new in ("9/10", "-3"):
                assert decide(_changed(record, ("setting", name, *path), new)).word == "REFUSED", path
                tried += 1
    (value,) = record["right"]
    for path, new in {
        ("claim", "claim"): f"error2(2) < {F(value) + F(1, 10**6)}", ("claim", "assume", 0): "mu >= 1/9",
        ("setting", "W"): [[["1/10", "9/10"], ["9/10", "1/10"]]], ("setting", "L"): "9/10",
        ("setting", "eta"): "1/3", ("claim", "assume", 2): "error2(0) <= 1/2",
    }.items():  # fmt: skip
        assert decide(_changed(record, path, new)).word == "REFUSED", path
    assert tried >= 20


def _numbers(part, path=()):
    if isinstance(part, str):
        yield path
    else:
        for i, inner in enumerate(part):
            yield from _numbers(inner, (*path, i))


@pytest.mark.parametrize(
    "wrong, name",
    [
        ({"mu": 2}, "mu"),
        ({"eta": -1}, "eta"),
        ({"eta": None}, "step"),
        ({"delta": 1}, "step"),
        ({"rounds": 0}, "rounds"),
        ({"metric": "size"}, "metric"),
        ({"spectrum": None}, "network"),
        ({"matrix": PAIR}, "network"),
        ({"spectrum": ("1/2", "-1/2")}, "spectrum"),
        ({"spectrum": None, "matrix": (("1/2", "1/4"), ("1/4", "3/4"))}, "matrix"),
        ({"start": {"error2": 1}}, "metric"),  # gradients at w* of any size
        ({"start": {"error2": -1, "spread2": 0}}, "start"),
        ({"start": {"height": 1}}, "start"),
        ({"L": "one"}, "L"),
    ],
)
def test_bad_input_is_one_sentence(wrong, name):
    with pytest.raises(InputError) as caught:
        worst_case("dgd", **({**DGD, "spectrum": HALF, "rounds": 2, "witnesses": False} | wrong))
    assert caught.value.argument == name


def test_the_figure_shows_worst_case_witness_and_bound():
    case = worst_case("dgd", **DGD, spectrum=HALF, rounds=3)
    ax = case.plot(bound=lambda t: 1.0)
    assert len(ax.lines) == 3
    assert list(ax.lines[0].get_xdata()) == [1, 2, 3]
