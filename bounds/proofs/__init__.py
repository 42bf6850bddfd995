"""PROOFS: certificates that a bound holds, found by optimization and checked exactly by `mixproof.bounds.checker`."""

from .lyapunov import Proof as Proof
from .lyapunov import prove as prove
