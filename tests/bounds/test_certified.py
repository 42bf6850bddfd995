"""What a certificate adds to a verdict: PROVED only for all that the claim says, and else the range it covers."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from mixproof.bounds import Outcome, certified, checker, claim, doors
from mixproof.bounds.checker import records
from mixproof.bounds.checker.psd import NotACertificate
from mixproof.bounds.families.scalars import scalars
from mixproof.bounds.families.shared import gossip
from mixproof.bounds.proofs import prove_claim
from mixproof.bounds.search import verify
from mixproof.bounds.search.replay import claimed
from mixproof.bounds.theorems import ALL

MINE = claim(
    "distance(t) <= distance(0) + 2*eta*t*gstar",
    "eta <= (1 + lam_n)/L",
    family=gossip(fixed=True, noisy=False),
)


def proof(eta="1/2", stated=MINE):
    values = {"L": 1, "mu": "1/2", "eta": eta}
    return prove_claim(stated, stated.variants[0], values, 1, spectrum=("-1/4", "1/2")).certificate


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Put a record where the library's certificate of a claim would be."""
    monkeypatch.setattr(certified, "FOLDER", tmp_path)

    def put(stated, record):
        (tmp_path / certified.name_of(stated, stated.variants[0])).write_text(json.dumps(record))

    return put


def test_a_grid_covers_what_its_proofs_cover_and_stays_holds(kept):
    kept(MINE, {"kind": "grid", "proofs": [proof("1/2"), proof("1/4")]})
    found = verify(MINE, seconds=0.05)
    with_it = certified.with_certificate(found, MINE, MINE.variants[0])
    assert with_it.outcome is Outcome.HOLDS and with_it.basis == "search"
    told = with_it.to_json()["certified"]
    assert (told["whole"], told["points"], told["file"]) == (False, 2, "own.claim.claim.json")
    assert [limit["constants"]["eta"] for limit in told["limits"]] == ["1/2", "1/4"]
    said = "certificates cover 2 points of constants (L=1; mu=1/2; lam=1/2; lam_n=-1/4; eta=1/4, 1/2), rounds 0 to 1"
    assert said in with_it.sentence and "every K" in with_it.sentence and "full gradients" in with_it.sentence
    assert json.loads(json.dumps(with_it.to_json())) == with_it.to_json()


def test_a_certificate_is_of_this_claim_accepted_and_within_its_assumptions():
    variant = MINE.variants[0]
    good = proof()
    for other in (
        replace(variant, left="spread(t)"),
        replace(variant, right="distance(0) + 3*eta*t*gstar"),
        replace(variant, relation="<"),
        replace(variant, where={"x": "1"}),
        replace(variant, assume=("eta <= 1/(3*L)",)),
    ):
        with pytest.raises(NotACertificate):
            certified.accepted(MINE, other, good)
    broken = json.loads(json.dumps(good))
    broken["rounds"][1]["certificates"][0]["multipliers"]["conditions"][0] += 10**9
    with pytest.raises(NotACertificate, match="not accepted"):
        certified.accepted(MINE, variant, broken)
    with pytest.raises(NotACertificate, match="kind"):
        certified.accepted(MINE, variant, {"kind": "none"})
    assert not certified.accepted(MINE, variant, good).whole


@pytest.fixture
def whole(monkeypatch):
    """A kind of proof whose checker says what the record tells it: only how verdicts read it is tested here."""
    monkeypatch.setitem(
        records.PROOFS,
        "told",
        lambda record: {
            "proved": True,
            "what": "",
            "reason": "",
            "checked": record["checked"],
            "limits": record["limits"],
        },
    )


def test_proved_takes_the_text_to_the_last_assumption_and_no_limit(whole, kept):
    stated = claim("x <= x*x", "x >= 1", family=scalars("", "x"), first=None)
    variant = stated.variants[0]
    found = verify(stated, seconds=0.05)
    assert found.outcome is Outcome.HOLDS and found.sentence.endswith("searched, not proved")
    text = claimed(stated, variant)
    kept(stated, {"kind": "told", "checked": text, "limits": {}})
    with_it = certified.with_certificate(found, stated, variant)
    assert with_it.outcome is Outcome.PROVED and with_it.basis == "certificate"
    assert with_it.to_json()["verdict"] == "PROVED"
    fewer = {field: text[field] for field in ("left", "relation", "right", "where")}
    for checked, limits in ((fewer, {}), (text, {"constants": {"x": "2"}}), (text, {"range": "x <= 7"})):
        kept(stated, {"kind": "told", "checked": checked, "limits": limits})
        assert certified.with_certificate(found, stated, variant).outcome is Outcome.HOLDS
    kept(stated, {"kind": "told", "checked": text | {"assume": ["x >= 2"]}, "limits": {}})
    with pytest.raises(NotACertificate, match="another claim"):
        certified.with_certificate(found, stated, variant)


def test_a_witness_against_a_certificate_is_no_verdict(whole, kept):
    stated = claim("x <= 1", family=scalars("", "x"), first=None)
    kept(stated, {"kind": "told", "checked": claimed(stated, stated.variants[0]), "limits": {}})
    found = verify(stated, seconds=0.05)
    assert found.outcome is Outcome.REFUTED
    with_it = certified.with_certificate(found, stated, stated.variants[0])
    assert with_it.outcome is Outcome.UNDECIDED and "contradict" in with_it.sentence


def test_every_certificate_kept_is_of_a_variant():
    known = {certified.name_of(stated, variant) for stated in ALL for variant in stated.variants}
    assert {path.name for path in certified.FOLDER.glob("*")} <= known


def test_a_grid_of_mixed_or_broken_proofs_is_refused(tmp_path, capsys):
    one, other = (
        proof(),
        proof("3/4", claim("distance(t) <= distance(0) + 3*eta*t*gstar", family=MINE.family)),
    )
    for record in (
        {"kind": "grid", "proofs": []},
        {"kind": "grid", "proofs": [one, other]},
        {"kind": "grid", "proofs": [{"kind": "grid", "proofs": [one]}]},
        {"kind": "grid", "proofs": [one["rounds"][0]["certificates"][0]]},
        {"kind": "grid", "proofs": [7]},
    ):
        with pytest.raises(NotACertificate):
            records.check_proof(record)
    false = json.loads(json.dumps(one))
    case = false["rounds"][0]["certificates"][0]
    case["value"] = str(Fraction(case["value"]) / 2)
    path = tmp_path / "grid.json"
    for proofs, status in (([one], 0), ([one, false], 1)):
        path.write_text(json.dumps({"kind": "grid", "proofs": proofs}))
        assert checker.main(str(path)) == status
    assert "proof 1: round 0" in json.loads(capsys.readouterr().out.splitlines()[-1])["reason"]


def test_a_kept_derivation_is_what_the_verdict_rests_on():
    found = doors.verify("alidpfl.jensen:repaired", seconds=0.05)
    assert found.outcome is Outcome.PROVED and found.certified["file"].startswith("derivations/")
    assert found.sentence.startswith("the kernel checks every line of a derivation of everything")
    assert "docstring" not in found.sentence and "searched" not in found.sentence
