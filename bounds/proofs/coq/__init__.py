"""Derivations as files for Coq 8.16, a second kernel that shares no line with the first.

A file holds the prelude (order, finite sums, an abstract inner product space; proved), the table's facts and rules as
hypotheses, each line of the derivation as a lemma whose two sides are equal by `field`, and the claim as theorem.
"""

from .exporting import Exported as Exported
from .exporting import export as export
from .terms import Unsupported as Unsupported
