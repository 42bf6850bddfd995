"""What `--help` says at its end: what may be named, as it is now, and an example of each command."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping

from ..tables import columns

__all__ = ["ending"]

EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "": ("mixproof optimize ring:n=8", "mixproof verify decefl.theorem-1", "mixproof tour"),
    "spectrum": ("mixproof spectrum er:n=8,p=0.5,seed=0 --weights metropolis",),
    "optimize": (
        "mixproof optimize links.csv --objective second-moment --out weights.csv",
        "mixproof optimize grid:rows=5,cols=8 --objective learning",
    ),
    "plan": (
        "mixproof plan grid:rows=5,cols=8 --step 0.1 --rounds 150",
        "mixproof plan links.csv --run nids --curvature 4,0.1 --out weights.csv",
    ),
    "schedule": (
        "mixproof schedule er:n=16,p=0.4,seed=0 --rule cycle --out rounds.json",
        "mixproof schedule grid:rows=4,cols=5 --rule independent --messages 0.5",
    ),
    "links": ("mixproof links complete:n=16 32 --out weights.csv",),
    "compare": ("mixproof compare geometric:n=20,r=2,v=2,seed=0 --out figures",),
    "claims": ("mixproof claims decefl.theorem-1",),
    "names": (
        "mixproof names declared:EXTRA",
        r"mixproof names gossip:fixed,no-noisy --latex '\|\bar x(t) - x^*\|^2 \le (1 - \eta\mu)^t'",
    ),
    "verify": (
        "mixproof verify decefl.theorem-1:eq-5 --witness witnesses",
        "mixproof verify draft.py:my_bound --seconds 5",
    ),
    "check-witness": ("mixproof check-witness witnesses/decefl.theorem-1.eq-5.json",),
    "prove": (
        'mixproof prove DIGing --at "L=1, mu=1/10, lam=1/2, eta=1/20" --out rate.json',
        'mixproof prove DGD --at "L=1, mu=1/10, lam=1/2" --step-limit',
    ),
    "check-proof": ("mixproof check-proof rate.json",),
    "export": (
        "mixproof export decefl.theorem-1:repaired --coq decefl.v --compile",
        "mixproof export draft.py:lemma --coq lemma.v",
    ),
    "bound": (
        "mixproof bound decefl.theorem-1 L=2 mu=1 lam=1/2 delta=2 Gamma=4 gstar=1 'distance(0)=1' 'spread(0)=1' t=10",
    ),
    "worst-case": ('mixproof worst-case DGD --at "L=1, mu=1/10, lam=1/2, eta=1/2" --rounds 5',),
    "privacy": (
        "mixproof privacy --noise 1.1 --steps 1000 --sample 0.01",
        "mixproof privacy --epsilon 2 --steps 1000 --sample 0.01",
    ),
    "tau": ("mixproof tau --privacy 2,1e-5 --rounds 50 --noise 1.1 --sample 0.015",),
    "run": ("mixproof run decefl-rate --seeds 3 --out figures", "mixproof run defed-binary --data mnist.npz"),
    "report": ("mixproof report defed decefl --study decefl-rate --out out --resume out.store",),
    "atlas": ("mixproof atlas decefl --kappa 10 --out atlas --resume atlas.store",),
    "tour": ("mixproof tour --out out",),
}


def ending(command: str) -> str:
    """The end of a command's help, of the program's for an empty name."""
    lists = [
        _filled(f"{title}: {', '.join(names())}", "  ") for title, names in LISTS.get(command, {}).items()
    ]
    if command == "run":
        lists = ["studies:", *(_filled(f"  {line}", " " * 4) for line in _questions())]
        lists = ["\n".join(lists)]
    examples = "\n".join(f"  {line}" for line in EXAMPLES.get(command, ()))
    return "\n\n".join([*lists, *([f"for example:\n{examples}"] if examples else [])])


def _filled(text: str, indent: str) -> str:
    return textwrap.fill(text, columns(), subsequent_indent=indent, break_on_hyphens=False)


def _families() -> Iterable[str]:
    from mixproof.spectral.families import FAMILIES

    return (f"{name}:{','.join(f'{key}=..' for key in keys)}" for name, (_, keys) in FAMILIES.items())


def _conventions() -> Iterable[str]:
    from mixproof.spectral.weights import WEIGHTS

    return WEIGHTS


def _methods() -> Iterable[str]:
    from mixproof.spectral.weights import WEIGHTS
    from mixproof.weightopt.optimize import METHODS

    return ("auto", *(name for name in METHODS if name not in WEIGHTS))


def _compared() -> Iterable[str]:
    return (*_methods(), "learning")


def _studies() -> Iterable[str]:
    from ..studies import STUDIES

    return STUDIES


def _questions() -> Iterable[str]:
    """Each study with the question that it asks."""
    from ..studies import STUDIES
    from ..studies.table import question

    width = max(map(len, STUDIES))
    return (f"{name:<{width}}  {question(name)}" for name in STUDIES)


def _algorithms() -> Iterable[str]:
    from mixproof.bounds.algorithms.library import ALGORITHMS, FAMILIES

    return (*(known.name for known in ALGORITHMS if not known.unproved), *(f"{name}-.." for name in FAMILIES))


def _papers() -> Iterable[str]:
    from mixproof.bounds import PAPERS

    return (f"{key} ({paper.name})" for key, paper in PAPERS.items())


def _settings() -> Iterable[str]:
    from mixproof import families

    return sorted(name for name in vars(families) if not name.startswith("_"))


NETWORKS = {"families of networks": _families}
LISTS: Mapping[str, Mapping[str, Callable[[], Iterable[str]]]] = {
    "spectrum": {**NETWORKS, "conventions of weights": _conventions},
    "optimize": {**NETWORKS, "methods": _methods, "conventions of weights": _conventions},
    "plan": {**NETWORKS, "algorithms": _algorithms},
    "compare": {**NETWORKS, "methods": _compared, "conventions of weights": _conventions},
    "claims": {"papers": _papers},
    "names": {"families of settings": _settings},
    "verify": {"papers": _papers},
    "bound": {"papers": _papers},
    "prove": {"algorithms": _algorithms, "papers": _papers},
    "worst-case": {"algorithms": _algorithms, "papers": _papers},
    "report": {"papers": _papers, "studies": _studies},
    "atlas": {"papers": _papers},
    "tour": {"papers": _papers},
}
