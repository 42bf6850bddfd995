"""Weights go into a file and come back the same, on the network that they are for and on no other."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixproof.bounds.kernel import records
from mixproof.experiments.cli.main import main
from mixproof.experiments.cli.weights import write_weights
from mixproof.spectral import perron_vector
from mixproof.spectral.errors import InputError
from mixproof.spectral.strategies import connected_networks
from mixproof.spectral.weight_files import read_weights
from mixproof.weightopt import optimize

Captured = pytest.CaptureFixture[str]


@given(network=connected_networks(min_nodes=2, max_nodes=6), ending=st.sampled_from(("npz", "csv", "json")))
def test_what_is_written_is_read_back(tmp_path_factory, network, ending):
    best = optimize(network, method="metropolis")
    path = write_weights(tmp_path_factory.mktemp("w") / f"w.{ending}", best)
    again = read_weights(path, network)
    assert (again.weights == best.weights.weights).all()
    assert np.allclose(again.self_weights, best.weights.self_weights, atol=1e-14)


def test_a_deployed_file_is_judged_on_its_lossy_network(capsys: Captured, tmp_path: Path) -> None:
    links, weights = tmp_path / "links.csv", tmp_path / "weights.csv"
    links.write_text("u,v,p\nc,a,0.9\na,b,0.5\nb,c,0.8\n")  # names in an order of their own
    assert (
        main(["optimize", str(links), "--objective", "second-moment", "--out", str(weights), "--json"]) == 0
    )
    best = json.loads(capsys.readouterr().out)
    assert main(["spectrum", str(links), "--matrix", str(weights), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rho_second_moment"] == pytest.approx(best["rho"], abs=1e-9)
    assert main(["spectrum", "--matrix", str(weights), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["nodes"] == 3


@pytest.mark.parametrize(
    ("rows", "rule"),
    [
        ("a,b,0.2\n", "b,c: a link without a weight"),
        ("a,b,0.2\nb,c,0.1\na,c,0.1\n", "a,c: a link of the file, but not of the network"),
        ("a,b,0.2\nb,c,0.9\n", "nonnegative"),
        ("a,b,0.2\nb,c\n", "not readable"),
        ("", "not readable"),
    ],
)
def test_weights_of_another_network_are_refused(
    capsys: Captured, tmp_path: Path, rows: str, rule: str
) -> None:
    links, weights = tmp_path / "links.csv", tmp_path / "weights.csv"
    links.write_text("u,v\na,b\nb,c\n")
    weights.write_text("u,v,weight\n" + rows)
    assert main(["spectrum", str(links), "--matrix", str(weights)]) == 2
    assert rule in capsys.readouterr().err


@pytest.mark.parametrize("ending", ["csv", "json", "npz"])
def test_weights_for_a_target_are_read_back_by_direction(
    capsys: Captured, tmp_path: Path, ending: str
) -> None:
    best = optimize("ring:n=4", target=[1, 2, 3, 4])
    path = write_weights(tmp_path / f"w.{ending}", best)
    again = read_weights(path)
    assert again.network.directed and np.allclose(again.dense(), best.weights.dense(), atol=1e-14)
    assert np.allclose(perron_vector(again), [0.1, 0.2, 0.3, 0.4], atol=1e-9)
    assert main(["spectrum", "--matrix", str(path)]) == 2
    assert "one weight a link: eigenvalues are of a symmetric W" in capsys.readouterr().err


def test_a_link_that_a_file_tells_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "w.csv"
    path.write_text("u,v,weight\na,b,0.2\nb,a,0.1\na,b,0.2\n")
    with pytest.raises(InputError, match="appears twice"):
        read_weights(path)


def test_a_witness_of_a_claim_of_ones_own_has_no_statement_to_compare_with(
    capsys: Captured, tmp_path: Path
) -> None:
    from mixproof.bounds import claim
    from mixproof.bounds.families.shared import gossip
    from mixproof.bounds.search.verify import verify

    mine = claim("spread(t) <= spread(0)", family=gossip(fixed=True, noisy=False))
    verdict = verify(mine, mine.variant("claim"), seconds=0.1)
    path = tmp_path / "witness.json"
    path.write_text(json.dumps(verdict.witness))
    assert main(["check-witness", str(path)]) == 2
    assert "python -m mixproof.bounds.kernel FILE" in capsys.readouterr().err
    assert records.main(str(path)) == 0
