"""Proofs of linear rates for all rounds, all K and all dimensions."""

from .family import DGD_STEPS as DGD_STEPS
from .family import DIGING_LAMBDAS as DIGING_LAMBDAS
from .family import Orders as Orders
from .family import prove_family as prove_family
from .necessary import Necessary as Necessary
from .necessary import necessary as necessary
from .necessary import necessary_step as necessary_step
from .proof import Proof as Proof
from .proof import prove as prove
from .ranges import RangeProof as RangeProof
from .ranges import prove_range as prove_range
