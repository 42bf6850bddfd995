"""PROOFS: proofs that a bound holds, found by optimization and decided by the kernel."""

from .gram.claims import ClaimProof as ClaimProof
from .gram.claims import prove_claim as prove_claim
from .gram.worst_case import WorstCase as WorstCase
from .gram.worst_case import worst_case as worst_case
from .lyapunov import Proof as Proof
from .lyapunov import RangeProof as RangeProof
from .lyapunov import prove as prove
from .lyapunov import prove_range as prove_range
