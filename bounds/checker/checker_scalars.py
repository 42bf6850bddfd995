# fmt: off
# mypy: ignore-errors
# ruff: noqa: E501, E731, I001 - a line a formula, to be read in one sitting
"""Numbers alone for the witness checker: `python checker_scalars.py WITNESS.json`, or import it before `checker.check`.

It needs checker.py beside it and the Python standard library, nothing else; numbers, formulas and verdicts are those of
checker.py, to which it adds exp and log.
"""
import math
import os
import sys
from fractions import Fraction
if __package__:
    from . import checker
    from .checker import exactly, need, number, pair, plus, product
else:
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import checker
    from checker import exactly, need, number, pair, plus, product

# --- exp and log, as pairs
UNIT = 2**400  # of the fixed point in which series are summed; each of their steps errs by a few units
def exp_at(x):
    """e^x of a fraction: Taylor's series at x/2^halvings, which is below 2^-8, squared back."""
    need(abs(x) < 20000, "an exponent is too large", ArithmeticError)
    halvings = 8 + int(abs(x)).bit_length()
    y, e, term = x.numerator * UNIT // (x.denominator << halvings), UNIT, UNIT
    for k in range(1, 45):  # the rest is below 2^-400
        term = term * y // (UNIT * k)
        e += term
    e = pair(Fraction(e - 1000, UNIT), Fraction(e + 1000, UNIT))
    for _ in range(halvings):
        e = product(e, e)
    return e
def log_at(a):
    """log a of a fraction: y by Newton's method, then log a = y + log(1 + r), r/(1 + r) <= log(1 + r) <= r, r = a e^-y - 1."""
    need(a > 0, "logarithm of what may be zero or negative", ArithmeticError)
    e = a.numerator.bit_length() - a.denominator.bit_length()
    y = Fraction(math.log(a / Fraction(2) ** e)) + e * Fraction(math.log(2))
    for _ in range(5):
        r = plus(product(exactly(a), exp_at(-y)), exactly(-1))
        y, last = y + Fraction(int(r[0] * UNIT), UNIT), (y, r)
    y, r = last
    return pair(y + r[0] / (1 + r[0]), y + r[1])
exp = lambda x: (exp_at(x[0])[0], exp_at(x[1])[1])
log = lambda x: (low := log_at(x[0])) and (low[0], low[1] + (x[1] - x[0]) / x[0])  # log(a + b) <= log a + b/a
checker.FUNCTIONS |= {"exp": exp, "log": log}

# --- settings
KINDS = {"real": lambda x: True, "positive": lambda x: x > 0, "unit": lambda x: 0 <= x <= 1, "natural": lambda x: x >= 1 and x.denominator == 1}
class Scalars:
    """Numbers under their own names; the options say of what kind each is."""
    def __init__(self, record, options):
        need({*record} == {*options} and all(kind in KINDS for kind in options.values()), "the options do not say of what kind each number is")
        self.told = {name: number(text, f"setting: {name}") for name, text in record.items()}
        for name, x in self.told.items():
            need(KINDS[options[name]](x), f"setting: {name} is not {options[name]}")
        self.names = {name: (lambda key: lambda s: s.told[key])(name) for name in self.told}

checker.FAMILIES |= {"scalars": Scalars}
if __name__ == "__main__":
    sys.exit(checker.main(*sys.argv[1:]))
