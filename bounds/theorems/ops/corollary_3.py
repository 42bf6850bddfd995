"""ops, Corollary 3: Theorem 2's bound at "an optimal step size".

B(gamma) = gamma (n C_1 G^2 + (1 + n C_2) sigma^2) T + n R^2/(2 gamma), the right side of (1), with the constants that
the paper prints: C_2 = 8 (n^n - 1) n^n (C = 4, q = 1 - n^-n, delta_min = n^-n; 0 for one node), C_1 = 4 C_2 + 1. O(.)
is read with an explicit constant, 100 sqrt(C_1) (C_1 depends on the network alone); any larger one fails at a larger
T or a smaller R; for a constant that may depend on all but T see `ops.optimal-in-t`. All variants but `regret` and
`regret-inside` are about B, as "easily verified by setting" has it.

`main`: gamma = sqrt(nR)/(sigma sqrt(1 + n C_2) + G sqrt(n C_1 T)), R_T <= O(nGR sqrt T + sigma R (1 + sqrt(n C_2))
sqrt(nT)): false. The noise part of the step has no T, so its share of B grows like T; and R stands where R^2 belongs.
`main-radius`: ||x - y||^2 <= R, so R for R^2 in (1) and sqrt R for R in the claim: still false, for the first reason.
`supplement`: gamma = sqrt(n) R/sqrt((1 + n C_2) sigma^2 + sqrt(n) C_1 G^2 T): false for the same. `repaired`: gamma = R
sqrt(n/(2 T (n C_1 G^2 + (1 + n C_2) sigma^2))) minimises B; with A = n C_1 G^2 + (1 + n C_2) sigma^2, B = R sqrt(2 n T
A), and the root of a sum is at most the sum of the roots. The factor is the bound's, not the regret's: without it,
`ops.step-for-weights`.

R_T itself. `regret`: the main text's step, R a bound on squared distances as Assumption 1.6 prints it: false even for
one node, one round and no noise, since models go sqrt(R) far and the claim says R. `regret-inside`: the most that can
be granted, ||x - y|| <= R, R for sqrt R in the step, and all models in the domain for certain: false too, for any
constant in O(.). One node suffers (G/p)|x - b| with probability p = G^2/(G^2 + sigma^2), else 0, so F = G|x - b| and
the variance of the gradient is sigma^2; with b = gamma G/(2p) its models are 0 and 2b, each at distance b of x* = b
in every round, and R_T = T gamma G^2/(2p). At gamma = R/(sigma + G sqrt T), as n = C_1 = 1 and C_2 = 0, that is about
sigma/(2G) times the claim, for sigma/G up to T^(1/4), beyond which models leave the domain; the supplement's step is
between gamma and sqrt 2 gamma. (The claim is formula against formula: the run is too long to be played.)
"""

from collections.abc import Mapping

from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .uniform import ANY

__all__ = ["BOUND", "COROLLARY_3", "FAMILY", "LONG", "MAIN", "NOISY", "REPAIRED", "SIGNS", "SUPPLEMENT"]

FAMILY = scalars("n", "G sigma R T")
# 2 C q/(delta_min (1 - q)) at C = 4, q = 1 - n^-n, delta = n^-n
PRINTED = {"C2": "8*(n**n - 1)*n**n", "C1": "4*C2 + 1"}
BOUND = "gamma*(n*C1*G**2 + (1 + n*C2)*sigma**2)*{T} + n*{R2}/(2*gamma)"
MAIN = PRINTED | {"gamma": "sqrt(n*R)/(sigma*sqrt(1 + n*C2) + G*sqrt(n*C1*T))"}
SUPPLEMENT = PRINTED | {"gamma": "sqrt(n)*R/sqrt((1 + n*C2)*sigma**2 + sqrt(n)*C1*G**2*T)"}
REPAIRED = PRINTED | {"gamma": "R*sqrt(n/(2*T*(n*C1*G**2 + (1 + n*C2)*sigma**2)))"}
_CLAIM = "{c}*sqrt(C1)*(n*G*{R}*sqrt(T) + sigma*{R}*(1 + sqrt(n*C2))*sqrt(n*T))"
NOISY = {"G": "1/10000000000", "sigma": 1, "R": 1, "T": 100000000, "n": 1}  # C_2 = 0
LONG = "T >= 1"
# the first lines of every derivation about B
SIGNS = """
power: n**n >= 1 by longer_power(n, 0, n)
c2: C2 >= 0 by power
c1: C1 > 0 by c2
noise: 1 + n*C2 > 0 by c2
let A = n*C1*G**2 + (1 + n*C2)*sigma**2
a: A > 0 by c1, noise
"""
_REPAIRED = f"""{SIGNS}\
let h = sqrt(n/(2*T*A)), S = n*G*sqrt(T) + sigma*(1 + sqrt(n*C2))*sqrt(n*T)
short: n*T*A <= C1*S**2 by c2, sigma > 0, T > 0, n > 0
long: 2*T*A*h <= sqrt(2)*sqrt(C1)*S by root, short
scaled: R*(2*T*A*h) <= R*(sqrt(2)*sqrt(C1)*S) by long with sqrt(R)
claim by scaled
"""


