"""Networks, mixing matrices, and their spectra."""

from .errors import InputError as InputError
from .families import FAMILIES as FAMILIES
from .families import family as family
from .mixing import MixingMatrix as MixingMatrix
from .network import Network as Network
from .network import parse_network as parse_network
from .spectrum import Spectrum as Spectrum
from .spectrum import laplacian_ends as laplacian_ends
from .spectrum import spectral_norm as spectral_norm
from .spectrum import spectrum as spectrum
from .weights import WEIGHTS as WEIGHTS
from .weights import lazy as lazy
from .weights import mixing_matrix as mixing_matrix
