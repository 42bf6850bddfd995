"""Links that lose messages: the same numbers, at the price theory states."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import Network, parse_network
from mixproof.spectral.errors import InputError
from mixproof.weightopt.nodes.distributed import node_program
from mixproof.weightopt.nodes.port import agree, grow_tree
from mixproof.weightopt.nodes.transport import InProcess
from mixproof.weightopt.nodes.transport_lossy import Lossy

from .networks import small_networks


def pair(p):
    return Network.from_edges(2, [(0, 1)], [p])


def one_way(count):
    """Node 0 sends 0, 1, 2, ... to node 1, which returns what it got."""

    def program(port):
        got = []
        for k in range(count):
            if port.me == 0:
                port.send(1, [k])
            else:
                got.append(int((yield (0,))[0][0]))
        return got

    return program


def sums(port):
    tree = yield from grow_tree(port)
    return (yield from agree(port, tree, port.me + port.p[:1]))


def same(a, b):
    return all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))


@given(small_networks(lossy=True), st.integers(0, 2**32 - 1), st.booleans())
@settings(max_examples=20, deadline=None)
def test_programs_compute_the_same_numbers_from_the_same_messages(network, seed, reciprocal):
    calm, lossy = InProcess(network), Lossy(network, seed, reciprocal)
    assert same(lossy.run(sums), calm.run(sums))
    assert np.array_equal(lossy.payload.messages, calm.traffic.messages)
    assert np.array_equal(lossy.payload.bytes, calm.traffic.bytes)
    assert lossy.payload.rounds == calm.traffic.rounds
    assert lossy.traffic.messages.sum() >= 2 * calm.traffic.messages.sum()


@pytest.mark.parametrize("reciprocal", [True, False])
def test_the_optimum_is_found_bit_by_bit(reciprocal):
    network = parse_network("geometric:n=6,r=1,v=2")
    calm, lossy = InProcess(network), Lossy(network, 3, reciprocal)
    for a, b in zip(calm.run(node_program(1e-2)), lossy.run(node_program(1e-2)), strict=True):
        assert a.weights.tobytes() == b.weights.tobytes() and a.factor.tobytes() == b.factor.tobytes()


@pytest.mark.parametrize("p", [0.3, 0.6, 0.95])
@pytest.mark.parametrize("reciprocal", [True, False])
def test_frames_and_acknowledgements_are_as_many_as_expected(p, reciprocal):
    count = 3000
    transport = Lossy(pair(p), 7, reciprocal)
    assert transport.run(one_way(count))[1] == list(range(count))  # once each, in order
    done = p if reciprocal else p**2  # chance that a frame and its acknowledgement come through
    frames, acknowledgements = transport.traffic.messages.tolist()
    five_deviations = 5 * np.sqrt(count * (1 - done)) / done
    assert frames == pytest.approx(count / done, abs=five_deviations)
    assert acknowledgements == pytest.approx(frames * p, abs=5 * np.sqrt(frames * p * (1 - p)))
    if reciprocal:
        assert acknowledgements == count
    assert transport.traffic.rounds == frames


def test_reliable_links_cost_one_frame_and_one_acknowledgement_a_message():
    network = parse_network("grid:rows=2,cols=3")
    calm, lossy = InProcess(network), Lossy(network)
    calm.run(sums), lossy.run(sums)
    assert lossy.traffic.messages.sum() == 2 * calm.traffic.messages.sum()


def test_both_directions_work_or_fail_together():
    """Two nodes that tell each other at the same time need the same slots: k frames, one acknowledgement."""

    def program(port):
        for _ in range(20):
            port.tell_all([port.me])
            yield port.neighbours

    transport = Lossy(pair(0.3), 5)
    transport.run(program)
    left, right = transport.traffic.messages
    assert left == right == transport.traffic.rounds + 20


def test_the_seed_decides():
    runs = [Lossy(pair(0.5), seed) for seed in (1, 1, 2)]
    for transport in runs:
        transport.run(one_way(50))
    assert runs[0].traffic.rounds == runs[1].traffic.rounds != runs[2].traffic.rounds


def test_a_dead_link_is_an_error_that_names_it():
    with pytest.raises(RuntimeError, match=r"link 0-1: no acknowledgement in 100 transmissions"):
        Lossy(pair(1e-12), attempts=100).run(one_way(1))
    with pytest.raises(InputError, match="p"):  # and a link of probability 0 is no link
        pair(0.0)


def test_nodes_that_wait_in_vain_are_named():
    def program(port):
        yield port.neighbours

    with pytest.raises(RuntimeError, match=r"nodes \[0, 1\] wait"):
        Lossy(pair(0.5)).run(program)
