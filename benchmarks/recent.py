"""Statements of 2025 and 2026 that are in no list of the library, each from its text to a verdict as a user would.

    python benchmarks/recent.py > benchmarks/recent.txt

Thomsen, Taylor and Dieuleveut 2025 (arXiv 2506.05271), read in their repository `error-feedback-tight`: Theorem 1 (EF)
and Theorem 2 (EF21), one client, a message that keeps the largest of d coordinates, so that epsilon = 1 - 1/d; and
that compressed gradient descent has the smaller factor. A Near-Optimal Algorithm for Decentralized Convex-Concave
Finite-Sum Minimax Optimization (2025): the factor of its FastMix. arXiv 2602.03682 (2026), Proposition 3.2 as quoted by
a reproduction of it: accelerated gossip contracts by 1 - sqrt(gamma) a round, gamma = 1 - lam.
Beside each true statement a false neighbour.
"""

from __future__ import annotations

import time
from dataclasses import replace

import mixproof as mx
from mixproof.families import declared, scalars

EF = mx.Algorithm(
    "EF", {"x": "x - c", "e": "m - c"}, let={"m": "e + eta*grad(x)", "c": "top(m)"}, models=("x",)
)
EF21 = mx.Algorithm("EF21", {"x": "x - eta*c", "c": "c + top(grad(x - eta*c) - c)"}, models=("x",))
# s is the root of epsilon; the largest step that the theorems speak of, met to 1e-4, as it is no fraction
TIGHT = {
    "s": "sqrt(1 - 1/d)",
    "best": "2/(L + mu)*(1 - s)/(1 + s)",
    "l": "best/(L + mu)*((1 - s)*(L - mu) + (1 + s)*sqrt((L - mu)**2 + 16*L*mu*s/(1 + s)**2))",
    "rho": "s + (1 + s)*(L - mu)*l/4",
}
STEP = ("best*9999/10000 <= eta", "eta <= best", "L >= 101/100*mu")
# the same with L = k mu and root e, a claim on numbers
NUMBERS = {
    "q": "k*(1 + e)/(1 - e)",
    "h": "2/(k + 1)*(1 - e)/(1 + e)",
    "l": "h/(k + 1)*((1 - e)*(k - 1) + (1 + e)*sqrt((k - 1)**2 + 16*k*e/(1 + e)**2))",
    "rho": "e + (1 + e)*(k - 1)*l/4",
}
MIX = declared("accelerated-gossip-1/4")  # its factor (1 - s)/(1 + s) is that of lam = 4/5, s**2 = 1 - lam**2
AT = ("lam == 4/5", "lam_n >= 0")


def one_client(method: mx.Algorithm) -> mx.Family:
    family = declared(method, "quadratic")
    return replace(family, sizes={**family.sizes, "K": (1,), "d": (2,)})


def verdict(name: str, text: str, *assume: str, **arguments: object) -> None:
    began = time.process_time()
    found = mx.verify(mx.claim(text, *assume, **arguments), seconds=1)
    confirmed = found.witness and mx.check(found.witness).refuted
    print(
        f"{name}: {found.outcome.name}, {found.sentence}{'; confirmed' if confirmed else ''} "
        f"({time.process_time() - began:.0f} CPU s)",
        flush=True,
    )


for name, method, V in (
    ("EF", EF, "sq(x - o - e) + sq(e)/s"),
    ("EF21", EF21, "sq(grad(x) - c) + s*sq(grad(x))"),
):
    for factor in ("rho + 1/1000", "rho - 1/50"):
        where = TIGHT | {"V": V}
        verdict(
            f"{name}, {factor}", f"next(V) <= ({factor})*V", *STEP, family=one_client(method), where=where
        )
for text in ("((q - 1)/(q + 1))**2 < rho", "((q - 1)/(q + 1))**2 < rho - e/10"):
    verdict(text, text, "e < 1", "k > 1", family=scalars("", "k e"), first=None, where=NUMBERS)
for factor in (
    "sqrt(14)*(1 - (1 - 1/sqrt(2))*sqrt(1 - lam))**t",
    "(1 - sqrt(1 - lam))**t*sqrt(14)",
    "(1 - sqrt(1 - lam))**t",
    "(9/20)**t*sqrt(14)",
):
    verdict(f"gossip, {factor}", f"spread(t) <= {factor}*spread(0)", *AT, family=MIX)
