"""Lian et al. 2017, Corollary 2: with the right step D-PSGD is as fast as the centralized method.

Statement. gamma = 1/(2L + sigma sqrt(T/n)), T >= (4 L^4 n^5/(sigma^6 (F + L)^2)) X^2 with X = sigma^2/(1 - rho)
+ 9 zeta^2/(1 - sqrt(rho))^2 and F = f(x_0) - f* (6), T >= 72 L^2 n^2/(sigma^2 (1 - sqrt(rho))^2) (7): (1/T) sum
E||grad f(xbar)||^2 <= 8 F L/T + (8 F + 4 L) sigma/sqrt(T n). (F + L adds what has not the same unit; so it is
commonly cited, and it does no harm.)

Here the step from Theorem 1 to it, which is all there is to prove: the right side of Theorem 1 over D_1 (gamma
<= 1/(2L) lets the term in h go) is at most that.

Idea. gamma^2 <= n/(T sigma^2). By (7), D_2 >= 3/4 and D_1 >= 1/3. So the left side is at most three times F/(gamma T) =
2 F L/T + F sigma/sqrt(T n); gamma L sigma^2/(2n) <= L sigma/(2 sqrt(T n)); and gamma^2 L^2 n X/D_2 <= (2/3) sigma (F +
L)/sqrt(T n), by (6). Together 6 F L/T + (5 F + (7/2) L) sigma/sqrt(T n).

`sharp`, which the paper does not state, starts from the sharper form of Theorem 1.
"""

from ...domains import UNIT
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from .setting import SOURCE

# (6) and (7), which `theorem_3` has in another form, stand between these
GAPS = """
gap: 1 - lam > 0 by lam < 1
wide: 1 - lam**2 > 0 by gap, lam >= 0
gap2: (1 - lam)**2 > 0 by gap, gap
x_low: X >= 0
"""
# the step gamma = 1/(2 L + sigma sqrt(T/n)), for whatever T
_SHORT = """
let r = sqrt(T/n), m = sqrt(T)*sqrt(n)
below: sqrt(T) <= r*sqrt(n) by root
short: gamma**2*sigma**2*T <= n by sigma > 0, L > 0
"""
_FIRST = """
one: gamma*sigma*m <= n by below, L > 0, gamma > 0
tiny: sqrt(1/n)*sqrt(n) <= 1 by root
first: F/(gamma*T) <= 2*F*L/T + F*sigma/m by tiny
second: gamma*L*sigma**2/(2*n) <= L*sigma/(2*m) by one
"""
_NOISE = "noise: gamma**2*T*sigma**3*(F + L) <= n*sigma*(F + L) by short with sqrt(sigma*F), sqrt(sigma*L)"
STEP = f"""{_SHORT}
small: 72*gamma**2*L**2*n <= (1 - lam)**2 by short, long over n > 0
d2: D2 >= 3/4 by small over gap2
d2_positive: D2 > 0 by d2
both: (1 - lam)**2*D2 > 0 by gap2, d2_positive
part: 9*gamma**2*L**2*n/((1 - lam)**2*D2) <= 1/6 by small over both
x: 2*L**2*n**2*sqrt(n)*X <= sqrt(T)*sigma**3*(F + L) by root, many
{_FIRST}
drift: 2*gamma**2*sqrt(T)*L**2*n**2*sqrt(n)*X <= gamma**2*T*sigma**3*(F + L) by x with gamma*sqrt(sqrt(T))
{_NOISE}
third: 2*m*gamma**2*L**2*n*X <= sigma*(F + L) by drift, noise over n > 0
most: 3*X <= 4*D2*X by d2, x_low
fourth: 3*gamma**2*L**2*n*X/D2 <= 4*gamma**2*L**2*n*X over D2 > 0
cut: 2*gamma**2*L**2*n*X <= sigma*(F + L)/m by third over m > 0
let A = F/(gamma*T) + gamma*L*sigma**2/(2*n) + gamma**2*L**2*n*X/D2, R = 8*F*L/T + (8*F + 4*L)*sigma/m
fifth: gamma**2*L**2*n*X/D2 <= 2*sigma*(F + L)/(3*m) by fourth, cut
total: 3*A <= R by first, second, fifth, F*L/T >= 0, F*sigma/m >= 0, L*sigma/m >= 0
inverse: 1/D1 <= 3 over D1 > 0
low1: F/(gamma*T)/D1 <= 3*F/(gamma*T) by inverse with sqrt(F/(gamma*T))
low2: gamma*L*sigma**2/(2*n)/D1 <= 3*gamma*L*sigma**2/(2*n) by inverse with sigma*sqrt(gamma*L/n)
low3: gamma**2*L**2*n*X/D2/D1 <= 3*gamma**2*L**2*n*X/D2 by inverse with gamma*L*sqrt(n*X/D2)
claim by low1, low2, low3, total
"""
_SHARP = f"""
gap: 1 - lam > 0 by lam < 1
gap2: (1 - lam)**2 > 0 by gap
x_low: X >= 0 by gap
long: T*sigma**2*(1 - lam)**2 >= 4*L**2*n by T >= 4*L**2*n/(sigma**2*(1 - lam)**2)
{_SHORT}
small: 4*gamma**2*L**2 <= (1 - lam)**2 by short, long over n > 0
half: 2*D >= (1 - lam)**2 by small
x: 2*L**2*n*sqrt(n)*X <= sqrt(T)*sigma**3*(F + L) by root
{_FIRST}
drift: 2*gamma**2*sqrt(T)*L**2*n*sqrt(n)*X <= gamma**2*T*sigma**3*(F + L) by x with gamma*sqrt(sqrt(T))
{_NOISE}
third: 2*m*gamma**2*L**2*X <= sigma*(F + L) by drift, noise over n > 0
cut: 2*gamma**2*L**2*X <= sigma*(F + L)/m by third over m > 0
more: (1 - lam)**2*X <= 2*D*X by half, x_low
fifth: gamma**2*L**2*((1 - lam)*sigma**2 + 2*zeta**2)/(2*D) <= gamma**2*L**2*X over D > 0
claim by first, second, fifth, cut
"""

