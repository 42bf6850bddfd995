"""Derivations from texts: read, found, kept, and bound to the statements that they prove. The kernel checks them."""

from .binding import stated_as as stated_as
from .proving import Line as Line
from .proving import Proved as Proved
from .proving import checked as checked
from .proving import prove as prove
