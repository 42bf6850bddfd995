"""Networks, mixing matrices and their spectra; `mixproof.spectral.strategies` draws them with Hypothesis."""

from .base_graph import base_graph as base_graph
from .coercion import as_mixing as as_mixing
from .consensus import consensus_rounds as consensus_rounds
from .consensus import mean_congruence as mean_congruence
from .directed import GeometricRate as GeometricRate
from .directed import delta_min as delta_min
from .directed import geometric_rate as geometric_rate
from .directed import perron_vector as perron_vector
from .directed import push_sum_floor as push_sum_floor
from .directed import smallest_entries as smallest_entries
from .eigenvalues import Spectrum as Spectrum
from .eigenvalues import laplacian_ends as laplacian_ends
from .errors import InputError as InputError
from .exact import Exact as Exact
from .exact import exact_extreme_eigenvalues as exact_extreme_eigenvalues
from .exact import exact_spectral_norm as exact_spectral_norm
from .exact import is_doubly_stochastic as is_doubly_stochastic
from .families import FAMILIES as FAMILIES
from .families import family as family
from .links import mean_matrix as mean_matrix
from .links import realization as realization
from .links import rho_second_moment as rho_second_moment
from .links import sample as sample
from .links import sample_links as sample_links
from .links import second_moment as second_moment
from .mixing import MixingMatrix as MixingMatrix
from .network import Network as Network
from .node_weights import NodeWeights as NodeWeights
from .node_weights import node_weights as node_weights
from .parsing import as_network as as_network
from .parsing import parse_network as parse_network
from .products import is_jointly_connected as is_jointly_connected
from .products import joint_norm as joint_norm
from .products import union_edges as union_edges
from .products import window_norm as window_norm
from .products import window_product as window_product
from .schedule import Schedule as Schedule
from .schedules import edge_varying as edge_varying
from .schedules import embed as embed
from .schedules import exponential as exponential
from .schedules import node_varying as node_varying
from .schedules import one_peer_exponential as one_peer_exponential
from .showing import public as _public
from .spectrum import spectral_norm as spectral_norm
from .spectrum import spectrum as spectrum
from .weights import WEIGHTS as WEIGHTS
from .weights import lazy as lazy
from .weights import mixing_matrix as mixing_matrix


def __dir__() -> list[str]:
    return _public(globals())
