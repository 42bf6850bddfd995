"""A certificate of a rate as it stands in a file: what it says, before anything of it is checked."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .psd import NotACertificate, need, number, numbers, triangle
from .tracer import declaration, trace

__all__ = ["Record", "listed"]
SIZE = 60  # of the largest form, so that no file keeps the checker busy


def upward(value: Fraction) -> str:
    """Six digits, rounded up; the fraction itself where it is short.

    >>> upward(Fraction(1, 2)), upward(Fraction(2, 3000001))
    ('1/2', '6.66667e-7')
    """
    if len(str(value)) <= 8 or value < 0:
        return str(value)
    exponent = 0
    while abs(value) >= 10**7:
        value, exponent = value / 10**6, exponent + 6
    while 0 < abs(value) < Fraction(1, 10**6):
        value, exponent = value * 10**6, exponent - 6
    while abs(value) >= 10:
        value, exponent = value / 10, exponent + 1
    while 0 < abs(value) < 1:
        value, exponent = value * 10, exponent - 1
    digits = -(-value * 10**5 // 1)
    return f"{digits // 10**5}.{digits % 10**5:05d}" + (f"e{exponent}" if exponent else "")


class Record:
    """One certificate: its algorithm traced, its numbers as fractions, its matrices of the right sizes."""

    def __init__(self, record: Any):
        need(isinstance(record, dict) and record.get("kind") == "lyapunov", "no certificate of a rate")
        self.record, self.tier = record, record.get("tier")
        self.algorithm = declaration(record.get("algorithm"))
        need(self.tier in ("norm", "sym", "fixed"), "tier is none of norm, sym, fixed")
        for name in ("mu", "L", "lo", "hi", "rho", "floor"):
            setattr(self, name, number(name, record.get(name)))
        self.rate2 = self.rho**2
        self.share, self.eta = numbers("share", record.get("share")), numbers("eta", record.get("eta"))
        need(len(self.share) == 2 and len(self.eta) in (1, 2), "share or eta is no interval")
        self.r2 = None if record.get("r2") is None else number("r2", record["r2"])
        self.round = trace(self.algorithm, self.tier == "norm")
        calls = [f"grad {i + 1}" for i in range(len(self.round.calls))]
        self.states = list(self.algorithm["next"])
        self.free = [s for s in self.states if s not in self.algorithm["balanced"]]
        self.mean_basis = [*self.free, *calls]
        self.basis = [*self.states, *calls, *(f"mix {i + 1}" for i in range(len(self.round.mixes)))]
        self.floored = bool(calls) and self.algorithm["rest"] is None
        if self.floored:
            self.basis.append("h")
        need(len(self.basis) <= SIZE, f"more than {SIZE} vectors in a form")
        self.m = [numbers("multipliers", m) for m in listed("multipliers", record.get("multipliers"))]
        need(
            [len(m) for m in self.m] == [len(calls)] * len(self.eta),
            "multipliers: one for each call and step",
        )
        self.P = triangle("P", record.get("P"), len(self.free) if calls else 0)
        self.Q = [triangle("Q", Q, len(self.states)) for Q in listed("Q", record.get("Q"))]
        need(1 <= len(self.Q) <= 7 and (len(self.Q) == 1 or self.tier == "fixed"), "Q: one, or a polynomial")
        self.R = triangle("R", record.get("R"), len(self.round.mixes)) if self.tier == "norm" else []
        self.noise = None if record.get("noise") is None else numbers("noise", record["noise"])

    mu: Fraction
    L: Fraction
    lo: Fraction
    hi: Fraction
    rho: Fraction
    floor: Fraction

    @property
    def what(self) -> str:
        lines = "; ".join(
            [f"{k} = {v}" for k, v in self.algorithm["let"].items()]
            + [f"{k} <- {v}" for k, v in self.algorithm["next"].items()]
        )
        matrices = {
            "norm": f"doubly stochastic W with ||W - J|| <= {self.hi}, any at every round",
            "sym": f"symmetric W with eigenvalues in [{self.lo}, {self.hi}] beside the 1, any at every round",
            "fixed": f"symmetric W with eigenvalues in [{self.lo}, {self.hi}] beside the 1, the same at all rounds",
        }[self.tier]
        if self.r2 is not None:
            matrices = f"random doubly stochastic W independent of the past, E W'W - J <= {self.r2}, E W a {matrices}"
        scaled = "" if self.share == [1, 1] else f", gradients scaled by [{self.share[0]}, {self.share[1]}]"
        steps = " to ".join(map(str, self.eta))
        more = f" + {upward(self.floor)} ||h||^2" if self.floored else ""
        if self.noise:
            more += f" + sigma^2 ({' + (K-1) '.join(map(upward, self.noise))})"
        of = "V" if self.round.calls else "V, of the disagreement alone,"
        end = ""
        if self.floored and not self.noise and abs(self.rho) < 1:
            last = upward(self.floor / (1 - self.rho**2))
            end = f", and in the end K ||mean error||^2 + spread^2 <= {last} ||h||^2"
        expected = "E " if self.r2 is not None or self.noise else ""
        return (
            f"{self.algorithm['name']} ({lines}): for all K, dimensions and {self.mu}-strongly convex, {self.L}-smooth "
            f"clients{scaled}, eta = {steps}, {matrices}: "
            f"{expected}{of} <= ({self.rho})^2 V{more} after each round{end}"
        )


def listed(name: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise NotACertificate(f"{name} is no list")
    return value
