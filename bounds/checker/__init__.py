"""The checker of proofs: `python -m mixproof.bounds.checker FILE`; counterexamples are `mixproof.bounds.kernel`'s.

It needs the Python standard library and the kernel, and shares no code with what finds proofs. A proof has a kind, and
each kind a file (listed in records). Exit 0: proved; 1: not proved; 2: no proof.
"""

from .psd import NotACertificate
from .records import check_proof, main, read

__all__ = ["NotACertificate", "check_proof", "main", "read"]
