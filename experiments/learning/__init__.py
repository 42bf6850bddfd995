"""Learning runs: problems, data, algorithms and one runner."""

from mixproof.spectral.showing import public as _public

from .simulate import simulate as simulate
from .trajectory import Trajectory as Trajectory


def __dir__() -> list[str]:
    return _public(globals())
