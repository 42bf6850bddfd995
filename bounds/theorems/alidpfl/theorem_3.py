"""ALI-DPFL, Lemma 2 and Theorem 3: what a run costs in privacy.

Lemma 2 (18) and Theorem 3 (14) add, over t = 0, ..., T, the sum of (17) over alpha - 1. Against the truth, T
log(A_alpha)/(alpha - 1): the logarithm is missing, a term t = 0 is counted, and the index i, the client's, stands
once for k: in binom(alpha, i) in (14), in (1-q)^(alpha-i) in (18). As printed the client's number decides: client 3
at alpha = 2 has binom(2, 3) = 0 and pays log(1/delta) for any number of steps (`eq-14`); for client 1 at q = 1, (18)
is 0 (`eq-18`). With i read as k the claim is a true upper bound, by log A <= A, and useless: at sigma = 1.1 each step
costs more than 1 (`index-k`); it is no equality (`equality`), nor with the logarithm put back (`with-log`, where T +
1 for T remains; as an upper bound that is true, `with-log-bound`). Definition 1 speaks of databases that "differ in
only a single entry": if that means replaced, the sum moves by 2C, the true loss at q = 1 is four times T alpha/(2
sigma^2), and even the sum without logarithm is too small (`replace-one`). Here alpha = 2, where A = 1 + q^2
(e^(1/sigma^2) - 1); one order is enough to refute "any integer alpha >= 2".

(14) speaks of (epsilon, delta), and Renyi losses above it do not yet refute that. `eq-14` and `replace-one`
of Theorem 3 therefore compare delta with a lower bound of the exact one, q = 1: N(mu, 1) against N(0, 1), mu
= sqrt(T)/sigma or twice that. Proof of the bound. With c = (eps + 1)/mu + mu/2 the first density is e^(eps +
1) times the second one or more from c on, so P - e^eps Q of [c, c + 1] is at least 1 - 1/e of its first
probability, which is at least e^(-(c + 1 - mu)^2/2)/sqrt(2 pi) if c >= mu; (1 - 1/e)/sqrt(2 pi) > 1/4.

`repaired`: epsilon = T log(A_alpha)/(alpha - 1) + log(1/delta)/(alpha - 1), neighbours by adding or removing a
record: moments of independent steps multiply (Definition 4, Mironov 2017, Proposition 1), then Definition 5. `tight`:
with the last step as in `alidpfl.definition-5:tight`, epsilon is smaller by log(alpha)/(alpha - 1) - log(1 -
1/alpha): 1.188 instead of 1.550 for 79 steps of CIFAR10 (q = 75/5000, sigma = 1.1, delta = 1e-5). Both are held
against the exact delta of T steps at q = 1, and against a lower bound of it (`bounds.calculators.sampled`) at every
other q, for adding and for removing.
"""

from collections.abc import Mapping
from typing import Any

from ...domains import POSITIVE, UNIT
from ...families.mechanism import MECHANISM
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .renyi_lines import delta_after

_FAMILY = scalars("T i", q=UNIT, sigma=POSITIVE)
_FULL = scalars("T i", sigma=POSITIVE)  # every record in every batch
_A = {"e": "exp(1/sigma**2)", "A": "1 + q**2*(e - 1)"}
_RATE = "0 < q"
_CLIENT_1 = {"T": 1, "i": 1, "q": 1, "sigma": 1}


_DERIVED = {
    "index-k": """
more: exp(1/sigma**2) >= 1 by exp_tangent(1/sigma**2)
pos: A > 0 by more with q
claim by log_tangent(A), pos
""",
    "with-log-bound": """
more: exp(1/sigma**2) >= 1 by exp_tangent(1/sigma**2)
pos: A >= 1 by more with q
low: 1/A <= 1 by pos over A > 0
claim by log_below(A), low
""",
    "repaired": "claim by log_exp(1/sigma**2) times T",
}


def _loss(
    label: str,
    statement: str,
    left: str,
    right: str,
    *examples: dict[str, int],
    relation: str = "<=",
    full: bool = False,
    severity: Severity | None = None,
    remains: str = "",
) -> Variant:
    return Variant(
        label,
        f"{left} {relation} {right}",
        statement=statement,
        assume=() if full else (_RATE,),
        where={"q": "1", **_A} if full else _A,
        family=_FULL if full else None,
        derivation=_DERIVED.get(label, ""),
        severity=severity,
        remains=remains,
        examples=examples,
    )


def _exact(
    label: str,
    statement: str,
    eps: str,
    mu: str,
    example: Mapping[str, Any],
    severity: Severity,
    remains: str,
) -> Variant:
    """(14) at q = 1, against a lower bound of the exact delta of T steps."""
    return Variant(
        label,
        "exp(-((eps + 1)/mu - mu/2 + 1)**2/2)/4 <= delta",
        statement=f"{statement} (left: a lower bound of it), q = 1",
        assume=("0 < delta < 1", "mu**2 <= 2*(eps + 1)"),
        where={"eps": eps, "mu": mu},
        severity=severity,
        remains=remains,
        family=scalars("T i", "sigma", delta=UNIT),
        examples=(example,),
    )


