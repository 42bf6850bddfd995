"""How near the search comes to exact worst cases: left/right that it finds over the largest there is.

    python benchmarks/worst_case_share.py [--seconds 2] [--seeds 0 1 2]

Nine rows: K = 2, W = [[2/3, 1/3], [1/3, 2/3]], the claim at one round T only. The worst cases over all smooth,
strongly convex clients in any dimension are values of semidefinite programs over Gram matrices (prototypes' values, to
four digits). Prints the best of the seeds, and CPU seconds.

A share below one is not always the search's. The clients of these families are quadratic in the plane, or bend on the
line. Evolution strategies in up to 44 numbers, 12 to 64 of them of up to 10^4 looks each, found with such clients, and
with others that no family has (sums of two losses that bend, along axes of each client's own):

- README's spread: all of it on the line at T = 2. At T = 10 .964, whether with 1 to 10 bends of each client on the line
  or with 1 or 2 along turned axes in the plane.
- theorem-1: all of it by quadratics in the plane at T = 2, in one of ten hunts; nothing on the line exceeds .928, where
  millions of draws of all data that clients on the line can give end too. .985 at T = 5, .995 at T = 10.
- si-theorem-1: its family stands on the line, where chi2 is known, and there .905 is the most (T = 2 and 5), also with
  the largest gradient that the run meets for chi2. The worst case needs the plane: at T = 2 .961 by quadratics, .993 by
  two bends along turned axes, in one of sixteen hunts.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from mixproof.bounds import Family, Theorem, Variant, claim
from mixproof.bounds.domains import UNIT, Domain, given, objects
from mixproof.bounds.families.shared import gossip
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import theorem

W = np.array([[[Fraction(2, 3), Fraction(1, 3)], [Fraction(1, 3), Fraction(2, 3)]]], dtype=object)
DGD = gossip(fixed=True, common=True, noisy=False)
README = claim("spread(t) <= eta*sqrt(2*L*eps0)/(1 - lam)", "lam < 1", family=DGD)


@dataclass(frozen=True)
class Row:
    """A statement at constants, for clients with curvatures in [mu, L], and its worst left/right at round T."""

    name: str
    stated: Theorem
    variant: Variant
    constants: Mapping[str, str]
    curvatures: tuple[str, str]
    worst: Mapping[int, float]


ROWS = (
    Row(
        "README's spread, eta = (1 + lambda_n)/L",
        README,
        README.variant("claim"),
        {"eta": "4/3"},
        ("1/1000000", "1"),
        {2: 0.4642, 3: 0.6667, 10: 0.4815},
    ),
    Row(
        "decefl.theorem-1:repaired",
        theorem("decefl.theorem-1"),
        theorem("decefl.theorem-1").variant("repaired"),
        {"delta": "3", "Gamma": "27/8"},
        ("1/2", "1"),
        {2: 0.2155, 5: 0.1978, 10: 0.2055},
    ),
    Row(
        "decefl.si-theorem-1:statement, no noise",
        theorem("decefl.si-theorem-1"),
        theorem("decefl.si-theorem-1").variant("statement"),
        {"delta": "8", "Gamma": "16"},
        ("1/2", "1"),
        {2: 0.01224, 5: 0.00732, 10: 0.00365},
    ),
)


def _between(low: Fraction, high: Fraction) -> Domain:
    """Numbers in [low, high], drawn as shares of the way between; moved by large steps, as worst cases are at ends."""
    way = high - low

    def assemble(shares: list[Any], shape: tuple[int, ...]) -> np.ndarray:
        return objects([low + way * x for x in shares], shape)

    def disassemble(array: np.ndarray) -> list[Any]:
        return [(x - low) / way for x in array.flat]

    return replace(UNIT, assemble=assemble, disassemble=disassemble, scale="asinh")


def _pinned(family: Family, row: Row) -> Family:
    """The family at two clients, the matrix W and the row's constants; without noise."""
    constants = row.constants
    known: dict[str, Any] = {"W": W} | {n: np.array(Fraction(x), dtype=object) for n, x in constants.items()}
    if "samples" in {p.name for p in family.parameters}:
        known["samples"] = np.array([Fraction(1), Fraction(1)], dtype=object)
    low, high = map(Fraction, row.curvatures)
    domains = {name: given(array) for name, array in known.items()}
    domains |= {name: _between(low, high) for name in ("a", "after")}
    parameters = tuple(
        replace(p, domain=domains.get(p.name, p.domain)) for p in family.parameters if p.name != "v"
    )
    steps = tuple(step for step in family.steps if step[0] not in known)
    return replace(
        family,
        sizes={**family.sizes, "K": (2,), **({"M": (2,)} if "M" in family.sizes else {})},
        parameters=parameters,
        steps=steps,
        also=tuple(_pinned(form, row) for form in family.also),
        wide={},
    )


def found(row: Row, rounds: int, seconds: float, seed: int) -> float:
    """The largest left/right at that round that the search finds."""
    family = _pinned(row.stated.family_of(row.variant), row)
    mu, L = row.curvatures  # those of the class, which a client need not have
    where = {"mu": mu, "L": L, **row.variant.where}
    assume = (*row.variant.assume, f"t == {rounds}")
    variant = replace(row.variant, where=where, assume=assume, family=family, examples=())
    stated = replace(row.stated, family=family, variants=(variant,), rounds=rounds, first=rounds)
    verdict = verify(stated, replace(variant, rounds=rounds), seconds, seed)
    return verdict.ratio if verdict.ratio is not None else math.nan


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    options = parser.parse_args()
    print("| statement | T | worst case | search | share | CPU s |\n|---|---:|---:|---:|---:|---:|")
    for row in ROWS:
        for rounds, worst in row.worst.items():
            begun = time.process_time()
            best = max(found(row, rounds, options.seconds, seed) for seed in options.seeds)
            spent = time.process_time() - begun
            print(
                f"| {row.name} | {rounds} | {worst} | {best:.5g} | {best / worst:.3f} | {spent:.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
