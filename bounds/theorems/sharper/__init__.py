"""What is new: variants proved by the kernel that are sharper, or more general, than what is printed.

A ratio compares two variants' own formulas, ours over the printed one, at a grid of constants; it is computed and never
typed. Metrics of a run are numbers there.
"""

from __future__ import annotations

from .comparison import Sharper
from .decentralized import DECENTRALIZED
from .lemmas import LEMMAS
from .local import LOCAL

__all__ = ["GROUPS", "SHARPER", "Sharper"]

GROUPS = {
    "Decentralized methods": DECENTRALIZED,
    "Local steps, and gradient descent": LOCAL,
    "Lemmas": LEMMAS,
}
SHARPER: tuple[Sharper, ...] = tuple(one for group in GROUPS.values() for one in group)
