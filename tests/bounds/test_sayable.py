"""What a claim on a declared method can speak of: floats against the kernel on drawn settings of every kind."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mixproof.bounds import EXACT, FLOAT, Family
from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.arithmetic import middle
from mixproof.bounds.families import declared, gossip

PUSH_PULL = Algorithm(
    "push-pull",
    let={"u": "grad(x)"},
    next={"x": "pull(x - eta*(p + u))", "p": "push(p + u) - u"},
    models=("x",),
)
PUSH_DIGING = Algorithm(
    "push-diging",
    let={"z": "x/s", "u": "grad(z)"},
    next={"x": "push(x - eta*(p + u))", "s": "push(s)", "p": "push(p + u) - u"},
    models=("x",),
    scales=("s",),
)
SCAFFNEW = Algorithm(
    "scaffnew",
    let={"y": "x - eta*(grad(x) - q)", "d": "sometimes(mix(y - eta/chance*q) - y)"},
    next={"x": "y + d", "q": "q + chance/eta*d"},
    models=("x",),
)
ACTIVE = Algorithm("active", {"x": "x + active(mix(x) - x) - active(eta*grad(x))"})
PACED = Algorithm("paced", {"x": "mix(x) - eta*paced(grad(x))"})
PROX = Algorithm("prox", {"x": "prox(mix(x) - eta*grad(x))"})

FAMILIES = {
    "plain": declared("extra"),
    "gossip": gossip(fixed=True),
    "scaled gossip": gossip(scaled=True),
    "bent": declared("diging", "bent"),
    "linear": declared("dgd", "linear"),
    "dented": declared("dgd", "dented"),
    "averaging": declared("accelerated-gossip-1/4"),
    "noisy": declared("diging", noisy=True, offsets=True),
    "noisy, two gradients": declared("local-2", noisy=True, step="delta/(t + Gamma)"),
    "lossy": declared("extra", lossy=True),
    "lossy averaging": declared("accelerated-gossip-1/4", lossy=True),
    "lossy and noisy": declared("atc-tracking", lossy=True, noisy=True),
    "drawn": declared("dgd", drawn=True),
    "two matrices": declared(PUSH_PULL),
    "changing matrices": declared(PUSH_PULL, changing=True),
    "scales": declared(PUSH_DIGING),
    "a coin": declared(SCAFFNEW),
    "coins": declared(ACTIVE),
    "own steps": declared(PACED),
    "l1": declared(PROX),
    "interval": declared(PROX, regular=("l1", "low", "span")),
    "free": declared("dgd", free=("eps",)),
    "shares": declared("defed", noisy=True),
}
TEXTS = (
    *("sq(x - J(x))", "norm(next(x) - o)", "dot(next(x) - x, grad(x))", "next(sq(x)) - sq(J(next(x)))"),
    *(
        "start(norm(x - o))",
        "F(J(x)) - F(o)",
        "sq(W(x)) - sq(W(next(x)))",
        "next(dot(next(x), x))",
        "largest(x - o)",
    ),
    *("far(x - o)", "curved_sum(x) - steep_sum(x)", "spread2(t + 1)*sq(w0)"),
)


def compared(family: Family, seed: int) -> set[str]:
    """The names and texts of which floats and the kernel say the same on a drawn setting."""
    random = Random(seed)
    setting = family.sample(random)
    form = family.form({*setting.sizes, *setting.values})
    floats = form.start(setting.sizes, setting.values, 4, FLOAT)
    exact = form.start(setting.sizes, setting.values, 4, EXACT)
    same = set()
    names = {
        name
        for name in dir(floats)
        if not name.startswith("_") and name not in ("rounds", "reach", "measured")
    }
    random = {"P", "draw"} & setting.values.keys()
    texts = {text.replace("W(", "W_hat(") if random else text for text in TEXTS}
    for name in sorted(names | texts):
        with np.errstate(all="ignore"):
            try:
                ours = floats.measured(name) if name in texts else getattr(floats, name)
                theirs = exact.measured(name) if name in texts else getattr(exact, name)
                if callable(ours):
                    ours, theirs = ours(np.array([0, 2, 3])), [theirs(EXACT.number(t)) for t in (0, 2, 3)]
            except (ArithmeticError, AttributeError, KeyError, TypeError):  # not there, or not defined
                continue
        if ours is not None and np.ndim(ours) <= 1 and not isinstance(theirs, np.ndarray):
            values = [middle(EXACT.number(x)) for x in (theirs if isinstance(theirs, list) else [theirs])]
            assert np.allclose(ours, values, rtol=1e-6, atol=1e-7), (name, ours, values, setting)
            same.add(name)
    return same


@pytest.mark.parametrize("kind", FAMILIES)
def test_floats_are_the_kernel_on_drawn_settings(kind: str) -> None:
    found = set().union(*(compared(FAMILIES[kind], seed) for seed in range(4)))
    over_vectors = {*TEXTS[:4]} if kind != "shares" else set()
    assert {"spread2", "error2", "gap"} | over_vectors <= found
    assert len(found) > 30
