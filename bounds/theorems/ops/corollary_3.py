"""ops, Corollary 3 and the remarks on it: Theorem 2's bound at "an optimal step size".

B(gamma) = gamma (n C_1 G^2 + (1 + n C_2) sigma^2) T + n R^2/(2 gamma), the right side of (1), C_1 = 4 C_2 + 1. O(.)
is read with an explicit constant, 100 sqrt(C_1) (C_1 depends on the network alone); any larger one fails at a larger
T or a smaller R. All variants but `regret` are about B, as "easily verified by setting" has it.

`main`: gamma = sqrt(nR)/(sigma sqrt(1 + n C_2) + G sqrt(n C_1 T)), R_T <= O(nGR sqrt T + sigma R (1 + sqrt(n C_2))
sqrt(nT)): false. The noise part of the step has no T, so its share of B grows like T; and R stands where R^2 belongs.
`main-radius`: ||x - y||^2 <= R, so R for R^2 in (1) and sqrt R for R in the claim: still false, for the first reason.
`supplement`: gamma = sqrt(n) R/sqrt((1 + n C_2) sigma^2 + sqrt(n) C_1 G^2 T): false for the same. `repaired`: gamma =
R sqrt(n/(2 T (n C_1 G^2 + (1 + n C_2) sigma^2))) minimises B; with A = n C_1 G^2 + (1 + n C_2) sigma^2, B = R sqrt(2
n T A) <= sqrt 2 sqrt(C_1) (n G R sqrt T + sigma R (1 + sqrt(n C_2)) sqrt(n T)), as the root of a sum is at most the
sum of the roots.  []

R_T itself. `regret`: the main text's step, R a bound on squared distances as Assumption 1.6 prints it: false even for
one node, one round and no noise, since models go sqrt(R) far and the claim says R. With R for sqrt(R) and only x* in
the domain it is false in the long run, for either step: one node, f = (sigma/sqrt T)|x| with noise sigma makes of the
models a walk of width R sqrt T, and the regret grows like sigma R T. With all models in the domain no run is known to
break it; nor is it proved.

`ops.single-node` (n = 1, sigma = 0, C_1 = 1: O(GR sqrt T)): the main text's step gives G sqrt(RT) + R^(3/2) G
sqrt(T)/2, false for small R and for large; the supplement's gives 3 GR sqrt(T)/2. `ops.optimal-in-t` ("optimal
dependence on T", so B = O(sqrt T)): false for both printed steps when sigma > 0, true for the repaired one.
"""

from ...scalars import scalars
from ...theorem import Theorem, Variant
from .uniform import ANY

_FAMILY = scalars("n", "G sigma R C2 T")
_B = "gamma*(n*C1*G**2 + (1 + n*C2)*sigma**2)*{T} + n*{R2}/(2*gamma)"
_MAIN = {"C1": "4*C2 + 1", "gamma": "sqrt(n*R)/(sigma*sqrt(1 + n*C2) + G*sqrt(n*C1*T))"}
_SUPPLEMENT = {"C1": "4*C2 + 1", "gamma": "sqrt(n)*R/sqrt((1 + n*C2)*sigma**2 + sqrt(n)*C1*G**2*T)"}
_REPAIRED = {"C1": "4*C2 + 1", "gamma": "R*sqrt(n/(2*T*(n*C1*G**2 + (1 + n*C2)*sigma**2)))"}
_CLAIM = "{c}*sqrt(C1)*(n*G*{R}*sqrt(T) + sigma*{R}*(1 + sqrt(n*C2))*sqrt(n*T))"
_NOISY = {"G": "1/10000000000", "sigma": 1, "R": 1, "C2": 4, "T": 100000000, "n": 1}
_PLACE = "ops, Corollary 3, main text and supplement, and the remarks after it"
_LONG = "T >= 1"

