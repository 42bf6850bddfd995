"""Nodes that probe, estimate and optimize while their links drift."""

import numpy as np

from mixproof.spectral import Network, parse_network
from mixproof.spectral.mixing import MixingMatrix
from mixproof.weightopt import objective_value, optimize
from mixproof.weightopt.nodes.distributed import collect
from mixproof.weightopt.nodes.drift import jump
from mixproof.weightopt.nodes.estimation import loss_bound
from mixproof.weightopt.nodes.tracking import tracking_program
from mixproof.weightopt.nodes.transport_lossy import Lossy
from mixproof.weightopt.problem import Problem

NETWORK = parse_network("geometric:n=5,r=1,v=2")
GAP = 2e-2


def estimates(network, nodes, ports):
    """(m,) of each link, by either end."""
    held = {
        (port.me, v): p
        for node, port in zip(nodes, ports)
        for v, p in zip(port.neighbours, node.estimate.tolist())
    }
    assert all(held[u, v] == held[v, u] for u, v in network.edges.tolist())  # to the last bit
    return np.array([held[u, v] for u, v in network.edges.tolist()])


def test_nodes_follow_a_jump_within_the_proved_loss():
    after = np.where(np.arange(NETWORK.m) % 2, 0.9, 0.3)
    course = iter(jump(NETWORK.reliability, 3, 1, after))
    now = next(course)
    transport = Lossy(NETWORK, seed=2, reliability=lambda _: now)
    nodes, errors = None, []
    for truth in (NETWORK.reliability, after, after):
        now = truth
        nodes = transport.run(tracking_program(400, 0.5, GAP, nodes))
        q = estimates(NETWORK, nodes, transport.ports)
        rows = [node.row for node in nodes]
        weights, _ = collect(Problem.of(NETWORK), [port.neighbours for port in transport.ports], rows)
        network = Network(NETWORK.n, NETWORK.edges, truth)
        used = objective_value(MixingMatrix.from_edge_weights(network, weights))
        assert used - optimize(network, gap=1e-6).rho <= loss_bound(GAP, truth - q) + 1e-9
        errors.append(np.max(abs(truth - q)))
    assert errors[0] < 0.1 < errors[1]  # a third of the counts is from before the jump
    assert errors[2] < errors[1]


def test_counts_of_all_rounds_add_up_at_both_ends():
    transport, nodes = Lossy(NETWORK, seed=4), None
    for _ in range(2):
        nodes = transport.run(tracking_program(50, 1.0, 0.2, nodes, warm=False))
    for node in nodes:
        assert np.all(node.counts.sent == 2 * 2 * 50)
        assert np.all(node.estimate == (node.counts.acknowledged + 0.5) / 201)
    estimates(NETWORK, nodes, transport.ports)


def test_own_messages_tell_of_the_links_too():
    transport, nodes, errors = Lossy(NETWORK, seed=5), None, []
    for own in (False, True):
        nodes = transport.run(tracking_program(5, 1.0, 0.05, nodes, own_traffic=own))
        errors.append(np.max(abs(estimates(NETWORK, nodes, transport.ports) - NETWORK.reliability)))
    assert min(np.min(node.counts.sent) for node in nodes) > 100  # 20 of them probes
    assert errors[1] < errors[0] / 2
