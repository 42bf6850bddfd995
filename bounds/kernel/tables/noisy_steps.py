"""Local steps with Gaussian noise and sampled batches on linear losses (ALI-DPFL): root mean squares, in numbers."""

from __future__ import annotations

from ..table import Family, Kind, Table
from ..text import need

# A batch gradient has mean its client's gradient and a variance of at most var, var_one at the client where
# client_excess_rms is largest, whose gradient is off by bias_one; the mean of all has var_mean.
POSITIVE = ("N", "m", "B", "C", "sigma", "eta", "beta")
FACTS = {
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


def of(kind: Kind) -> Table:
    """The table of the family `noisy-steps`: the laws of both sequences are known, as gradients do not depend on w."""
    v = kind.options.get("v")
    need(v in ("algorithm", "printed"), "v's noise is that of the algorithm, or as printed")
    spread = "noise**2/N + central_noise**2"
    return Table(
        "one interval of local steps of N clients of equal shares on linear losses, every one of m records in a batch "
        "with chance q = B/m, gradients at most largest, Gaussian noise of deviation sigma*C/B at the clients and "
        f"sigma*C{'/B' if v == 'algorithm' else ''} at v, all independent",
        dict.fromkeys((*POSITIVE, "q", "largest", "rho", "xi", "bias_one", "var", "var_one", "var_mean"), 0),
        FACTS,
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


TABLES = {"noisy-steps": Family(of, "B C b beta eta sigma", "v")}
