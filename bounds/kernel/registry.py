"""All families of settings, by the names that records write."""

from __future__ import annotations

from collections.abc import Callable

from .families import descent, networks, scalars
from .setting import Setting
from .text import united
from .tier2 import FAMILIES as SECOND

FAMILIES: dict[str, Callable[..., Setting]] = united(
    descent.FAMILIES, networks.FAMILIES, scalars.FAMILIES, SECOND
)
