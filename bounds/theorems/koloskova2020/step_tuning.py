"""Koloskova et al. 2020, lemma on the choice of the step.

Statement. For r_0, b, e, d there is a step eta <= 1/d with r_0/(eta (T + 1)) + b eta + e eta^2 <= 2 (b r_0/(T +
1))^(1/2) + 2 e^(1/3) (r_0/(T + 1))^(2/3) + d r_0/(T + 1).

Here for positive numbers, with eta = min(1/d, (r/b)^(1/2), (r/e)^(1/3)), r = r_0/(T + 1); r = q^3 and e = f^3
name the cube roots.

Proof. Each of b eta <= (b r)^(1/2) and e eta^2 <= e^(1/3) r^(2/3) follows from eta being at most the second and
the third number. And r/eta is the largest of r d, (b r)^(1/2), e^(1/3) r^(2/3), so at most their sum.
"""

from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from .setting import SOURCE

_PROOF = """
let h = sqrt(q**3/b), z = sqrt(b*q**3)
pos: eta > 0 by cases eta == 1/d, eta == h, eta == q/f
  case
    eta > 0 by case times d over d > 0
  case
    eta > 0 by case times h
  case
    eta > 0 by case times f over f > 0
below: b*h <= z by root
above: q**3 <= z*h by root
first: q**3/eta <= d*q**3 + z + f*q**2 by cases eta == 1/d, eta == h, eta == q/f
  case
    q**3/eta <= d*q**3 + z + f*q**2 by case
  case
    q**3/eta <= d*q**3 + z + f*q**2 by case, above
  case
    q**3/eta <= d*q**3 + z + f*q**2 by case
second: b*eta <= z by below, eta <= h
third: f*eta <= q by eta <= q/f
fourth: f**3*eta**2 <= f*q**2 by third, pos
rest: b*eta + f**3*eta**2 <= z + f*q**2 by second, fourth
first2: q**3 <= (d*q**3 + z + f*q**2)*eta by first over pos
rest2: (b*eta + f**3*eta**2)*eta <= (z + f*q**2)*eta by rest, pos
claim by first2, rest2
"""

STEP_TUNING = Theorem(
    id="koloskova2020.step-tuning",
    title="choice of the step",
    place=f"lemma on tuning the step size; {SOURCE}",
    statement=(
        "min over eta <= 1/d of r_0/(eta (T + 1)) + b eta + e eta^2 <= 2 (b r)^(1/2) + 2 e^(1/3) r^(2/3) + "
        "d r, r = r_0/(T + 1)"
    ),
    family=scalars(positive="q b f d"),
    first=None,
    variants=(
        Variant(
            "main",
            "q**3/eta + b*eta + f**3*eta**2 <= 2*sqrt(b*q**3) + 2*f*q**2 + d*q**3",
            statement="at eta = min(1/d, (r/b)^(1/2), (r/e)^(1/3)), r = q^3, e = f^3",
            where={"eta": "min(1/d, sqrt(q**3/b), q/f)"},
            derivation=_PROOF,
        ),
    ),
)
