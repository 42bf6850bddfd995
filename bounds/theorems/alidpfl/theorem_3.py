"""ALI-DPFL, Definition 3, Lemma 2, Theorem 3 and Definition 5: what a run costs in privacy.

Definition 3, (15): the sampled Gaussian mechanism "satisfies (alpha, R)-RDP whenever R <= log(max(A,
B))/(alpha - 1)". The direction is reversed: RDP bounds the divergence from above by R, so any R at least that
much will do (`condition`, `repaired`). A_alpha >= B_alpha is true (Mironov, Talwar and Zhang, 2019, Theorem
5), and so is (17). Proof of (17): (mu/mu_0)^alpha = (1 - q + q e^((2z-1)/(2 sigma^2)))^alpha by the binomial
theorem, and E e^(k (2z-1)/(2 sigma^2)) = e^((k^2-k)/(2 sigma^2)) under mu_0.

Lemma 2 (18) and Theorem 3 (14) add, over t = 0, ..., T, the sum of (17) over alpha - 1. Against the truth, T
log(A_alpha)/(alpha - 1): the logarithm is missing, a term t = 0 is counted, and the index i, the client's,
stands once for k: in binom(alpha, i) in (14), in (1-q)^(alpha-i) in (18). As printed the client's number
decides: client 3 at alpha = 2 has binom(2, 3) = 0 and pays nothing (`eq-14`); for client 1 at q = 1, (18) is
0 (`eq-18`). With i read as k the claim is a true upper bound, by log A <= A, and useless: at sigma = 1.1 each
step costs more than 1 (`index-k`); it is no equality (`equality`), nor with the logarithm put back
(`with-log`, where T + 1 for T remains). Definition 1 speaks of databases that "differ in only a single
entry": if that means replaced, the sum moves by 2C, the true loss at q = 1 is four times T alpha/(2 sigma^2),
and even the sum without logarithm is too small (`replace-one`). Here alpha = 2, where A = 1 + q^2
(e^(1/sigma^2) - 1); one order is enough to refute "any integer alpha >= 2".

`repaired`: epsilon = T log(A_alpha)/(alpha - 1) + log(1/delta)/(alpha - 1), neighbours by adding or removing
a record. Proof: the divergence of one step is log(A)/(alpha - 1) by Definition 3 repaired; Renyi divergences
add under adaptive composition (Definition 4, Mironov 2017, Proposition 1: condition on the first output);
then Definition 5. Checked against the exact delta of the Gaussian mechanism (q = 1).

Definition 5 is true. Proof: by Hoelder P(S) <= (e^R Q(S))^(1 - 1/alpha). If e^R Q(S) <=
delta^(alpha/(alpha-1)) this is at most delta, otherwise at most e^R Q(S) delta^(-1/(alpha-1)) = e^(R +
log(1/delta)/(alpha-1)) Q(S).
"""

from ...domains import POSITIVE, UNIT
from ...mechanism import MECHANISM
from ...scalar import scalar
from ...theorem import Theorem, Variant

_FAMILY = scalar("T i", q=UNIT, sigma=POSITIVE)
_A = {"e": "exp(1/sigma**2)", "A": "1 + q**2*(e - 1)"}
_RATE = "0 < q"
_CLIENT_3 = {"T": 1, "i": 3, "q": 1, "sigma": 1}
_CLIENT_1 = {"T": 1, "i": 1, "q": 1, "sigma": 1}
_THREE_STEPS = {"T": 3, "i": 1, "q": 1, "sigma": 1}


def _loss(
    label: str,
    statement: str,
    left: str,
    right: str,
    *examples: dict[str, int],
    relation: str = "<=",
    full: bool = False,
) -> Variant:
    return Variant(
        label,
        statement,
        left,
        right,
        relation=relation,
        assume=() if full else (_RATE,),
        where={**_A, "q": "1"} if full else _A,
        proved=not examples,
        examples=examples,
    )


