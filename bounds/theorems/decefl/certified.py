"""The variants `certified` of DeceFL's and DeFed's theorems: bounds in closed form from a comparison system.

No bound on gradients is assumed, and none enters: the constants are those of the steps (L, mu: the largest and the
smallest curvature that a client's step sees), of W, of the start, and g, the norm of the clients' gradients at w*.
They are smaller than those of `repaired` by what `benchmarks/certified.txt` measures.

Setting. w(t+1) = W w(t) - eta (grad + noise), W symmetric, W 1 = 1, its other eigenvalues in [lambda_n, lambda],
lambda < 1, perhaps another W every round; h = (grad F_k(w*))_k, g = ||h||, sum_k h_k = 0; V the noise's variance,
all clients' together. M = (L + mu)/2, D = (L - mu)/2, sigma = 1 + lambda_n - eta (L + mu) > 0, R = 1/(1 - lambda) +
1/sigma at the largest step. With y = w - 1 w*, in root mean square: e = sqrt(K) ||wbar - w*||, s = ||w - 1 wbar||, x
= ||y||.

The idea, whose lines are in `certified_lines`, `certified_noisy` and `certified_fixed`. One round has
(1) x+^2 <= (1 - eta mu)^2 x^2 + eta^2 (R g^2/2 + V): there is a symmetric H, mu <= H <= L, with grad - h = H y, and
N = W - eta H lies between -a and a, a = 1 - eta mu. By Cauchy and Schwarz ||N y - eta h||^2 <= a^2 ||y||^2 + eta^2 a^2
h'(a^2 - N^2)^-1 h, and 2a (a^2 - N^2)^-1 = (a - N)^-1 + (a + N)^-1, where a - N is at least I - W, a + N sigma.
(2) s+^2 <= (b s + eta D x + eta g)^2 + eta^2 V with b = max(lambda - eta M, eta M - lambda_n), for H y is M y and a
vector of length at most D x.
(3) e+ <= (1 - eta M) e + eta D x without noise, (4) e+^2 <= (1 - eta mu)^2 e^2 + eta D (1 - eta mu) s^2 + eta^2 V/K.

Decaying steps, u = 1/(t + Gamma): by induction (5) x^2 <= C u, which is what the second entry of X says, C = Gamma X^2;
(6) s <= zeta u: hardest at the start where b = eta M - lambda_n (`low`), and with sqrt(C u) as it is or at its largest
where b = lambda - eta M (`high`); noise adds a term N to zeta so that the square grows by delta^2 V; (7) e <= A u by
(3), e^2 <= A u by (4).

A fixed step: (1) gives x <= a^t x(0) + Y, (2) s <= S + Z a^t, and (4) with s^2 <= 2 S^2 + 2 Z^2 a^(2t) gives e^2 <= P
a^t + Q. Last, F(wbar) - F* <= (L_F/2) ||wbar - w*||^2, L_F <= max_k L_k.

The steps' range is that of `repaired`, but open: at its end R has no bound, and near it the constants grow.
"""

from ...family import Family
from ...theorem import Variant
from .certified_fixed import GAP
from .certified_lines import MEAN, SPREAD
from .certified_noisy import MEAN_SQUARE

__all__ = ["certified", "certified_gap", "certified_mean_square", "settled_spread"]

_VARIANCE = "K**2*noise2(0)"  # of all clients' steps together


def _definitions(L: str, mu: str, noisy: bool) -> dict[str, str]:
    """R, X, zeta and what they are made of; L and mu are the names of the curvatures that a step sees."""
    total = f"({L} + {mu})"
    noise = " + variance" if noisy else ""
    named = {
        "R": f"1/(1 - lam) + 1/(1 + lam_n - delta/Gamma*{total})",
        **({"variance": _VARIANCE} if noisy else {}),
        "decay": f"2*delta*{mu} - 1 - (delta*{mu})**2/Gamma",
        "X": f"max(distance(0), sqrt(delta**2*(gstar**2*R/2{noise})/(Gamma*decay)))",
        "pull": f"({L} - {mu})/2*X",
        "later": f"gstar + sqrt(gstar**2 + (1 - lam)*Gamma*pull**2/(delta*{total}/2 - 1))",
        "high": "min(delta*(gstar + pull), delta*later/2)/(1 - lam)",
        "first": f"1 + lam_n - (delta*{total}/2 + 1)/Gamma",
        "low": "delta*(gstar + pull)/first",
    }
    if not noisy:
        return named | {"zeta": "max(Gamma*spread(0), low, high)"}
    named["shaken"] = "delta*sqrt(variance/(min(1 - lam, first)*(1 - 1/Gamma)))"
    return named | {"zeta": "max(Gamma*spread(0), max(low, high) + shaken)"}


