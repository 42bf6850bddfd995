"""ALI-DPFL, Lemma 3 (19), and Lemma 4 (20): one noisy step, and a client's distance to the centralized
sequence.

Lemma 3: E||g~_i - g_i|| <= 2 sqrt(d) sigma C/B. With full batches and Assumption 1.4 the difference is the
noise alone, and E||N(0, I_d)|| <= sqrt(d) (Jensen): true, with a factor 2 to spare (`full-batch`). Algorithm
1 samples: a batch that holds each record with probability B/|D_i|, its sum divided by B, is off by
O(C/sqrt(B)) however small sigma is. Two records with gradient 1, B = 1: the batch gradient is 0, 1 or 2 with
probabilities 1/4, 1/2, 1/4, so E|g~ - g| >= 1/2 (`poisson`). Both need Assumption 1.4: clipping a gradient of
length 2 at C = 1 is off by 1 whatever sigma. `repaired`: sqrt((1-q) C^2/B
+ d sigma^2 C^2/B^2), a root mean square; proof in Theorem 1's docstring.

Lemma 4: E||w_i(t) - v_[k](t)|| <= ((xi_i + 2 sqrt(d) sigma C/B)/beta) ((eta beta+1)^x - 1). Both sequences
are noisy, and the factor 2 of Lemma 3 pays for both, if batches are full and v's noise has deviation sigma
C/B (`full-batch`, `path`): with n for the sum of both deviations in the norm (E||.||^2)^(1/2), e(x+1) <= (1 +
eta beta) e(x) + eta (xi_i + n), e(0) = 0. As (8) prints v's noise, sigma C without division by B, it fails
(`noise-of-8`), and with sampled batches it fails (`poisson`).

Repair. All noise of one step has mean 0 given the past and its parts are independent: its variance is at most n^2 =
(1-q) C^2/B + d sigma^2 C^2/B^2 + (variance of v's noise), and it adds in squares: with e(x) = (E||w_i - v||^2)^(1/2),
e(x+1)^2 <= ((1 + eta beta) e(x) + eta xi_i)^2 + eta^2 n^2. `repaired`, in the printed form: e(x) <= ((xi_i + n)/beta)
((1 + eta beta)^x - 1), met at x = 1. `sharp`: e(x) <= a(x) + b(x), a(x) = (xi_i/beta) ((1 + eta beta)^x - 1), b(x)^2
= eta^2 n^2 sum_{z<x} (1 + eta beta)^(2z): noise grows like sqrt(x) while eta beta x is small.
"""

from ...theorem import Theorem, Variant
from ...verdict import Severity
from .lines import away
from .noisy_lines import CLIENT, CLIENT_OF_ALL, CLIENT_SHARP, GRADIENT, GRADIENT_OF_ALL
from .setting import (
    BATCH,
    CLIPPED,
    DEVIATION,
    FULL,
    GROWN,
    GROWN_X,
    NOISE_FREE,
    NOISE_OF_BOTH,
    NOISY,
    NOISY_AS_8,
    PATH,
    SMOOTH,
)

_TWO_RECORDS = {"N": 1, "m": 2, "b": [[1, 1]], "B": 1, "C": 1, "sigma": "1/8", "eta": 1, "beta": 1}
_THREE_RECORDS = {"N": 1, "m": 3, "b": [[0, 0, 0]], "B": 3, "C": 1, "sigma": 1, "eta": 1, "beta": 1}

