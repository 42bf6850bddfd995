"""mixproof: verify theorems of decentralized learning exactly, and optimize mixing weights with a certificate.

The names below are what most work needs; each loads when first used. The rooms behind them: `mixproof.spectral`
(networks, mixing matrices, spectra), `mixproof.bounds` (theorems), `mixproof.weightopt` (weights) and
`mixproof.experiments` (learning runs, studies, the command line).
"""

from __future__ import annotations

import os.path
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mixproof import families as families
    from mixproof import strategies as strategies
    from mixproof.bounds import claim as claim
    from mixproof.bounds.algorithms import Algorithm as Algorithm
    from mixproof.bounds.calculators.budgets import best_tau as best_tau
    from mixproof.bounds.proofs.coq import export as export
    from mixproof.bounds.verification import check as check
    from mixproof.bounds.verification import prove as prove
    from mixproof.bounds.verification import verify as verify
    from mixproof.bounds.vocabulary import names as names
    from mixproof.experiments.learning import simulate as simulate
    from mixproof.experiments.planning import plan as plan
    from mixproof.experiments.planning import plan_schedule as plan_schedule
    from mixproof.experiments.report.from_latex import from_latex as from_latex
    from mixproof.spectral import InputError as InputError
    from mixproof.spectral import MixingMatrix as MixingMatrix
    from mixproof.spectral import Network as Network
    from mixproof.spectral import mixing_matrix as mixing_matrix
    from mixproof.spectral import spectrum as spectrum
    from mixproof.weightopt import choose_links as choose_links
    from mixproof.weightopt import compare as compare
    from mixproof.weightopt import optimize as optimize
    from mixproof.weightopt import optimize_schedule as optimize_schedule

_CLONE = os.path.dirname(os.path.dirname(__file__))
if os.path.isfile(os.path.join(_CLONE, "pyproject.toml")) and os.path.isdir(os.path.join(_CLONE, "spectral")):
    __path__.append(
        _CLONE
    )  # this is the source folder, whose rooms stand beside it: `import mixproof` works there too

_HOMES = {
    "Algorithm": "mixproof.bounds.algorithms",
    "InputError": "mixproof.spectral",
    "MixingMatrix": "mixproof.spectral",
    "Network": "mixproof.spectral",
    "best_tau": "mixproof.bounds.calculators.budgets",
    "check": "mixproof.bounds.verification",
    "choose_links": "mixproof.weightopt",
    "claim": "mixproof.bounds",
    "compare": "mixproof.weightopt",
    "export": "mixproof.bounds.proofs.coq",
    "from_latex": "mixproof.experiments.report.from_latex",
    "mixing_matrix": "mixproof.spectral",
    "names": "mixproof.bounds.vocabulary",
    "optimize": "mixproof.weightopt",
    "optimize_schedule": "mixproof.weightopt",
    "plan": "mixproof.experiments.planning",
    "plan_schedule": "mixproof.experiments.planning",
    "prove": "mixproof.bounds.verification",
    "simulate": "mixproof.experiments.learning",
    "spectrum": "mixproof.spectral",
    "verify": "mixproof.bounds.verification",
}

_ROOMS = ("families", "strategies")

__all__ = ["__version__", *_ROOMS, *sorted(_HOMES)]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("mixproof")
    if name in _ROOMS:
        return import_module(f"mixproof.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'mixproof' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
