"""ALI-DPFL: claims on the minimizer of G(tau), (13), and on resources.

"tau = 1 can make h(x) = 0, and the bound (12) is minimized": at a fixed T, for h as summed or as in (11),
G(1) <= G(tau) wherever (12) applies at tau (`fixed-T`, `fixed-T-eq-11`). Proof: h is convex with h(0) = 0, so
h(tau)/tau does not decrease. phi is held, as Algorithm 2 holds it. "Therefore, when R_s >= R_c, tau = 1 is
the optimal choice" is true if T = min(tau R_s, R_c) (`capped`: T = R_c for every tau), false if T = tau R_s
(`communication`).

"When the total amount of resources is fixed, tau = 1 can maximize the number of iterations": min(tau R_s,
R_c) does not decrease in tau, so it is true for R_s >= R_c only (`iterations`, `iterations-condition-1`).

Algorithm 2 minimizes the printed formula over tau and never checks condition 2. Past the pole the formula is
negative, hence smaller than any valid value (`feasible`); and if clients are alike and noise is small, T =
tau R_s makes it fall for ever: the minimizer is whatever cap is set (`finite`, at the experiments' cap of
100). `bounds.best_tau` is the printed search; `bounds.repaired_best_tau` minimizes a proved bound, whose
minimizer is finite, uses whole rounds and stays within both resources.
"""

from ...domains import POSITIVE, UNIT
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity

_FAMILY = scalars(
    "tau T B R_s R_c",
    xi=UNIT,
    n=UNIT,
    rho=POSITIVE,
    lam=POSITIVE,
    phi=POSITIVE,
    eta=POSITIVE,
    beta=POSITIVE,
)


def _h(tau: str, last: str = "xi") -> str:
    return f"((xi + n)/beta*((eta*beta + 1)**({tau}) - 1) - eta*({last} + n)*({tau}))"


def _rate(tau: str, last: str = "xi") -> str:
    return f"(eta*phi - rho*{_h(tau, last)}/(({tau})*lam**2))"


_ALL = {
    "tau": 2,
    "T": 1,
    "B": 1,
    "R_s": 1,
    "R_c": 1,
    "xi": 0,
    "n": 0,
    "rho": 1,
    "lam": 1,
    "phi": 1,
    "eta": 1,
    "beta": 1,
}


def _least(
    label: str,
    statement: str,
    T: str,
    *assume: str,
    last: str = "xi",
    remains: str = "",
    examples: tuple[dict[str, int], ...] = (),
) -> Variant:
    """G(1) <= G(tau), without the common sqrt(3)/3; T is a formula of TAU."""
    left, right = (f"1/(({T.replace('TAU', tau)})*{_rate(tau, last)})" for tau in ("1", "tau"))
    return Variant(
        label,
        f"{left} <= {right}",
        statement=statement,
        assume=(f"0 < {_rate('tau', last)}", *assume),
        derivation=_DERIVED.get(label, ""),
        severity=Severity.MISSING if examples else None,
        remains=remains,
        examples=examples,
    )


_ITERATIONS_CONDITION_1_PROOF = """
m: min(R_s, R_c) >= R_c by cases min(R_s, R_c) == R_s, min(R_s, R_c) == R_c
  case
    m2: min(R_s, R_c) >= R_c by case, assume1
  case
    m3: min(R_s, R_c) >= R_c by case
claim by m
"""

