"""The nodes' own algorithm against the central optimum, and what a node may send."""

import numpy as np
import pytest

from spectral.errors import InputError
from spectral.network import Network, parse_network
from weightopt import Status, optimize
from weightopt.transport import InProcess

EDGES_8_13 = "0-1 1-2 2-3 0-4 1-7 1-3 4-5 4-6 2-6 3-7 5-6 6-7 1-6"
EDGES_8_17 = "0-3 0-4 0-7 1-2 1-3 1-4 1-5 1-6 1-7 2-5 2-6 2-7 3-4 3-7 5-6 5-7 6-7"


def named(text):
    return Network.from_edges(8, sorted(tuple(map(int, e.split("-"))) for e in text.split()))


@pytest.mark.parametrize(
    "network",
    [
        named(EDGES_8_13),
        named(EDGES_8_17),
        parse_network("geometric:n=10,r=2,v=2"),
        parse_network("star:n=6"),
    ],
    ids=["8/13", "8/17", "geometric", "star"],
)
def test_nodes_reach_the_optimum_and_certify_it(network):
    best = optimize(network, method="distributed", gap=1e-3)
    assert best.status is Status.CERTIFIED and best.messages > 0
    assert best.rho == pytest.approx(optimize(network, method="cvxpy").rho, abs=1e-3)


def test_messages_go_to_neighbours_only_and_are_copies():
    def program(port):
        own = np.array([port.me])
        port.tell_all(own)
        own[0] = 99
        if port.me == 0:
            with pytest.raises(InputError, match="neighbour"):
                port.send(2, [1.0])
        heard = yield port.neighbours
        return [m.tolist() for m in heard.values()]

    assert InProcess(parse_network("path:n=3")).run(program) == [[[0 + 1]], [[0], [2]], [[1]]]


def test_second_moment_is_refused():
    with pytest.raises(InputError, match="distributed"):
        optimize(parse_network("ring:n=4"), "second-moment", method="distributed")
