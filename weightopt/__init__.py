"""Mixing weights that make the theorems fastest, with a certificate of how far from optimal they can be."""

from .certificate import Certificate as Certificate
from .optimize import METHODS as METHODS
from .optimize import optimize as optimize
from .port import Port as Port
from .port import Program as Program
from .port import Traffic as Traffic
from .projection import Projection as Projection
from .projection import project as project
from .result import OptimizedWeights as OptimizedWeights
from .result import Status as Status
from .transport import InProcess as InProcess
from .transport_lossy import Lossy as Lossy
from .transport_mpi import AcrossRanks as AcrossRanks
from .value import objective_enclosure as objective_enclosure
from .value import objective_value as objective_value
from .verify import verify_certificate as verify_certificate