_TRUE = "T*log(A)"

LEMMA_2 = Theorem(
    id="alidpfl.lemma-2",
    title="Renyi loss of T local steps",
    place="ALI-DPFL, Lemma 2, (18)",
    statement="the loss is sum_{t=0}^T (1/(alpha-1)) sum_k binom(alpha,k) (1-q)^(alpha-i) q^k e^((k^2-k)/(2 sigma^2))",
    family=_FAMILY,
    first=None,
    variants=(
        _loss(
            "eq-18",
            "as printed, i the client: the true loss is at most that, alpha = 2",
            _TRUE,
            "(T + 1)*(1 - q)**(2 - i)*(1 + 2*q + q**2*e)",
            _CLIENT_1,
            severity=Severity.TYPO,
            remains="With k for i it is an upper bound (`index-k`), and T log A is the loss (`repaired`)",
        ),
        _loss("index-k", "i read as k: the true loss is at most that, alpha = 2", _TRUE, "(T + 1)*A"),
        _loss(
            "equality",
            "i read as k: the true loss is that, alpha = 2",
            _TRUE,
            "(T + 1)*A",
            _CLIENT_1,
            relation="==",
            severity=Severity.CONSTANT,
            remains="It is an upper bound (`index-k`); the logarithm of the sum, T times, is the loss (`repaired`)",
        ),
        _loss(
            "with-log",
            "i read as k, log put back, T + 1 terms",
            _TRUE,
            "(T + 1)*log(A)",
            _CLIENT_1,
            relation="==",
            severity=Severity.CONSTANT,
            remains="T terms instead of T + 1 (`repaired`); as an upper bound it is true (`with-log-bound`)",
        ),
        _loss(
            "with-log-bound",
            "i read as k, log put back, T + 1 terms: the true loss is at most that, alpha = 2",
            _TRUE,
            "(T + 1)*log(A)",
        ),
        _loss(
            "repaired",
            "T log A, at q = 1: T alpha/(2 sigma^2)",
            _TRUE,
            "T/sigma**2",
            relation="==",
            full=True,
        ),
    ),
)

THEOREM_3 = Theorem(
    id="alidpfl.theorem-3",
    title="privacy loss of Algorithm 1",
    place="ALI-DPFL, Theorem 3, (14)",
    statement="after T local steps client i is (sum of Lemma 2 with binom(alpha,i) + log(1/delta)/(alpha-1), delta)-DP",
    family=_FAMILY,
    first=None,
    variants=(
        _exact(
            "eq-14",
            "as printed, i the client (binom(2, i) = 2, 1, 0, ...), alpha = 2: the exact delta is at most delta",
            "(T + 1)*max(3 - i, 0)*exp(1/sigma**2) + log(1/delta)",
            "sqrt(T)/sigma",
            {"T": 16, "i": 3, "sigma": 1, "delta": "1/10000"},
            Severity.TYPO,
            "With k for i it covers the loss, by far (`index-k`); with the logarithm it is sharp (`repaired`, `tight`)",
        ),
        _loss("index-k", "i read as k: covers the true Renyi loss, alpha = 2", _TRUE, "(T + 1)*A"),
        _loss(
            "equality",
            "i read as k: is the true Renyi loss, alpha = 2",
            _TRUE,
            "(T + 1)*A",
            _CLIENT_1,
            relation="==",
            severity=Severity.CONSTANT,
            remains="It covers the loss (`index-k`); the loss is T log A (`repaired`)",
        ),
        _exact(
            "replace-one",
            "i read as k, neighbours by replacing a record, alpha = 2: the exact delta is at most delta",
            "(T + 1)*exp(1/sigma**2) + log(1/delta)",
            "2*sqrt(T)/sigma",
            {"T": 24, "i": 1, "sigma": 1, "delta": "1/1000000"},
            Severity.MISSING,
            "True for neighbours by adding or removing a record (`index-k`, `repaired`)",
        ),
        Variant(
            "repaired",
            "delta_after <= delta",
            statement="T log(A)/(alpha-1) + log(1/delta)/(alpha-1): the delta at that epsilon is at most delta, any q",
            assume=(_RATE, "0 < delta < 1"),
            family=MECHANISM,
            derivation=delta_after(),
        ),
        Variant(
            "tight",
            "delta_after_tight <= delta",
            statement="the same with log(1 - 1/alpha) - log(alpha)/(alpha-1) < 0 added to epsilon",
            assume=(_RATE, "0 < delta < 1"),
            family=MECHANISM,
            derivation=delta_after(tight=True),
        ),
    ),
)
