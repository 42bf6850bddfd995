"""Learning runs: problems, data, algorithms and one runner."""

from .simulate import simulate as simulate
from .trajectory import Trajectory as Trajectory
