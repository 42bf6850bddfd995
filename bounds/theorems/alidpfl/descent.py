"""ALI-DPFL, Lemmas 5 and 6 and displays (26), (29): descent of the centralized sequence on one interval.

theta(t) = F(v(t)) - F*. Without noise, v is gradient descent on a convex, beta-smooth F with eta <= 1/beta,
and most of this is textbook: `noise-free` below. Lemma 6 and (29) need no limit on eta.

The paper's g~ is no gradient: it carries noise. `noisy`: along a realization (breaking a strict inequality on
an open set of them, so with positive probability) every one of them fails; at v(t) = w*, where g = 0, Lemmas
5 and 6 fail for all realizations but 0. `in-expectation`: they fail on average too, at v(t) = w*: E||v(t+1) -
w*||^2 = eta^2 d sigma^2 C^2/B^2 > 0, and E F(v(t+1)) - F* > 0 is not below eta (beta eta/2 - 1) E||g~||^2 <
0.

(26), theta(t) > 0 at every finite t: gradient descent may start at the minimum, or hit it (F = w^2/2, eta =
1: one step, `away`). The lower bound cited speaks of a worst-case F, not of every F. `repaired`: eta < 1/beta
and theta(0) > 0, as a step shrinks the gradient by 1 - eta beta at most.

Repairs with noise of mean 0 and E||noise||^2 = s^2, from v(t), g its true gradient: E F(v(t+1)) - F(v(t)) <=
- eta (1 - beta eta/2) ||g||^2 + beta eta^2 s^2/2 (Lemma 6), E||v(t+1) - w*||^2 <= ||v(t) - w*||^2 - eta
(1/beta - eta) ||g||^2 + eta^2 s^2 (Lemma 5): the same expansions, where noise is uncorrelated with everything
else and adds its second moment.
"""

from collections.abc import Mapping
from typing import Any

from ...families.local_steps import local_steps
from ...family import Family
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .interval_lines import CLOSER, DESCENT, NOISY_DESCENT, POSITIVE, STRICTLY
from .setting import AT_ONE_STEP, ONE_INTERVAL, ONE_INTERVAL_PATH, ONE_STEP, SHORT, SMOOTH

_LEMMA_5_PROOF = """
let m = min(beta*w0, C)
one: (beta*w0 - m)*(C - m) <= 0 by cases m == beta*w0, m == C
  case
    (beta*w0 - m)*(C - m) <= 0 by case
  case
    (beta*w0 - m)*(C - m) <= 0 by case
along: g*(beta*w0 - g) >= 0 by cases g == m, g == -C
  case
    inner: m*(beta*w0 - m) >= 0 by cases m == beta*w0, m == C
      case
        m*(beta*w0 - m) >= 0 by case
      case
        m*(beta*w0 - m) >= 0 by case, m <= beta*w0
    g*(beta*w0 - g) >= 0 by inner, case
  case
    low: C - m > 0 by case, g >= m
    inner: beta*w0 <= m by one over low
    g*(beta*w0 - g) >= 0 by inner, g >= m, case
claim by along
"""
INSIDE = "t < tau"  # the run goes on with further intervals, of which these claims do not speak
_FIRST_STEP = local_steps("signs", N=(1,), tau=(1,))
HUBER = {"N": 1, "tau": 4, "K": 1, "a": [1], "c": [0], "p": [1], "lam": 1}
AT_MINIMUM = {**HUBER, "w0": 0, "C": 1, "eta": 1, "beta": 1}
PUSHED = {**AT_MINIMUM, "z": [0], "u": 1}
HITS = {**AT_MINIMUM, "w0": 1}
NOISY_MINIMUM = {"w0": 0, "C": 1, "eta": "1/2", "beta": 2, "s": 1}


def on_interval(
    label: str,
    statement: str,
    claim: tuple[str, str, str],
    *assume: str,
    family: Family = ONE_INTERVAL,
    examples: tuple[Mapping[str, Any], ...] = (),
    where: Mapping[str, str] | None = None,
    severity: Severity | None = None,
    remains: str = "",
    note: str = "",
    derivation: str = "",
) -> Variant:
    """A claim (left, relation, right); proved where it comes without a counterexample."""
    return Variant(
        label,
        f"{claim[0]} {claim[1]} {claim[2]}",
        statement=statement,
        assume=(*(() if family is AT_ONE_STEP else (SMOOTH,)), *(assume or (SHORT,))),
        where=where or {},
        note=note,
        derivation=derivation,
        severity=severity,
        remains=remains,
        family=family,
        examples=examples,
    )


def stated(id: str, title: str, place: str, statement: str, *variants: Variant) -> Theorem:
    return Theorem(f"alidpfl.{id}", title, f"ALI-DPFL, {place}", statement, ONE_INTERVAL, variants, rounds=4)


_POSITIVE = ("0", "<", "theta(t)")
_REMAINS = "True for eta < 1/beta from a start that is no minimizer (`repaired`)"
EQ_26 = stated(
    "eq-26",
    "the gap stays positive",
    "proof of Theorem 2, (26)",
    "theta(t) > 0 for every finite t",
    on_interval(
        "main",
        "from any start, no noise",
        _POSITIVE,
        SHORT,
        "t <= tau",
        severity=Severity.MISSING,
        remains=_REMAINS,
        examples=(AT_MINIMUM,),
    ),
    on_interval(
        "away",
        "from a start with theta(0) > 0, no noise",
        _POSITIVE,
        SHORT,
        "0 < theta(0)",
        "t <= tau",
        severity=Severity.MISSING,
        remains=_REMAINS,
        examples=(HITS,),
    ),
    on_interval(
        "repaired",
        "theta(0) > 0 and eta < 1/beta, no noise",
        _POSITIVE,
        "eta*beta < 1",
        "0 < theta(0)",
        "t <= tau",
        derivation=POSITIVE,
    ),
)

