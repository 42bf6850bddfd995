"""Planted changes that leave a statement true, each with the argument: what no search can refute.

Keys are `id:variant: change` as `mutation` names its plants.
"""

_EIGENVECTOR = (
    "implied: a centred v has a quotient of magnitude at most rho, only an eigenvector attains it, and the assumption"
    " that stays says it is attained"
)
_LARGEST = (
    "implied: a centred v has a quotient of at most lambda_2, only an eigenvector attains it, and the assumption that"
    " stays says it is attained"
)
_NOT_AT_ZERO = "implied: the quotient v'(E W_hat)v/|v|^2 is not defined at v = 0"
_SWARM = (
    "w(t) - 1 p'w(t) = f_t (w(0) - 1 p'w(0)), f_0 = 1, f_(t+1) = eta_t (1 - f_t), 0 <= f <= 1: the last term covers the"
    " left side, whatever else is added"
)
_FALLING = (
    "gamma is at most sqrt(R/C1)/(G sqrt T), or n^(1/4) R/(G sqrt(C1 T)), and gamma sqrt T at least the step at T = 1"
    " by which the right side divides: all that the proof needs"
)
_JENSEN = (
    "not needed: 1/u is convex for every u > 0, so X > 0 is enough, and 1/X^3 is not defined where X is 0"
)
_PRODUCT = "not needed: 0 < lam <= smallest_theta <= final_theta and lam <= final_gap multiply to the claim"
_DISTANCE = "|x| <= R alone gives |c A + x/10000| <= |A| + R/10000 for every |c| <= 1: here c = "
_BELOW_ONE = "implied: s is in [0, 1], and 0 < 36 M (eta omega)^2 < (1 - s)^2 leaves out s = 1"
_DUPLICATE = "implied: in this variant the two settings share M, eta and s, so the assumption is there twice"
_NOISE = "eta * omega * alpha2 / (2 * M)"
_MONOTONE = "(A + B G)/(1/2 - 9 G) increases in G for any A, B >= 0, and both sides use the changed one"

