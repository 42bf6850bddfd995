"""Proofs of linear rates for all rounds, all K and all dimensions."""

from .proof import Proof as Proof
from .proof import prove as prove
