"""A claim of a user, with a false neighbour."""

from __future__ import annotations

from typing import NamedTuple

import mixproof as mx


class Asked(NamedTuple):
    """A true claim, and a false one that differs in its first text, or in one assumption (`under`)."""

    family: mx.Family
    texts: tuple[str, ...]
    false: str = ""
    under: tuple[str, ...] = ()
    first: int | None = 0

    def claim(self) -> mx.Claim:
        return mx.claim(*self.texts, family=self.family, first=self.first)

    def neighbour(self) -> mx.Claim | None:
        if not self.false and not self.under:
            return None
        texts = (self.false or self.texts[0], *(self.under or self.texts[1:]))
        return mx.claim(*texts, family=self.family, first=self.first)
