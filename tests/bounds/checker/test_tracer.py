"""The checker's forms of one round, and the round as the library runs it: one declaration, two programs."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from mixproof.bounds.algorithms import ALGORITHMS, Algorithm, algorithm, step
from mixproof.bounds.checker.psd import NotACertificate
from mixproof.bounds.checker.tracer import Form, Round, at, declaration, degree, trace

NU, ETA, CURVATURE = Fraction(-2, 3), Fraction(3, 5), Fraction(7, 4)
ODD = Algorithm(
    "odd",
    let={"e": "-eta**2/(1 - 3)", "m": "mix(y)"},
    next={
        "x": "-(x/3 - mix(x)*4/3) - e*grad((1 + e)*x - e*mix(x + y))",
        "y": "mix(m) - mix(y)/2 + 2*mix(grad(x)) - (-m)*eta**0",
    },
    models=("x",),
)
DECLARED = [
    *(declared for declared in ALGORITHMS if not (declared.scales or declared.unproved)),
    *map(algorithm, ("local-2", "nesterov-1/3", "accelerated-gossip-1/4", "chebyshev-gossip-3-1/2")),
    ODD,
]


def parts(z: np.ndarray) -> tuple[Fraction, Fraction]:
    """Of two clients the disagreement, and the mean."""
    return (z[0, 0] - z[1, 0]) / 2, (z[0, 0] + z[1, 0]) / 2


def value(form: Form, made: Round, known: dict[str, Fraction], side: int, curvature: Fraction) -> Fraction:
    """The number that a form means in the disagreement (side 0) or in the mean (1), where F_k' = curvature w."""

    def of(name: str) -> Fraction:
        kind, _, number = name.partition(" ")
        if kind == "grad":
            return curvature * value(made.calls[int(number) - 1][0][side], made, known, side, curvature)
        if kind == "mix":
            return NU * value(made.mixes[int(number) - 1][0], made, known, side, curvature)
        return known[name]

    return sum((x * of(name) for name, x in at(form, ETA, NU).items()), Fraction(0))


@pytest.mark.parametrize("norm", [False, True])
@pytest.mark.parametrize("declared", DECLARED, ids=lambda declared: declared.name)
def test_the_forms_of_a_round_are_what_the_round_does(declared: Algorithm, norm: bool) -> None:
    random = Random(declared.name)
    before = {name: np.array([[Fraction(random.randint(1, 9))], [Fraction(-4)]]) for name in declared.states}
    for name in declared.balanced:
        before[name][1] = -before[name][0]
    W = np.array([[1 + NU, 1 - NU], [1 - NU, 1 + NU]]) / 2
    after = step(declared, before, W, lambda y: CURVATURE * y, ETA)
    made = trace(declaration(declared.to_json()), norm)
    seen = CURVATURE / 2 if declared.uses("share") else CURVATURE  # each has half the data
    for side in (0, 1):
        known = {"h": Fraction(0), **{name: parts(z)[side] for name, z in before.items()}}
        for name, forms in made.next.items():
            assert value(forms[side], made, known, side, seen) == parts(after[name])[side], name
    assert all(z not in [other for other, _ in made.mixes[:i]] for i, (z, _) in enumerate(made.mixes))


def test_in_a_norm_even_what_is_balanced_is_mixed_by_an_unknown_matrix() -> None:
    kept = Algorithm("kept", {"x": "mix(x) - eta*grad(x) - q", "q": "mix(q)"}, balanced=("q",))
    told = declaration(kept.to_json())
    assert len(trace(told, True).mixes) == 2 and not trace(told, False).mixes
    for form, _ in trace(told, True).next.values():
        assert degree(form, 2) == 0


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("1", "a state is a number"),
        ("y - y + 0*eta + 2", "a state is a number"),
        ("mix(1)", "mix of a number"),
        ("x + eta", "a number plus a vector"),
        ("x*x", "a vector times a vector"),
        ("x**2", "a vector times a vector"),
        ("eta**(0 - 1)*x", "not a formula of linear updates|an operation other than"),
        ("eta**41*x", "too high"),
        ("eta**40*eta*x", "too high"),
        ("x/eta", "a division by what is not a number"),
        ("x/y", "a division by what is not a number"),
        ("x % 2", "an operation other than"),
        ("x.T", "not a formula of linear updates"),
        ("mix(x", "not a formula"),
        ("z", "not a formula of linear updates"),
    ],
)
def test_a_line_that_is_no_linear_update_is_refused(line: str, sentence: str) -> None:
    told = ODD.to_json() | {"next": {"x": "mix(x)", "y": line}}
    with pytest.raises(NotACertificate, match=sentence):
        trace(declaration(told), False)
