"""The variants `certified` of DeceFL's and DeFed's theorems: bounds in closed form from a comparison system.

No bound on gradients is assumed, and none enters: the constants are those of the steps (L, mu: the largest and the
smallest curvature that a client's step sees), of W, of the start, and g, the norm of the clients' gradients at w*.
They are smaller than those of `repaired` by what `benchmarks/certified.txt` measures.

Setting. w(t+1) = W w(t) - eta (grad + noise), W symmetric, W 1 = 1, its other eigenvalues in [lambda_n, lambda],
lambda < 1, perhaps another W every round; h = (grad F_k(w*))_k, g = ||h||, sum_k h_k = 0; V the noise's variance,
all clients' together. M = (L + mu)/2, D = (L - mu)/2, sigma = 1 + lambda_n - eta (L + mu) > 0, R = 1/(1 - lambda) +
1/sigma at the largest step. With y = w - 1 w*, in root mean square: e = sqrt(K) ||wbar - w*||, s = ||w - 1 wbar||, x
= ||y||.

`certified_lines` has the lines without noise.

One round. There is a symmetric H, mu <= H <= L, with grad - h = H y, so y+ = N y - eta h - eta noise, N = W - eta H.

(1) x+^2 <= (1 - eta mu)^2 x^2 + eta^2 (R g^2/2 + V). Put a = 1 - eta mu. Then -a <= N <= a, as lambda_n - eta L >=
-a. By Cauchy and Schwarz ||N y - eta h||^2 <= a^2 ||y||^2 + eta^2 a^2 h'(a^2 - N^2)^-1 h, and 2a (a^2 - N^2)^-1 = (a
- N)^-1 + (a + N)^-1, where a - N >= I - W, which is at least 1 - lambda on vectors of mean zero, and a + N >= sigma.
(2) With b = max(lambda - eta M, eta M - lambda_n): s+^2 <= (b s + eta D x + eta g)^2 + eta^2 V, for H y is M y and a
vector of length at most D x. (3) e+ <= (1 - eta M) e + eta D x, without noise. (4) e+^2 <= (1 - eta mu)^2 e^2 + eta
D (1 - eta mu) s^2 + eta^2 V/K: the mean part of H y is M ybar + D q, |q| <= x, and in ((1 - eta M) e + eta D |q|)^2
one has 2 e |q| <= e^2 + |q|^2.

Decaying steps: eta = delta u, u = 1/(t + Gamma) <= 1/Gamma. Each bound is shown for all t by induction; u - u^2 is
at most the next u.
(5) x^2 <= C u, C = Gamma X^2. By (1) that needs (1 - delta mu u)^2 C u + delta^2 u^2 (R g^2/2 + V) <= C (u - u^2),
which is what the second entry of X says.
(6) s <= zeta u. Put G = g + D sqrt(C u). Without noise b B + delta G <= (1 - u) B is enough for s <= B u. Where b =
eta M - lambda_n this is (1 + lambda_n - (delta M + 1) u) B >= delta G, hardest at u = 1/Gamma: `low`. Where b =
lambda - eta M it is (1 - lambda + (delta M - 1) u) B >= delta G. That holds if (1 - lambda) B >= delta (g + D X),
and also if the quadratic in sqrt(u) has no two zeros: the two entries of `high`. With noise B + N takes the place of
B, N = delta sqrt(V)/sqrt(beta (1 - 1/Gamma)), beta <= 1 - u - b: the square ((1 - u) (B + N))^2 is above (b (B + N)
+ delta G)^2 by at least (1 - u - b) N (1 - u + b) N >= delta^2 V.
(7) Without noise e <= A u, A = sqrt(K) zeta~: by (3), (delta M - 1) A >= delta D sqrt(A^2 + zeta^2) is enough, which
is A sqrt((delta mu - 1)(delta L - 1)) >= delta D zeta, for that product is (delta M - 1)^2 - (delta D)^2. With noise
e^2 <= A u, A = K zeta~: by (4), (2 delta mu - 1 - (delta mu)^2 u) A >= delta^2 V/K + delta D zeta^2 u, and u <=
1/Gamma.

A fixed step, the variant of Proposition 1. (1) gives x <= a^t x(0) + Y. (2) gives s <= S + Z a^t: S is left in place
as in (6), with beta = 1 - b, and (a - b) Z >= eta D x(0). (4) with s^2 <= 2 S^2 + 2 Z^2 a^(2t) gives e^2 <= P a^t +
Q: mu P >= 2 D Z^2 and mu (2 - eta mu) Q = 2 D S^2 + eta V/K. Last, F(wbar) - F* <= (L_F/2) ||wbar - w*||^2, L_F <=
max_k L_k.

The steps' range is that of `repaired`, but open: at its end R has no bound, and near it the constants grow.
"""

from ...family import Family
from ...theorem import Variant
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
        proved=True,
    )
