"""What a claim on a declared method can speak of: floats against the kernel on drawn settings of every kind."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import mixproof as mx
from mixproof.bounds import Family, claim
from mixproof.bounds.algorithms import Algorithm, algorithm
from mixproof.bounds.arithmetic import middle
from mixproof.bounds.families import declared, gossip, matrices
from mixproof.bounds.kernel.exact import STANDARD
from mixproof.bounds.kernel.text import Refused
from mixproof.bounds.kernel.witness import opened
from mixproof.spectral.errors import InputError

from ..slow import sampled

PUSH_PULL, PUSH_DIGING, SCAFFNEW = map(algorithm, ("push-pull", "push-diging", "scaffnew"))
ACTIVE = Algorithm("active", {"x": "x + active(mix(x) - x) - active(eta*grad(x))"})
PACED = Algorithm("paced", {"x": "mix(x) - eta*paced(grad(x))"})
COMPRESSED = Algorithm(  # Choco-SGD with its largest coordinate as the message, and EF21
    "compressed",
    {"x": "m + (mix(c) - c)/2", "y": "c", "g": "g + top(grad(x) - g)"},
    let={"m": "x - eta*g", "c": "y + top(m - y)"},
    start={"y": "x"},
    models=("x", "y"),
)
PROX = Algorithm("prox", {"x": "prox(mix(x) - eta*grad(x))"})

ADMM = Algorithm(
    "admm", {"x": "backward(mix(x) - q)", "q": "q + (x - mix(x))/2"}, models=("x",), balanced=("q",)
)
LATE = Algorithm(  # messages one round old
    "late", {"x": "mix(y) + self_mix(x - y) - eta*grad(x)", "y": "x"}, start={"y": "x"}
)
DAMPED = Algorithm(
    "damped",
    {"x": "y - eta/slow*grad(y)", "q": "slow*q + mix(y) - y"},
    {"y": "(1 - part)*x + part*mix(x)"},
    models=("x",),
    numbers=("part", "slow"),
)
SPARSE = Algorithm("sparse", {"x": "x + sparse(mix(x) - x) - eta*grad(x)"})

FAMILIES = {
    "plain": declared("extra"),
    "gossip": gossip(fixed=True),
    "scaled gossip": gossip(scaled=True),
    "bent": declared("diging", "bent"),
    "linear": declared("dgd", "linear"),
    "dented": declared("dgd", "dented"),
    "averaging": declared("accelerated-gossip-1/4"),
    "noisy": declared("diging", noisy=True, offsets=True),
    "noisy, two gradients": declared("local-2", noisy=True, step="delta/(t + Gamma)"),
    "lossy": declared("extra", lossy=True),
    "lossy averaging": declared("accelerated-gossip-1/4", lossy=True),
    "lossy and noisy": declared("atc-tracking", lossy=True, noisy=True),
    "drawn": declared("dgd", drawn=True),
    "two matrices": declared(PUSH_PULL),
    "changing matrices": declared(PUSH_PULL, changing=True),
    "scales": declared(PUSH_DIGING),
    "a coin": declared(SCAFFNEW),
    "coins": declared(ACTIVE),
    "own steps": declared(PACED),
    "compressed": declared(COMPRESSED),
    "l1": declared(PROX),
    "interval": declared(PROX, regular=("l1", "low", "span")),
    "free": declared("dgd", free=("eps",)),
    "own numbers": declared(DAMPED),
    "own numbers, noisy": declared(DAMPED, noisy=True),
    "ball": declared(PROX, regular=("radius",)),
    "l1 on a ball": declared(PROX, regular=("l1", "radius")),
    "simplex": declared(PROX, regular=("total",)),
    "proximal": declared(ADMM),
    "proximal, decaying": declared(ADMM, step="delta/(t + Gamma)"),
    "old messages": declared(LATE, changing=True),
    "sparse": declared(SPARSE),
    "shares": declared("defed", noisy=True),
}
TEXTS = (
    *("sq(x - J(x))", "norm(next(x) - o)", "dot(next(x) - x, grad(x))", "next(sq(x)) - sq(J(next(x)))"),
    *(
        "start(norm(x - o))",
        "F(J(x)) - F(o)",
        "sq(W(x)) - sq(W(next(x)))",
        "next(dot(next(x), x))",
        "largest(x - o)",
    ),
    *("far(x - o)", "curved_sum(x) - steep_sum(x)", "dot(own_L(x), own_mu(x - o))", "spread2(t + 1)*sq(w0)"),
)


def compared(family: Family, seed: int) -> set[str]:
    """The names and texts of which floats and the kernel say the same on a drawn setting."""
    random = Random(seed)
    setting = family.sample(random)
    form = family.form({*setting.sizes, *setting.values})
    floats = form.start(setting.sizes, setting.values, 4)
    exact = form.exact(setting)
    same = set()
    names = {
        name
        for name in dir(floats)
        if not name.startswith("_") and name not in ("rounds", "reach", "measured")
    }
    random = {"P", "draw"} & setting.values.keys()
    texts = {text.replace("W(", "W_hat(") if random else text for text in TEXTS}
    for name in sorted(names | texts):
        with np.errstate(all="ignore"):
            try:
                ours = floats.measured(name) if name in texts else getattr(floats, name)
                theirs = exact.measured(name) if name in texts else getattr(exact, name)
                if callable(ours):
                    ours, theirs = ours(np.array([1, 2, 3])), [theirs(t) for t in (1, 2, 3)]
            except (ArithmeticError, AttributeError, KeyError, TypeError):  # not there, or not defined
                continue
        if ours is not None and np.ndim(ours) <= 1 and not isinstance(theirs, np.ndarray):
            values = [middle(x) for x in (theirs if isinstance(theirs, list) else [theirs])]
            assert np.allclose(ours, values, rtol=1e-6, atol=1e-7), (name, ours, values, setting)
            same.add(name)
    return same


@pytest.mark.parametrize("kind", sampled(FAMILIES, 2))
def test_floats_are_the_kernel_on_drawn_settings(kind: str) -> None:
    found = set().union(*(compared(FAMILIES[kind], seed) for seed in range(4)))
    over_vectors = {*TEXTS[:4]} if kind != "shares" else set()
    assert {"spread2", "error2", "gap"} | over_vectors <= found
    assert len(found) > 30


def test_faster_numbers_decide_no_refutation() -> None:
    """log(1) is 0 in balls, and an interval around 0 in the kernel's own numbers: t >= log(1/eps) at t = 0, eps = 1."""
    stated = claim("gap(t) <= eps", "t >= log(1/eps)", "eta == 1/L", family=FAMILIES["free"])
    verdict = mx.verify(stated, seconds=0.3)
    assert verdict.outcome.name != "REFUTED" or mx.check(verdict.witness).refuted