COROLLARY_2 = Theorem(
    id="lian2017.corollary-2",
    title="step for which D-PSGD is as fast as the centralized method",
    place=f"Corollary 2; {SOURCE}",
    statement="(1/T) sum E||grad f(xbar)||^2 <= 8 F L/T + (8 F + 4 L) sigma/sqrt(T n), F = f(x_0) - f*",
    family=scalars("n T", "L sigma F zeta", lam=UNIT),
    first=None,
    variants=(
        Variant(
            "from-theorem-1",
            "(F/(gamma*T) + gamma*L*sigma**2/(2*n) + gamma**2*L**2*n*X/D2)/D1 <= 8*F*L/T + (8*F + "
            "4*L)*sigma/sqrt(T*n)",
            statement="what Theorem 1 bounds the mean squared gradient by is at most 8 F L/T + (8 F + 4 L) "
            "sigma/sqrt(T n)",
            assume=(
                "lam < 1",
                "T >= 4*L**4*n**5/(sigma**6*(F + L)**2)*X**2",
                "T >= 72*L**2*n**2/(sigma**2*(1 - lam)**2)",
            ),
            where={
                "gamma": "1/(2*L + sigma*sqrt(T/n))",
                "X": "sigma**2/(1 - lam**2) + 9*zeta**2/(1 - lam)**2",
                "D2": "1 - 18*gamma**2*n*L**2/(1 - lam)**2",
                "D1": "1/2 - 9*gamma**2*L**2*n/((1 - lam)**2*D2)",
            },
            derivation=f"""{GAPS}
long: T*sigma**2*(1 - lam)**2 >= 72*L**2*n**2 by T >= 72*L**2*n**2/(sigma**2*(1 - lam)**2)
many: 4*L**4*n**5*X**2 <= T*sigma**6*(F + L)**2 by T >= 4*L**4*n**5/(sigma**6*(F + L)**2)*X**2
{STEP}""",
        ),
        Variant(
            "sharp",
            "2*(F/(gamma*T) + gamma*L*sigma**2/(2*n) + gamma**2*L**2*((1 - lam)*sigma**2 + 2*zeta**2)/(2*D)) <= "
            "4*F*L/T + (3*F + 2*L)*sigma/sqrt(T*n)",
            statement="from `noisy-sharp` of Theorem 1: half the bound, from T of the order of n^3 in the place of n^5",
            assume=(
                "lam < 1",
                "T >= 4*L**4*n**3/(sigma**6*(F + L)**2)*X**2",
                "T >= 4*L**2*n/(sigma**2*(1 - lam)**2)",
            ),
            where={
                "gamma": "1/(2*L + sigma*sqrt(T/n))",
                "X": "sigma**2/(1 - lam) + 2*zeta**2/(1 - lam)**2",
                "D": "(1 - lam)**2 - 2*gamma**2*L**2",
            },
            derivation=_SHARP,
        ),
    ),
)
