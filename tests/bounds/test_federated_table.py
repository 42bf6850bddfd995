"""The table of federated averaging beside its family: facts, metrics and rules on drawn runs; forged derivations."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from mixproof.bounds import claim
from mixproof.bounds.families.federated import federated
from mixproof.bounds.families.two_slopes import loss, slope
from mixproof.bounds.kernel.chance import replaced, unreplaced
from mixproof.bounds.kernel.exact import STANDARD
from mixproof.bounds.proofs.derivation import prove
from mixproof.bounds.theorems.local_rounds import ALIKE, APART, STEP

from .evaluated import Evaluated
from .texts import Texts, table_of

FAMILIES = {
    "shares": federated(noisy=False),
    "fixed step": federated(noisy=False, fixed=True),
    "equal shares": federated(noisy=False, uniform=True),
    "noisy": federated(),
    "noisy, one loss": federated(uniform=True, identical=True),
    "with": federated("with", noisy=False),
    "without": federated("without", noisy=False, uniform=True),
}
ROUND = {"since", "restart", "top", "first_top", "next_top", "drawn2"}
OF_DRAWS = {
    "share_of",
    "often",
    "averaged",
    "bias2",
}  # compared apart, in test_a_draw_is_as_often_as_its_table_says


class Draw(Texts):
    def __init__(self, run: Any, table: Any, t: int, *vectors: Any) -> None:
        state, p = run._at(t), np.array(run._p, dtype=float)
        clients = [np.array(one, dtype=float) for one in run._losses]
        x, kicks = np.array(state.local, dtype=float), np.array(run._kicks, dtype=float)
        signs = len(kicks)
        shape = len(x) * signs, len(p)
        weight = np.repeat(np.array(state.chance, dtype=float), signs)[:, None] * p / signs
        numbers = set(table.numbers) - ROUND - OF_DRAWS - {"sigma2_mean"}
        here = {
            **{name: float(getattr(run, name)) for name in numbers if name not in ("eta", "delta", "Gamma")},
            **{name: float(getattr(run, name)) for name in ("delta", "Gamma") if name in numbers},
            "sigma2_mean": float((p * np.array(run._v, dtype=float) ** 2).sum()),
            **{"restart": float((t + 1) % run._H == 0), "since": float(t % run._H), "t": float(t)},
            **{"top": float(run.largest_gradient2(t)), "first_top": float(run.largest_gradient2(0))},
            **{"next_top": 0.0, "drawn2": float(run.sampling2(t)), "eta": float(run.step(float(t)))},
            **{"x": np.repeat(x, signs, 0), "n": np.tile(kicks, (len(x), 1)), "minima_sum": 0.0},
            **{"total": np.repeat(np.array(state.total, dtype=float), signs)[:, None] + np.zeros(shape)},
            **{"o": np.full(shape, float(run.wstar)), "w0": np.full(shape, float(run.w0))},
            **{name: np.broadcast_to(v, shape) for name, v in zip("uv", vectors)},
        }
        words = {
            "J": lambda z: 0 * z + (p * z).sum(-1, keepdims=True),
            "grad": lambda z: slope(z, *clients),
            "F": lambda z: float((weight * loss(z, *clients)).sum()),
            "dot": lambda a, b: float((weight * a * b).sum()),
            "sq": lambda a: float((weight * a * a).sum()),
        }
        super().__init__(here, words)
        self.let({name: text for name, text in table.lets.items() if name not in here})


@pytest.mark.parametrize("name", FAMILIES)
def test_facts_metrics_and_rules_are_true_of_drawn_runs(name: str) -> None:
    family, random = FAMILIES[name], Random(name)
    table, compared, averages = table_of(claim("error2(t) >= 0", family=family)), set(), 0
    for _ in range(10):
        drawn = family.sample(random)
        run = family.start(drawn.sizes, drawn.values, 4)
        for t in (0, 1, 2):
            try:
                run._at(t + 1)
            except ArithmeticError:  # too many paths, or more clients drawn than there are
                continue
            u, v = (np.array([random.uniform(-4, 4) for _ in run._p]) for _ in "uv")
            here = Draw(run, table, t, u, v)
            for metric, text in table.metrics.items():
                if (metric == "gap_of_average" and not t) or metric in OF_DRAWS:
                    continue
                known = float(np.asarray(getattr(run, metric)(t)))
                assert float(here.read(text)) == pytest.approx(known, rel=1e-7, abs=1e-7), metric
                compared.add(metric)
            rules = (text for rule, (_, text) in table.rules.items() if rule != "jensen")
            facts = (fact for key, fact in table.facts.items() if key not in {"drawn"} | OF_DRAWS)
            for text in (*facts, *rules):
                assert here.meets(text), text
            if here.read("restart") and "drawn" in table.facts:
                here.define("off", float(run.sampling2(t + 1)))
                assert here.meets(table.facts["drawn"].replace("sq(d)", "off")), table.facts["drawn"]
                averages += 1
            elif table.states["x"] == "y - restart*(y - J(y))":
                after = here.read("x") - here.read("eta") * here.read("g")
                after = after - here.read("restart") * (after - here.words["J"](after))
                wanted = np.array(run._at(t + 1).local, dtype=float)
                assert np.allclose(np.sort(after, 0), np.sort(wanted, 0))
    assert compared == set(table.metrics) - OF_DRAWS and (averages > 0) == ("drawn" in table.facts)


def test_jensen_on_drawn_runs() -> None:
    random, family = Random(5), FAMILIES["fixed step"]
    for _ in range(40):
        drawn = family.sample(random)
        run = family.start(drawn.sizes, drawn.values, 4)
        for t in (1, 3):
            sums = sum(float(run.gap(s)) for s in range(t))
            assert t * float(run.gap_of_average(t)) <= sums + 1e-9 * (1 + abs(sums))


def test_unequal_shares_drawn_without_replacement_have_draws_alone() -> None:
    """The run itself has no table there."""
    mine = claim("error2(t) >= 0", family=federated("without", noisy=False))
    assert not prove(mine, mine.variants[0], "claim").proved
    assert set(table_of(mine).metrics) == {"bias2"}


@pytest.mark.parametrize(
    ("sampling", "n", "S"), [("with", 3, 2), ("with", 2, 3), ("without", 3, 2), ("without", 3, 1)]
)
def test_a_draw_is_as_often_as_its_table_says(sampling: str, n: int, S: int) -> None:
    """And the server's average is that of the family: models that are drawn, weighted, in the mean over all draws."""
    p = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)] if n == 3 else [Fraction(1, 4), Fraction(3, 4)]
    law = replaced(p, S, STANDARD) if sampling == "with" else unreplaced(n, S, STANDARD)
    often = [sum(chance * drawn[i] for chance, drawn in law) for i in range(n)]
    table, models = table_of(claim("bias2(t) >= 0", family=federated(sampling, noisy=False))), np.eye(n)
    values = {
        "N": n,
        "S": S,
        "averaged": 1.0,
        "share_of": np.array(p, float),
        "often": np.array(often, float),
        "sent": models,
    }
    here = Evaluated(n, values, {}, {})
    here.check(
        {
            name: table.facts[name]
            for name in ("often", "averaged", *(["few"] if "few" in table.facts else []))
        }
    )
    shares = np.full(n, 1 / S) if sampling == "with" else n * np.array(p, float) / S
    mean = sum(float(chance) * shares * np.array(drawn) for chance, drawn in law) - np.array(p, float)
    assert here.read(table.metrics["bias2"]) == pytest.approx(float(mean @ mean), abs=1e-12)


