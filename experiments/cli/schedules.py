"""`schedule` and `links`: mixing under a budget of messages a round, or of links."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mixproof.spectral import parse_network
from mixproof.spectral.errors import InputError
from mixproof.spectral.outputs import write_text

from ..tables import plain, table, wrapped
from .labels import read_labels
from .output import emit
from .weights import check_out, write_weights

if TYPE_CHECKING:
    from mixproof.spectral import Network, Schedule

__all__ = ["RULES", "choose", "make_schedule"]

RULES = (
    "independent",
    "one",
    "cycle",
    "matcha",
    "edge-colouring",
    "one-peer-exponential",
    "base",
    "learning",
)


def make_schedule(arguments: Namespace) -> int:
    """What is left a round and a message, by one rule or by all that apply."""
    out = check_out(arguments.out, (".json",))
    network = parse_network(arguments.network)
    if arguments.rule == "learning":
        return _for_learning(arguments, network, out)
    schedule, lower = _schedule(arguments, network)
    fields: dict[str, Any] = {
        "rule": arguments.rule,
        "kind": schedule.kind,
        "nodes": schedule.n,
        "rounds": len(schedule.parts),
        "messages": schedule.messages,
        "factor": schedule.factor,
        "enclosure": list(schedule.enclosure),
        "factor_per_message": schedule.factor_per_message,
        "lower_bound": lower,
    }
    text = table(["quantity", "value"], [(key, value) for key, value in fields.items() if key != "enclosure"])
    text += f"\nof the mean square disagreement a round leaves at most {schedule.enclosure[1]:.12g}, proved"
    return _finish(arguments, fields, text, schedule, network, out)


def _for_learning(arguments: Namespace, network: Network, out: Path | None) -> int:
    """All schedules in the order in which they are predicted to learn."""
    from ..planning import plan_schedule

    if arguments.messages is not None:
        raise InputError("--messages", arguments.messages, "--rule learning has --in-all, of the whole run")
    for flag, value in (("--step", arguments.step), ("--in-all", arguments.in_all)):
        if value is None:
            raise InputError(flag, value, "needed by --rule learning")
    found = plan_schedule(
        network, arguments.in_all, arguments.step, data=arguments.data, seed=arguments.seed,
        labels=None if arguments.labels is None else read_labels(Path(arguments.labels), network),
    )  # fmt: skip
    text = "\n".join([wrapped(found.title()), table(found.header(), found.cells())])
    return _finish(arguments, found.to_json(), text, found.chosen.schedule, network, out)


def _finish(
    arguments: Namespace,
    fields: dict[str, Any],
    text: str,
    schedule: Schedule,
    network: Network,
    out: Path | None,
) -> int:
    if out is not None:
        content = json.dumps(plain({**fields, "parts": _parts(schedule, network)})) + "\n"
        text += f"\nschedule written to {write_text(out, content)}"
    emit(arguments, fields, text)
    return 0


def _schedule(arguments: Namespace, network: Network) -> tuple[Schedule, float | None]:
    from mixproof.spectral import Schedule, base_graph, one_peer_exponential
    from mixproof.weightopt import edge_colouring, matcha, optimize_schedule

    rule, seed = arguments.rule, arguments.seed
    messages = min(1.0, 2 * network.m / network.n) if arguments.messages is None else arguments.messages
    if rule not in RULES:
        raise InputError("--rule", rule, f"one of {', '.join(RULES)}")
    for flag in ("step", "in_all", "data", "labels"):
        if getattr(arguments, flag) is not None:
            raise InputError(
                f"--{flag.replace('_', '-')}", getattr(arguments, flag), "goes with --rule learning"
            )
    if rule in ("edge-colouring", "one-peer-exponential", "base") and arguments.messages is not None:
        raise InputError("--messages", arguments.messages, f"{rule} has no choice of its messages")
    if rule == "one-peer-exponential":
        return Schedule.cycle(one_peer_exponential(network.n), "one-peer exponential"), None
    if rule == "base":
        return base_graph(network.n, arguments.neighbours), None
    if rule == "edge-colouring":
        return edge_colouring(network, seed=seed), None
    if rule == "matcha":
        return matcha(network, messages, seed), None
    found = optimize_schedule(network, messages, rule, seed=seed)
    return found.schedule, found.lower_bound


def _parts(schedule: Schedule, network: Network) -> list[dict[str, Any]]:
    """Each part's share of the rounds and its links: sender, receiver, weight."""
    rows = []
    for share, D in zip(schedule.shares, schedule.parts):
        coo = D.tocoo()
        links = [
            [network.name(int(u)), network.name(int(v)), -float(w)]
            for v, u, w in zip(coo.row, coo.col, coo.data)
            if u != v and w != 0
        ]
        rows.append({"share": float(share), "links": links})
    return rows


def choose(arguments: Namespace) -> int:
    """The links kept and their weights, with a bound for every other choice."""
    from mixproof.weightopt import choose_links

    out = check_out(arguments.out)
    chosen = choose_links(parse_network(arguments.network), arguments.links, arguments.gap)
    best = chosen.result
    fields = {
        "nodes": best.weights.n,
        "links": best.weights.network.m,
        "rho": best.rho,
        "lower_bound": chosen.lower_bound,
        "gap": chosen.gap,
        "lower_bound_on_these_links": best.lower_bound,
        "status": best.status.value,
    }
    text = table(["quantity", "value"], list(fields.items()))
    if out is not None:
        text += f"\nweights written to {write_weights(out, best)}"
    emit(arguments, fields, text)
    return 0
