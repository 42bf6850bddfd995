"""Whether nodes read only what they were sent, judged from outside by what they send.

Two runs differ in one thing that one node alone knows. Then a node's messages may differ only after it has received a
message that differs: its own first difference lies in the future of that one. A program whose nodes share an
object breaks this as soon as what it reads there goes into a message.
"""

from collections import defaultdict
from itertools import zip_longest

from mixproof.spectral.network import Network
from mixproof.weightopt.nodes.transport import InProcess


def first_differences(before, after):
    """{node: round of its first message that differs}, and {node: ... of the first that differs on its way to it}."""
    sent, received = {}, {}
    for (sender, to), one, two in by_link(before, after):
        for a, b in zip_longest(one, two):
            if a != b:
                moment = min(message[0] for message in (a, b) if message is not None)
                sent[sender] = min(moment, sent.get(sender, moment))
                received[to] = min(moment, received.get(to, moment))
                break
    return sent, received


def by_link(before, after):
    links = defaultdict(lambda: ([], []))
    for run, log in enumerate((before, after)):
        for moment, sender, to, numbers in log:
            links[sender, to][run].append((moment, numbers))
    return [(link, *runs) for link, runs in links.items()]


def violations(before, after, sources):
    """Nodes, other than the sources, that differed before any difference could have reached them."""
    sent, received = first_differences(before, after)
    return sorted(
        node for node, moment in sent.items() if node not in sources and received.get(node, moment) >= moment
    )


def messages(network: Network, program):
    """The log of a run: (round, sender, receiver, numbers as bytes), in order on every link."""
    log = []
    InProcess(network, log).run(program)
    return log


def misheard(program, node, receipt):
    """The program, but one node takes the last number of its `receipt`-th receipt for something slightly larger."""

    def altered(port):
        steps, count, answer = program(port), 0, None
        while True:
            try:
                wanted = tuple(next(steps) if answer is None else steps.send(answer))
            except StopIteration as end:
                return end.value
            answer = yield wanted
            if wanted:
                count += 1
                if port.me == node and count == receipt:
                    message = answer[wanted[0]].copy()
                    message[-1] += 1e-3 * (1 + abs(message[-1]))
                    answer = {**answer, wanted[0]: message}

    return altered
