"""Rates that several files of tests ask for."""

from mixproof.bounds.proofs import Proof, prove

AT = {"L": 1, "mu": "1/10", "lam": "1/2"}
CASES = {
    "diging": ("1/10", "norm"),
    "extra": ("1/2", "fixed"),
    "nids": ("1", "fixed"),
    "dgd": ("1/10", "norm"),
    "local-3": ("1/10", "sym"),
    "swarm": ("1/2", "norm"),
}


def proofs_of_rates() -> dict[str, Proof]:
    return {name: prove(name, eta=eta, tier=tier, **AT) for name, (eta, tier) in CASES.items()}
