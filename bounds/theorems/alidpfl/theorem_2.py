"""ALI-DPFL, Theorem 2 and what its proof displays: (33) to (36).

Statement. T = K tau; if eta <= 1/beta; eta phi - rho h(tau)/(tau lambda^2) > 0; F(v_[k](k tau)) - F* >=
lambda for all k; lambda <= F(w(T)) - F* < 1, with phi = omega (1 - beta eta/2), then E F(w(T)) - F* < 1/(T
(eta phi - rho h(tau)/(tau lambda^2))) + sqrt(3)/3. omega = min_k 1/||v_[k]((k-1) tau) - w*|| in the theorem
(`main`), with the square in Lemma 7 (`lemma-7`).

Without noise. `lemma-7` is true, and so is `repaired`, which needs neither Jensen's inequality nor sqrt(3)/3.
Proof: Lemma 7 summed over the steps of all intervals; between intervals 1/theta_[k+1](k tau) - 1/theta_[k](k
tau) >= - rho h(tau)/lambda^2, since both thetas are at least lambda, one by condition 3, the other because
theta_[k+1] falls to at least lambda at the interval's end (33); the same for the last, from theta_[K](T) to X
= F(w(T)) - F* (36). So 1/X >= T (eta phi - rho h/(tau lambda^2)) > 0. h is Theorem 1's of sigma = 0; (11) is
larger, so the bound with it is weaker and true. `main`, without the square, is false where the start is more
than 1 away: Lemma 7.

With noise (sigma > 0). `almost-surely`: conditions 3 and 4 bound random variables. w(T) has a Gaussian part
with a positive density, so it falls near w*, where F - F* < lambda, with positive probability: no setting
meets them. `in-expectation`: read on average, condition 4 leaves the theorem false, from a start near the
minimum with large noise: at T = K = tau = N = 1, h = 0, the bound comes as close to sqrt(3)/3 as one likes,
and E F(w(1)) - F* to 1. In any reading it never falls below 0.577, while condition 4 grants 1.

Displays, without noise: (33) and (34) are true; the step from (33) to rho h, -D/(theta theta') >= -D/lambda^2
with D = F(w(k tau)) - F(v_[k](k tau)), is false where D < 0, and harmless since -|D| works; the same for the
middle term of (36). (35) holds at t = T only: before, the average of the local models may pass the minimum.

`repaired-noisy` is what one may use instead with noise: see `bounds.tau`, where it is proved: with
E||noise||^2 <= s^2 a client and step, eta <= 1/(4 beta), xi2 = sum_i p_i xi_i^2, (1/T) sum_{t<T} E F(w(t)) -
F* <= R^2/(eta T) + eta s^2 sum_i p_i^2 + (3/2) beta eta^2 (tau - 1) ((2 tau - 1) xi2/3 + s^2).
"""

from ...local_steps import local_steps
from ...theorem import Theorem, Variant
from .setting import AT_ONE_STEP, INTERVALS, ONE_STEP, SHORT, SMOOTH

_H = {"h": "xi*(((eta*beta + 1)**tau - 1)/beta - eta*tau)"}
_RATE = {**_H, "rate": "eta*phi - C*h/(tau*lam**2)"}
_SQUARED = {"phi": "(1 - beta*eta/2)/farthest**2", **_RATE}
_PRINTED = {"phi": "(1 - beta*eta/2)/farthest", **_RATE}
_CONDITIONS = (SMOOTH, SHORT, "lam <= smallest_theta", "lam <= final_gap < 1", "0 < rate")
_BOUND = "1/(K*tau*rate) + sqrt(3)/3"
_FAR = {
    **{"N": 1, "tau": 1, "K": 1, "a": ["1/1000"], "c": [0], "p": [1], "w0": 100, "C": "19/2000"},
    **{"eta": 1000, "beta": "1/1000", "lam": "1/2"},
}
_LOUD = {"w0": "1/10000", "C": 1, "eta": "1/100", "beta": 100, "s": 113}
_REPAIRED_NOISY = local_steps("signs", tau=(1, 2, 3), K=(1,))


def _in_expectation(label: str, statement: str, power: str) -> Variant:
    return Variant(
        label,
        statement,
        "floor",
        f"1/(eta*(1 - beta*eta/2)/abs(w0){power}) + sqrt(3)/3",
        relation="<",
        assume=(SHORT, "0 < abs(w0)", "0 < floor", "ceiling < 1"),
        where=ONE_STEP,
        family=AT_ONE_STEP,
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
            "omega without the square, no noise",
            "final_gap",
            _BOUND,
            relation="<",
            assume=_CONDITIONS,
            where=_PRINTED,
            examples=(_FAR,),
        ),
        Variant(
            "lemma-7",
            "omega with the square, no noise",
            "final_gap",
            _BOUND,
            relation="<",
            assume=_CONDITIONS,
            where=_SQUARED,
            proved=True,
        ),
        Variant(
            "almost-surely",
            "sigma > 0, conditions 3 and 4 for every realization",
            "final_gap",
            _BOUND,
            relation="<",
            vacuous="with sigma > 0, w(T) has a Gaussian part with a positive density, so F(w(T)) - F* < lambda "
            "with positive probability whatever lambda > 0: condition 4 is never met",
        ),
        _in_expectation(
            "in-expectation", "sigma > 0, conditions 3 and 4 on average, omega without the square", ""
        ),
        _in_expectation("in-expectation-lemma-7", "the same, omega with the square", "**2"),
        Variant(
            "repaired",
            "no noise, omega with the square, without sqrt(3)/3",
            "final_gap",
            "1/(K*tau*rate)",
            assume=(SMOOTH, SHORT, "0 < lam", "lam <= smallest_theta", "lam <= final_gap", "0 < rate"),
            where=_SQUARED,
            proved=True,
        ),
        Variant(
            "repaired-noisy",
            "average gap over three steps with noise of variance s^2, the bound of bounds.tau",
            "mean_gap(3)",
            "(w0 - wstar)**2/(3*eta) + eta*s**2*overlap + 3/2*beta*eta**2*(tau - 1)*((2*tau - 1)*xi2/3 + s**2)",
            assume=(SMOOTH, "4*eta*beta <= 1"),
            family=_REPAIRED_NOISY,
            proved=True,
            note="Noise s times a fair sign, all paths enumerated; the proof takes any noise of variance at most s^2",
        ),
    ),
)