@pytest.mark.parametrize(
    ("said", "text", "assume", "where", "kind"),
    [
        ("offer formulas no vectors", "norm(x) <= 1", (), {}, "matrices"),
        ("z is not known", "norm(z - o) <= 1", (), {}, "plain"),
        ("W is not known", "norm(W(x) - o) <= 1", (), {}, "lossy"),
        ("push is not known", "norm(push(x)) <= 1", (), {}, "plain"),
        ("a number plus a vector|a number", "sq(x + 1) <= 1", (), {}, "plain"),
        ("a vector times a vector", "sq(x*x) <= 1", (), {}, "plain"),
        ("a number plus a vector|a number is added", "sq(sqrt(2) + x) <= 1", (), {}, "plain"),
        ("a number plus a vector|a number is added", "sq(1 - x) <= 1", (), {}, "plain"),
        ("a number over a vector", "sq(sqrt(2)/x) <= 1", (), {}, "plain"),
        ("is a vector|no numbers|vector", "next(x) <= 1", (), {}, "plain"),
        ("names no round itself", "sum(s < t, sq(x)/1 + sq(t*x)) <= 1", (), {}, "plain"),
        ("stands outside of what is over vectors", "next(sum(s < t, sq(x))) <= 1", (), {}, "plain"),
        ("defined in a circle", "next(V) <= 1", (), {"V": "sq(U)", "U": "V*x"}, "plain"),
        ("have no q", "norm(x) <= q", (), {}, "plain"),
        ("takes 1 positional", "norm(x, x) <= 1", (), {}, "plain"),
        ("offer formulas no vectors", "sq(x) <= 1", (), {}, "shares"),
    ],
)
def test_what_is_no_formula_over_vectors_is_said_in_a_sentence(said, text, assume, where, kind) -> None:
    family = matrices() if kind == "matrices" else FAMILIES[kind]
    with pytest.raises(InputError) as caught:
        claim(text, *assume, family=family, where=where)
    assert len(str(caught.value)) < 400 and "\n" not in str(caught.value)
    assert any(part in str(caught.value) for part in said.split("|")), str(caught.value)


@pytest.mark.parametrize(
    ("said", "options"),
    [
        ("excludes lossy and changing", {"drawn": True, "lossy": True}),
        ("excludes changing", {"lossy": True, "changing": True}),
        ("has a meaning already", {"free": ("eta",)}),
        ("has a meaning already", {"free": ("x",)}),
    ],
)
def test_options_that_exclude_each_other_are_refused(said, options) -> None:
    with pytest.raises(InputError, match=said):
        declared("dgd", **options)
    with pytest.raises(InputError, match="are quadratic where"):
        declared("dgd", "bent", noisy=True)
    with pytest.raises(InputError, match="is none of l1, low, span, radius, total"):
        declared("pg-extra", regular=("l2",))
    with pytest.raises(InputError, match="lossy=1/3: True or False"):
        declared("dgd", lossy="1/3")


GIVEN = {
    "K": 2,
    "d": 1,
    "S": 1,
    "W": [[[1, 0], [0, 1]]],
    "a": [[1], [1]],
    "c": [[0], [1]],
    "w0": [[1], [2]],
    "eta": 1,
}


