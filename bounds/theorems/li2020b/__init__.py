"""Li, Sahu, Zaheer, Sanjabi, Talwalkar and Smith 2020: FedProx, local losses with a proximal term.

No family here runs it: the lines of its analysis are judged on numbers, each from what stands before it in the proof.
"""

from ...theorem import Theorem
from .corollary_7 import COROLLARY_7
from .remark_5 import REMARK_5
from .theorem_4 import SAMPLING, THEOREM_4

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (THEOREM_4, SAMPLING, REMARK_5, COROLLARY_7)
