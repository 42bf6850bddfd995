"""Private local steps on linear losses with sampled batches and Gaussian noise, and what a step's privacy costs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

from ..chance import Law, expected, law, subsets
from ..exact import Numbers
from ..matrix import dot, flat, square
from ..setting import Arrays, Setting
from ..text import Undefined, fields, need, number
from .reading import chosen, positive

RECORDS = 12  # of all clients: every batch is followed
NORMAL = Fraction(797_884, 10**6)  # below E|N(0, 1)| = sqrt(2/pi) = 0.79788456...
ORDERS = range(2, 65)  # of Renyi divergences


def noisy_steps(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """Record s of client i has the slope b_is; a batch holds each of its m records with chance B/m, divided by B.

    Every gradient carries Gaussian noise of deviation sigma C/B, that of v too (`algorithm`) or sigma C (`printed`).
    No |b_is| is above C, so that clipping at C does nothing. `_floor`: a lower bound of an expected modulus, from one
    zero-mean part and the bias alone; `_rms`: the root of the mean square, an upper bound.
    """
    need("v" in options, "options: v is missing")
    (of_v,) = chosen(options, v=("algorithm", "printed"))
    a = Arrays(setting, {"b": "N m", **dict.fromkeys(("B", "C", "sigma", "eta", "beta"), "")}, "N m", numbers)
    positive(a, "B", "C", "sigma", "eta", "beta")
    b, B, C, sigma, eta, beta = (a[name] for name in ("b", "B", "C", "sigma", "eta", "beta"))
    N, m = len(b), len(b[0])
    need(B.denominator == 1 and m >= B, "setting: B is no number of records from 1 to m")
    need(max(map(abs, flat(b))) <= C, "setting: clipping at C changes a slope")
    need(N * m <= RECORDS, f"more than {RECORDS} records")
    root, largest = numbers.functions["sqrt"], numbers.functions["max"]
    q, slopes = B / m, [sum(row) / m for row in b]
    slope, noise = sum(slopes) / N, sigma * C / B
    central = noise if of_v == "algorithm" else sigma * C
    batches = subsets(m, q, numbers)
    errors = [law((p, dot(taken, row) / B - g) for p, taken in batches) for row, g in zip(b, slopes)]
    variances = [square(row) * q * (1 - q) / (B * B) for row in b]
    biases = [g - slope for g in slopes]

    def summed(laws: list[Law]) -> Law:
        """The law of the sum of independent outcomes."""
        found = laws[0]
        for other in laws[1:]:
            found = law((p * r, x + y) for p, x in found for r, y in other)
        return found

    def loud(variance: Any) -> Any:
        """Below the mean modulus of Gaussian noise of that variance."""
        return numbers.rational(NORMAL) * root(variance)

    def modulus(of: Law, shift: Any = 0) -> Any:
        return expected(of, lambda x: abs(x + shift))

    def apart(t: int) -> Any:
        if t == 0:
            return 0
        noises = loud(t * (noise * noise / N + central * central))
        return eta * largest(noises, modulus(summed(errors)) / N)

    def client(read: Callable[[int, Any], Any], t: int) -> Any:
        """The largest of read(i, bias) less |bias| ((1 + eta beta)^t - 1)/beta, the part of heterogeneity."""
        grown = ((1 + eta * beta) ** t - 1) / beta
        return largest(*(read(i, bias) - abs(bias) * grown for i, bias in enumerate(biases))) if t else 0

    def client_floor(t: int) -> Any:
        noises = loud(t * (noise * noise + central * central))
        return client(lambda i, bias: eta * largest(noises, modulus(errors[i], t * bias)), t)

    def client_rms(t: int) -> Any:
        both = noise * noise + central * central
        return client(lambda i, bias: eta * root((t * bias) ** 2 + t * (variances[i] + both)), t)

    constants = {
        **{"B": B, "C": C, "sigma": sigma, "eta": eta, "beta": beta, "q": q, "m": m, "N": N},
        **{
            "noise": noise,
            "central_noise": central,
            "largest": max(map(abs, flat(b))),
            "rho": max(map(abs, slopes)),
        },
        "xi": sum(map(abs, biases)) / N,
        "deviation_floor": lambda: largest(*map(modulus, errors), loud(noise * noise)),
        "deviation_rms": lambda: root(max(variances) + noise * noise),
    }
    metrics = {
        **{"apart_floor": apart, "loss_apart_floor": lambda t: abs(slope) * apart(t)},
        "apart_rms": lambda t: (
            eta * root(t * (sum(variances) / (N * N) + noise * noise / N + central * central))
        ),
        **{"client_excess_floor": client_floor, "client_excess_rms": client_rms},
    }
    words = "sigma C/B, at v too" if of_v == "algorithm" else "sigma C/B, sigma C at v"
    return Setting(constants, metrics, f"linear losses, sampled batches, Gaussian noise of deviation {words}")


def renyi(q: Any, sigma: Any, orders: range, numbers: Numbers) -> dict[int, Any]:
    """log E_0 (mu/mu_0)^k of a step, of every order k: mu_0 = N(0, sigma^2), mu = (1-q) mu_0 + q N(1, sigma^2).

    (mu/mu_0)(z) = 1 - q + q e^((2z - 1)/(2 sigma^2)), and E_0 of the j-th power of that exponential is
    e^((j^2 - j)/(2 sigma^2)).
    """
    exp, log = numbers.functions["exp"], numbers.functions["log"]
    e, powers, growth = exp(1 / (sigma * sigma)), [q**0], [q**0]
    for j in range(max(orders)):
        growth.append(growth[j] * powers[j])
        powers.append(powers[j] * e)
    moments = {
        k: sum(growth[j] * (comb(k, j) * (1 - q) ** (k - j) * q**j) for j in range(k + 1)) for k in orders
    }
    return {k: log(moment) for k, moment in moments.items()}


def account(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """Row t of a table: epsilon pays for so many steps? Rate q, noise sigma and delta are the options.

    A step costs log E_0 (mu/mu_0)^k/(k - 1), and log(1/delta)/(k - 1) is added, at the best order k of 2, ..., 64.
    """
    fields(options, dict.fromkeys(("q", "sigma", "delta"), str))
    a = Arrays(setting, {"epsilon": "rows", "steps": "rows"}, "rows", numbers)
    positive(a, "epsilon", "steps")
    q, sigma, delta = (numbers.rational(number(options[name])) for name in ("q", "sigma", "delta"))
    need(0 <= q <= 1 and sigma > 0 and 0 < delta < 1, "options: q, sigma or delta is out of range")
    smallest, log = numbers.functions["min"], numbers.functions["log"]
    one, paid = numbers.rational(1), log(delta)
    losses = renyi(q, sigma, ORDERS, numbers)

    @cache
    def less(k: int) -> Any:
        """What the tight conversion of Renyi losses takes off at order k."""
        return log(one * k) / (k - 1) - log(one - one / k)

    def spent(steps: Any, tight: bool = False) -> Any:
        found = {k: (loss * steps - paid) / (k - 1) for k, loss in losses.items()}
        return smallest(*(cost - less(k) if tight else cost for k, cost in found.items()))

    def row(name: str, t: int) -> Any:
        need(t < len(a[name]), "setting: no such row")
        return a[name][t]

    metrics = {
        "epsilon": lambda t: row("epsilon", t),
        "spent": lambda t: spent(row("steps", t)),
        "spent_less": lambda t: spent(row("steps", t) * 24 / 25),
        "spent_tight": lambda t: spent(row("steps", t), tight=True),
    }
    words = ", ".join(f"{name} = {told}" for name, told in sorted(options.items()))
    return Setting({}, metrics, f"a table of budgets, {words}")


def mechanism(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """The sampled Gaussian mechanism at an integer order alpha. What only an integral says is undefined here."""
    chosen(options)
    a = Arrays(setting, dict.fromkeys(("q", "sigma", "delta", "T"), ""), "alpha", numbers)
    need("alpha" in a.size and a.size["alpha"] > 1, "setting: alpha is no integer above 1")
    positive(a, "sigma", "T")
    q, sigma, alpha = a["q"], a["sigma"], a.size["alpha"]
    need(
        0 <= q <= 1 and 0 <= a["delta"] <= 1 and a["T"].denominator == 1,
        "setting: q, delta or T is out of range",
    )

    def moment() -> Any:
        return renyi(q, sigma, range(alpha, alpha + 1), numbers)[alpha]

    def reverse() -> Any:
        """log E (mu/mu_0)^-alpha under mu: by symmetry the same where mu is N(1, sigma^2)."""
        if 0 < q < 1:
            raise Undefined("log_B is an integral without a closed form")
        return moment()

    constants = {
        **{"alpha": alpha, "log_sum": moment, "log_A": moment, "log_B": reverse},
        **{name: a[name] for name in ("q", "sigma", "delta", "T")},
    }
    return Setting(constants, {}, "the sampled Gaussian mechanism")


FAMILIES = {"noisy-steps": noisy_steps, "account": account, "mechanism": mechanism}
