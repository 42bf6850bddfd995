"""`tour`: the whole of mixproof once, from verdicts to figures."""

from __future__ import annotations

from argparse import Namespace

from mixproof.spectral import parse_network
from mixproof.spectral.outputs import folder, reachable, write_json
from mixproof.weightopt.comparison_rows import summary

from ..campaigns.verdicts import tasks
from ..studies import STUDIES
from ..tables import plain
from .conduct import conduct
from .output import emit
from .study import check_rounds
from .verify import verdict_table, write_witnesses
from .weights import write_weights

__all__ = ["tour"]

NETWORK = "regular:n=10,degree=4"  # DeFed's ten clients
STUDY = "decefl-rate"


def tour(arguments: Namespace) -> int:
    from mixproof.weightopt import optimize

    check_rounds(arguments.rounds)
    reachable(arguments.out)
    options = dict.fromkeys(("dask", "mpi", "pool", "resume", "progress"), None)
    chosen = tasks(arguments.ids or ["defed", "decefl"], arguments.seconds)
    verdicts = conduct(Namespace(**{**options, **vars(arguments)}), chosen, "verdicts")
    place = folder(arguments.out)
    files = [write_json(place / "verdicts.json", plain([v.to_json() for v in verdicts]))]
    files += write_witnesses(verdicts, folder(place / "witnesses"))
    uniform, best = (optimize(parse_network(NETWORK), method=method) for method in ("uniform", "cvxpy"))
    files.append(write_weights(place / "weights.npz", best))
    result = STUDIES[STUDY](data="digits", rounds=arguments.rounds, seed=0, out=place)
    text = f"""Verdicts
{verdict_table(verdicts)}

Mixing weights on {NETWORK}
{uniform.summary()}
{best.summary()}

Study {STUDY} on {result["data"]}
{result.text()}
wrote {len(files)} more files to {place}"""
    document = {"verdicts": [v.to_json() for v in verdicts], "weights": [summary(uniform), summary(best)]}
    emit(arguments, {**document, "study": result, "files": [*map(str, files), *result["files"]]}, text)
    return 0
