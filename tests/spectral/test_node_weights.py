"""What a node knows of W, and a round in a user's own loop."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import MixingMatrix, mean_matrix, mixing_matrix, node_weights, parse_network
from mixproof.spectral.errors import InputError
from mixproof.spectral.strategies import connected_networks, directed_networks


@settings(deadline=None, max_examples=30)
@given(connected_networks(min_nodes=2, reliability=True), st.integers(0, 2**32 - 1))
def test_nodes_that_lose_messages_mix_as_the_sampled_matrix(network, seed):
    W, rng = mixing_matrix(network, "metropolis"), np.random.default_rng(seed)
    x, W_hat = rng.standard_normal((network.n, 2)), W.sample(rng)
    heard = {one.number: set(one.neighbours.tolist()) for one in W_hat.nodes()}
    mixed = [node.mix(x[node.number], {j: x[j] for j in heard[node.number]}) for node in W.nodes()]
    assert np.allclose(mixed, W_hat @ x)
    assert np.allclose(np.mean(mixed, axis=0), x.mean(axis=0))
    assert all(np.isclose(node.own + node.weights.sum(), 1) for node in W.nodes())


@given(directed_networks())
def test_a_directed_network_s_nodes_read_their_arcs(network):
    W = mixing_matrix(network, "out-degree")
    for node in node_weights(W):
        row = W.dense()[node.number]
        assert row[node.neighbours].tolist() == node.weights.tolist()


def test_samples_average_to_the_mean_matrix():
    W = mixing_matrix(parse_network("geometric:n=5,r=2,v=2,seed=0"), "reliability")
    rng = np.random.default_rng(0)
    drawn = np.mean([W.sample(rng).dense() for _ in range(4000)], axis=0)
    assert np.allclose(drawn, mean_matrix(W).dense(), atol=0.02)
    ring = mixing_matrix(parse_network("ring:n=4"), "metropolis")
    assert ring.sample(rng) is ring


def test_links_without_a_weight_are_left_out_and_strangers_refused():
    network = parse_network("ring:n=4")
    W = MixingMatrix.from_edge_weights(network, [0.5, 0.0, 0.5, 0.25])
    nodes = W.nodes()
    assert sum(len(node.neighbours) for node in nodes) == 6
    with pytest.raises(InputError, match="a neighbour of node 0"):
        nodes[0].mix(0.0, {2: 1.0})
    assert json.loads(json.dumps(nodes[0].to_json()))["own"] == nodes[0].own
