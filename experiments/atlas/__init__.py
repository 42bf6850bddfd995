"""THE ATLAS: printed constants, certified constants and worst cases over a grid of kappa and lambda."""

from .write import KAPPAS as KAPPAS
from .write import pieces as pieces
from .write import write as write