_DERIVED = {
    "fixed-T": """
let a = eta*phi, b = eta*phi - rho*((xi + n)/beta*((eta*beta + 1)**tau - 1) - eta*(xi + n)*tau)/(tau*lam**2)
grown: ((eta*beta + 1)**tau - 1)/beta >= eta*tau by bernoulli(eta*beta, tau)
less: b <= a by grown, xi + n >= 0
claim by less
""",
    "fixed-T-eq-11": """
let a = eta*phi - rho*eta*xi*(1 - 1/B)/lam**2
let b = eta*phi - rho*((xi + n)/beta*((eta*beta + 1)**tau - 1) - eta*(xi/B + n)*tau)/(tau*lam**2)
grown: ((eta*beta + 1)**tau - 1)/beta >= eta*tau by bernoulli(eta*beta, tau)
less: b <= a by grown, xi + n >= 0, B >= 1
a > 0 by less, assume1
T*a > 0 by a > 0
claim by less
""",
    "capped": """
let a = eta*phi, b = eta*phi - rho*((xi + n)/beta*((eta*beta + 1)**tau - 1) - eta*(xi + n)*tau)/(tau*lam**2)
grown: ((eta*beta + 1)**tau - 1)/beta >= eta*tau by bernoulli(eta*beta, tau)
less: b <= a by grown, xi + n >= 0
let few = min(R_s, R_c), many = min(tau*R_s, R_c)
m: few >= R_c by cases few == R_s, few == R_c
  case
    few >= R_c by case, assume2
  case
    few >= R_c by case
one: few > 0 by m
pos: many > 0 by cases many == tau*R_s, many == R_c
  case
    many > 0 by case
  case
    many > 0 by case
least: many <= few by m
first: many*b <= few*b by least, assume1
second: few*b <= few*a by less, one
many*b > 0 by pos, assume1
claim
""",
}

BEST_TAU = Theorem(
    id="alidpfl.best-tau",
    title="the minimizer of G(tau)",
    place="ALI-DPFL, (13), Algorithm 2 and the remarks of the experiments",
    statement="tau = 1 minimizes G and maximizes the number of iterations; Algorithm 2's tau is one that (12) allows",
    family=_FAMILY,
    first=None,
    variants=(
        _least("fixed-T", "T fixed, h as summed: G(1) <= G(tau) where (12) applies at tau", "T"),
        _least("fixed-T-eq-11", "T fixed, h as in (11)", "T", last="xi/B"),
        _least("capped", "T = min(tau R_s, R_c) and R_s >= R_c", "min(TAU*R_s, R_c)", "R_c <= R_s"),
        _least(
            "communication",
            "T = tau R_s and R_s >= R_c",
            "TAU*R_s",
            "R_c <= R_s",
            remains="True if T is held (`fixed-T`) or capped by the privacy budget (`capped`)",
            examples=(_ALL,),
        ),
        Variant(
            "iterations",
            "min(tau*R_s, R_c) <= min(R_s, R_c)",
            statement="min(tau R_s, R_c) is largest at tau = 1",
            severity=Severity.MISSING,
            remains="True for R_s >= R_c (`iterations-condition-1`)",
            examples=({**_ALL, "R_c": 2},),
        ),
        Variant(
            "iterations-condition-1",
            "min(tau*R_s, R_c) <= min(R_s, R_c)",
            statement="min(tau R_s, R_c) is largest at tau = 1 if R_s >= R_c",
            assume=("R_c <= R_s",),
            derivation=_ITERATIONS_CONDITION_1_PROOF,
        ),
        Variant(
            "feasible",
            f"0 < {_rate('tau')}",
            statement="a tau with G(tau) <= G(1) meets condition 2, T fixed, if tau = 1 does",
            assume=(f"0 < {_rate('1')}", f"1/{_rate('tau')} <= 1/{_rate('1')}"),
            severity=Severity.MISSING,
            remains="True where the search checks condition 2; `bounds.repaired_best_tau` has no such condition",
            examples=({**_ALL, "xi": 1, "rho": 4},),
        ),
        Variant(
            "finite",
            f"1/(100*R_s*{_rate('100')}) <= 1/(101*R_s*{_rate('101')})",
            statement="with T = tau R_s G no longer falls at the cap: G(100) <= G(101) where (12) applies",
            assume=(f"0 < {_rate('101')}",),
            severity=Severity.MISSING,
            remains="With T = min(tau R_s, R_c) the minimizer is finite (`capped`, `bounds.repaired_best_tau`)",
            examples=(_ALL,),
        ),
    ),
)
