"""Claims on methods of the literature, one or two each: what is printed, and what is said without its assumptions.

Every claim is searched, and proved where rates are (`mixproof.prove`); the pages of the documentation say what came of
it. Texts that could not be read are given as they are commonly cited.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .algorithms import Algorithm, algorithm
from .claim import claim
from .families.declared import declared
from .theorem import Theorem, Variant
from .theorems.mishchenko2022 import SCAFFNEW
from .theorems.shi2014 import ADMM

__all__ = ["METHODS", "Method", "method"]

CITED = "as commonly cited; only the abstract could be read"
OURS = "no paper's: a rule of thumb"


@dataclass(frozen=True)
class Said:
    """A claim, as texts. place: where it is printed; options: of the family of settings (`declared`).

    derivation: the text of its proof (docs/guides/derivations.md), where there is one
    """

    place: str
    text: str
    assume: tuple[str, ...] = ()
    where: tuple[tuple[str, str], ...] = ()
    options: tuple[tuple[str, Any], ...] = ()
    rounds: int = 20
    derivation: str = ""

    def of(self, run: Algorithm) -> Theorem:
        family = declared(run, **dict(self.options))
        return claim(
            self.text,
            *self.assume,
            family=family,
            where=dict(self.where),
            rounds=self.rounds,
            derivation=self.derivation,
        )


@dataclass(frozen=True)
class Method:
    """A method by its name in `algorithms`, its paper, and claims on it.

    linear: a variant that proves (1 + gain)**t V(t) <= V(0) for every step, of a method over what `mixproof.prove`
    finds no rates of; gain is a definition of it, which may have a number nu > 1 of its own
    """

    name: str
    source: str
    said: tuple[Said, ...]
    linear: Variant | None = None

    @property
    def algorithm(self) -> Algorithm:
        return algorithm(self.name)

    @property
    def claims(self) -> tuple[Theorem, ...]:
        return tuple(each.of(self.algorithm) for each in self.said)


TWICE = "sq(next(x) - J(next(x))) <= lam**{0}*sq(x - eta*grad(x) - J(x - eta*grad(x)))"
TWO = """
let u = x - eta*grad(x)
one: sq(W(u) - J(u)) <= lam**2*sq(u - J(u)) by mixing(u)
two: sq(next(x) - J(u)) <= lam**2*sq(W(u) - J(u)) by mixing(W(u))
claim by two, one with lam**2
"""
MIXES = "lam < 1"
SUMS = "sq(J({0})) <= 0"  # the mean over clients is 0 at every round
STAYS = "always Z: " + SUMS + "\n  next by Z\nclaim by Z"
DUAL = ADMM.variant("bounded")
ROUND = SCAFFNEW.variant("one-round")
POTENTIAL = ("V", "sq(x - o) + (eta/chance)**2*sq(q - grad(o))")
METHODS = (
    Method(
        "d2",
        "Tang, Lian, Yan, Zhang and Liu 2018, Algorithm 1",
        (
            Said(
                "Assumption 1.5: the eigenvalues of W are above -1/3, " + CITED,
                "distance2(t) <= 100*(distance2(0) + eta**2*gstar**2)",
                ("lam <= 9/10", "lam_n >= -3/10", "eta <= 1/(2*L)"),
            ),
            Said(
                "without that assumption: " + OURS,
                "distance2(t) <= 100*(distance2(0) + eta**2*gstar**2)",
                ("lam <= 9/10", "eta <= 1/(2*L)"),
                rounds=60,
            ),
            Said(
                "why D2 converges at all: the mean of x - y stays 0",
                SUMS.format("x - y"),
                derivation=STAYS.format("x - y"),
            ),
        ),
    ),
    Method(
        "exact-diffusion",
        "Yuan, Ying, Zhao and Sayed 2019, Algorithm 1",
        (
            Said(
                "Li, Shi and Yan 2019: the same method as NIDS without a nonsmooth part, steps up to 2/L",
                "distance2(t) <= distance2(0) + eta**2*(2*tension2 - gstar**2)",
                (MIXES, "eta <= 2/L"),
            ),
            Said(
                "a step beyond: " + OURS,
                "distance2(t) <= 10*(distance2(0) + eta**2*(2*tension2 - gstar**2))",
                (MIXES, "eta <= 9/(4*L)"),
                rounds=60,
            ),
        ),
    ),
    Method(
        "pg-extra",
        "Shi, Ling, Wu and Yin 2015 (PG-EXTRA), Algorithm 1",
        (
            Said(
                "the prox of one function brings no two models further apart",
                "norm(prox(x) - prox(W(x))) <= norm(x - W(x))",
            ),
            Said(
                "a step of 2/L, whatever the network: " + OURS,
                "distance2(t) <= 100*(distance2(0) + 1)*(1 + l1**2)*(1 + gstar**2)",
                (MIXES, "eta <= 2/L", "L == 1"),
                rounds=40,
            ),
        ),
    ),
    Method(
        "projected-dgd",
        "Nedic, Ozdaglar and Parrilo 2010, (3)-(4)",
        (
            Said(
                "Lemma 1: a projection brings a model closer to every point of the set, " + CITED,
                "norm(prox(x) - o) <= norm(x - o)",
                options=(("regular", ("low", "span")),),
            ),
            Said(
                "with l1 in place of the set: " + OURS,
                "norm(prox(x) - o) <= norm(x - o)",
            ),
        ),
    ),
    Method(
        "push-pull",
        "Pu, Shi, Xu and Nedic 2021, Algorithm 1",
        (
            Said("(7): trackers sum to the gradients, " + CITED, SUMS.format("p")),
            Said(
                "a step of 1/(2*L), whatever the networks: " + OURS,
                "distance2(t) <= 100*(distance2(0) + eta**2*gstar**2)",
                ("eta <= 1/(2*L)", "pull_primitive == 1", "push_primitive == 1", "L <= 2*mu"),
                rounds=60,
            ),
        ),
    ),
    Method(
        "ab",
        "Xin and Khan 2018, (2)",
        (Said("trackers sum to the gradients, " + CITED, "sq(J(p + grad(x))) == sq(J(grad(x)))"),),
    ),
    Method(
        "push-diging",
        "Nedic, Olshevsky and Shi 2017, Algorithm 2",
        (
            Said("the push-sum weights sum to K", "norm(J(s) - s0) == 0"),
            Said(
                "steps of gradient tracking on doubly stochastic W: " + OURS,
                "sq(x/s - o) <= 100*(distance2(0) + eta**2*gstar**2)",
                ("eta <= 1/(4*L)", "push_primitive == 1"),
                rounds=60,
            ),
        ),
    ),
    Method(
        "sgp",
        "Assran, Loizou, Ballas and Rabbat 2019, Algorithm 1",
        (
            Said(
                "the sum of the models takes a mean gradient step, " + CITED,
                "norm(J(next(x)) - J(x) + eta*J(grad(x/s))) == 0",
            ),
        ),
    ),
    Method(
        "scaffnew",
        "Mishchenko, Malinovsky, Stich and Richtarik 2022, Algorithm 2",
        (
            Said(
                "one round of Theorem 3.6, a server's mean, " + CITED,
                f"{ROUND.left} <= {ROUND.right}",
                ROUND.assume,
                derivation=ROUND.derivation,
            ),
            Said(
                "the same over any network that mixes: " + OURS,
                "next(V) <= (1 - min(eta*mu, chance**2))*V",
                (MIXES, "eta <= 1/L"),
                (POTENTIAL,),
            ),
        ),
    ),
    Method(
        "asynchronous-gossip",
        "Lian, Zhang, Zhang and Liu 2018 (AD-PSGD), without delays",
        (
            Said(
                "W drawn anew in every round contracts by rho(E W^2), Boyd, Ghosh, Prabhakar and Shah 2006, (15)",
                "sq(W_hat(x) - J(x)) <= rho2*spread2(t)",
                options=(("drawn", True),),
            ),
            Said(
                "by the square of rho(E W) instead: " + OURS,
                "sq(W_hat(x) - J(x)) <= rho_mean**2*spread2(t)",
                options=(("drawn", True),),
            ),
        ),
    ),
    Method(
        "aug-dgm",
        "Xu, Zhu, Soh and Xie 2015",
        (Said("trackers sum to the gradients, whatever the steps, " + CITED, SUMS.format("p")),),
    ),
    Method(
        "delayed-1",
        "gossip descent with gradients one round old",
        (
            Said(
                "steps of gradient descent, 2/L: " + OURS,
                "distance2(t) <= 100*(distance2(0) + eta**2*gstar**2)",
                ("eta <= 3/(2*L)",),
                rounds=60,
            ),
        ),
    ),
    Method(
        "admm",
        "Shi, Ling, Yuan, Wu and Yin 2014, where every client has as many neighbours",
        (
            Said(
                "models come no farther from the optimum, whatever the penalty, " + CITED,
                DUAL.left + " <= V0",
                DUAL.assume,
                (("V0", DUAL.where["V0"]),),
                derivation=DUAL.derivation,
            ),
            Said(
                "the models alone come no farther: " + OURS,
                "distance2(t) <= distance2(0)",
                (MIXES,),
            ),
        ),
        ADMM.variant("rate"),
    ),
    Method(
        "led-2",
        "Alghunaim 2024, Algorithm 1",
        (Said("corrections sum to 0, " + CITED, SUMS.format("q"), derivation=STAYS.format("q")),),
    ),
    Method(
        "k-gt-2",
        "Liu, Lin, Koloskova and Stich 2023, Algorithm 1",
        (Said("corrections sum to 0, " + CITED, SUMS.format("e"), derivation=STAYS.format("e")),),
    ),
    Method(
        "dlm-1/4",
        "Ling, Shi, Wu and Ribeiro 2015",
        (Said("dual variables sum to 0, " + CITED, SUMS.format("q"), derivation=STAYS.format("q")),),
    ),
    Method(
        "acc-dngd-1/3",
        "Qu and Li 2020, Algorithm 1",
        (
            Said(
                "trackers sum to the gradients at y, " + CITED, SUMS.format("p"), derivation=STAYS.format("p")
            ),
        ),
    ),
    Method(
        "dmsgd-1/2",
        "Yu, Jin and Yang 2019",
        (
            Said(
                "noise: the models' spread has a floor; without it the sum of a geometric series: " + OURS,
                "spread2(t) <= sigma2*K*eta**2*4*lam**2/(1 - lam)**2 + spread2(0)",
                (MIXES, "gstar <= 0", "eta <= 1/(4*L)"),
                options=(("noisy", True), ("common", True)),
            ),
        ),
    ),
    Method(
        "near-dgd-2",
        "Berahas, Bollapragada, Keskar and Wei 2019",
        (
            Said(
                "two exchanges contract by lam^2, " + CITED,
                TWICE.format(4),
                derivation=TWO,
            ),
            Said(
                "by lam^3: " + OURS,
                TWICE.format(6),
            ),
        ),
    ),
)


def method(name: str) -> Method:
    """The method of this name. Raises StopIteration for none."""
    return next(each for each in METHODS if each.name == name)
