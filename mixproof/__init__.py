"""mixproof: verify theorems of decentralized learning exactly, and optimize mixing weights with a certificate.

The names below are what most work needs; each loads when first used. The rooms behind them: `mixproof.spectral`
(networks, mixing matrices, spectra), `mixproof.bounds` (theorems), `mixproof.weightopt` (weights) and
`mixproof.experiments` (learning runs, studies, the command line).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mixproof import strategies as strategies
    from mixproof.bounds import claim as claim
    from mixproof.bounds.algorithms import Algorithm as Algorithm
    from mixproof.bounds.doors import check as check
    from mixproof.bounds.doors import verify as verify
    from mixproof.bounds.proofs import prove as prove
    from mixproof.experiments.learning import simulate as simulate
    from mixproof.spectral import InputError as InputError
    from mixproof.spectral import MixingMatrix as MixingMatrix
    from mixproof.spectral import Network as Network
    from mixproof.spectral import mixing_matrix as mixing_matrix
    from mixproof.spectral import spectrum as spectrum
    from mixproof.weightopt import compare as compare
    from mixproof.weightopt import optimize as optimize

_HOMES = {
    "Algorithm": "mixproof.bounds.algorithms",
    "InputError": "mixproof.spectral",
    "MixingMatrix": "mixproof.spectral",
    "Network": "mixproof.spectral",
    "check": "mixproof.bounds.doors",
    "claim": "mixproof.bounds",
    "compare": "mixproof.weightopt",
    "mixing_matrix": "mixproof.spectral",
    "optimize": "mixproof.weightopt",
    "prove": "mixproof.bounds.proofs",
    "simulate": "mixproof.experiments.learning",
    "spectrum": "mixproof.spectral",
    "verify": "mixproof.bounds.doors",
}

__all__ = ["__version__", "strategies", *sorted(_HOMES)]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("mixproof")
    if name == "strategies":
        return import_module("mixproof.strategies")
    if name not in _HOMES:
        raise AttributeError(f"module 'mixproof' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
