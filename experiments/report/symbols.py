"""The symbol of each name in a formula, in the letters of NOTATION.md, for all output formats."""

from __future__ import annotations

from typing import NamedTuple

from mixproof.bounds.kernel.text import Node, inside

__all__ = ["ATOM", "GREEK", "POWER", "PRODUCT", "SUM", "Symbol", "symbol", "wordy"]

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eps": "ε", "epsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "lam": "λ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "rho": "ρ", "sigma": "σ", "tau": "τ",
    "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Xi": "Ξ", "Omega": "Ω",
}  # fmt: skip
STARRED = {"gstar": "g", "Fstar": "F", "wstar": "w"}
SQUARED = {"alpha", "beta", "sigma", "chi"}  # alpha2 is alpha squared; lam2 is the second eigenvalue
SUM, PRODUCT, POWER, ATOM = range(4)  # how tightly a part of a formula holds together


class Symbol(NamedTuple):
    """base: a letter, its name in `GREEK`, or a word; low: index; high: power or star; letter: whether base is one"""

    base: str
    low: str
    high: str
    letter: bool


def symbol(text: str) -> Symbol:
    """A letter with its index and power; a word of several letters whole.

    >>> symbol("lam_n"), symbol("error2"), symbol("sigma2").high
    (Symbol(base='lam', low='n', high='', letter=True), Symbol(base='error', low='', high='2', letter=False), '2')
    """
    stem, _, index = text.partition("_")
    digits = stem[len(stem.rstrip("0123456789")) :]
    stem = stem.removesuffix(digits)
    letter = stem in GREEK or stem in STARRED or len(stem) < 3
    squared = digits[:1] == "2" and (stem in SQUARED or not letter)
    if squared:
        digits = digits[1:]
    high = "*" if stem in STARRED else "2" if squared else ""
    stem = STARRED.get(stem, stem)
    if letter:
        return Symbol(stem, " ".join(filter(None, (digits, *index.split("_")))), high, True)
    return Symbol(" ".join((stem + digits, *index.split("_"))).strip(), "", high, False)


def wordy(*factors: Node) -> bool:
    """Whether a factor is named by a word, which would run together with its neighbour; a root is a sign, no word."""
    names = [name for factor in factors for name in inside(factor, "name", "call", "index")]
    return any(len(name.partition("_")[0]) > 2 and name not in (*GREEK, "sqrt", "abs") for name in names)
