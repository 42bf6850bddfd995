"""Claims of the library as worst cases of left over right: the table of known values, and what cannot be asked."""

import copy
import json
from fractions import Fraction as F

import pytest

from mixproof.bounds import claim
from mixproof.bounds.families.shared import gossip
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.proofs import prove_claim
from mixproof.bounds.proofs.gram.right import right_at
from mixproof.bounds.proofs.gram.sizes import SIZES, NotAHalfSpace, cells, size
from mixproof.bounds.theorems import theorem
from mixproof.spectral.errors import InputError

PAIR = (("2/3", "1/3"), ("1/3", "2/3"))
THIRD = {"lam": "1/3", "lam_n": "1/3"}
DECAYING = {"L": 1, "mu": "1/2", "delta": 3, "Gamma": "27/8", **THIRD}
README = claim(
    "spread(t) <= eta*sqrt(2*L*eps0)/(1 - lam)",
    "lam < 1",
    "eta <= (1 + lam_n)/L",
    family=gossip(fixed=True, common=True, noisy=False),
)


def ratio(stated, label, values, t, finer=(1,), **network):
    proof = prove_claim(
        stated, stated.variant(label), values, t, finer=finer, first=t, **(network or {"matrix": PAIR})
    )
    assert decide(dict(proof.certificate)).word == "PROVED"
    return proof.value


@pytest.mark.parametrize("t, worst", [(2, 0.4642), (3, 0.6667)])
def test_the_claim_of_the_readme(t, worst):
    values = {"L": 1, "mu": 0, "eta": "4/3", **THIRD}
    assert ratio(README, "claim", values, t) == pytest.approx(worst, abs=6e-5)
    assert ratio(README, "claim", values, t, spectrum=("1/3", "1/3")) == pytest.approx(worst, abs=6e-5)


@pytest.mark.parametrize("t, worst", [(2, 0.2155)])
def test_decefl_theorem_1_repaired(t, worst):
    stated = theorem("decefl.theorem-1")
    coarse, fine = (ratio(stated, "repaired", DECAYING, t, finer=(n,)) for n in (1, 12))
    assert worst - 1e-4 <= fine <= 1.025 * worst  # a cover from outside
    assert fine < coarse < 1


@pytest.mark.parametrize("t, worst", [(2, 0.01224), (5, 0.00732)])
def test_decefl_si_theorem_1_without_noise(t, worst):
    values = {"L": 1, "mu": "1/2", "delta": 8, "Gamma": 16, **THIRD}
    assert ratio(theorem("decefl.si-theorem-1"), "statement", values, t) == pytest.approx(worst, abs=6e-6)


def test_every_round_of_a_claim_and_what_it_covers():
    stated = theorem("decefl.theorem-1")
    proof = prove_claim(stated, stated.variant("repaired-mean"), DECAYING, 3, spectrum=("1/3", "1/3"))
    assert proof.proved and set(proof.ratios) == {0, 1, 2, 3}
    assert proof.value == max(proof.ratios.values()) < 0.2
    assert "t = 0, 1, 2, 3" in proof.covers and "any number K" in proof.covers
    assert decide(json.loads(json.dumps(dict(proof.certificate)))).word == "PROVED"


def test_a_claim_that_is_an_equality_at_the_start_is_proved():
    mine = claim(
        "distance(t) <= distance(0) + 2*eta*t*gstar",
        "eta <= (1 + lam_n)/L",
        family=gossip(fixed=True, noisy=False),
    )
    values = {"L": 1, "mu": "1/2", "eta": "1/2"}
    proof = prove_claim(mine, mine.variants[0], values, 2, spectrum=("-1/4", "1/2"))
    assert proof.proved and proof.ratios[0] == pytest.approx(1)
    assert 0.5 < proof.ratios[1] < 1


def test_an_equality_with_more_on_its_right_side_is_proved():
    stated = theorem("decefl.si-eq-54")  # spread2(0) <= spread2(0) + a multiple of chi2
    values = {"L": 1, "mu": "1/2", "eta": "1/10", "lam": "1/2", "lam_n": "1/2"}
    matrix = (("3/4", "1/4"), ("1/4", "3/4"))
    assert prove_claim(stated, stated.variant("proof"), values, 1, matrix=matrix).proved


def test_what_is_false_is_not_proved():
    stated = theorem("decefl.theorem-1")
    values = {"L": 1, "mu": "1/2", "delta": 3, "Gamma": 3}
    proof = prove_claim(stated, stated.variant("eq-5"), values, 2, spectrum=("1/2", "1/2"), finer=(1,))
    assert not proof.proved and proof.value > 1.2  # refuted by the search at round 2


@pytest.mark.parametrize(
    "id, label, values, said",
    [
        ("ops.theorem-2", "main", DECAYING, "gossip descent"),
        ("decefl.theorem-1", "repaired", {**DECAYING, "delta": 1}, "delta*mu > 1"),
        ("decefl.theorem-1", "repaired", {"L": 1, **THIRD}, "needs a value"),
        ("decefl.theorem-1", "repaired", {**DECAYING, "mu": 2, "delta": "3/4"}, "0 <= mu < L"),
    ],
)
def test_what_cannot_be_asked_is_said(id, label, values, said):
    stated = theorem(id)
    variant = stated.variants[0] if label == "main" else stated.variant(label)
    with pytest.raises(InputError, match=said.replace("*", "[*]")):
        prove_claim(stated, variant, values, 2, matrix=PAIR)