STILL_TRUE = {
    "alidpfl.lemma-5:repaired: without eta*beta <= 1": (
        "not needed: eta cancels, and 2 g w0 >= g^2/beta is co-coercivity"
    ),
    "alidpfl.lemma-5:repaired: g times 1/2": (
        "with g/2 for g the claim is g w0 >= g^2/(4 beta), weaker than co-coercivity, g w0 >= g^2/beta"
    ),
    "alidpfl.lemma-5:repaired: g times 2": "with 2g for g the claim is g w0 >= g^2/beta, co-coercivity itself",
    "alidpfl.jensen:repaired: without 0 < x < 1": _JENSEN,
    "alidpfl.jensen:repaired: without 0 < y < 1": _JENSEN,
    "alidpfl.eq-37:repaired: without 0 < x < 1": "not needed: 1/(1/x) is x wherever x is not 0, and undefined at 0",
    "alidpfl.lemma-6:noise-free: without eta*beta <= 1": (
        "not needed: beta-smoothness gives F(v - eta g) <= F(v) - eta g^2 + beta eta^2 g^2/2 for every eta"
    ),
    "alidpfl.eq-35:at-T: without steepest <= beta": _PRODUCT,
    "alidpfl.eq-35:at-T: without eta*beta <= 1": _PRODUCT,
    "alidpfl.eq-30:noise-free: without eta*beta <= 1": "not needed: theta <= |g| |v - w*| is convexity of F",
    "decefl.consensus:swarm-spread: right: swarm_spread(t) -> swarm_spread(t + 1)": _SWARM,
    "decefl.consensus:swarm-spread: right: step(t) -> step(t + 1) (place 2)": _SWARM,
    "decefl.consensus:swarm-fixed: left: swarm_spread(t) -> swarm_spread(t + 1)": (
        "w(t) - 1 p'w(t) = f_t (w(0) - 1 p'w(0)), f_0 = 1, f_(t+1) = eta (1 - f_t), 0 <= f <= 1: f_1 = 0, and from"
        " t = 1 on the second term on the right covers f_(t+1) <= eta"
    ),
    "decefl.consensus:swarm-mean: right: swarm_error(t) -> swarm_error(t + 1)": (
        "p'w(t) - w* = p'w(0) - w* at every t (`decefl.swarm-limit:constant`), so the round named does not matter"
    ),
    "decefl.si-remark-3:gamma: without lam < 1": "not needed: an identity wherever lam is not 1, and undefined at 1",
    "decefl.si-eq-45:factor: without 0 < lam < 1": "not needed: an identity wherever lam is not 0, and undefined at 0",
    "decefl.consensus:eq-39: right: mean_error(t) -> mean_error(t + 1)": (
        "both sides are 0 at every round: the average starts at w* and stays there"
    ),
    "decefl.si-eq-46:increasing: left: (t + Gamma) ** 2 -> (t + Gamma) ** 1": (
        "with x = t + Gamma > 0 the claim is x (x+2)^2 <= (x+1)^4, and the difference is x^4 + 3 x^3 + 2 x^2 + 1"
    ),
    "ops.optimal-in-t:repaired: without T >= 1": "not needed: both sides are R sqrt(2 n T A) for every T > 0",
    "ops.optimal-in-t:supplement-fixed: C1 times 101/100": _FALLING,
    "ops.optimal-in-t:main-fixed: gamma: 1 + n * C2 -> 1": _FALLING,
    "ops.assumption-4:domain: left: -A / (1 + exp(A * x)) + x / 10000 -> x / 10000": f"{_DISTANCE}0",
    "ops.assumption-4:domain: left: 1 + exp(A * x) -> 1": f"{_DISTANCE}-1",
    "ops.lemma-9:omega-uniform: right: smallest_weight(t) -> smallest_weight(t + 1)": (
        "(U2) holds at every round: the same claim, one round later"
    ),
    "ops.lemma-8:main: without rho < 1": "implied: rho is in [0, 1], and at 1 the bound divides by 0",
    "ops.theorem-2:all-rounds: C times 1/2": (
        "n = 1: q = 0, so C is not used; n > 1: by (A) of `ops.theorem-2` and omega >= n^(1-n), a network that costs at"
        " most gamma (G^2 + sigma^2) T n^n, and the bound has 12 gamma G^2 T n^(2n+1) + 3 gamma sigma^2 T n^(2n+1)"
    ),
    "dawo.proposition-1:in-range: B times 99/100": _MONOTONE,
    f"dawo.proposition-1:in-range: A: start / (eta * T) + {_NOISE} -> {_NOISE}": _MONOTONE,
    "dawo.proposition-1:in-range: B: alpha2 + 9 * beta2 -> 9 * beta2": _MONOTONE,
    "dawo.proposition-1:repaired: without s < 1": _BELOW_ONE,
    "dawo.proposition-3:lambda-M: left: rho_mean - quotient_other + quotient -> quotient": (
        "the quotient is -rho(W) <= 0 by assumption, and rho(W') >= 0"
    ),
    "dawo.proposition-3:lambda-M: without residual2 <= 0": _EIGENVECTOR,
    "dawo.proposition-3:lambda-2: without norm2 > 0": _NOT_AT_ZERO,
    "dawo.remark-1:smaller-alpha: without s < 1": _BELOW_ONE,
    "dawo.remark-1:better-mixing: without s < 1": _BELOW_ONE,
    "dawo.remark-1:smaller-step: without s < 1": _BELOW_ONE,
    "dawo.remark-1:smaller-alpha: without 36*M*(eta*omega)**2 < (1 - s)**2": _DUPLICATE,
    "dawo.remark-1:smaller-beta: without 36*M*(eta*omega)**2 < (1 - s)**2": _DUPLICATE,
    "dawo.remark-1:smaller-step: without 36*M*(eta1*omega)**2 < (1 - s)**2": (
        "implied: 0 < eta1 <= eta, and the assumption holds at eta"
    ),
    "dawo.proposition-4:step: without residual2 <= 0": _EIGENVECTOR,
    "dawo.proposition-4:step: without norm2 > 0": _NOT_AT_ZERO,
    "dawo.proposition-4:repaired: without residual2 <= 0": _EIGENVECTOR,
    "dawo.proposition-4:repaired: without norm2 > 0": _NOT_AT_ZERO,
    "dawo.proposition-4:inner-iterations: without residualr2 <= 0": _EIGENVECTOR,
    "dawo.eq-21:main: without residual2 <= 0": _EIGENVECTOR,
    "dawo.eq-21:main: without norm2 > 0": _NOT_AT_ZERO,
    "dawo.eq-19:main: without residual2 <= 0": _EIGENVECTOR,
    "dawo.eq-17:repaired: without residual2 <= 0": _LARGEST,
    "dawo.remark-4:repaired: without residual2 <= 0": _EIGENVECTOR,
    "dawo.remark-4:repaired: without norm2 > 0": _NOT_AT_ZERO,
    "dawo.eq-19:main: without norm2 > 0": _NOT_AT_ZERO,
    "dawo.eq-17:repaired: without norm2 > 0": _NOT_AT_ZERO,
    "dawo.remark-1:repaired-larger-M: without 2*eta*omega < 1 - s": (
        "not needed: the term with that denominator has no M and is the same on both sides"
    ),
    "dawo.remark-1:repaired-larger-M: without s < 1": "implied: 0 < 2 eta omega < 1 - s",
    "dawo.eq-42:repaired: without normr2 > 0": "implied by inner > 0",
    "dawo.eq-42:repaired: without residualr2 <= 0": _EIGENVECTOR,
    "dawo.eq-42:repaired: without inner > 0": (
        "not needed: the loss is at most 2 (1 - a)(1 + a) = eps (1 + a) <= 2 eps for every a = v'v_r in [-1, 1]"
    ),
    "qu2018.rate:finite: without lam < 1": "implied: lam is at most 1, and at 1 the step would be 0",
    "diging.rate:finite: without lam < 1": "implied: lam is at most 1, and at 1 no step is short enough",
    "nids.linear-rate:main: without lam < 1": (
        "at lam = 1 the rate is 1, and what is bounded does not grow (nids.step-range); where W falls into parts"
        " tension2 is not defined"
    ),
    "zeng2018.bounded-gradients:main: left: gradients2(t) -> gradients2(t + 1)": (
        "the bound holds at every round, the next one too"
    ),
}
