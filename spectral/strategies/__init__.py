"""Hypothesis strategies for networks, mixing matrices and schedules; importing `spectral` does not load them.

Everything is built from integers, so that examples shrink to few nodes, few links, small denominators and positive
self weights. Matrices come as float arrays (n, n), or with `rational=True` as lists of lists of Fractions that are
stochastic exactly. Every strategy takes the least and the largest number of nodes; numbers of nodes that it cannot have
raise InputError when the first example is drawn.

>>> from hypothesis import given, settings
>>> from mixproof.spectral import spectral_norm
>>> @settings(max_examples=5, database=None)
... @given(doubly_stochastic(max_nodes=4))
... def test_mixing_never_spreads(W):
...     assert spectral_norm(W) <= 1 + 1e-12
>>> test_mixing_never_spreads()
"""

from .matrices import at_the_edge as at_the_edge
from .matrices import birkhoff as birkhoff
from .matrices import doubly_stochastic as doubly_stochastic
from .matrices import edge_weighted as edge_weighted
from .matrices import mixing_matrices as mixing_matrices
from .matrices import nearly_disconnected as nearly_disconnected
from .matrices import row_stochastic as row_stochastic
from .matrices import schedules as schedules
from .matrices import with_rho as with_rho
from .networks import connected_networks as connected_networks
from .networks import directed_networks as directed_networks