def _assumed(L: str, mu: str) -> tuple[str, ...]:
    return ("lam < 1", f"delta*{mu} > 1", f"delta/Gamma < (1 + lam_n)/({L} + {mu})")


def certified() -> tuple[Variant, Variant]:
    """Spread and error of the mean under full, unscaled gradients."""
    return (
        Variant(
            "certified",
            "spread(t) <= zeta/(t + Gamma)",
            statement="(5) without a bound on gradients, from a comparison system: zeta near delta g*/(1 - lambda)",
            assume=_assumed("L", "mu"),
            where=_definitions("L", "mu", noisy=False),
            derivation=SPREAD,
        ),
        Variant(
            "certified-mean",
            "error(t) <= zeta_mean/(t + Gamma)",
            statement="(6) with the zeta of `certified` and (L - mu)/(2 sqrt((mu delta - 1)(L delta - 1))) for "
            "L/(mu delta - 1)",
            assume=_assumed("L", "mu"),
            where={
                **_definitions("L", "mu", noisy=False),
                "zeta_mean": "max(Gamma*error(0), delta*(L - mu)/2*zeta/sqrt(K*(delta*mu - 1)*(delta*L - 1)))",
            },
            derivation=MEAN,
        ),
    )


def certified_mean_square() -> Variant:
    """Mean square error of the mean under scaled, noisy gradients."""
    return Variant(
        "certified",
        "error2(t) <= zeta_mean/(t + Gamma)",
        statement="without a bound chi^2 on gradients: from a comparison system",
        assume=_assumed("sharpest", "flattest"),
        where={
            **_definitions("sharpest", "flattest", noisy=True),
            "driven": "delta**2*variance/K + delta*(sharpest - flattest)/2*zeta**2/Gamma",
            "zeta_mean": "max(Gamma*error2(0), driven/(K*decay))",
        },
        derivation=MEAN_SQUARE,
    )


def settled_spread(
    L: str,
    mu: str,
    *,
    driven: str,
    beta: str,
    apart: str,
    spread: str = "spread(0)",
    distance: str = "distance(0)",
) -> dict[str, str]:
    """S and Z of a fixed step, where s <= S + Z (1 - eta mu)^t, and what they are made of; it reads `variance`.

    driven: what h adds to x^2 in a round, over eta^2; beta: 1 - b; apart: 1 - eta mu - b; spread, distance: s(0), x(0)
    """
    half = f"({L} - {mu})/2"
    return {
        "Y": f"sqrt(eta*({driven} + variance)/({mu}*(2 - eta*{mu})))",
        "beta": beta,
        "S": f"eta*(gstar + {half}*Y)/beta + eta*sqrt(variance/beta)",
        "apart": apart,
        "Z": f"max({spread}, eta*{half}*{distance}/apart)",
    }


def certified_gap(family: Family) -> Variant:
    """The gap under a fixed step and scaled, noisy gradients."""
    half = "(sharpest - flattest)/2"
    return Variant(
        "certified",
        "gap(t) <= L/(2*K)*(P*(1 - flattest*eta)**t + Q)",
        statement="without a bound chi^2 on gradients: (L/(2K)) (P (1 - eta mu_s)^t + Q), mu_s the smallest "
        "(m_k/m) mu_k",
        assume=("lam < 1", "eta < (1 + lam_n)/(sharpest + flattest)"),
        where={
            "middle": "eta*(sharpest + flattest)/2",
            "variance": _VARIANCE,
            "R": "1/(1 - lam) + 1/(1 + lam_n - 2*middle)",
            **settled_spread(
                "sharpest",
                "flattest",
                driven="gstar**2*R/2",
                beta="min(1 - lam + middle, 1 + lam_n - middle)",
                apart=f"min(1 - lam + eta*{half}, 1 + lam_n - eta*(sharpest + 3*flattest)/2)",
            ),
            "P": "max(K*error2(0), (sharpest - flattest)*Z**2/flattest)",
            "Q": "((sharpest - flattest)*S**2 + eta*variance/K)/(flattest*(2 - eta*flattest))",
        },
        family=family,
        derivation=GAP,
    )
