"""PROOFS: certificates that a bound holds, found by optimization and checked exactly by `mixproof.bounds.checker`."""

from .decaying import DecayProof as DecayProof
from .decaying import has_decay as has_decay
from .decaying import prove_decay as prove_decay
from .gram.claims import ClaimProof as ClaimProof
from .gram.claims import prove_claim as prove_claim
from .gram.worst_case import WorstCase as WorstCase
from .gram.worst_case import worst_case as worst_case
from .lyapunov import Proof as Proof
from .lyapunov import RangeProof as RangeProof
from .lyapunov import prove as prove
from .lyapunov import prove_range as prove_range
