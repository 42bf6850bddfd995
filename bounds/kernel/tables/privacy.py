"""Private local steps (ALI-DPFL), what steps of the sampled Gaussian mechanism cost, and printed budgets of them."""

from __future__ import annotations

from ..exact import STANDARD
from ..table import Family, Kind, Table
from ..text import need
from ..tier2.privacy import account as told_costs
from .printed import arrays, printed, told


def account(kind: Kind) -> Table:
    """The table of the family `account`, one row a round."""
    found = told_costs(told(kind, "rows"), dict(kind.options), STANDARD)
    options = ", ".join(f"{name} = {value}" for name, value in sorted(kind.options.items()))
    about = f"the printed budgets, {options}: {arrays(kind)}"
    return printed(about, found, kind.sizes["rows"], " ".join(found.metrics))


# t is alpha - 1. o counts what T steps show without the record, and sum(o, f[o]) is the mean of f. l[o] is the density
# of N(1, sigma^2) over that of mu_0 = N(0, sigma^2) where the first step shows z; r[o] is mu/mu_0 there, R[o] that of
# all T steps; k, v, u and V are the reciprocals of l, r, s and R. s[o] has 1 - z in the place of z, which turns l into
# 1/l and mu_0 into the law of density l. up[o] in [0, 1], an event, attains delta at `reach` when a record is removed,
# down[o] when one is added; those that end in _tight do so at `reach_tight`.
EVENTS = [f"{name}{end}" for name in ("up", "down") for end in ("", "_tight")]
NUMBERS = ("q", "sigma", "delta", "T", "alpha", "one", "moment", "reverse")
FACTS = {
    **{"q": "q >= 0", "q_high": "q <= 1", "sigma": "sigma > 0", "T": "T >= 1", "alpha": "alpha >= 2"},
    **{"delta": "delta >= 0", "delta_high": "delta <= 1", "one": "one == 1", "mean": "sum(o, l[o]) == 1"},
    **{"l": "l[o] > 0", "k": "k[o]*l[o] == 1", "v": "v[o]*r[o] == 1", "u": "u[o]*s[o] == 1"},
    **{"R": "R[o] > 0", "V": "V[o]*R[o] == 1"},
    **{f"{name}_low": f"{name}[o] >= 0" for name in EVENTS},
    **{f"{name}_high": f"{name}[o] <= 1" for name in EVENTS},
    **{"moment": "moment == sum(o, r[o]**(t + 1))", "reverse": "reverse == sum(o, v[o]**t)"},
    **{"turned": "moment == sum(o, l[o]*s[o]**(t + 1))", "turned_back": "reverse == sum(o, l[o]*u[o]**t)"},
    **{"steps": "sum(o, R[o]**(t + 1)) == moment**T", "steps_back": "sum(o, V[o]**t) == reverse**T"},
}


def mechanism(kind: Kind) -> Table:
    """The table of the family `mechanism`."""
    events = {
        f"exceeds{end}": f"max(sum(o, up{end}[o]*(R[o] - exp(reach{end}))),"
        f" sum(o, down{end}[o]*(1 - exp(reach{end})*R[o])))"
        for end in ("", "_tight")
    }
    return Table(
        "the Gaussian mechanism of deviation sigma on sampled batches, a record in each with chance q, T steps; "
        "delta_after, delta_after_tight: the exact delta at their epsilon, the larger of adding and removing a record",
        dict.fromkeys(NUMBERS, 0) | dict.fromkeys(("l", "k", "v", "u", "R", "V", *EVENTS), 1),
        FACTS,
        natural=("T", "alpha"),
        moving=("moment", "reverse"),
        size="one",
        law=True,
        lets={
            **{"r[o]": "1 - q + q*l[o]", "s[o]": "1 - q + q*k[o]"},
            "reach": "(T*log(moment) + log(1/delta))/t",
            "reach_tight": "reach + log(t) - log(t + 1) - log(t + 1)/t",
            **{"log_A": "log_of(alpha - 1)", "log_B": "log_of_reverse(alpha - 1)"},
            **{f"delta_after{end}": f"exceeds{end}(alpha - 1)" for end in ("", "_tight")},
        },
        metrics={"log_of": "log(moment)", "log_of_reverse": "log(reverse)", **events},
    )


# A batch gradient has mean its client's gradient and a variance of at most var, var_one at the client where
# client_excess_rms is largest, whose gradient is off by bias_one; the mean of all has var_mean.
POSITIVE = ("N", "m", "B", "C", "sigma", "eta", "beta")
OF_STEPS = {
    **{name: f"{name} > 0" for name in POSITIVE},
    **{f"{name}_one": f"{name} >= 1" for name in ("N", "m", "B")},
    "rate": "q*m == B",
    "largest": "largest >= 0",
    "xi": "xi >= 0",
    "rho": "rho >= 0",
    "bias_one": "bias_one >= 0",
}
SAMPLED = {
    "batch": "var <= (1 - q)*largest**2/B",
    "batch_sign": "var >= 0",
    "one": "var_one <= var",
    "one_sign": "var_one >= 0",
    "averaged": "N*var_mean <= var",
    "averaged_sign": "var_mean >= 0",
}


def noisy_steps(kind: Kind) -> Table:
    """The table of the family `noisy-steps`: the laws of both sequences are known, as gradients do not depend on w."""
    v = kind.options.get("v")
    need(v in ("algorithm", "printed"), "v's noise is that of the algorithm, or as printed")
    spread = "noise**2/N + central_noise**2"
    return Table(
        "one interval of local steps of N clients of equal shares on linear losses, every one of m records in a batch "
        "with chance q = B/m, gradients at most largest, Gaussian noise of deviation sigma*C/B at the clients and "
        f"sigma*C{'/B' if v == 'algorithm' else ''} at v, all independent",
        dict.fromkeys((*POSITIVE, "q", "largest", "rho", "xi", "bias_one", "var", "var_one", "var_mean"), 0),
        OF_STEPS,
        natural=("N", "m", "B"),
        size="",
        rules={name: ("", text) for name, text in SAMPLED.items()},
        premises=dict.fromkeys(SAMPLED, "B <= m"),
        lets={"noise": "sigma*C/B", "central_noise": "noise" if v == "algorithm" else "sigma*C"}
        | {"deviation_rms": "sqrt(var + noise**2)"},
        metrics={
            "apart_rms": f"eta*sqrt(t*(var_mean + {spread}))",
            "client_excess_rms": "eta*sqrt(t**2*bias_one**2 + t*(var_one + noise**2 + central_noise**2))"
            " - bias_one*((eta*beta + 1)**t - 1)/beta",
        },
        horizon={"client_excess_rms": (0, 0)},
    )


TABLES = {
    "noisy-steps": Family(noisy_steps, "B C b beta eta sigma", "v"),
    "account": Family(account, "epsilon steps", None, domains="epsilon steps"),
    "mechanism": Family(mechanism, "T delta q sigma"),
}
