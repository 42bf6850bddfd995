"""The worst case over all clients as the last resort of a search."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from mixproof.bounds import Outcome, claim
from mixproof.bounds.arithmetic import enclosure
from mixproof.bounds.domains import given
from mixproof.bounds.families.shared import gossip
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.proofs import prove_claim
from mixproof.bounds.search.replay import replay
from mixproof.bounds.search.worst import reached, worst_case
from mixproof.bounds.theorems import theorem
from mixproof.bounds.verification import verify

W = ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3)))
README = "spread(t) <= {} * eta*sqrt(2*L*eps0)/(1 - lam)"
AT = {"L": 1, "mu": "1/1000", "lam": "1/3", "lam_n": "1/3", "eta": "4/3"}


def pinned(factor, rounds):
    """README's claim times a factor, at round `rounds`, W and eta = (1 + lambda_n)/L with L = 1."""
    family = gossip(fixed=True, common=True, noisy=False)
    known = {"W": np.array([W], dtype=object), "eta": np.array(Fraction(4, 3), dtype=object)}

    def fixed(form):
        parameters = [
            replace(p, domain=given(known[p.name])) if p.name in known else p for p in form.parameters
        ]
        return replace(form, sizes={**form.sizes, "K": (2,)}, parameters=tuple(parameters), steps=(), wide={})

    family = replace(fixed(family), also=tuple(map(fixed, family.also)))
    assume = ("sharpest <= 1", f"t == {rounds}")
    return claim(README.format(factor).replace("2*L*", "2*"), *assume, family=family, rounds=rounds)


def found_at(factor, t):
    """What exact clients reach of README's claim times a factor, at the constants of AT."""
    stated = pinned(factor, t)
    return stated, reached(stated, stated.variants[0], AT, t, W)


def test_a_constant_too_small_by_three_percent_is_refuted_and_confirmed(tmp_path):
    """At T = 10 the worst case needs three dimensions: .4812 of README's bound, which drawn clients do not reach."""
    false, found = found_at("19/40", 10)
    assert found.replay.refuted and 1 < found.ratio < 1.014
    assert "pull" in found.setting.values and found.replay.t == 10
    file = tmp_path / "witness.json"
    file.write_text(json.dumps(dict(found.record(false, false.variants[0]))))
    done = subprocess.run(
        [sys.executable, "-m", "mixproof.bounds.kernel", str(file)], capture_output=True, text=True
    )
    assert done.returncode == 0 and done.stdout.startswith("REFUTED: ")


def test_of_a_true_claim_exact_clients_say_how_close_they_come():
    _, found = found_at("1/2", 10)
    assert not found.replay.refuted and 0.96 <= found.ratio <= 0.9626
    assert "clients told by a few answers reach 0.96" in found.said


def test_clients_on_the_line_are_given_where_they_are_enough():
    false, found = found_at("23/50", 2)
    assert found.replay.refuted and "bend" in found.setting.values
    assert decide(found.record(false, false.variants[0])).confirmed


def test_a_claim_proved_in_its_docstring_is_left_to_the_search():
    stated = pinned("1/2", 10)
    (variant,) = stated.variants
    verdict = verify(replace(stated, variants=(replace(variant, proved=True),)), seconds=0.1)
    assert verdict.outcome is Outcome.HOLDS and "reach" not in verdict.sentence


@pytest.mark.parametrize(
    ("id", "label", "at", "t", "share"),
    [
        ("decefl.theorem-1", "repaired", {"mu": "1/2", "delta": 3, "Gamma": "27/8"}, 2, 0.98),
        ("decefl.si-theorem-1", "statement", {"mu": "1/2", "delta": 8, "Gamma": 16}, 2, 0.98),
        ("decefl.theorem-1", "repaired-mean", {"mu": "1/2", "delta": 3, "Gamma": "27/8"}, 2, 0.5),
    ],
)
def test_what_is_reached_is_below_what_is_certified_and_near(id, label, at, t, share):
    """Also where chi2 bounds the gradients of all rounds."""
    stated = theorem(id)
    variant = stated.variant(label)
    values = {"L": 1, "lam": "1/3", "lam_n": "1/3", **at}
    found = reached(stated, variant, values, t, W)
    certified = prove_claim(stated, variant, values, t, matrix=W, first=t, finer=(16,)).ratios[t]
    assert found is not None and not found.replay.refuted
    assert share * certified <= found.ratio <= certified
    record = found.record(stated, variant)
    judged = decide(record).found
    assert judged.reasons == ("the claim is not broken",)
    assert float(enclosure(judged.left / judged.right)[0]) == pytest.approx(found.ratio, rel=1e-3)


def test_the_exact_run_decides_not_the_solver():
    """The setting that breaks a tightened claim at T = 10 does not break the true one."""
    false, true = pinned("19/40", 10), pinned("1", 10)
    found = reached(false, false.variants[0], AT, 10, W)
    assert found is not None and found.replay.refuted
    assert not replay(true, true.variants[0], found.setting, 10).refuted


@pytest.mark.parametrize("more", [{"changing": True}, {"scaled": True}])
def test_other_families_are_left_as_they_are(more):
    family = gossip(fixed=True, common=True, noisy=False, **more)
    verdict = verify(claim(README.format(2), "lam < 1", "eta*L <= 1 + lam_n", family=family), seconds=0.05)
    assert verdict.outcome is Outcome.HOLDS


def test_long_numbers_and_irrational_eigenvalues_are_no_hindrance():
    """Of README's claim, true at these steps: clients on a path, and W that makes long fractions of every round."""
    stated = claim(
        README.format(1), "lam < 1", "eta <= (1 + lam_n)/L", family=gossip(fixed=True, common=True)
    )
    path = [["1/2", "1/2", 0], ["1/2", "1/4", "1/4"], [0, "1/4", "3/4"]]
    long = [["289459/597037", "307578/597037"], ["307578/597037", "289459/597037"]]
    for rows, eta in ((path, "3/4"), (long, "4/5")):
        K = len(rows)
        told = {"K": K, "d": 1, "S": 1, "W": [rows], "eta": eta, "start": [3], "o": [0] * K, "s": [0] * K}
        told |= {"a": [[1]] * K, "c": [[k] for k in range(K)], "v": [[0]] * K}
        tightest = stated.family.from_json(told)
        found = worst_case(stated, stated.variants[0], tightest, 3)
        assert found is not None and 0.3 < found.ratio <= 1 and not found.replay.refuted
        assert decide(found.record(stated, stated.variants[0])).found.reasons == ("the claim is not broken",)
