"""ALI-DPFL, Algorithms 1 and 2: when they stop, and what they release.

`while c_b < C_b and p_b < P_b` checks before a round, whose tau* steps then cost tau* p: a client with s <
P_b spent may end with s + tau* p > P_b (`own-counter`), likewise communication (`communication`). As printed
p_b is one counter to which all N clients add: it overshoots too when tau* grows (`shared-counter`), and
otherwise stops far too early, each client having used P_b/N (`shared-counter-used`). Adding up p is itself
only right for Renyi losses at one order. What remains true is plain: the overshoot is less than one round's cost, and
a check of p_b + tau* p <= P_b before the round avoids it.

Algorithm 1's `k = 1; while k < K` runs K - 1 rounds, not the K of T = K tau (`rounds`).

Algorithm 2 sends rho_i, beta_i and xi_i, functions of the data, without noise. A release without noise is
(eps, delta)-DP with delta < 1 only if it is the same on neighbouring data sets, since an event has
probability 1 on one and 0 on the other otherwise. For two records with losses a_j w^2/2 beta_i estimates (a_1
+ a_2)/2, and a_1 without the second record (`noiseless-release`). So Theorem 3 does not cover Algorithm 2,
whatever sigma. No small repair: the estimates need sensitivity bounds and noise of their own, paid from the
same budget. Where w_i(t) = w(t), as for N = 1, rho_i and beta_i are 0/0.
"""

from ...domains import POSITIVE
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity

_FAMILY = scalars("tau N", s=POSITIVE, p=POSITIVE, P_b=POSITIVE)
_REMAINS = (
    "The overshoot is below one round's cost tau p; checking s + tau p <= P_b before the round avoids it"
)
_ROUND = {"tau": 2, "N": 1, "s": 1, "p": 1, "P_b": 2}

BUDGET = Theorem(
    id="alidpfl.budget",
    title="Algorithm 2's budgets",
    place="ALI-DPFL, Algorithm 2",
    statement="the loop stops before a budget is exceeded, and what is released is private",
    family=_FAMILY,
    first=None,
    variants=(
        Variant(
            "own-counter",
            "s + tau*p <= P_b",
            statement="a counter for each client: what is spent after a round is at most P_b",
            assume=("s < P_b",),
            severity=Severity.MISSING,
            remains=_REMAINS,
            examples=(_ROUND,),
        ),
        Variant(
            "shared-counter",
            "s + tau*p <= P_b",
            statement="one counter for all clients, as printed: what a client has spent after a round is at most P_b",
            assume=("N*s < P_b",),
            severity=Severity.MISSING,
            remains=_REMAINS,
            examples=(_ROUND,),
        ),
        Variant(
            "shared-counter-used",
            "P_b <= s",
            statement="one counter for all clients: when it stops the loop, every client has spent P_b",
            assume=("N*s >= P_b",),
            severity=Severity.MISSING,
            remains="The clients together have added up P_b, each about P_b/N; a counter for each client mends it",
            examples=({**_ROUND, "N": 2},),
        ),
        Variant(
            "communication",
            "c + r <= C_b",
            statement="communication spent after a round of cost r is at most C_b",
            assume=("c < C_b",),
            family=scalars(c=POSITIVE, r=POSITIVE, C_b=POSITIVE),
            severity=Severity.MISSING,
            remains="The overshoot is below one round's cost r; checking c + r <= C_b before the round avoids it",
            examples=({"c": 1, "r": 2, "C_b": 2},),
        ),
        Variant(
            "noiseless-release",
            "(a_1 + a_2)/2 == a_1",
            statement="beta_i is the same with and without a record, as a private release without noise must be",
            family=scalars(a_1=POSITIVE, a_2=POSITIVE),
            severity=Severity.SUBSTANCE,
            remains="Theorem 3 covers the models alone; the estimates need noise of their own, from the same budget",
            examples=({"a_1": 1, "a_2": 2},),
        ),
    ),
)

ROUNDS = Theorem(
    id="alidpfl.rounds",
    title="rounds of Algorithm 1",
    place="ALI-DPFL, Algorithm 1",
    statement="Algorithm 1 takes T = K tau local steps",
    family=scalars("K tau"),
    first=None,
    variants=(
        Variant(
            "main",
            "(K - 1)*tau == K*tau",
            statement="`k = 1; while k < K` takes K tau steps",
            severity=Severity.TYPO,
            remains="With `k = 0` it takes K tau steps",
            examples=({"K": 1, "tau": 1},),
        ),
    ),
)
