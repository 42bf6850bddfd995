"""ALI-DPFL, Lemma 7, (28), and (30) in its proof: growth of the inverse gap on one interval (notation of `descent`).

Without noise both are true (`noise-free`); along a realization of the noise both fail (`noisy`).

Lemma 7's omega: with the square it is true without noise. Theorem 2 prints omega = min_k 1/||v_[k]((k-1) tau)
- w*|| without it (`theorem-2`), which is larger where distances exceed 1, and false there. No small repair
with noise: 1/theta is unbounded near the minimum; Theorem 2's docstring repairs what it is for.
"""

from ...verdict import Severity
from .descent import HITS, HUBER, INSIDE, on_interval, stated
from .interval_lines import GROWTH, SLOPE
from .setting import ONE_INTERVAL_PATH, SHORT

FAR = {**HUBER, "a": ["1/1000"], "w0": 100, "C": "1/100", "eta": 1000, "beta": "1/1000"}

_SLOPE = ("theta(t)", "<=", "abs(noisy_slope(t))*distance(t)")
EQ_30 = stated(
    "eq-30",
    "gap over distance bounds the gradient from below",
    "proof of Lemma 7, (30)",
    "theta(t)/||v(t) - w*|| <= ||g~(t)||",
    on_interval("noise-free", "no noise", _SLOPE, derivation=SLOPE),
    on_interval(
        "noisy",
        "for every realization of the noise",
        _SLOPE,
        family=ONE_INTERVAL_PATH,
        severity=Severity.SUBSTANCE,
        remains="True with the gradient itself for g~ (`noise-free`)",
        examples=({**HITS, "z": [0], "u": -1},),
    ),
)


_RANGE = (SHORT, INSIDE, "0 < theta(t + 1)")


def _inverse(power: str) -> tuple[str, str, str]:
    return f"eta*(1 - beta*eta/2)/distance(0){power}", "<=", "1/theta(t + 1) - 1/theta(t)"


LEMMA_7 = stated(
    "lemma-7",
    "growth of the inverse gap",
    "Lemma 7, (28), and its proof",
    "if eta <= 1/beta, 1/theta(t+1) - 1/theta(t) >= omega eta (1 - beta eta/2)",
    on_interval(
        "noise-free",
        "omega with the square, no noise, theta(t+1) > 0",
        _inverse("**2"),
        *_RANGE,
        derivation=GROWTH,
    ),
    on_interval(
        "theorem-2",
        "omega without the square, as Theorem 2 prints it, no noise",
        _inverse(""),
        *_RANGE,
        severity=Severity.TYPO,
        remains="True with the square, as Lemma 7 and its proof print it (`noise-free`)",
        examples=(FAR,),
    ),
    on_interval(
        "noisy",
        "omega with the square, for every realization of the noise",
        _inverse("**2"),
        *_RANGE,
        family=ONE_INTERVAL_PATH,
        severity=Severity.SUBSTANCE,
        remains="True without noise (`noise-free`); what it is for, with noise: `alidpfl.theorem-2:repaired-noisy`",
        examples=({**HITS, "eta": "1/2", "z": [0], "u": -4},),
    ),
)