def test_a_product_of_start_quantities_is_no_half_space():
    one, other = size("spread2(0)", 1, True), size("gstar2", 1, True)
    with pytest.raises(NotAHalfSpace):
        one * other
    with pytest.raises(NotAHalfSpace):
        one + size("eps0", 1)
    with pytest.raises(NotAHalfSpace):
        one * F(-1)


def test_a_maximum_is_not_subtracted_and_has_no_number_in_it():
    largest = SIZES.functions["max"]
    both = largest(size("gap(0)", 0), size("eps0", 1))
    for attempt in (
        lambda: both * size("", 1) * F(-1),
        lambda: both * (size("", 1) * F(-1)),
        lambda: both / (size("", 1) * F(-1)),
        lambda: largest(size("gap(0)", 0), F(0)),
    ):
        with pytest.raises(NotAHalfSpace):
            attempt()


@pytest.mark.parametrize(("scaled", "coefficient"), [(False, 3), (True, F(1, 3))])
def test_gstar_is_of_gradients_as_the_steps_scale_them(scaled, coefficient):
    mine = claim("error(t) <= max(error(0), gstar)", family=gossip(scaled=scaled, fixed=True, noisy=False))
    right = right_at(mine.variants[0], {"K": F(3)}, 0, rooted=True, power=0, scaled=scaled)
    assert list(cells(right, 1)) == [[{"error2(0)": 1}, {"gstar2": coefficient}]]


def test_a_cover_contains_the_start_it_is_of():
    right = size("spread2(0)", 1, True) * F(2) + size("gstar2", 1, True) * F(3)
    for n in (1, 3, 8):
        covers = list(cells(right, n))
        assert len(covers) == n
        for s in (F(0), F(1, 5), F(1, 2), F(1)):  # 2 sqrt(a) = s, 3 sqrt(b) = 1 - s
            a, b = (s / 2) ** 2, ((1 - s) / 3) ** 2
            sums = [terms["spread2(0)"] * a + terms["gstar2"] * b for (terms,) in covers]
            assert min(sums) <= 1


def test_statements_of_claims_that_say_more_are_not_proved():
    stated = theorem("decefl.theorem-1")
    proof = prove_claim(stated, stated.variant("repaired"), DECAYING, 2, matrix=PAIR, first=1)
    record = json.loads(json.dumps(dict(proof.certificate)))
    assert decide(record).word == "PROVED"
    network = {"matrix": [["3/4", "1/4"], ["1/4", "3/4"]], "lam": "1/2", "lam_n": "1/2"}
    changes = {
        ("claim",): "spread(t) <= zeta/(t + 2*Gamma)", ("where", "zeta"): "Gamma*spread(0)",
        ("at", "delta"): "2", ("at", "mu"): "1/3", ("at", "gstar"): "0", ("where", "G"): "gstar*2**(9**99)",
        ("rounds",): [1, 3], ("rounds", 0): 0, ("options", "network"): network,
        ("options", "network", "lam"): "1/2", ("options", "network", "lam_n"): "0", ("at", "t"): "1",
        ("options", "algorithm", "next", "x"): "mix(x) - eta*share(grad(x))", ("first",): 2,
        ("assume",): ["delta*mu > 2"],
    }  # fmt: skip
    for path, new in changes.items():
        other = copy.deepcopy(record)
        at = other["statement"]
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = new
        assert decide(other).word == "REFUSED", path
    for lines in (record["rounds"][:1], [*record["rounds"], record["rounds"][0]], record["rounds"][::-1], []):
        assert decide(record | {"rounds": lines}).word == "REFUSED"


def test_values_are_those_of_the_spectrum_both_of_them():
    values = {"L": 1, "mu": 0, "eta": "4/3", **THIRD}
    proof = prove_claim(README, README.variant("claim"), values, 2, first=2, spectrum=("1/3", "1/3"))
    record = json.loads(json.dumps(dict(proof.certificate)))
    assert decide(record).word == "PROVED"
    for name, new in (("lam", "1/4"), ("high", "1/2"), ("lam_n", "-1/3")):
        changed = record["statement"] | {"at": record["statement"]["at"] | {name: new}}
        assert decide(record | {"statement": changed}).word == "REFUSED"


def test_sums_of_norms_are_proved_in_cases():
    mine = claim(
        "distance(t) <= distance(0) + 2*eta*t*gstar",
        "eta <= (1 + lam_n)/L",
        family=gossip(fixed=True, noisy=False),
    )
    values = {"L": 1, "mu": "1/2", "eta": "1/2"}
    proof = prove_claim(mine, mine.variants[0], values, 3, spectrum=("-1/4", "1/2"), finer=(4,), first=1)
    assert proof.proved and "cases" in json.dumps(proof.certificate)
    assert decide(dict(proof.certificate)).word == "PROVED"


def test_what_is_not_proved_is_certified_with_a_factor():
    mine = claim("distance2(t) <= distance2(0)/2 + gstar**2/20", family=gossip(fixed=True, noisy=False))
    values = {"L": 1, "mu": "1/2", "eta": "1/2"}
    proof = prove_claim(mine, mine.variants[0], values, 1, spectrum=("-1/2", "1/2"), first=1)
    assert not proof.proved and proof.value > 1
    found = decide(dict(proof.certificate))
    assert found.word == "PROVED" and f"*({mine.variants[0].right})" in found.sentence
