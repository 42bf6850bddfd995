"""Mixing weights that make the theorems fastest, with a certificate of how far from optimal they can be."""

from mixproof.spectral.showing import public as _public

from .certify.certificate import Certificate as Certificate
from .certify.certificate import LearningCertificate as LearningCertificate
from .certify.certificate import NormCertificate as NormCertificate
from .changing import update as update
from .comparison import Comparison as Comparison
from .comparison import compare as compare
from .goals import objective_enclosure as objective_enclosure
from .goals import objective_value as objective_value
from .goals import verify_certificate as verify_certificate
from .learning import Learning as Learning
from .link_choice import ChosenLinks as ChosenLinks
from .link_choice import choose_links as choose_links
from .matchings import edge_colouring as edge_colouring
from .matchings import matcha as matcha
from .matchings import matchings as matchings
from .nodes.port import Port as Port
from .nodes.port import Program as Program
from .nodes.port import Traffic as Traffic
from .nodes.transport import InProcess as InProcess
from .nodes.transport_lossy import Lossy as Lossy
from .nodes.transport_mpi import AcrossRanks as AcrossRanks
from .norms import Grouped as Grouped
from .norms import Weighted as Weighted
from .objectives import Mean as Mean
from .objectives import Objective as Objective
from .objectives import SecondMoment as SecondMoment
from .optimize import METHODS as METHODS
from .optimize import optimize as optimize
from .result import OptimizedWeights as OptimizedWeights
from .result import Status as Status
from .schedules import OptimizedSchedule as OptimizedSchedule
from .schedules import optimize_schedule as optimize_schedule


def __dir__() -> list[str]:
    return _public(globals())
