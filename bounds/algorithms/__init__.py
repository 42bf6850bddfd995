"""ALGORITHMS, declared once as text: what is run, searched, proved and checked is one declaration."""

from mixproof.spectral.showing import public as _public

from .declaration import Algorithm as Algorithm
from .evaluate import Operations as Operations
from .evaluate import after as after
from .forms import Form as Form
from .library import ALGORITHMS as ALGORITHMS
from .library import accelerated_gossip as accelerated_gossip
from .library import algorithm as algorithm
from .library import chebyshev_gossip as chebyshev_gossip
from .library import local_steps as local_steps
from .library import nesterov as nesterov
from .rewritten import beside as beside
from .rewritten import with_balance as with_balance
from .run import initial as initial
from .run import step as step
from .run import trajectory as trajectory
from .tracing import Trace as Trace
from .tracing import disagreement as disagreement
from .tracing import mean as mean


def __dir__() -> list[str]:
    return _public(globals())