@pytest.mark.parametrize(
    ("said", "update", "told"),
    [
        ("C belongs to push", "push(x) - eta*grad(x)", {}),
        ("pace belongs to paced", "mix(x) - eta*grad(x)", {"pace": [1, 1]}),
        ("C does not hold shares in every column", "push(x) - eta*grad(x)", {"C": [[[1, 1], [0, 1]]]}),
        ("R does not hold shares in every row", "pull(x) - eta*grad(x)", {"R": [[[1, 1], [0, 1]]]}),
        ("chance is not from 0 to 1", "x - sometimes(eta*grad(x))", {"chance": 2}),
        ("draw does not hold shares of 1", "mix(x) - eta*grad(x)", {"draw": ["1/2"]}),
        ("belongs to prox", "mix(x) - eta*grad(x)", {"l1": 1}),
        ("span is above low", "prox(x - eta*grad(x))", {"span": 1}),
        ("l1 is negative", "prox(x - eta*grad(x))", {"l1": -1}),
        ("P is not symmetric", "mix(x) - eta*grad(x)", {"P": [[0, 1], [0, 0]]}),
        (
            "twice in a row",
            "mix(mix(x))",
            {"P": [[0, "1/2"], ["1/2", 0]], "W": [[["1/2", "1/2"], ["1/2", "1/2"]]]},
        ),
        (
            "division by a vector that is random",
            "x/mix(x)",
            {"P": [[0, "1/2"], ["1/2", 0]], "W": [[["1/2"] * 2] * 2]},
        ),
    ],
)
def test_the_kernel_refuses_what_is_no_setting_of_the_words(said, update, told) -> None:
    options = {"program": {"let": {}, "next": {"x": update}, "start": {}}, "step": "eta"}
    with pytest.raises(Refused, match=said):
        opened("declared", {**GIVEN, **told}, options, STANDARD).metrics["error2"](2)


def test_a_compressed_message_is_refuted_in_two_coordinates_and_nowhere_random() -> None:
    family = FAMILIES["compressed"]
    assert mx.verify(claim("sq(x - top(x)) <= sq(x)/2", family=family), seconds=0.1).outcome.name == "HOLDS"
    broken = mx.verify(claim("sq(x - top(x)) <= 12/25*sq(x)", family=family), seconds=0.1)
    assert broken.outcome.name == "REFUTED" and mx.check(broken.witness).refuted
    with pytest.raises(InputError, match="of what is random"):
        declared(COMPRESSED, noisy=True)
    with pytest.raises(InputError, match="top and sparse are of what does not move"):
        Algorithm("top of a model", {"x": "top(x)"})


@pytest.mark.parametrize(
    "text", ["sq(sqrt(2)*x) <= sq(x)", "sq(x - exp(1)*x) <= sq(x)", "sq(norm(x)*x) <= sq(x)"]
)
def test_an_irrational_number_times_a_vector_is_a_vector(text) -> None:
    verdict = mx.verify(claim(text, family=FAMILIES["plain"]), seconds=0.05)
    assert verdict.outcome.name == "REFUTED" and mx.check(verdict.witness).refuted


@pytest.mark.parametrize("word", ["top", "prox"])
def test_what_compares_coordinates_takes_irrational_ones(word) -> None:
    family = FAMILIES["compressed" if word == "top" else "l1"]
    verdict = mx.verify(claim(f"sq({word}(sqrt(2)*x)) <= sq(x)", family=family), seconds=0.05)
    assert verdict.outcome.name == "REFUTED" and mx.check(verdict.witness).refuted


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("sq(x - w0) <= spread2(0)", declared(Algorithm("averaging", {"x": "mix(x)"}))),
        ("norm(next(x) - x) <= eta*norm(grad(x))", declared("dgd", "quadratic")),
        ("sum(s < t, sq(x - o)) <= 1", declared("extra", "quadratic")),
    ],
)
def test_vectors_are_read_where_metrics_are_known_at_every_round(text, family) -> None:
    """Metrics of quadratic clients are known beyond the rounds that are followed, vectors are not."""
    verdict = mx.verify(claim(text, family=family), seconds=0.1)
    assert verdict.outcome.name == "REFUTED" and mx.check(verdict.witness).refuted


@pytest.mark.parametrize("line", ["F(-1) <= 1", "sq(grad(-1)) <= 1"])
def test_a_line_of_a_proof_that_takes_a_number_for_a_vector_is_open(line) -> None:
    mine = claim("spread(t) <= spread(0)", family=gossip(fixed=True, noisy=False, offsets=False))
    assert mx.prove(mine, f"first: {line}").lines[0].status == "open"


@pytest.mark.parametrize(
    ("factor", "outcome"), [("(3/5)**t*sqrt(14)", "HOLDS"), ("(9/20)**t*sqrt(14)", "REFUTED")]
)
def test_networks_are_put_where_an_assumption_fixes_them(factor, outcome) -> None:
    """The factor 1/4 of the method is that of lam = 4/5, and no network that is drawn has it."""
    family = declared("accelerated-gossip-1/4")
    stated = claim(f"spread(t) <= {factor}*spread(0)", "lam == 4/5", "lam_n >= 0", family=family)
    verdict = mx.verify(stated, seconds=0.3)
    assert verdict.outcome.name == outcome
    assert outcome == "HOLDS" or mx.check(verdict.witness).refuted