def _display(id: str, title: str, place: str, statement: str, *variants: Variant, least: int = 1) -> Theorem:
    family = local_steps(K=tuple(range(least, 4)))
    return Theorem(
        f"alidpfl.{id}",
        title,
        f"ALI-DPFL, proof of Theorem 2, {place}",
        statement,
        family,
        variants,
        first=None,
    )


# two steps on losses of different curvature leave the average of the local models below, or above, v in F
_BELOW = {
    **{"N": 2, "tau": 2, "K": 2, "a": [1, "1/3"], "c": [0, 0], "p": ["1/2", "1/2"], "w0": 1, "C": "1/2"},
    **{"eta": "1/2", "beta": 1, "lam": "1/60"},
}
_ABOVE = {
    **{"N": 2, "tau": 2, "K": 1, "a": [1, "1/2"], "c": [1, 0], "p": ["1/2", "1/2"], "w0": 0, "C": 1},
    **{"eta": "1/2", "beta": 1, "lam": "1/1000"},
}
_MET = (SMOOTH, SHORT, "lam <= smallest_theta")
_PRODUCT = "first_gap*first_theta"
# the average of two local models is at the minimum 1/3 after two of three steps, and beyond it after the third
_PASSES = {
    **{"N": 2, "tau": 3, "K": 1, "a": [1, "1/2"], "c": [0, 1], "p": ["1/2", "1/2"], "w0": "11/39", "C": 2},
    **{"eta": "1/2", "beta": 1, "lam": "1/100000"},
}
EQ_33 = _display(
    "eq-33",
    "loss of inverse gap at an aggregation",
    "(33) and the step after it",
    "1/(theta_[k](k tau) theta_[k+1](k tau)) <= 1/lambda^2, and what follows for the inverse gaps",
    Variant(
        "bound",
        "the product is at least lambda^2, no noise",
        "lam**2",
        "smallest_product",
        assume=_MET,
        proved=True,
    ),
    Variant(
        "step",
        "-D/(theta theta') >= -D/lambda^2, D = F(w(k tau)) - F(v_[k](k tau)), k = 1",
        "-(first_gap - first_theta)/lam**2",
        f"-(first_gap - first_theta)/({_PRODUCT})",
        assume=_MET,
        examples=(_BELOW,),
    ),
    Variant(
        "final",
        "-D/(theta theta') >= - rho h(tau)/lambda^2",
        "-C*h/lam**2",
        f"-(first_gap - first_theta)/({_PRODUCT})",
        assume=_MET,
        where=_H,
        proved=True,
    ),
    least=2,
)
EQ_34 = _display(
    "eq-34",
    "growth of the inverse gap over all intervals",
    "(34)",
    "1/theta_[K](T) - 1/theta_[1](0) >= T omega eta (1 - beta eta/2) - (K-1) rho h(tau)/lambda^2",
    *(
        Variant(
            label,
            statement,
            "K*tau*eta*phi - (K - 1)*C*h/lam**2",
            "1/final_theta - 1/gap(0)",
            assume=_MET,
            where=where,
            proved=not examples,
            examples=examples,
        )
        for label, statement, where, examples in (
            ("lemma-7", "omega with the square, no noise", _SQUARED, ()),
            ("main", "omega without the square, no noise", _PRINTED, (_FAR,)),
        )
    ),
)
EQ_35 = _display(
    "eq-35",
    "product of the final gaps",
    "(35)",
    "-1/((F(w(t)) - F*) theta_[k](k tau)) >= -1/lambda^2",
    Variant(
        "at-T",
        "at t = T, k = K",
        "lam**2",
        "final_gap*final_theta",
        assume=(*_MET, "lam <= final_gap"),
        proved=True,
    ),
    Variant(
        "any-t",
        "at every t and k, as printed",
        "lam**2",
        "smallest_gap*smallest_theta",
        assume=(*_MET, "lam <= final_gap < 1"),
        examples=(_PASSES,),
    ),
)
EQ_36 = _display(
    "eq-36",
    "from the centralized sequence to the average, in inverse gaps",
    "(36)",
    "E(1/(F(w(T)) - F*)) - E(1/theta_[K](T)) >= - rho h(tau)/lambda^2",
    Variant(
        "intermediate",
        "... >= -(1/lambda^2) E(F(v_[K](T)) - F(w(T))), no noise",
        "-(final_theta - final_gap)/lam**2",
        "1/final_gap - 1/final_theta",
        assume=(*_MET, "lam <= final_gap < 1"),
        examples=(_ABOVE,),
    ),
    Variant(
        "final",
        "the display's two ends, no noise",
        "-C*h/lam**2",
        "1/final_gap - 1/final_theta",
        assume=(*_MET, "lam <= final_gap"),
        where=_H,
        proved=True,
    ),
)
