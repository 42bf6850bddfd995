"""Tables whose index counts coordinates, and the martingale's: facts and definitions on settings; forgeries."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from typing import Any

import numpy as np
import pytest

from mixproof.bounds import claim
from mixproof.bounds.families.compressed import QUANTISED, compressed
from mixproof.bounds.families.vectors import vectors
from mixproof.bounds.proofs.derivation import prove
from mixproof.bounds.theorems import named
from mixproof.bounds.verdict import Outcome
from mixproof.bounds.verification import verify

from ..slow import sampled
from .evaluated import Evaluated
from .texts import table_of

OF_W = ("lam_low", "lam_high", "lam_n_low", "lam_n_high")  # no message depends on W


def message(run: Any, sizes: Any, values: Any, table: Any) -> Evaluated:
    v = np.array(values["w0"][0], dtype=float)
    d, k = len(v), min(sizes["k"], len(v))
    sets = [run._largest(v)] if run._top else list(combinations(range(d), k))
    kept = np.array([[float(j in some) for some in sets] for j in range(d)])  # by coordinate, then outcome
    root = np.sqrt(len(sets))
    own = {"mask": kept[:, 0]} if run._top else {"mask": kept / root, "one": np.ones(len(sets)) / root}
    known = {"K": len(values["w0"]), "d": d, "k": k, "gamma": float(run.gamma), "omega": k / d, "v": v}
    return Evaluated(d, known | own, {}, table.lets)


def rounding(run: Any, sizes: Any, values: Any, table: Any) -> Evaluated:
    size = abs(np.array(values["v"], dtype=float))
    r, s = np.sqrt(float(run.norm2)), float(sizes["s"])
    a, low = s * size / r, np.array([run._below(x) for x in run._v], dtype=float)
    return Evaluated(
        len(a), {"d": len(a), "s": s, "r": r, "a": a, "low": low, "some": 1.0 * (low > 0)}, {}, table.lets
    )


def martingale(run: Any, sizes: Any, values: Any, table: Any) -> Evaluated:
    paths = run._paths  # all as likely; the coordinates of every path, one behind another
    n, root = sizes["n"], np.sqrt(len(paths))
    M = np.array([np.concatenate([path[i][0] for path in paths]) for i in range(n)], dtype=float) / root
    X = M + np.array([np.concatenate([path[i][1] for path in paths]) for i in range(n)], dtype=float) / root
    return Evaluated(n, {"n": n, "sigma2": float(run.sigma2), "X": X, "M": M}, {}, table.lets)


def pushed(run: Any, sizes: Any, values: Any, table: Any) -> Evaluated:
    v, n = np.array(run._off, dtype=float), sizes["n"]
    P = np.full((n, n), float(run.q)) + (float(run.own) - float(run.q)) * np.eye(n)
    all_ = list(product(range(n), repeat=n))  # outcome by outcome, each times the root of its chance
    root = [np.sqrt(np.prod([P[i, j] for i, j in enumerate(targets)])) for targets in all_]
    g = [
        [np.concatenate([r * (t[i] == j) * v[i] for r, t in zip(root, all_)]) for j in range(n)]
        for i in range(n)
    ]
    flat = np.array([np.concatenate([r * x for r in root]) for x in v])
    known = {"n": n, "own": float(run.own), "q": float(run.q), "v": flat, "g": np.array(g)}
    return Evaluated(n, known, {}, table.lets)


def of_message(v: list[Any], k: int) -> dict[str, Any]:
    W = [[["1/2", "1/2"], ["1/2", "1/2"]]]
    return {"K": 2, "S": 1, "d": len(v), "k": k, "W": W, "w0": [v, [1] * len(v)], "gamma": 1}


# Ties, zeros, one coordinate, all coordinates kept, more to be kept than there are; places that are whole numbers.
MESSAGES = [
    of_message(v, k) for v in ([1, -1, 1], [0, 0], [0, 2, 0], [5], [-3, 2]) for k in range(1, len(v) + 2)
]
ROUNDED = [
    {"d": len(v), "s": s, "v": v} for v in ([3, -4], [1, 2, 2], [5], [0, -1], [1, 1, 1]) for s in (1, 2, 5)
]
SETTINGS = {
    "top": (compressed("top"), message, "norm2", MESSAGES),
    "random": (compressed("random"), message, "norm2", MESSAGES),
    "rounded": (QUANTISED, rounding, "norm2", ROUNDED),
    "martingale": (vectors("martingale"), martingale, "sum2", []),
    "pushed": (vectors("pushed"), pushed, "pushed2", []),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_facts_and_definitions_are_true_of_settings(name: str) -> None:
    family, evaluated, constant, chosen = SETTINGS[name]
    random, table = Random(name), table_of(claim(f"{constant} >= 0", family=family, first=None))
    seen = 0
    for setting in [*map(family.from_json, chosen), *(family.sample(random) for _ in range(40))]:
        run = family.start(setting.sizes, setting.values, 0)
        try:
            here = evaluated(run, setting.sizes, setting.values, table)
        except ArithmeticError:  # v = 0, or too few rows for all signs
            continue
        here.check(table.facts, left_out=OF_W)
        for constant in (name for name in table.lets if "[" not in name):
            assert here.read(constant) == pytest.approx(float(getattr(run, constant)), rel=1e-7, abs=1e-7), (
                constant
            )
        seen += 1
    assert seen >= 10 + len(chosen)


# What is a little less than the truth, of which the library's own lines must not be accepted.
FORGED = {
    "alistarh2017.rounding:variance": ("lost2", "min(d/s**2, sqrt(d)/(2*s))*norm2"),
    "alistarh2017.rounding:second-moment": ("second2", "(1 + min(d/s**3, sqrt(d)/s))*norm2"),
    "alistarh2017.rounding:sparsity": ("sent", "s*sqrt(d)/2"),
    "stich2018.contraction:top": ("lost2", "(1 - omega)**2*norm2"),
    "stich2018.contraction:random": ("lost2", "(1 - omega)*norm2/2"),
    "stich2018.unbiased:variance": ("scaled_lost2", "(1 - omega)*norm2"),
    "scaffold.lemma-4:martingale": ("sum2", "mean_sum2 + n*sigma2"),
    "kempe2003.potential:any-chance": ("pushed2", "(1/2 + (own - q)/2 - q/4)*potential"),
}


@pytest.mark.parametrize("name", sampled(FORGED, 2))
def test_lines_of_a_true_statement_do_not_prove_a_stronger_one(name: str) -> None:
    stated, variant = named(name)
    assert prove(stated, variant, variant.derivation).proved
    left, right = FORGED[name]
    wrong = claim(f"{left} <= {right}", family=variant.family or stated.family, first=None)
    assert not prove(wrong, wrong.variants[0], variant.derivation).proved


def test_random_coordinates_are_not_known_to_be_the_largest() -> None:
    wrong = claim("lost2 <= (1 - omega)*norm2", family=compressed("random"), first=None)
    assert not prove(wrong, wrong.variants[0], "claim by order sum i j").proved


def test_the_vector_that_is_rounded_is_not_0_in_proofs_and_in_settings() -> None:
    positive = claim("norm2 > 0", family=QUANTISED, first=None)
    assert prove(positive, positive.variants[0], "claim by r > 0").proved
    assert verify(positive, seconds=0.2).outcome is not Outcome.REFUTED
