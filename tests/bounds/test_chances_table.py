"""Declared methods with noise and random W: what is proved over them, and what is refuted; refusals."""

from __future__ import annotations

import pytest

import mixproof as mx
from mixproof.bounds import claim
from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.families import declared
from mixproof.bounds.kernel.statement import statement
from mixproof.bounds.kernel.text import Refused
from mixproof.bounds.proofs.derivation import stated_as

AVERAGING = Algorithm("averaging", {"x": "mix(x)"})
FAMILIES = {
    "noisy": declared("dgd", noisy=True),
    "noise at two gradients": declared("local-2", noisy=True),
    "noisy tracking": declared("diging", noisy=True),
    "lossy": declared("dgd", lossy=True),
    "lossy and noisy": declared("extra", lossy=True, noisy=True),
    "drawn": declared("dgd", drawn=True),
    "averaging over links": declared(AVERAGING, lossy=True),
    "free numbers": declared("dgd", free=("eps",)),
}


@pytest.mark.parametrize(
    ("text", "assume", "kind", "proved"),
    [
        ("spread2(t + 1) <= rho2*spread2(t)", (), "averaging over links", True),
        ("spread2(t + 1) <= rho_mean**2*spread2(t)", (), "averaging over links", False),
        ("moved_mean2(t) == eta**2*(mean_gradient2(t) + sigma2/K)", (), "noisy", True),
        ("moved_mean2(t) == eta**2*(mean_gradient2(t) + 2*sigma2/K)", (), "noisy", False),
        ("moved_mean2(t) == eta**2*mean_gradient2(t)", (), "noisy", False),
        ("moved_mean2(t) == eta**2*mean_gradient2(t)", (), "drawn", True),
        ("eps*spread2(t) >= 0", (), "free numbers", True),
    ],
)
def test_what_is_proved_over_noise_and_links_and_what_is_refuted(text, assume, kind, proved):
    stated = claim(text, *assume, family=FAMILIES[kind])
    if proved:
        assert mx.prove(stated).proved
    else:
        verdict = mx.verify(stated, seconds=0.2)
        assert verdict.outcome.name == "REFUTED"
        assert mx.check(verdict.witness).refuted


def test_what_has_no_table_is_refused():
    twice = Algorithm("twice", {"x": "mix(mix(x))"})
    for family in (
        declared(twice, lossy=True),
        declared("pg-extra", step="delta/(t + Gamma)"),
    ):
        stated = claim("sq(x) >= 0", family=family)
        with pytest.raises(Refused):
            statement(stated_as(stated, stated.variants[0]))
