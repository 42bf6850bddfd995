"""Derivations of rates, changed as in forged_derivations.py: is any accepted that states what is false?

    python -m benchmarks.forged_rates [--each 60] [--seed 0] [--draws 200]

The records are those of rates found anew: all tiers, lossy links, noise, an interval of steps, a range of lambda. Every
accepted record with another statement is run in floats: quadratic clients with curvatures in [mu, L] and W of its
class, the ends of both among them, `--draws` times over 30 rounds. Prints the counts and what is accepted and broken
(nothing, or the kernel is wrong). A statement over W that is drawn, or with noise, is not run.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from mixproof import prove
from mixproof.bounds.algorithms import Algorithm, initial, step
from mixproof.bounds.algorithms import algorithm as named
from mixproof.bounds.kernel.text import Refused
from mixproof.bounds.proofs.lyapunov import DIGING_LAMBDAS, prove_family
from mixproof.spectral.errors import InputError
from tests.bounds.stacks import Stacks

from .forged_derivations import asked_for, change_statement, changed_text, forge

CASES: list[dict[str, Any]] = [
    {"algorithm": "diging", "eta": "1/10", "tier": "norm"},
    {"algorithm": "diging", "eta": ("1/50", "1/10"), "tier": "sym"},
    {"algorithm": "diging", "eta": "1/20", "r2": "1/2"},
    {"algorithm": "extra", "eta": "1/2", "tier": "fixed"},
    {"algorithm": "nids", "eta": "1", "tier": "fixed"},
    {"algorithm": "dgd", "eta": "1/10", "tier": "norm"},
    {"algorithm": "dgd", "eta": "1/20", "tier": "sym", "noise": True},
    {"algorithm": "local-3", "eta": "1/10", "tier": "sym"},
    {"algorithm": "accelerated-gossip-1/4", "eta": "1", "tier": "fixed"},
]
CLIENTS, ROUNDS, CLOSE = 3, 30, 1e-9
METRICS = {"distance2": "sq(x - o)", "spread2": "sq(x - J(x))"}


class Moment(Stacks):
    """With the metrics, and what is read at the start and one round later."""

    others: dict[str, Stacks]

    def value(self, told: Any) -> Any:
        if getattr(told, "kind", "") == "call" and told.value in METRICS:
            return self.value(METRICS[told.value])
        if getattr(told, "kind", "") == "call" and told.value in ("start", "next"):
            return self.others[told.value].value(told.parts[0])
        return super().value(told)


def records() -> Iterator[tuple[str, dict[str, Any]]]:
    for case in CASES:
        told = dict(case)
        proof = prove(told.pop("algorithm"), L=1, mu="1/10", lam="1/2", **told)
        assert proof.certificate is not None
        yield f"{case['algorithm']} {proof.tier}", proof.certificate
    rate2 = [1, 0, "-19/400"]
    told = {"lam": [1, -1], "eta": [0, 0, "19/40"], "rate2": rate2, "orders": DIGING_LAMBDAS}
    found = prove_family(named("diging"), L=1, mu="1/10", **told)
    assert found is not None
    yield "diging, every lambda", found


def mixing(rng: np.random.Generator, which: str, lam: float, lam_n: float) -> np.ndarray:
    """A W of the class, often at an end of it."""
    K = CLIENTS
    basis = np.linalg.qr(np.column_stack([np.ones(K), rng.normal(size=(K, K - 1))]))[0]
    middle = np.eye(K)
    if which == "norm":
        middle[1:, 1:] = (
            lam * np.linalg.qr(rng.normal(size=(K - 1, K - 1)))[0] * rng.choice([1.0, rng.uniform()])
        )
    else:
        ends = rng.choice([lam, lam_n], K - 1)
        middle[1:, 1:] = np.diag(
            np.where(rng.uniform(size=K - 1) < 0.7, ends, rng.uniform(lam_n, lam, K - 1))
        )
    return np.asarray(basis @ middle @ basis.T)


def broken(told: dict[str, Any], draws: int, seed: int) -> str:
    """false, not refuted, or why it is not run."""
    options = told["options"]
    if options["matrices"] == "random" or told["parameters"]:
        return "not run: chance"
    try:
        algorithm = Algorithm(**{**options["algorithm"], "rest": None})
    except (InputError, TypeError) as error:
        return f"not run: {error}"
    rng = np.random.default_rng(seed)
    for _ in range(draws):
        numbers: dict[str, float] = {"lam": rng.uniform(), "eta": rng.uniform(0.001, 0.2), "K": CLIENTS}
        plain = Stacks(numbers, [np.eye(CLIENTS)], None)
        numbers |= {name: plain.value(text) for name, text in told["at"].items() if name != "lam"}
        numbers |= {"lam": plain.value(told["at"].get("lam", "lam"))}
        numbers |= {name: plain.value(text) for name, text in told["at"].items()}
        if any(
            Stacks(numbers, [np.eye(CLIENTS)], None).slack(text) < 0
            for text in told["assume"]
            if "t" not in text
        ):
            continue
        if run(told, algorithm, numbers, rng):
            return "false"
    return "not refuted"


def run(
    told: dict[str, Any], algorithm: Algorithm, numbers: dict[str, float], rng: np.random.Generator
) -> bool:
    """Whether the claim breaks on a drawn run."""
    mu, L = numbers.get("mu", 1.0), numbers.get("L", 1.0)
    l = np.where(rng.uniform(size=CLIENTS) < 0.5, rng.choice([mu, L], CLIENTS), rng.uniform(mu, L, CLIENTS))[
        :, None
    ]
    c = rng.normal(size=(CLIENTS, 1)) * rng.choice([0.0, 1.0])
    o = np.full((CLIENTS, 1), float((l * c).sum() / l.sum()))
    which, lam = told["options"]["matrices"], numbers["lam"]
    W = mixing(rng, which, lam, numbers.get("lam_n", -lam))
    state = initial(algorithm, rng.normal(size=(CLIENTS, 1)))
    if not algorithm.uses("grad"):
        o = np.full((CLIENTS, 1), float(state[algorithm.states[0]].mean()))
    first: Moment | None = None
    for t in range(ROUNDS):
        here = Moment({**numbers, **state, "o": o, "t": t}, [W], lambda y: l * (y - c), told["where"])
        first = first or here
        state = step(algorithm, state, W, lambda y: l * (y - c), numbers.get("eta", 1.0))
        if which != "one":
            W = mixing(rng, which, lam, numbers.get("lam_n", -lam))
        after = Moment({**numbers, **state, "o": o, "t": t + 1}, [W], here.grad, told["where"])
        here.others = {"start": first, "next": after}
        if t >= told["first"] and here.slack(told["claim"]) < -CLOSE * (
            1 + float((first.names["x"] ** 2).sum())
        ):
            return True
    return False


def change(told: dict[str, Any], random: Random) -> None:
    """One part of the statement, its constants and class among them."""
    match random.randrange(4):
        case 0:
            name = random.choice(list(told["at"]))
            told["at"][name] = changed_text(told["at"][name], random)
        case 1:
            told["options"]["matrices"] = random.choice(["norm", "symmetric", "one", "random"])
        case _:
            change_statement(told, random)


def main() -> None:
    parser = asked_for(__doc__ or "", 60)
    parser.add_argument("--draws", type=int, default=200)
    given = parser.parse_args()

    def judged(name: str, before: dict[str, Any], after: dict[str, Any]) -> str:
        try:
            return broken(after, given.draws, given.seed)
        except (KeyError, Refused, TypeError) as error:
            return f"not run: {type(error).__name__} {error}"

    forge(list(records()), "rates", given.each, Random(given.seed), change, judged)


if __name__ == "__main__":
    main()
