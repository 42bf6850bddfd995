"""ALI-DPFL, what the proof of Theorem 2 displays, the sum before (33) and (33) to (36), without noise (readings as in
`theorem_2`).

The sum over the intervals, 1/theta_[K](T) - 1/theta_[1](0) - sum_k [1/theta_[k+1](k tau) - 1/theta_[k](k tau)] >= T
omega eta (1 - beta eta/2), is Lemma 7 added up, and telescopes to k = K - 1 (`repaired`). Printed to k = K (`main`)
it subtracts 1/(F(w(T)) - F*) too, which no step of Lemma 7 pays for: where w(T) is nearer to the minimum than v(T),
as for two clients that pull from either side, the left side falls as low as one likes. (34) has the right number of
terms.

(33) and (34) are true; the step from (33) to rho h, -D/(theta theta') >= -D/lambda^2 with D = F(w(k tau)) -
F(v_[k](k tau)), is false where D < 0, and harmless since -|D| works; the same for the middle term of (36).
(35) holds at t = T only: before, the average of the local models may pass the minimum. What is true of them
are steps of the proof in `theorem_2`.
"""

from ...families.local_steps import local_steps
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .end_lines import AVERAGED, FIRST_PAIR, PAIR, PRODUCT
from .lines import average
from .run_lines import GROWN, TELESCOPED
from .setting import SHORT, SMOOTH
from .theorem_2 import FAR, PRINTED, SQUARED, H


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
# two steps from 2/7 towards minima on either side: the average of the two ends is nearly at the minimum, v is not
_NEARER = {
    **{"N": 2, "tau": 2, "K": 1, "a": [1, "1/2"], "c": [0, 1], "p": ["1/2", "1/2"], "w0": "2/7", "C": 2},
    **{"eta": "1/2", "beta": 1, "lam": "1/10000000"},
}
_MET = (SMOOTH, SHORT, "lam <= smallest_theta")
TELESCOPING = _display(
    "telescoping",
    "sum of Lemma 7 over all intervals",
    "before (33)",
    "1/theta_[K](T) - 1/theta_[1](0) - sum_{k=1}^K [1/theta_[k+1](k tau) - 1/theta_[k](k tau)] >= T omega eta (1 - "
    "beta eta/2)",
    Variant(
        "main",
        "K*tau*eta*phi <= 1/final_theta - 1/gap(0) - (inverse_jumps + 1/final_gap - 1/final_theta)",
        statement="the sum to k = K, omega with the square, no noise",
        assume=(*_MET, "lam <= final_gap"),
        where={"phi": SQUARED["phi"]},
        severity=Severity.TYPO,
        remains="True with the sum to k = K - 1 (`repaired`), which is what (34) goes on with",
        examples=(_NEARER,),
    ),
    Variant(
        "repaired",
        "K*tau*eta*phi <= 1/final_theta - 1/gap(0) - inverse_jumps",
        statement="the sum to k = K - 1, omega with the square, no noise",
        assume=_MET,
        where={"phi": SQUARED["phi"]},
        derivation=TELESCOPED,
    ),
)
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
        "lam**2 <= smallest_product",
        statement="the product is at least lambda^2, no noise",
        assume=(*_MET, "2 <= K"),
        derivation=PAIR,
    ),
    Variant(
        "step",
        f"-(first_gap - first_theta)/lam**2 <= -(first_gap - first_theta)/({_PRODUCT})",
        statement="-D/(theta theta') >= -D/lambda^2, D = F(w(k tau)) - F(v_[k](k tau)), k = 1",
        assume=_MET,
        severity=Severity.TYPO,
        remains="True with |D| for D, which is what Theorem 1 bounds (`final`)",
        examples=(_BELOW,),
    ),
    Variant(
        "final",
        f"-C*h/lam**2 <= -(first_gap - first_theta)/({_PRODUCT})",
        statement="-D/(theta theta') >= - rho h(tau)/lambda^2",
        assume=(*_MET, "2 <= K"),
        where=H,
        derivation=average("xi") + FIRST_PAIR,
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
            "K*tau*eta*phi - (K - 1)*C*h/lam**2 <= 1/final_theta - 1/gap(0)",
            statement=statement,
            assume=_MET,
            where=where,
            derivation="" if examples else GROWN,
            severity=Severity.TYPO if examples else None,
            remains="True with the square, as Lemma 7 prints it (`lemma-7`)" if examples else "",
            examples=examples,
        )
        for label, statement, where, examples in (
            ("lemma-7", "omega with the square, no noise", SQUARED, ()),
            ("main", "omega without the square, no noise", PRINTED, (FAR,)),
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
        "lam**2 <= final_gap*final_theta",
        statement="at t = T, k = K",
        assume=(*_MET, "lam <= final_gap"),
        derivation=PRODUCT,
    ),
    Variant(
        "any-t",
        "lam**2 <= smallest_gap*smallest_theta",
        statement="at every t and k, as printed",
        assume=(*_MET, "lam <= final_gap < 1"),
        severity=Severity.MISSING,
        remains="True at t = T, k = K, where alone it is used (`at-T`)",
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
        "-(final_theta - final_gap)/lam**2 <= 1/final_gap - 1/final_theta",
        statement="... >= -(1/lambda^2) E(F(v_[K](T)) - F(w(T))), no noise",
        assume=(*_MET, "lam <= final_gap < 1"),
        severity=Severity.TYPO,
        remains="True with |F(v) - F(w)|, and so are the display's two ends (`final`)",
        examples=(_ABOVE,),
    ),
    Variant(
        "final",
        "-C*h/lam**2 <= 1/final_gap - 1/final_theta",
        statement="the display's two ends, no noise",
        assume=(*_MET, "lam <= final_gap"),
        where=H,
        derivation=average("xi") + AVERAGED,
    ),
)
