"""ALI-DPFL, Theorem 2: convergence within a constant (its proof's displays: `theorem_2_displays`).

Statement. T = K tau; if eta <= 1/beta; eta phi - rho h(tau)/(tau lambda^2) > 0; F(v_[k](k tau)) - F* >=
lambda for all k; lambda <= F(w(T)) - F* < 1, with phi = omega (1 - beta eta/2), then E F(w(T)) - F* < 1/(T
(eta phi - rho h(tau)/(tau lambda^2))) + sqrt(3)/3. omega = min_k 1/||v_[k]((k-1) tau) - w*|| in the theorem
(`main`), with the square in Lemma 7 (`lemma-7`).

Without noise. `lemma-7` is true, and so is `repaired`, which needs neither Jensen's inequality nor sqrt(3)/3.
Idea: Lemma 7 summed over all intervals, between which 1/theta falls by at most rho h(tau)/lambda^2.
h is Theorem 1's of sigma = 0; (11) is
larger, so the bound with it is weaker and true. `main`, without the square, is false where the start is more
than 1 away: Lemma 7.

With noise (sigma > 0). `almost-surely`: conditions 3 and 4 bound random variables. w(T) has a Gaussian part
with a positive density, so it falls near w*, where F - F* < lambda, with positive probability: no setting
meets them. `in-expectation`: read on average, condition 4 leaves the theorem false, from a start near the
minimum with large noise: at T = K = tau = N = 1, h = 0, the bound comes as close to sqrt(3)/3 as one likes,
and E F(w(1)) - F* to 1. In any reading it never falls below 0.577, while condition 4 grants 1.

`repaired-noisy` is what one may use instead with noise: see `bounds.calculators.repaired_tau`, where it is proved:
with E||noise||^2 <= s^2 a client and step, eta <= 1/(4 beta), xi2 = sum_i p_i xi_i^2, (1/T) sum_{t<T} E F(w(t)) - F*
<= R^2/(eta T) + eta s^2 sum_i p_i^2 + (3/2) beta eta^2 (tau - 1) ((2 tau - 1) xi2/3 + s^2).

`certified`, `certified-noisy`: without xi, by how much gradients differ at w*; `alidpfl.certified` proves them.
"""

from ...theorem import Theorem, Variant
from ...verdict import Severity
from .certified import certified
from .mean_gap_lines import MEAN_GAP
from .run_lines import BOUNDED
from .setting import AT_ONE_STEP, INTERVALS, ONE_STEP, SHORT, SIGNS, SMOOTH

H = {"h": "xi*(((eta*beta + 1)**tau - 1)/beta - eta*tau)"}
_RATE = {**H, "rate": "eta*phi - C*h/(tau*lam**2)"}
SQUARED = {"phi": "(1 - beta*eta/2)/farthest**2", **_RATE}
PRINTED = {"phi": "(1 - beta*eta/2)/farthest", **_RATE}
_CONDITIONS = (SMOOTH, SHORT, "lam <= smallest_theta", "lam <= final_gap < 1", "0 < rate")
_BOUND = "1/(K*tau*rate) + sqrt(3)/3"
FAR = {
    **{"N": 1, "tau": 1, "K": 1, "a": ["1/1000"], "c": [0], "p": [1], "w0": 100, "C": "19/2000"},
    **{"eta": 1000, "beta": "1/1000", "lam": "1/2"},
}
_REMAINS = "Without noise 1/(T rate) bounds the gap (`repaired`); with noise see `repaired-noisy`"
_LOUD = {"w0": "1/10000", "C": 1, "eta": "1/100", "beta": 100, "s": 113}


def _in_expectation(label: str, statement: str, power: str) -> Variant:
    return Variant(
        label,
        f"floor < 1/(eta*(1 - beta*eta/2)/abs(w0){power}) + sqrt(3)/3",
        statement=statement,
        assume=(SHORT, "0 < abs(w0)", "0 < floor", "ceiling < 1"),
        where=ONE_STEP,
        family=AT_ONE_STEP,
        severity=Severity.SUBSTANCE,
        remains=_REMAINS,
        examples=(_LOUD,),
        note="One client, one step; lambda is any number below E F(w(1)) - F*: as h = 0 it does not enter",
    )


THEOREM_2 = Theorem(
    id="alidpfl.theorem-2",
    title="convergence within a constant",
    place="ALI-DPFL, Theorem 2, (12), and Lemma 7",
    statement="E F(w(T)) - F* < 1/(T (eta phi - rho h(tau)/(tau lambda^2))) + sqrt(3)/3",
    family=INTERVALS,
    first=None,
    variants=(
        Variant(
            "main",
            f"final_gap < {_BOUND}",
            statement="omega without the square, no noise",
            assume=_CONDITIONS,
            where=PRINTED,
            severity=Severity.TYPO,
            remains="True with the square, as in Lemma 7 (`lemma-7`), even without sqrt(3)/3 (`repaired`)",
            examples=(FAR,),
        ),
        Variant(
            "lemma-7",
            f"final_gap < {_BOUND}",
            statement="omega with the square, no noise",
            assume=_CONDITIONS,
            where=SQUARED,
            derivation=BOUNDED
            + "spare: K*tau*rate*sqrt(3) > 0 by positive, sqrt(3) > 0\nclaim by bounded, spare\n",
        ),
        Variant(
            "almost-surely",
            f"final_gap < {_BOUND}",
            statement="sigma > 0, conditions 3 and 4 for every realization",
            vacuous="with sigma > 0, w(T) has a Gaussian part with a positive density, so F(w(T)) - F* < lambda "
            "with positive probability whatever lambda > 0: condition 4 is never met",
        ),
        _in_expectation(
            "in-expectation", "sigma > 0, conditions 3 and 4 on average, omega without the square", ""
        ),
        _in_expectation("in-expectation-lemma-7", "the same, omega with the square", "**2"),
        Variant(
            "repaired",
            "final_gap <= 1/(K*tau*rate)",
            statement="no noise, omega with the square, without sqrt(3)/3",
            assume=(SMOOTH, SHORT, "lam <= smallest_theta", "lam <= final_gap", "0 < rate"),
            where=SQUARED,
            derivation=BOUNDED + "claim by least\n",
        ),
        Variant(
            "repaired-noisy",
            "mean_gap(3) <= (w0 - wstar)**2/(3*eta) + eta*s**2*overlap + 3/2*beta*eta**2*(tau - "
            "1)*((2*tau - 1)*xi2/3 + s**2)",
            statement="average gap over three steps with noise of variance s^2, the bound of "
            "bounds.calculators.repaired_tau",
            assume=(SMOOTH, "4*eta*beta <= 1"),
            family=SIGNS,
            derivation=MEAN_GAP,
            note="Noise s times a fair sign, all paths enumerated; the proof takes any noise of variance at most s^2",
        ),
        *certified(),
    ),
)
