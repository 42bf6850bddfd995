"""The comparison system of gossip gradient descent: bounds on four norms of a run, moved from round to round.

Clients F_k are mu-strongly convex and L-smooth, w* minimizes their sum, h = (grad F_k(w*))_k, g = ||h||; W(t) is
symmetric and doubly stochastic, its eigenvalues off the ones in [lam_n, lam], and may change every round. With
y = w - 1 w*, let

    e = sqrt(K) ||wbar - w*||,  s = ||w - 1 wbar||,  x = ||y||,  d = sum_k (F_k(wbar) - F_k(w*)),
    M = (L + mu)/2,  D = (L - mu)/2.

Two points of a function in this class determine a symmetric H_k, mu <= H_k <= L, with grad F_k(w_k) - h_k = H_k y_k,
so that it is M y_k plus a vector of length at most D ||y_k||. The stacked vectors split into their mean and the rest,
which W(t) does not mix, and h has mean zero. Hence one round w <- W w - eta grad has

    e+ <= |1 - eta M| e + eta D x                                    s+ <= b s + eta D x + eta g
    b = max |nu - eta M| over nu in {lam_n, lam}                     x+ <= max(|1 - eta mu|, |lam_n - eta L|) x + eta g

and x^2 = e^2 + s^2. Where sigma = 1 + lam_n - eta (L + mu) > 0 and lam < 1, with a = 1 - eta mu, also

    x+^2 <= a^2 x^2 + eta^2 (1/(1 - lam) + 1/sigma) g^2/2,

which `mixproof.bounds.theorems.decefl.certified` proves under (1): far from w* a round adds to x^2 what the other
inequality adds to x.

The gap. Phi = (1/K) sum F_k is mu-strongly convex and ell-smooth, ell <= L, and wbar takes the step eta (grad Phi(wbar)
+ r), r = (1/K) sum_k (grad F_k(w_k) - grad F_k(wbar)). Here too grad F_k(w_k) - grad F_k(wbar) is M (w_k - wbar) plus
a vector of length at most D ||w_k - wbar||, and the w_k - wbar sum to zero: sqrt(K) ||r|| <= D s. With
alpha = sqrt(K) ||grad Phi(wbar)|| and beta = D s, smoothness of Phi says, where eta ell <= 1,

    d+ <= d - eta (1 - eta ell/2) alpha^2 + eta (1 - eta ell) alpha beta + eta^2 ell beta^2/2
    alpha^2 >= max(2 mu d, (d/e)^2)                                  d <= ell e^2/2,  e^2 <= 2 d/mu,

the second line by strong convexity, by d <= alpha e (convexity, Cauchy and Schwarz) and as grad Phi(w*) = 0. In alpha
the first right side falls once it has passed its largest value, so the least alpha, or the one of that value if it is
larger, bounds it. It then rises with d, at least at the rate 1 - 2 eta mu (1 - eta ell/2) >= (1 - eta mu)^2 where
alpha^2 = 2 mu d, and 1 - 2 eta d/e^2 >= 1 - eta ell where alpha = d/e. So a bound on d may stand in the place of d.

A gradient step without mixing is the same with lam = lam_n = 1, mixing alone multiplies s by max(|lam_n|, |lam|) and
leaves e and d: so local steps and adapt-then-combine follow. Over links that fail at random, independently of the
models, E||W_hat v||^2 <= r2 ||v||^2 and v'E W_hat v between lam_n ||v||^2 and lam ||v||^2 for v with mean zero, the
same holds for e = sqrt(K E||wbar - w*||^2), ..., d in the mean, with b^2 = r2 - 2 eta M lam_n + (eta M)^2 (Minkowski's
inequality in mean square; of d <= alpha e the mean is bounded by Cauchy and Schwarz), and for x with the least
eigenvalue that any W_hat can have in the place of lam_n: that holds for every W_hat. Call it nu. As W_hat^2 <= (1 + nu)
W_hat - nu for v with mean zero, m = v'E W_hat v/||v||^2 has b^2 at most min(r2, (1 + nu) m - nu) - 2 eta M m + (eta
M)^2; where 1 + nu > 2 eta M that falls from m = (r2 + nu)/(1 + nu) on and rises before, so if this is above lam_n it
may stand in its place. With nu in sigma, too,

    x+^2 <= a^2 x^2 + eta^2 a^2 g^2/(sigma (1 - lam)).

For N = W_hat - eta H has -a + sigma <= N <= a, so N^2 <= a^2 - sigma (a - N), and in the mean over W_hat, with P =
a - E N >= I - E W_hat, E||N y - eta h||^2 <= a^2 x^2 - sigma y'P y + 2 eta y'(P h - a h) + eta^2 g^2. The largest
value over y adds (eta^2/sigma) (P h - a h)'P^-1 (P h - a h), where h'P h <= (2a - sigma) g^2 and h'P^-1 h <= g^2/(1 -
lam).

Gradient noise, independent over clients and of mean zero, adds eta^2 times its variance to the squares:
(1/K) sum_k sigma_k^2 to that of e, (1 - 1/K) sum_k sigma_k^2 to that of s, and ell/2 times what it adds to e^2 to d.
Where a client's deviation is sigma_k at w* and grows by at most l a unit of distance, sqrt(sum_k sigma_k^2) + l x
takes the place of sqrt(sum_k sigma_k^2), or what it is at most anywhere.

No bound on gradients is assumed, so a run without one is covered too. Where there is one, ||(grad F_k(w_k) - r w_k)_k||
<= G for some r >= 0 (r the weight of a ridge), also s+ <= b_r s + eta G, b_r as b with r in the place of M: the spread
then stays bounded where a worst curvature would let it grow. The system is run in integers, every operation
rounded upwards: what comes out is a proof for the rounds it covers, and for these constants.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

from .outward import BITS, ONE, UNIT, Interval, over, root, times

__all__ = ["Constants", "Norms", "combined", "gossip"]


@dataclass(frozen=True)
class Constants:
    """The constants of the module, rounded."""

    K: int
    L: Interval
    mu: Interval
    ell: Interval
    middle: Interval  # M
    half: Interval  # D
    lam: Interval
    lam_n: Interval
    mixed: int  # max(|lam|, |lam_n|), or sqrt(r2) over links that fail
    r2: int | None
    least: Interval | None  # below every eigenvalue of W: lam_n where links do not fail
    g: int
    noise: int  # sqrt(sum_k sigma_k^2) at w*
    growth: int  # l
    most: int | None  # sqrt(sum_k sigma_k^2) anywhere
    steepest: int | None  # G
    ridge: Interval  # r


@dataclass(frozen=True)
class Norms:
    """e, s, d and x, upwards, in units of 2^-BITS; x is what is known of it besides x^2 = e^2 + s^2."""

    e: int
    s: int
    d: int
    x: int | None = None

    @classmethod
    def of(cls, c: Constants, e: int, s: int, d: int | None, x: int | None = None) -> Norms:
        """These bounds, with what curvature then says of d and e; d None: nothing else is known of it."""
        curved = over(c.ell.high * e * e, 2 << 2 * BITS)
        d = curved if d is None else min(d, curved)
        if c.mu.low > 0:
            e = min(e, root(over(2 * d << 2 * BITS, c.mu.low)))
        return cls(e, s, d, x)

    def within(self, c: Constants, s: int, d: int) -> Norms:
        """With two more bounds, of s and of d."""
        return Norms.of(c, self.e, min(self.s, s), min(self.d, d), self.x)

    @property
    def whole(self) -> int:
        both = root(self.e * self.e + self.s * self.s)
        return both if self.x is None else min(both, self.x)


def gossip(now: Norms, c: Constants, eta: Interval) -> Norms:
    """A round of w <- W w - eta grad."""
    whole = None if c.least is None else max((eta * c.mu).away(UNIT), (eta * c.L).away(c.least))
    shrinking = _shrinking(eta * c.middle, c), _shrinking(eta * c.ridge, c)
    return _moved(now, c, eta, *shrinking, whole, _driven(c, eta))


def combined(now: Norms, c: Constants, eta: Interval, steps: int) -> Norms:
    """That many gradient steps, then w <- W w."""
    alone = (eta * c.middle).away(UNIT)
    whole = max((eta * c.mu).away(UNIT), (eta * c.L).away(UNIT))
    for _ in range(steps):
        now = _moved(now, c, eta, alone, (eta * c.ridge).away(UNIT), whole, None)
    return Norms(now.e, times(c.mixed, now.s), now.d, now.x if c.mixed <= ONE else None)


def _shrinking(steepness: Interval, c: Constants) -> int:
    """b at eta M, b_r at eta r."""
    if c.r2 is None:
        return max(steepness.away(c.lam), steepness.away(c.lam_n))
    m = c.lam_n.low
    if c.least is not None and (span := ONE + c.least.low) > 2 * steepness.high:
        m = max(m, (c.r2 + c.least.low << BITS) // span)
    crossed = m * (steepness.low if m > 0 else steepness.high)
    return root(max(c.r2 * ONE - 2 * crossed + steepness.high**2, 0))


def _driven(c: Constants, eta: Interval) -> int | None:
    """What h adds to x^2 beside a^2 x^2, in units of 4^-BITS; None where that has no bound."""
    apart = ONE - c.lam.high
    if c.least is None or apart <= 0:
        return None
    sigma = ONE + c.least.low - (eta * c.L).high - (eta * c.mu).high
    if sigma <= 0:
        return None
    turned = times(eta.high, c.g) ** 2
    if c.r2 is None:
        return over(turned * (apart + sigma) << BITS, 2 * apart * sigma)
    a = ONE - (eta * c.mu).low
    return over(turned * a * a, apart * sigma)


def _moved(
    now: Norms, c: Constants, eta: Interval, b: int, b_r: int, whole: int | None, driven: int | None
) -> Norms:
    """The inequalities of the module; `whole` and `driven` None where nothing is known of x alone."""
    x = now.whole
    pull, turned = times((eta * c.half).high, x), times(eta.high, c.g)
    e = times((eta * c.middle).away(UNIT), now.e) + pull
    s = times(b, now.s) + pull + turned
    if c.steepest is not None:
        s = min(s, times(b_r, now.s) + times(eta.high, c.steepest))
    deviation = c.noise + times(c.growth, x)
    variance = times(eta.high, deviation if c.most is None else min(deviation, c.most)) ** 2
    mean = over(variance, c.K)
    d = _descended(now, c, eta)
    if variance:
        e, s = root(e * e + mean), root(s * s + variance - variance // c.K)
        d = None if d is None else d + over(c.ell.high * mean, 2 << 2 * BITS)
    if whole is None:
        return Norms.of(c, e, s, d)
    square = (times(whole, x) + turned) ** 2
    if driven is not None:
        square = min(square, times((eta * c.mu).away(UNIT), x) ** 2 + driven)
    x = root(square + variance)
    return Norms.of(c, min(e, x), min(s, x), d, x)


def _descended(now: Norms, c: Constants, eta: Interval) -> int | None:
    """d after a step without noise; None where eta ell > 1."""
    steep = eta * c.ell
    if steep.high > ONE:
        return None
    d, beta = now.d, times(c.half.high, now.s)
    alpha = max(isqrt(2 * c.mu.low * d), (d << BITS) // now.e if now.e else 0)
    fall = eta.low * (2 * ONE - steep.high) >> BITS + 1
    cross = times(times(eta.high, ONE - steep.low), beta)
    if 2 * fall * alpha >= cross << BITS:
        change = -((fall * alpha - (cross << BITS)) * alpha >> 2 * BITS)
    else:
        change = over(cross * cross, 4 * fall)
    return max(d + change + over(steep.high * eta.high * beta * beta, 2 << 3 * BITS), 0)