def _at_a_printed_step(
    label: str, statement: str, where: Mapping[str, str], R2: str = "R**2", R: str = "R"
) -> Variant:
    return Variant(
        label,
        f"{BOUND.format(T='T', R2=R2)} <= {_CLAIM.format(c=100, R=R)}",
        statement=statement,
        assume=(LONG,),
        where=where,
        examples=(NOISY,),
        severity=Severity.CONSTANT,
        remains=(
            "At the step that minimises (1) the claim holds, times a constant of the network; at the "
            "printed step it is O(sqrt T) for T alone growing."
        ),
    )


COROLLARY_3 = Theorem(
    id="ops.corollary-3",
    title="regret at the printed step sizes",
    place="ops, Corollary 3, (2), main text and supplement",
    statement="R_T <= O(n G R sqrt T + sigma R (1 + sqrt(n C_2)) sqrt(n T))",
    family=FAMILY,
    first=None,
    variants=(
        _at_a_printed_step("main", "(1) at the main text's step is O(...)", MAIN),
        _at_a_printed_step(
            "main-radius",
            "(1) at the main text's step is O(...), R a bound on squared distances throughout",
            MAIN,
            R2="R",
            R="sqrt(R)",
        ),
        _at_a_printed_step("supplement", "(1) at the supplement's step is O(...)", SUPPLEMENT),
        Variant(
            "regret",
            "regret(1) <= 100*n*G*R",
            statement="R_T itself at the main text's step, ||x - y||^2 <= R; n = T = 1, sigma = 0, so sqrt R = "
            "gamma G",
            assume=("n == 1", "reach2(1) <= R"),
            where={"R": "(gamma*G)**2"},
            family=ANY,
            examples=(
                {
                    **{"n": 1, "S": 1, "P": 2, "W": [[[1]]], "g": [[0], [1]]},
                    **{"b": [[0], ["1/1000"]], "gamma": "1/1000"},
                },
            ),
            severity=Severity.TYPO,
            remains="With R^2 for R in the step and in Assumption 1.6 the units agree.",
        ),
        Variant(
            "regret-inside",
            "T*gamma*G**2/(2*p) <= 100*(G*R*sqrt(T) + sigma*R*sqrt(T))",
            statement="R_T of one node with losses (G/p)|x - b| of chance p at the main text's step, R the "
            "domain's diameter",
            assume=(LONG, "gamma*G/p <= R"),
            where={"p": "G**2/(G**2 + sigma**2)", "gamma": "R/(sigma + G*sqrt(T))"},
            family=scalars("", "G sigma R T"),
            examples=({"G": 1, "sigma": 1000, "R": 1, "T": 10**14},),
            note="left: its regret exactly, as the docstring derives it",
            severity=Severity.CONSTANT,
            remains=(
                "For T alone growing the regret is O(sqrt T); a constant that serves every sigma/G needs "
                "the repaired step."
            ),
        ),
        Variant(
            "repaired",
            f"{BOUND.format(T='T', R2='R**2')} <= {_CLAIM.format(c='sqrt(2)', R='R')}",
            statement="(1) at gamma = R sqrt(n/(2 T (n C_1 G^2 + (1 + n C_2) sigma^2))), with the constant "
            "sqrt(2 C_1)",
            assume=(LONG,),
            where=REPAIRED,
            derivation=_REPAIRED,
        ),
    ),
)
