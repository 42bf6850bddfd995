"""A few minutes' work of a user in some seconds, on whatever versions are installed; a traceback where it fails."""

import tempfile
from pathlib import Path

import networkx as nx
import numpy as np
from hypothesis import given, settings

import mixproof as mx
from mixproof.bounds import privacy_loss
from mixproof.bounds.families.shared import gossip
from mixproof.experiments.cli import main

for method in ("fast", "cvxpy", "distributed"):
    best = mx.optimize("grid:rows=2,cols=3", method=method, gap=1e-3)
    assert best.gap <= 1e-3, best
karate = mx.optimize(nx.karate_club_graph(), gap=1e-3)
karate.plot().figure.savefig(Path(tempfile.mkdtemp()) / "karate.png")
assert mx.spectrum(karate).rho < 1 and mx.spectrum("ring:n=2000").enclosure[1] < 1

dgd = gossip(fixed=True, common=True, noisy=False)
draft = mx.claim("spread(t) <= eta*sqrt(2*L*eps0)/(1 - lam)", "lam < 1", "eta <= 1/L", family=dgd)
verdict = mx.verify(draft, seconds=1)
assert verdict.outcome.name == "REFUTED" and mx.check(verdict.witness).refuted
for paper in ("defed.proposition-1", "ops.lemma-6", "dawo.eq-36", "alidpfl.lemma-2"):
    assert mx.verify(paper, seconds=0.1)
assert privacy_loss


@settings(max_examples=20, deadline=None, database=None)
@given(mx.strategies.mixing_matrices(max_nodes=5))
def mixing_keeps_the_mean(W: mx.MixingMatrix) -> None:
    x = np.arange(float(W.n))
    assert np.isclose((W @ x).mean(), x.mean())


mixing_keeps_the_mean()
assert main(["run", "decefl-rate", "--size", "small", "--jobs", "1", "--rounds", "50"]) == 0
print("smoke test passed")
