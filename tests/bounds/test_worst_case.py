"""Worst cases: known values, two routes to each, certificates that cannot be bent, witnesses that cannot either."""

import copy
import json
from fractions import Fraction as F

import pytest

from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.checker import clients, gram
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
    assert gram.check(json.loads(json.dumps(case.certificate)))["proved"]
    assert clients.check(json.loads(json.dumps(case.witness)))["proved"]
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
    assert gram.check(dict(long.certificate))["proved"]
    assert long.value < short.value


def test_windows_with_the_last_call_lose_nothing_at_twelve_rounds():
    """Without the last call among all pairs this gap would be 11 % looser."""
    case = worst_case("dgd", **DGD, spectrum=HALF, rounds=12, metric="gap", witnesses=False)
    assert solve(trace(case.statement), Windows(2, 2)).value == pytest.approx(case.value, abs=1e-6)


@pytest.fixture(scope="module")
def small():
    """Certificates small enough to change each of their numbers: of a class of W, and of a gap of three clients."""
    every = worst_case("dgd", **DGD, spectrum=HALF, rounds=3, witnesses=False)
    three = worst_case("dgd", **DGD, matrix=PATH, rounds=2, metric="gap", witnesses=False)
    return every.certificate, three.certificate


def _bent(record):
    """Records that say something else, or prove it otherwise."""

    def change(path, value):
        other = copy.deepcopy(dict(record))
        at = other
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value
        return path, other

    told = record["multipliers"]
    for i, y in enumerate(told["conditions"]):
        for new in (0, -y, y - y // 1000, y + 1, 2 * y):
            yield change(("multipliers", "conditions", i), new)
    for kind in ("pairs", "psd", "skew"):
        for i, (*_, y) in enumerate(told[kind]):
            for new in {0, -y, y + y // 10 + (1 << 20)}:
                yield change(("multipliers", kind, i, -1), new)
    for i, (a, b, k, y) in enumerate(told["pairs"]):
        yield change(("multipliers", "pairs", i), [b, a, k, y])
    value = F(record["value"])
    for path, new in {
        ("value",): str(value - F(1, 10**5)), ("mu",): "1/11", ("L",): "11/10", ("rounds",): record["rounds"] - 1,
        ("step",): {"eta": "3/5"}, ("common",): False, ("kind",): "lyapunov",
        ("objective",): {name: "11/10" for name in record["objective"]},
        ("algorithm", "next", "x"): "mix(x) - 2*eta*grad(x)", ("multipliers", "denominator"): "1",
        ("conditions", 0, "bound"): "11/10", ("conditions", 1, "bound"): "11/10",
        ("conditions",): record["conditions"][:1],
        ("objective", "median(1)"): "1", ("conditions", 0, "terms", "median(1)"): "1",
    }.items():  # fmt: skip
        yield change(path, new)
    wider = (
        {"spectrum": ["-1/2", "3/5"]}
        if "spectrum" in record["network"]
        else {"matrix": [["1", "0"], ["0", "1"]]}
    )
    yield change(("network",), wider)
    yield change(("network",), {**record["network"], "spectrum": ["0", "0"], "matrix": [["1"]]})
    for line in (
        "mix(x) - eta*grad(x)*grad(x)",
        "mix(x)/2",
        "mix(x) - eta*grad(x/2)",
        "__import__('os')",
        "1",
        "x +",
    ):
        yield change(("algorithm", "next", "x"), line)


def test_broken_certificates_prove_nothing(small):
    tried = 0
    for record in small:
        assert gram.check(dict(record))["proved"]
        for path, other in _bent(record):
            told = other["multipliers"]
            least = min(*told["conditions"], *(y for *_, y in told["pairs"]))
            try:
                result = gram.check(other)
                assert not result["proved"], path
                assert ("a multiplier is negative" in result["reason"]) == (least < 0), path
            except gram.NotACertificate as error:
                assert str(error)
            tried += 1
    assert tried >= 150


def test_units_and_an_uneven_spectrum_count():
    """Where L is not 1 and the spectrum not even; the upper end is what is worst here."""
    uneven = {"L": 2, "mu": "1/5", "eta": "1/4", "spectrum": ("-1/4", "1/2"), "rounds": 3}
    record = dict(worst_case("dgd", **uneven, witnesses=False).certificate)
    assert gram.check(record)["proved"]
    for change in (
        {"L": "21/10"},
        {"mu": "19/100"},
        {"network": {"spectrum": ["-1/4", "11/20"]}},
    ):
        assert not gram.check(record | change)["proved"], change


def test_what_is_no_certificate_is_said_in_a_sentence():
    record = dict(worst_case("dgd", **DGD, spectrum=HALF, rounds=1, witnesses=False).certificate)
    for name in record:
        for wrong in (None, [], {}, "x", 7):
            if type(wrong) is not type(record[name]):
                with pytest.raises(gram.NotACertificate):
                    gram.check(record | {name: wrong})
    for wrong in (None, [], "", {}, {"kind": gram.KIND}):
        with pytest.raises(gram.NotACertificate):
            gram.check(wrong)


def test_broken_witnesses_confirm_nothing():
    record = dict(worst_case("dgd", **DGD, spectrum=HALF, rounds=2).witness)
    assert clients.check(record)["proved"]
    tried = 0
    for path in _numbers(record["vectors"]):
        for new in ("9/10", "-3"):
            other = copy.deepcopy(record)
            at = other["vectors"]
            for key in path[:-1]:
                at = at[key]
            at[path[-1]] = new
            tried += 1
            try:
                assert not clients.check(other)["proved"], path
            except gram.NotACertificate as error:
                assert str(error)
    for name, new in {
        "value": str(F(record["value"]) + F(1, 10**6)), "W": [["1/10", "9/10"], ["9/10", "1/10"]], "L": "9/10",
        "mu": "1/9", "rounds": 3, "losses": record["losses"][:-1], "step": {"eta": "1/3"},
        "conditions": [{"terms": {"error2(0)": "1"}, "bound": "1/2"}],
    }.items():  # fmt: skip
        try:
            assert not clients.check(record | {name: new})["proved"], name
        except gram.NotACertificate as error:
            assert str(error)
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
