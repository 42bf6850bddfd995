"""Hypothesis strategies in one place: networks, mixing matrices, client losses."""

from mixproof.experiments.learning.strategies import *  # noqa: F403
from mixproof.spectral.strategies import *  # noqa: F403
