"""`optimize` on a transport, from Python and from the command line."""

import json
from functools import partial

import pytest

from mixproof.experiments.cli.main import main
from mixproof.spectral import parse_network
from mixproof.spectral.errors import InputError
from mixproof.weightopt import optimize
from mixproof.weightopt.nodes.transport_lossy import Lossy

NAME = "geometric:n=6,r=1,v=2"


def test_losses_change_the_price_and_no_number():
    network = parse_network(NAME)
    calm = optimize(network, method="distributed", gap=2e-2)
    lossy = optimize(network, method="distributed", gap=2e-2, transport=partial(Lossy, seed=1))
    assert lossy.weights.weights.tobytes() == calm.weights.weights.tobytes()
    assert lossy.lower_bound == calm.lower_bound and lossy.messages > 2 * calm.messages


def test_a_central_method_sends_nothing():
    with pytest.raises(InputError, match="transport"):
        optimize(parse_network(NAME), method="fast", transport=Lossy)


def test_the_command_line_names_transports(capsys):
    words = ["optimize", NAME, "--method", "distributed", "--gap", "0.05", "--json", "--transport"]
    found = []
    for name in ("in-process", "lossy"):
        assert main([*words, name]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0]["rho"] == found[1]["rho"] and found[0]["messages"] < found[1]["messages"]
    assert main([*words, "pigeons"]) == 2
    assert "in-process, mpi or lossy" in capsys.readouterr().err
