"""The search refutes bounds that are nearly met in limits where nothing happens, and false by a factor elsewhere."""

import pytest

from mixproof.bounds import Outcome, claim
from mixproof.bounds.families.shared import gossip
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.search.verify import verify

FIXED, TURNED, DECAYING = gossip(fixed=True, turned=False), gossip(fixed=True), gossip(turned=False)
KNOWN = "eta*sharpest <= own"  # chi2 is known then
LARGEST = "spread2(t) <= max(spread2(0), step(0)**2*chi2/(1 - lam)**2)"  # lacks a factor K
FALSE = {
    "largest": (LARGEST, ("lam < 1", KNOWN), FIXED),
    "turned": (LARGEST, ("lam < 1", KNOWN), TURNED),
    "decaying": (LARGEST, ("lam < 1", "step(0)*sharpest <= own"), DECAYING),
    # lacks sqrt(K) in its second term, and is met at all rounds where that is 0
    "sum": (
        "spread(t) <= lam**t*spread(0) + eta*sqrt(chi2)*(1 - lam**t)/(1 - lam)",
        ("lam < 1", KNOWN),
        TURNED,
    ),
    # true without 6/5: each round adds that much noise
    "least": ("error2(t) >= min(error2(0), 6/5*eta**2*sigma2/K)", ("eta <= 1/L",), TURNED),
}


@pytest.mark.parametrize(("seed", "name"), [*enumerate(FALSE), (1, "largest")])
def test_a_bound_that_is_nearly_met_where_nothing_happens_is_refuted_elsewhere(seed, name):
    text, assume, family = FALSE[name]
    mine = claim(text, *assume, family=family)
    verdict = verify(mine, mine.variant("claim"), 1.0, seed)
    assert verdict.outcome is Outcome.REFUTED, verdict.sentence
    assert verdict.witness is not None and decide(dict(verdict.witness)).confirmed
