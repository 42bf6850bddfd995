"""PROBLEMS: client losses with constants that err on the safe side, and minima with a certificate."""

from .base import Minimum as Minimum
from .base import Problem as Problem
from .linear import LinearModel as LinearModel
from .linear import least_squares as least_squares
from .linear import logistic as logistic
from .linear import softmax as softmax
from .quadratic import Quadratic as Quadratic