COROLLARY_3 = Theorem(
    id="ops.corollary-3",
    title="regret at the printed step sizes",
    place="ops, Corollary 3, (2), main text and supplement",
    statement="R_T <= O(n G R sqrt T + sigma R (1 + sqrt(n C_2)) sqrt(n T))",
    family=_FAMILY,
    first=None,
    variants=(
        Variant(
            "main",
            "(1) at the main text's step is O(...)",
            _B.format(T="T", R2="R**2"),
            _CLAIM.format(c=100, R="R"),
            assume=(_LONG,),
            where=_MAIN,
            examples=(_NOISY,),
        ),
        Variant(
            "main-radius",
            "(1) at the main text's step is O(...), R a bound on squared distances throughout",
            _B.format(T="T", R2="R"),
            _CLAIM.format(c=100, R="sqrt(R)"),
            assume=(_LONG,),
            where=_MAIN,
            examples=(_NOISY,),
        ),
        Variant(
            "supplement",
            "(1) at the supplement's step is O(...)",
            _B.format(T="T", R2="R**2"),
            _CLAIM.format(c=100, R="R"),
            assume=(_LONG,),
            where=_SUPPLEMENT,
            examples=(_NOISY,),
        ),
        Variant(
            "regret",
            "R_T itself at the main text's step, ||x - y||^2 <= R; n = T = 1, sigma = 0, so sqrt R = gamma G",
            "regret(1)",
            "100*n*G*R",
            assume=("n == 1", "reach2(1) <= R"),
            where={"R": "(gamma*G)**2"},
            family=ANY,
            examples=(
                {
                    **{"n": 1, "S": 1, "P": 2, "W": [[[1]]], "g": [[0], [1]]},
                    **{"b": [[0], ["1/1000"]], "gamma": "1/1000"},
                },
            ),
        ),
        Variant(
            "repaired",
            "(1) at gamma = R sqrt(n/(2 T (n C_1 G^2 + (1 + n C_2) sigma^2))), with the constant sqrt(2 C_1)",
            _B.format(T="T", R2="R**2"),
            _CLAIM.format(c="sqrt(2)", R="R"),
            assume=(_LONG,),
            where=_REPAIRED,
            proved=True,
        ),
    ),
)

_ONE = scalars("", "G R T")
_ONE_B = "gamma*G**2*T + R**2/(2*gamma)"

SINGLE_NODE = Theorem(
    id="ops.single-node",
    title="one node, no noise",
    place=_PLACE,
    statement="n = 1, sigma = 0: the implied bound O(G R sqrt T) matches the lower bound of online optimisation",
    family=_ONE,
    first=None,
    variants=(
        Variant(
            "main",
            "the main text's step sqrt(R)/(G sqrt T): B <= 100 G R sqrt T",
            _ONE_B,
            "100*G*R*sqrt(T)",
            where={"gamma": "sqrt(R)/(G*sqrt(T))"},
            examples=({"G": 1, "R": "1/1000000", "T": 1},),
        ),
        Variant(
            "supplement",
            "the supplement's step R/(G sqrt T): B <= 3/2 G R sqrt T",
            _ONE_B,
            "3/2*G*R*sqrt(T)",
            where={"gamma": "R/(G*sqrt(T))"},
            proved=True,
        ),
    ),
)


def _growth(label: str, statement: str, where: dict[str, str], c: str, proved: bool = False) -> Variant:
    """B at T against its value at T = 1 (with the step for T = 1) times sqrt T."""
    once = {"once": where["gamma"].replace("*T", "")}
    right = f"{c}*sqrt(T)*(" + _B.format(T="1", R2="R**2").replace("gamma", "once") + ")"
    left = _B.format(T="T", R2="R**2")
    examples = () if proved else (_NOISY,)
    return Variant(
        label, statement, left, right, assume=(_LONG,), where=where | once, proved=proved, examples=examples
    )


OPTIMAL_IN_T = Theorem(
    id="ops.optimal-in-t",
    title="dependence on the number of rounds",
    place=_PLACE,
    statement="OPS has optimal dependence on T: the bound at T is at most 100 sqrt T times the bound at T = 1",
    family=_FAMILY,
    first=None,
    variants=(
        _growth("main", "the main text's step", _MAIN, "100"),
        _growth("supplement", "the supplement's step", _SUPPLEMENT, "100"),
        _growth("repaired", "the repaired step, constant 1", _REPAIRED, "1", proved=True),
    ),
)