_TRUE = "T*log(A)"

DEFINITION_3 = Theorem(
    id="alidpfl.definition-3",
    title="Renyi loss of the sampled Gaussian mechanism",
    place="ALI-DPFL, Definition 3, (15) to (17)",
    statement="(alpha, R)-RDP whenever R <= log(max(A, B))/(alpha - 1); A >= B; A as a sum",
    family=MECHANISM,
    first=None,
    variants=(
        Variant(
            "condition",
            "(15), alpha = 2: every R <= log A bounds the divergence log A",
            "log(A)",
            "R",
            assume=(_RATE, "R <= log(A)"),
            where=_A,
            family=scalar(q=UNIT, sigma=POSITIVE, R=POSITIVE),
            examples=({"q": 1, "sigma": 1, "R": "1/2"},),
        ),
        Variant(
            "repaired",
            "(15) with R >= log(max(A, B))/(alpha - 1)",
            "log(A)",
            "R",
            assume=(_RATE, "R >= log(A)"),
            where=_A,
            family=scalar(q=UNIT, sigma=POSITIVE, R=POSITIVE),
            proved=True,
        ),
        Variant(
            "order",
            "A_alpha >= B_alpha",
            "log_B",
            "log_A",
            assume=(_RATE,),
            note="Mironov, Talwar and Zhang (2019)",
        ),
        Variant(
            "eq-17",
            "the sum (17) is the integral (16)",
            "log_sum",
            "log_A",
            "==",
            assume=(_RATE,),
            proved=True,
        ),
    ),
)

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
        ),
        _loss("index-k", "i read as k: the true loss is at most that, alpha = 2", _TRUE, "(T + 1)*A"),
        _loss(
            "equality",
            "i read as k: the true loss is that, alpha = 2",
            _TRUE,
            "(T + 1)*A",
            _CLIENT_1,
            relation="==",
        ),
        _loss(
            "with-log",
            "i read as k, log put back, T + 1 terms",
            _TRUE,
            "(T + 1)*log(A)",
            _CLIENT_1,
            relation="==",
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
        _loss(
            "eq-14",
            "as printed, i the client (binom(2, i) = 2, 1, 0, ...): covers the true Renyi loss, alpha = 2",
            _TRUE,
            "(T + 1)*max(3 - i, 0)*((1 - q)**2 + (1 - q)*q + q**2*e)",
            _CLIENT_3,
        ),
        _loss("index-k", "i read as k: covers the true Renyi loss, alpha = 2", _TRUE, "(T + 1)*A"),
        _loss(
            "equality",
            "i read as k: is the true Renyi loss, alpha = 2",
            _TRUE,
            "(T + 1)*A",
            _CLIENT_1,
            relation="==",
        ),
        _loss(
            "replace-one",
            "i read as k, neighbours by replacing a record, q = 1: covers 4 T alpha/(2 sigma^2), alpha = 2",
            "4*T/sigma**2",
            "(T + 1)*A",
            _THREE_STEPS,
            full=True,
        ),
        Variant(
            "repaired",
            "T log(A)/(alpha-1) + log(1/delta)/(alpha-1): the exact delta at that epsilon is at most delta, q = 1",
            "delta_after",
            "delta",
            assume=("0 < delta < 1",),
            family=MECHANISM,
            proved=True,
        ),
    ),
)

DEFINITION_5 = Theorem(
    id="alidpfl.definition-5",
    title="from Renyi to approximate differential privacy",
    place="ALI-DPFL, Definition 5",
    statement="(alpha, eps)-RDP implies (eps + log(1/delta)/(alpha-1), delta)-DP",
    family=MECHANISM,
    first=None,
    variants=(
        Variant(
            "main",
            "for the Gaussian mechanism, whose exact delta is known",
            "delta_after",
            "delta",
            assume=("0 < delta < 1",),
            proved=True,
        ),
    ),
)