_CLOSER = ("distance(t + 1)", "<=", "distance(t)")
_CLOSER_REMAINS = "True without noise (`noise-free`); on average the noise adds eta^2 s^2 (`repaired`)"
_STRICT = ("distance(1)**2", "<", "distance(0)**2 - eta*(1/beta - eta)*noisy_slope(0)**2")
_STRICT_AWAY = ("distance(t + 1)**2", "<", "distance(t)**2 - eta*(1/beta - eta)*noisy_slope(t)**2")
LEMMA_5 = stated(
    "lemma-5",
    "distance to the minimizer",
    "Lemma 5 and its proof",
    "if eta <= 1/beta, ||v_[k](t) - w*|| does not increase in t within an interval",
    on_interval("noise-free", "no noise", _CLOSER, SHORT, INSIDE, derivation=CLOSER),
    on_interval(
        "noisy",
        "for every realization of the noise",
        _CLOSER,
        SHORT,
        INSIDE,
        family=ONE_INTERVAL_PATH,
        severity=Severity.SUBSTANCE,
        remains=_CLOSER_REMAINS,
        examples=(PUSHED,),
    ),
    on_interval(
        "in-expectation",
        "E||v(1) - w*||^2 <= ||v(0) - w*||^2",
        ("w1**2 + (eta*s)**2", "<=", "w0**2"),
        family=AT_ONE_STEP,
        severity=Severity.SUBSTANCE,
        remains=_CLOSER_REMAINS,
        examples=(NOISY_MINIMUM,),
        where=ONE_STEP,
    ),
    on_interval(
        "strict",
        "the proof's last line, with <, no noise",
        _STRICT,
        severity=Severity.TYPO,
        remains="True with <=, and with < away from the minimum (`strict-away`)",
        examples=(AT_MINIMUM,),
    ),
    on_interval(
        "strict-away",
        "the same at every t with theta(t) > 0",
        _STRICT_AWAY,
        SHORT,
        INSIDE,
        "0 < theta(t)",
        derivation=STRICTLY,
    ),
    on_interval(
        "proof-noisy",
        "theta <= <g~, v - w*> - ||g~||^2/(2 beta) for every realization of the noise",
        ("theta(t)", "<=", "inner(t) - noisy_slope(t)**2/(2*beta)"),
        family=ONE_INTERVAL_PATH,
        severity=Severity.SUBSTANCE,
        remains="True with the gradient itself for g~ (co-coercivity)",
        examples=(PUSHED,),
    ),
    on_interval(
        "repaired",
        "E||v(1) - w*||^2 <= ||v(0) - w*||^2 - eta (1/beta - eta) ||g||^2 + eta^2 s^2",
        ("w1**2 + (eta*s)**2", "<=", "w0**2 - eta*(1/beta - eta)*g**2 + (eta*s)**2"),
        family=AT_ONE_STEP,
        where=ONE_STEP,
        derivation=_LEMMA_5_PROOF,
    ),
)

_DESCENT_REMAINS = (
    "True without noise (`noise-free`); on average the noise adds beta eta^2 s^2/2 (`repaired`)"
)
_DESCENT = ("theta(t + 1) - theta(t)", "<=", "eta*(beta*eta/2 - 1)*noisy_slope(t)**2")
LEMMA_6 = stated(
    "lemma-6",
    "descent in one step",
    "Lemma 6, (27), and (29)",
    "if eta <= 1/beta, F(v(t+1)) - F(v(t)) <= eta (beta eta/2 - 1) ||g~(t)||^2",
    on_interval("noise-free", "no noise", _DESCENT, SHORT, INSIDE, derivation=DESCENT),
    on_interval(
        "noisy",
        "for every realization of the noise",
        _DESCENT,
        SHORT,
        INSIDE,
        family=ONE_INTERVAL_PATH,
        severity=Severity.SUBSTANCE,
        remains=_DESCENT_REMAINS,
        examples=(PUSHED,),
    ),
    on_interval(
        "in-expectation",
        "E F(v(1)) - F(v(0)) <= eta (beta eta/2 - 1) E||g~||^2, the left side from below",
        ("max(0, floor) - F0", "<=", "eta*(beta*eta/2 - 1)*(g**2 + s**2)"),
        family=AT_ONE_STEP,
        severity=Severity.SUBSTANCE,
        remains=_DESCENT_REMAINS,
        examples=(NOISY_MINIMUM,),
        where=ONE_STEP,
    ),
    on_interval(
        "repaired",
        "E F(v(t+1)) - F(v(t)) <= - eta (1 - beta eta/2) ||g||^2 + beta eta^2 s^2/2, noise s times a fair sign",
        ("gap(t + 1) - gap(t)", "<=", "-eta*(1 - beta*eta/2)*noisy_slope(t)**2 + beta*eta**2*s**2/2"),
        "t <= 0",
        family=_FIRST_STEP,
        derivation=NOISY_DESCENT,
    ),
)
