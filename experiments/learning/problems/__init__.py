"""PROBLEMS: client losses with constants that err on the safe side, and minima with a certificate."""

from .base import Minimum as Minimum
from .base import Problem as Problem
from .linear import LinearModel as LinearModel
from .quadratic import Quadratic as Quadratic
from .regression import least_squares as least_squares
from .regression import logistic as logistic
from .regression import softmax as softmax
from .stream import Stream as Stream
from .stream import stream as stream
