"""Run on every rank by test_transport_mpi: what each rank saw, one JSON line from each, in the file named last."""

import hashlib
import json
import os
import sys
from pathlib import Path

from mixproof.spectral import parse_network
from mixproof.weightopt.nodes.distributed import node_program
from mixproof.weightopt.nodes.transport_mpi import AcrossRanks


def digest(rows):
    """Every bit the nodes published."""
    return [
        hashlib.sha256(
            row.weights.tobytes()
            + row.factor.tobytes()
            + row.signs.tobytes()
            + float(row.cover).hex().encode()
        ).hexdigest()
        for row in rows
    ]


def counts(traffic):
    return [traffic.messages.tolist(), traffic.bytes.tolist(), traffic.rounds]


def optimum(text, gap, spread=False):
    network = parse_network(text)
    transport = AcrossRanks(network)
    if spread:  # node i on rank -i modulo the number of ranks: no two neighbours of a ring together
        transport = AcrossRanks(network, owners=[-i % transport.comm.size for i in range(network.n)])
    rows = transport.run(node_program(gap))
    return [digest(rows), counts(transport.traffic), digest(transport.published) == digest(rows)]


def failing(kind):
    def program(port):
        port.publish(port.me)
        port.tell_all([1])
        yield port.neighbours
        if kind == "deaf" and port.me == 3:
            yield port.neighbours
        if kind == "fails" and port.me == 5:
            raise ZeroDivisionError("nothing to divide by")
        if kind == "stranger" and port.me == 6:
            port.send(2, 1)
        if kind == "unsendable" and port.me == 7:
            return lambda: 0
        if kind == "interrupted" and port.me == 4:
            os.kill(os.getpid(), 2)
        if kind in ("fails", "interrupted"):  # the others wait for what will never come
            while True:
                port.tell_all([1])
                yield port.neighbours

    transport = AcrossRanks(parse_network("ring:n=8"))
    try:
        transport.run(program)
    except BaseException as error:
        return [type(error).__name__, str(error), transport.published]


def main(*words):
    *tasks, out = words
    found = {}
    for task in tasks:
        kind, *arguments = task.split("|")
        found[task] = failing(kind) if not arguments else optimum(kind, *map(float, arguments))
    rank = AcrossRanks(parse_network("ring:n=3")).comm.rank
    (Path(out) / f"{rank}.json").write_text(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
