"""Khaled et al. 2020, different data: what the workers' gradients say of the average model.

Statement. f = (1/M) sum_m f_m, each f_m convex and L-smooth: -(2/M) sum_m <xhat - x*, grad f_m(x_m)> <= -2
(f(xhat) - f(x*)) + L V, V = (1/M) sum_m ||x_m - xhat||^2.

Proof. <x_m - x*, grad f_m(x_m)> >= f_m(x_m) - f_m(x*) by convexity, <xhat - x_m, grad f_m(x_m)> >= f_m(xhat) -
f_m(x_m) - (L/2) ||xhat - x_m||^2 by smoothness. Add them up, take the mean over m and multiply by -2.
"""

from ...theorem import Theorem, Variant
from .setting import DIFFERENT_DATA, SOURCE

CONVEXITY = Theorem(
    id="khaled2020.convexity",
    title="inner product of the average gradient and the error",
    place=f"lemma for different data; {SOURCE}",
    statement="-(2/M) sum <xhat - x*, grad f_m(x_m)> <= -2(f(xhat) - f(x*)) + L V",
    family=DIFFERENT_DATA,
    rounds=3,
    variants=(
        Variant(
            "main",
            "2*gap(t) <= 2*pull(t) + L*apart2(t)",
            statement="2 (f(xhat) - f(x*)) <= (2/M) sum <xhat - x*, grad f_m(x_m)> + L V, in expectation",
            derivation="claim by above(J(x), x), below(o, x), mu > 0 with x - o",
        ),
    ),
)
