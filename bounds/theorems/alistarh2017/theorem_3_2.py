"""Alistarh et al. 2017 (QSGD), Theorem 3.2: the variance of a rounded stochastic gradient.

Statement. g a stochastic gradient of f at x with second moment at most B, s >= 2: Q_s(g) is one with variance at most
min(d/s^2, sqrt(d)/s) B. Here g is v or -v, as likely, so that grad f(x) = 0 and B = ||v||^2; Q_s being odd, the
variance is E||Q_s(v)||^2.

The variance of g itself is left out: the bound tends to 0 as the levels become more, the variance does not. By Lemma
3.1 the second moment is at most (1 + min(d/s^2, sqrt(d)/s)) B, which therefore bounds the variance
(`alistarh2017.rounding:second-moment`); Theorem 3.4, on convergence, takes its B' from here. By the paper's own
Definition (Section 2) variance at most sigma^2 means E||g - grad f(x)||^2 <= sigma^2; a second transcription of
Theorem 3.2 has the same words.
"""

from ...families.compressed import QUANTISED
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .rounding import READ

VARIANCE = Theorem(
    id="alistarh2017.theorem-3-2",
    title="QSGD: variance of a rounded stochastic gradient",
    place=f"Alistarh, Grubic, Li, Tomioka and Vojnovic 2017, Theorem 3.2, {READ}",
    statement="E||Q_s(g) - grad f(x)||^2 <= min(d/s^2, sqrt(d)/s) B for E g = grad f(x), E||g||^2 <= B",
    family=QUANTISED,
    first=None,
    variants=(
        Variant(
            "main",
            "second2 <= min(d/s**2, sqrt(d)/s)*norm2",
            statement="g = v or -v, as likely: E||Q_s(v)||^2 <= min(d/s^2, sqrt(d)/s) ||v||^2",
            assume=("s >= 2",),
            severity=Severity.CONSTANT,
            remains="The variance is at most 1 + min(d/s^2, sqrt(d)/s) times B "
            "(`alistarh2017.rounding:second-moment`): that of g itself is left out",
            examples=({"d": 1, "s": 2, "v": [1]},),
        ),
    ),
)