LEMMA_3 = Theorem(
    id="alidpfl.lemma-3",
    title="a noisy gradient against the gradient",
    place="ALI-DPFL, Lemma 3, (19)",
    statement="E||g~_i(t) - g_i(t)|| <= 2 sqrt(d) sigma C/B",
    family=NOISY,
    first=None,
    variants=(
        Variant(
            "poisson",
            "deviation_floor <= 2*sigma*C/B",
            statement="batches as Algorithm 1 draws them",
            assume=(CLIPPED, BATCH),
            severity=Severity.MISSING,
            remains="True for full batches (`full-batch`); sampling adds (1-q) C^2/B to the variance (`repaired`)",
            examples=(_TWO_RECORDS,),
        ),
        Variant(
            "full-batch",
            "deviation_rms <= 2*sigma*C/B",
            statement="every batch the whole data set",
            assume=(CLIPPED, FULL),
            derivation=GRADIENT_OF_ALL,
        ),
        Variant(
            "repaired",
            f"deviation_rms <= {DEVIATION}",
            statement="root mean square <= sqrt((1-q) C^2/B + d sigma^2 C^2/B^2)",
            assume=(CLIPPED, BATCH),
            derivation=GRADIENT,
        ),
    ),
)

_RIGHT = f"2*sigma*C/B*{GROWN}"

LEMMA_4 = Theorem(
    id="alidpfl.lemma-4",
    title="a client's distance to the centralized sequence",
    place="ALI-DPFL, Lemma 4, (20)",
    statement="E||w_i(t) - v_[k](t)|| <= ((xi_i + 2 sqrt(d) sigma C/B)/beta)((eta beta+1)^x - 1) for every client i",
    family=NOISY,
    rounds=4,
    first=1,
    variants=(
        Variant(
            "poisson",
            f"client_excess_floor(t) <= {_RIGHT}",
            statement="batches as Algorithm 1 draws them, xi_i's part moved to the left",
            assume=(CLIPPED, BATCH),
            severity=Severity.MISSING,
            remains="True for full batches (`full-batch`); sampling adds (1-q) C^2/B to the variance (`repaired`)",
            examples=(_TWO_RECORDS,),
        ),
        Variant(
            "full-batch",
            f"client_excess_rms(t) <= {_RIGHT}",
            statement="every batch the whole data set, v's noise divided by B",
            assume=(CLIPPED, FULL),
            derivation=CLIENT_OF_ALL,
        ),
        Variant(
            "noise-of-8",
            f"client_excess_floor(t) <= {_RIGHT}",
            statement="every batch the whole data set, v's noise as (8) prints it",
            assume=(CLIPPED, FULL),
            family=NOISY_AS_8,
            severity=Severity.TYPO,
            remains="True where v's noise too is divided by B, as Algorithm 1 divides (`full-batch`)",
            examples=(_THREE_RECORDS,),
        ),
        Variant(
            "noise-free",
            "client_excess(t) <= 0",
            statement="sigma = 0 and full batches, curved losses",
            assume=(SMOOTH,),
            family=NOISE_FREE,
            derivation=away("one", "xi_one") + "claim by near\n",
        ),
        Variant(
            "path",
            f"client_excess(t) <= noise_of_one*{GROWN_X}",
            statement="along any realization, max_i |z_i| + |u| in place of 2 sqrt(d) sigma C/B",
            assume=(SMOOTH,),
            family=PATH,
            derivation=away("one", "xi_one + noise_of_one", "path") + "claim by near\n",
        ),
        Variant(
            "repaired",
            f"client_excess_rms(t) <= n*{GROWN}",
            statement="root mean square, n in place of 2 sqrt(d) sigma C/B, n^2 the variance of sampling and "
            "both noises",
            assume=(CLIPPED, BATCH),
            where={"n": NOISE_OF_BOTH},
            derivation=CLIENT,
        ),
        Variant(
            "sharp",
            "client_excess_rms(t) <= eta*n*sqrt(((eta*beta + 1)**(2*t) - 1)/((eta*beta + 1)**2 - 1))",
            statement="root mean square <= (xi_i/beta)((eta beta+1)^x - 1) + eta n sqrt(sum_{z<x} (eta beta+1)^(2z))",
            assume=(CLIPPED, BATCH),
            where={"n": NOISE_OF_BOTH},
            derivation=CLIENT_SHARP,
        ),
    ),
)
