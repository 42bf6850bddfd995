"""Horvath, Ho, Horvath, Sahu, Canini and Richtarik 2019: natural compression rounds to a power of two at random.

Setting. C is in B(omega) if E C(x) = x and E||C(x)||^2 <= (1 + omega) ||x||^2. Natural compression rounds a number s,
l <= s <= 2l with l a power of two, to l with the chance (2l - s)/l and else to 2l; a vector by coordinates. C_int
rounds to one of the two integers next to s in the same manner.

Statement. Natural compression is in B(1/8) (Theorem 3, `natural`), which is the least (`attained`); no omega is enough
for C_int (Theorem 4, `integers`); C_1 after C_2 is in B(omega_1 omega_2 + omega_1 + omega_2) (Theorem 5, `composed`).
Theorem 9: gradient descent with compressed messages, where E||g||^2 <= beta ||grad f||^2 + alpha; its round, whose sum
over T rounds is (5), is judged with this and the descent f+ <= f - eta ||grad f||^2 + (L/2) eta^2 E||g||^2 taken as
given (`round`).

Idea. The mean square of s rounded is 3ls - 2l^2, and 9/8 s^2 less that is (3s - 4l)^2/8.
"""

from ..families.scalars import scalars
from ..theorem import Theorem, Variant

_NATURAL = "(2*l - s)/l*l**2 + (s - l)/l*(2*l)**2"


NATURAL = Theorem(
    id="horvath2019.natural-compression",
    title="natural compression: variance, composition, gradient descent",
    place="Horvath et al. 2019, Theorems 3, 4, 5 and 9, read in a transcription without the appendix",
    statement="natural compression: E||C(x)||^2 <= 9/8 ||x||^2",
    family=scalars("", "s l"),
    first=None,
    variants=(
        Variant(
            "natural",
            f"{_NATURAL} <= 9/8*s**2",
            statement="Theorem 3, a coordinate: E C(s)^2 <= 9/8 s^2",
            derivation="claim natural with 3*s - 4*l",
            assume=("l <= s", "s <= 2*l"),
        ),
        Variant(
            "attained",
            f"{_NATURAL} == 9/8*s**2",
            statement="equality at s = 4/3 l",
            derivation="claim attained by assume1 times s, assume1 times l",
            assume=("3*s == 4*l",),
            examples=({"s": "4/3", "l": "1"},),
        ),
        Variant(
            "integers",
            "(1 + omega)*s**2 < s",
            statement="Theorem 4: E C_int(s)^2 = s exceeds (1 + omega) s^2 at s = 1/(2 + omega)",
            derivation="claim integers",
            assume=("s == 1/(2 + omega)",),
            examples=({"s": "1/3", "omega": "1"},),
            family=scalars("", "s omega"),
        ),
        Variant(
            "composed",
            "m2 <= (1 + (omega1*omega2 + omega1 + omega2))*m",
            statement="Theorem 5: m, m1, m2 the mean squares of x, C_2(x), C_1(C_2(x))",
            derivation="claim composed by assume1, assume2",
            assume=("m1 <= (1 + omega2)*m", "m2 <= (1 + omega1)*m1"),
            family=scalars("", "omega1 omega2 m m1 m2"),
        ),
        Variant(
            "round",
            "n2 <= 2*(f - f2)/(eta*(2 - beta*L*eta)) + alpha*L*eta/(2 - beta*L*eta)",
            statement="a round of Theorem 9: ||grad f||^2 <= 2 (f - f+)/(eta (2 - beta L eta)) + alpha L eta/(2 "
            "- beta L eta)",
            derivation="claim round by assume2, assume3 over eta > 0",
            assume=("beta*L*eta < 2", "g2 <= beta*n2 + alpha", "f2 <= f - eta*n2 + L/2*eta**2*g2"),
            family=scalars("", "f f2 n2 g2 L eta alpha beta"),
        ),
    ),
)

STATED: tuple[Theorem, ...] = (NATURAL,)
