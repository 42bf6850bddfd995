"""Lin Xiao, Stephen Boyd: Fast linear iterations for distributed averaging. Systems & Control Letters 53 (2004)
65-78.
"""

from .best_constant import BEST_CONSTANT
from .contraction import CONTRACTION
from .convexity import CONVEXITY

__all__ = ["STATED"]

STATED = (CONTRACTION, BEST_CONSTANT, CONVEXITY)
