"""Mixing weights that make the theorems fastest, with a certificate of how far from optimal they can be."""

from .central.projection import Projection as Projection
from .central.projection import project as project
from .certify.certificate import Certificate as Certificate
from .certify.certificate import LearningCertificate as LearningCertificate
from .certify.values import objective_enclosure as objective_enclosure
from .certify.values import objective_value as objective_value
from .certify.values import verify_certificate as verify_certificate
from .comparison import Comparison as Comparison
from .comparison import compare as compare
from .learning import Learning as Learning
from .learning_exact import LearningExact as LearningExact
from .nodes.port import Port as Port
from .nodes.port import Program as Program
from .nodes.port import Traffic as Traffic
from .nodes.transport import InProcess as InProcess
from .nodes.transport_lossy import Lossy as Lossy
from .nodes.transport_mpi import AcrossRanks as AcrossRanks
from .objectives import Mean as Mean
from .objectives import Objective as Objective
from .objectives import SecondMoment as SecondMoment
from .optimize import METHODS as METHODS
from .optimize import optimize as optimize
from .result import OptimizedWeights as OptimizedWeights
from .result import Status as Status