SHORT = "short: 4*L*eta <= 1 by eta <= 1/(4*L)\n"
END = "claim by stepped, pulled, climb, above_zero, short, mean_noise, L > 0, eta > 0 with x - m"
FIXED, DECAYING = federated(fixed=True), federated()
SAME = federated(uniform=True, identical=True, fixed=True)
G2 = {"G2": "max(s <= t, largest_gradient2(s))"}
LESS = {"G2": "max(s < t, largest_gradient2(s))"}
NEAR = "apart2(t) <= (H - 1)*eta**2*sigma2_max"
ONE = "error2(t + 1) <= (1 - eta*mu)*error2(t) + eta**2*sigma2_of_mean + 3*apart2(t)/8"
FAR = "apart2(t) <= 4*step(t)**2*(H - 1)**2*G2"
ALIKE_END = f"short: 2*L*eta <= 1 by eta <= 1/(2*L)\n{ALIKE}\nclaim by apart"
CASES = {
    "as it is": (ONE, FIXED, "eta <= 1/(4*L)", STEP + SHORT + END, True),
    "coefficient": (ONE.replace("3*", "1*"), FIXED, "eta <= 1/(4*L)", STEP + SHORT + END, False),
    "rate": (ONE.replace("1 - eta*mu", "1 - 2*eta*mu"), FIXED, "eta <= 1/(4*L)", STEP + SHORT + END, False),
    "step": (ONE, FIXED, "eta <= 2/L", STEP + SHORT + END, False),
    "share": (
        "noise2(t) <= sigma2_max/N",
        DECAYING,
        "Gamma >= H",
        "claim by mean_noise, of_mean, variance",
        False,
    ),
    "equal shares": (
        "noise2(t) <= sigma2_max/N",
        SAME,
        "eta <= 1",
        "claim by mean_noise, of_mean, variance",
        True,
    ),
    "distance": (FAR, DECAYING, "Gamma >= H", f"{APART}\nclaim by apart", True),
    "round": (
        FAR.replace("step(t)", "step(t + 1)"),
        DECAYING,
        "Gamma >= H",
        f"{APART}\nclaim by apart",
        False,
    ),
    "local steps": (FAR.replace("H - 1", "H - 2"), DECAYING, "Gamma >= H", f"{APART}\nclaim by apart", False),
    "fast steps": (FAR, DECAYING, "Gamma > 0", f"{APART}\nclaim by apart", False),
    "one loss": (NEAR, SAME, "eta <= 1/(2*L)", ALIKE_END, True),
    "many losses": (NEAR, federated(uniform=True, fixed=True), "eta <= 1/(2*L)", ALIKE_END, False),
}


SLOW = {"local steps", "round"}  # a search of some seconds that finds nothing, as for "fast steps"


@pytest.mark.parametrize("name", [pytest.param(x, marks=[pytest.mark.slow] * (x in SLOW)) for x in CASES])
def test_forged_derivations_are_not_accepted(name: str) -> None:
    told, family, given, text, true = CASES[name]
    stated = claim(told, given, family=family, where=G2 if "G2" in told else {})
    found = prove(stated, stated.variants[0], text)
    assert bool(found.proved) == true, found


def test_a_maximum_of_the_rounds_before_says_nothing_of_the_present_one() -> None:
    stated = claim(FAR, "Gamma >= H", "t >= 1", family=DECAYING, where=LESS, first=1)
    assert not prove(stated, stated.variants[0], f"{APART}\nclaim by apart").proved
