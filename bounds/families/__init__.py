"""Families of settings: one file a kind of run; those that theorems of several papers share are here."""

from mixproof.spectral.showing import public as _public

from .declared import declared as declared
from .shared import GOSSIP as GOSSIP
from .shared import consensus as consensus
from .shared import constants as constants
from .shared import gossip as gossip
from .shared import matrices as matrices


def __dir__() -> list[str]:
    return _public(globals())
