"""Derivations from texts: read, found, kept, and bound to the statements that they prove. The kernel checks them."""

from .binding import stated_as as stated_as
from .proving import Line as Line
from .proving import Proved as Proved
from .proving import Spoken as Spoken
from .proving import checked as checked
from .proving import first_gap as first_gap
from .proving import prove as prove
from .unaided import unaided as unaided
