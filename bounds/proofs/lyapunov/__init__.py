"""Proofs of linear rates for all rounds, all K and all dimensions."""

from .necessary import Necessary as Necessary
from .necessary import necessary as necessary
from .necessary import necessary_step as necessary_step
from .proof import Proof as Proof
from .proof import prove as prove
