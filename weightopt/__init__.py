"""Mixing weights that make the theorems fastest, with a certificate of how far from optimal they can be."""

from .certificate import Certificate as Certificate
from .optimize import METHODS as METHODS
from .optimize import objective_value as objective_value
from .optimize import optimize as optimize
from .projection import Projection as Projection
from .projection import project as project
from .result import OptimizedWeights as OptimizedWeights
from .result import Status as Status
from .verify import verify_certificate as verify_certificate
