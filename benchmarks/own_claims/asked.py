"""A claim of a user, with a false neighbour; and the settings that several sets speak of."""

from __future__ import annotations

from typing import NamedTuple

import mixproof as mx
from mixproof.families import declared, gossip

FULL, NOISY = gossip(fixed=True, noisy=False), gossip(fixed=True)  # gradients
AVERAGING = mx.Algorithm("averaging", {"x": "mix(x)"})
MIXED, LAZY = declared(AVERAGING), declared(mx.Algorithm("lazy averaging", {"x": "(x + mix(x))/2"}))
DESCENT = mx.Algorithm("gradient descent", {"x": "x - eta*average(grad(x))"})
ONE = declared(DESCENT, common=True)  # model for all
DIFFUSION = declared(mx.Algorithm("diffusion", {"x": "mix(x - eta*grad(x))"}))
FEEDBACK = mx.Algorithm(
    "error feedback", let={"v": "e + eta*grad(x)"}, next={"x": "x - top(v)", "e": "v - top(v)"}, models=("x",)
)


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
