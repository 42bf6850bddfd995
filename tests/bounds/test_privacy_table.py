"""The table of the sampled Gaussian mechanism, by quadrature over what one step or two show."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest

from mixproof.bounds.calculators.gaussian import gaussian_delta
from mixproof.bounds.claim import claim
from mixproof.bounds.families.mechanism import MECHANISM
from mixproof.bounds.kept import record
from mixproof.bounds.kernel.statement import check
from mixproof.bounds.kernel.table import Kind
from mixproof.bounds.kernel.tables import TABLES
from mixproof.bounds.proofs.derivation import prove
from mixproof.bounds.theorems import named
from mixproof.bounds.verification import verify

TABLE = TABLES["mechanism"](Kind("mechanism", {}, frozenset(["q", "sigma", "delta", "T"]), {"alpha": 8}))
TIGHT = named("alidpfl.definition-5:tight")


def outcomes(q: float, sigma: float, T: int, delta: float, t: int) -> tuple[dict[str, Any], Any]:
    """Names of the table as arrays over a grid of (z_1, ..., z_T), and the mean under mu_0."""
    z, step = np.linspace(-12 * sigma, 1 + 12 * sigma + 4, 40_001 if T == 1 else 1201, retstep=True)
    density = np.exp(-(z**2) / (2 * sigma**2)) / (sigma * math.sqrt(2 * math.pi)) * step
    ell = np.exp((2 * z - 1) / (2 * sigma**2))
    r, s = 1 - q + q * ell, 1 - q + q / ell
    if T == 2:
        density = np.outer(density, density)
        R, (ell, r, s) = np.outer(r, r), (x[:, None] + np.zeros(len(z)) for x in (ell, r, s))
    else:
        R = r

    def mean(x: Any) -> float:
        return float((density * x).sum())

    known = {
        **dict(q=q, sigma=sigma, T=T, delta=delta, alpha=t + 1, one=1.0, t=t),
        "l": ell,
        "r": r,
        "s": s,
        "R": R,
    }
    known |= {"k": 1 / ell, "v": 1 / r, "u": 1 / s, "V": 1 / R}
    known |= {"moment": mean(r ** (t + 1)), "reverse": mean(r ** (-t))}
    epsilon = (T * math.log(known["moment"]) - math.log(delta)) / t
    for end, less in (("", 0.0), ("_tight", math.log(t + 1) / t - math.log(1 - 1 / (t + 1)))):
        known[f"reach{end}"] = epsilon - less
        known[f"up{end}"] = (math.exp(epsilon - less) < R).astype(float)
        known[f"down{end}"] = (math.exp(epsilon - less) * R < 1).astype(float)
    return known, mean


@pytest.mark.parametrize(
    ("q", "sigma", "T"), [(1.0, 1.0, 1), (0.3, 0.7, 1), (0.01, 2.0, 1), (0.6, 1.5, 2), (1.0, 2.0, 2)]
)
@pytest.mark.parametrize("t", [1, 2, 4])
def test_facts_of_the_mechanism(q: float, sigma: float, T: int, t: int) -> None:
    known, mean = outcomes(q, sigma, T, 0.1, t)

    def read(text: str) -> Any:
        return eval(
            re.sub(r"\bsum\(o, ", "mean(", text.replace("[o]", "")), {"mean": mean, "np": np}, words | known
        )

    words = {"log": np.log, "exp": np.exp, "max": max}
    for name, text in TABLE.facts.items():
        left, relation, right = re.split(r" (==|>=|<=|>) ", text)
        gap = read(left) - read(right)
        gap = {"==": -abs(gap), "<=": -gap}.get(relation, gap)
        assert np.min(gap) >= -1e-6 * max(1.0, np.max(np.abs(read(right)))), name
    for name in ("reach", "reach_tight"):
        assert read(TABLE.lets[name]) == pytest.approx(known[name])
    if q == 1:
        for name in ("exceeds", "exceeds_tight"):
            exact = gaussian_delta(math.sqrt(T) / sigma, known[name.replace("exceeds", "reach")])
            assert read(TABLE.metrics[name]) == pytest.approx(exact, rel=0.05, abs=1e-9)


@pytest.mark.parametrize(
    "change",
    [
        {"claim": "delta_after_tight <= 99/100*delta"},
        {"claim": "delta_after <= delta/alpha"},
        {"assume": ["0 < q"]},
        {"options": {"mechanism": "laplace"}},
        {"where": {"reach_tight": "0"}},
    ],
)
def test_a_derivation_of_delta_proves_nothing_stronger(change: dict[str, Any]) -> None:
    kept = record(*TIGHT)
    assert kept is not None and check(kept)["proved"]
    assert not check({**kept, "statement": {**kept["statement"], **change}})["proved"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("a: sum(i, sum(j, same(i, j)*l[j])) >= 0", "no two outcomes of a law are the same"),
        ("a: sum(o, exp(l[o])) >= 1", "the exponential of what is random may have no mean"),
        ("a: sum(o, l[o]**l[o]) >= 0", "a power whose exponent is random may have no mean"),
    ],
)
def test_a_law_may_be_continuous(line: str, why: str) -> None:
    assert why in str(prove(*TIGHT, f"{line}\nclaim"))


def test_a_claim_on_numbers_of_the_mechanism_alone_is_searched() -> None:
    wrong = claim("q*T <= 1", "sigma >= 0", family=MECHANISM, first=None)
    assert verify(wrong, seconds=0.1).outcome.name == "REFUTED"
