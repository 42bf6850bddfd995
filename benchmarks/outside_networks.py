"""Claims on averaging over networks, by somebody who had read neither the search nor `outside_claims`.

As in `outside_functions`.
"""

from __future__ import annotations

from outside_claims import Collection

from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.algorithms.library import accelerated_gossip
from mixproof.bounds.families import consensus, declared, matrices
from mixproof.bounds.families.compressed import compressed
from mixproof.bounds.families.constant_weights import CONSTANT_WEIGHTS
from mixproof.bounds.families.digraphs import row_matrices
from mixproof.bounds.families.random_pairs import RANDOM_PAIRS

CLAIMS = Collection()

# --- lazy averaging

LAZY = Algorithm("lazy averaging", {"x": "(x + mix(x))/2"})
CLAIMS.add(
    declared(LAZY),
    true=[
        # eigenvalues (1 + l)/2, l <= lam
        "spread(t) <= ((1 + lam)/2)**t*spread(0)",
        # eigenvalues (1 + l)/2 >= (1 - lam)/2 >= 0
        "((1 - lam)/2)**t*spread(0) <= spread(t)",
    ],
    false=[
        # square lost: l = lam, t = 1
        "spread(t) <= ((1 + lam)/2)**(2*t)*spread(0)",
        # rate of the matrix that is not lazy; l = lam < 1
        "spread(t) <= lam**t*spread(0)",
        # (1 + l)/2 > sqrt(l)
        "spread(t) <= lam**(t/2)*spread(0)",
        # l = lam in (0, 1)
        "spread(t) <= ((1 + lam**2)/2)**t*spread(0)",
        # start along a smaller eigenvalue
        "((1 + lam)/2)**t*spread(0) <= spread(t)",
        # lam for 1 - lam; l = lam = 1
        "spread(t) <= (1 - lam/2)**t*spread(0)",
    ],
)
CLAIMS.add(
    declared(LAZY, changing=True),
    false=[
        # W(0) = I, later J: lam_later = 0, spread(1) = spread(0)
        "spread(t) <= ((1 + lam_later)/2)**t*spread(0)",
    ],
)

# --- averaging with a shift register, beta = 1/4 (lam = 2 sqrt(beta)/(1 + beta) = 4/5)

REGISTER = declared(accelerated_gossip("1/4"))
CLAIMS.add(
    REGISTER,
    true=[
        # 2^-t (cos ta + (cos a - 1/2) sin ta/sin a)
        "spread(t) <= (1 + 3*t/2)/2**t*spread(0) | lam <= 4/5",
    ],
    false=[
        # nonnegative eigenvalues only; l = -4/5: 1 + 3t/2
        "spread(t) <= (1 + t/2)/2**t*spread(0) | lam <= 4/5",
        # factor in t lost; t = 1: l = 4/5 gives 3/4
        "spread(t) <= spread(0)/2**t | lam <= 4/5",
        # l = -4/5: 1 + 3t/2 > 8 from t = 5
        "spread(t) <= 8/2**t*spread(0) | lam <= 4/5",
        # from t = 17
        "spread(t) <= 25/2**t*spread(0) | lam <= 4/5",
        # from t = 27, beyond the 20 rounds asked for
        "spread(t) <= 40/2**t*spread(0) | lam <= 4/5",
        # real roots beyond 4/5
        "spread(t) <= (1 + 3*t/2)/2**t*spread(0) | lam <= 9/10",
        # modulus of the roots is 1/2 whatever lam < 4/5
        "spread(t) <= (1 + 3*t/2)*lam**t*spread(0) | lam <= 4/5",
    ],
)

# --- products over windows of B rounds

PLAIN = Algorithm("averaging", {"x": "mix(x)"})
WINDOWS = declared(PLAIN, changing=True)
CLAIMS.add(
    WINDOWS,
    true=[
        # submultiplicativity of ||. - J||
        "spread(t + B) <= lam_all_windows*spread(t)",
        # floor(t/B) >= (t - B + 1)/B
        "spread(t) <= lam_all_windows**((t - B + 1)/B)*spread(0) | t >= B - 1",
    ],
    false=[
        # W(0) is in no window of t >= B: W(0) = I, then J, B = 1, t = 0
        "spread(t + B) <= lam_windows*spread(t)",
        # B for B - 1; B = 1: no contraction in no round
        "spread(t + B - 1) <= lam_all_windows*spread(t)",
        # one window, one factor
        "spread(t + B) <= lam_all_windows**2*spread(t)",
        # rounds that fill no window: B = 2, W = I, J, ..., t = 1
        "spread(t) <= lam_all_windows**(t/B)*spread(0)",
        # W(0) = I, later J
        "spread(t) <= lam_later**t*spread(0)",
    ],
)

# --- Dirichlet form, Poincare; max and mean

STILL = declared(PLAIN)
CLAIMS.add(
    STILL,
    true=[
        # lam_n >= 2 own - 1 (Gershgorin)
        "links2(t) <= 2*(1 - own)*spread2(t)",
        # lambda_2 <= lam
        "(1 - lam)*spread2(t) <= links2(t)",
        # sum of the others is minus the farthest; Cauchy-Schwarz
        "farthest2(t) <= (1 - 1/K)*spread2(t)",
    ],
    false=[
        # factor 2 lost: K = 2, 1 - lambda = 2(1 - own)
        "links2(t) <= (1 - own)*spread2(t)",
        # negative eigenvalue
        "links2(t) <= spread2(t)",
        # that is the decrease of spread2 of W^2; l = lam in (0,1): 1 - lam < 1 - lam^2
        "(1 - lam**2)*spread2(t) <= links2(t)",
        # lam_n for lambda_2
        "(1 - lam_n)*spread2(t) <= links2(t)",
        # mean for max, K = 3: (2, -1, -1)
        "farthest2(t) <= spread2(t)/K",
        # K = 4: (3, -1, -1, -1): 9/12; true for K <= 3
        "farthest2(t) <= 2/3*spread2(t)",
    ],
)

# --- powers of W: entries, columns, diagonal

CLAIMS.add(
    matrices(),
    true=[
        # a path of K - 1 steps, loops; rows of later products average
        "least**(K - 1) <= smallest(t) | own > 0 | connected == 1 | t >= K - 1",
        # entries of W A average columns of A
        "smallest(t) <= smallest(t + 1)",
        # K own <= trace <= 1 + (K - 1) lam
        "own <= (1 + (K - 1)*lam)/K",
        # ||(W^t - J)(e_i - 1/K)||, |e_i - 1/K|^2 = 1 - 1/K
        "farthest_column2(t) <= (1 - 1/K)*lam**(2*t)",
    ],
    false=[
        # K = 2: least^0 = 1 > smallest
        "least**(K - 2) <= smallest(t) | own > 0 | connected == 1 | t >= K - 1",
        # path of 3, t = 1: entry 0
        "least**(K - 1) <= smallest(t) | own > 0 | connected == 1 | t >= K - 2",
        # loops missing: the swap of two
        "least**(K - 1) <= smallest(t) | connected == 1 | t >= K - 1",
        # K = 2: own = (1 + lam)/2; true for K >= 3
        "own <= (1 + 2*lam)/3",
        # K = 3, t = 0: 2/3 > 1/3; true for K = 2
        "farthest_column2(t) <= lam**(2*t)/K",
        # K = 3, W = J + l uu', u = (1,-1,0)/sqrt 2: 1/3 - l/2; true for K = 2
        "(1 - lam**t)/K <= smallest(t)",
        # path of 4, weight 1/4: 1 - .146 > 3/4; true for K <= 3
        "lam <= 1 - least | own > 0 | connected == 1",
        # t = 0: 1 - 1/K
        "farthest_column2(t) <= (1 - 1/K)**2*lam**(2*t)",
    ],
)

# --- one weight for every link; P <= 1

CLAIMS.add(
    CONSTANT_WEIGHTS,
    first=None,
    true=[
        # K I - K J - Lap(A) = Lap of the complement >= 0
        "laplacian_top <= K",
        # alpha lambda <= 1
        "rho_constant <= 1 - laplacian_gap/K | alpha == 1/K",
    ],
    false=[
        # complete graph: K
        "laplacian_top <= K - 1",
        # complete graph: K; true for all others
        "laplacian_gap <= K - 1",
        # complete graph of 3: |1 - 3/2| > 1 - 3/2
        "rho_constant <= 1 - laplacian_gap/(K - 1) | alpha == 1/(K - 1)",
        # the other end: K = 2, alpha top = 2: 1 > -1
        "rho_constant <= 1 - alpha*laplacian_gap | alpha*laplacian_top <= 2",
        # only at the best alpha
        "rho_constant <= (laplacian_top - laplacian_gap)/(laplacian_top + laplacian_gap) | alpha*laplacian_top <= 1",
        # small alpha: 1 - a > exp(-2a)
        "rho_constant <= exp(-2*alpha*laplacian_gap) | alpha*laplacian_top <= 1",
    ],
)

# --- random pairs (Boyd et al. 2006, section on bounds; trace)

CLAIMS.add(
    RANDOM_PAIRS,
    true=[
        # trace of E W is K - 1
        "1 - 1/(K - 1) <= lam2",
        # E|y+|^2 = y' E W y
        "lam_low**t*spread2(0) <= spread2(t)",
        # E W is semidefinite
        "mean_spread2(t) <= lam2**(2*t)*spread2(0)",
    ],
    false=[
        # all pairs alike: 1 - 1/(K - 1)
        "1 - 1/K <= lam2",
        # pairs not alike, K = 3
        "lam2 <= 1 - 1/(K - 1)",
        # square: E|y+|^2 = y' E W y
        "spread2(t) <= lam2**(2*t)*spread2(0)",
        # start along the smallest eigenvalue, K >= 3
        "lam2**t*spread2(0) <= spread2(t)",
        # only for pairs alike
        "spread2(t) <= (1 - 1/(K - 1))**t*spread2(0)",
        # t = 0
        "spread2(t) <= lam2**(t + 1)*spread2(0)",
    ],
)

# --- Choco-Gossip

TOP, SOME = compressed("top"), compressed("random")
CLAIMS.add(
    TOP,
    true=[
        # messages whole: I + gamma (W - I)
        "spread2(t) <= (1 - gamma*(1 - lam))**(2*t)*spread2(0) | omega == 1 | gamma <= 1",
    ],
    false=[
        # compression for nothing: wrong coordinates are mixed
        "spread2(t) <= (1 - gamma*(1 - lam))**(2*t)*spread2(0) | gamma <= 1",
        # gamma = 2, W = J: factor -1 > 1 - 2 squared... lam_n = -1: -3
        "spread2(t) <= (1 - gamma*(1 - lam))**(2*t)*spread2(0) | omega == 1 | gamma <= 2",
        # square
        "spread2(t) <= (1 - gamma*(1 - lam))**(4*t)*spread2(0) | omega == 1 | gamma <= 1",
        # (1,.9), (.9,1) send different coordinates
        "spread2(t + 1) <= spread2(t) | gamma <= 1",
        # the same, W = J, gamma 1/2: grows
        "spread2(t) <= (1 - gamma*omega*(1 - lam))**(2*t)*spread2(0) | gamma <= omega",
        # models move between messages
        "unsent2(t + 1) <= (1 - omega)*unsent2(t) | gamma <= 1",
    ],
)

# --- directed products and Dobrushin's coefficient

CLAIMS.add(
    row_matrices(),
    true=[
        # Dobrushin, columns of I have spread 1
        "half_spread(t) <= forgetting**(t + 1)/2",
        # distance to the average <= (n - 1)/n of the spread
        "error(t) <= (n - 1)/n*forgetting**(t + 1)",
        # diagonal of the product
        "own**(t + 1) <= least_total(t)",
    ],
    false=[
        # t + 1 factors
        "half_spread(t) <= forgetting**(t + 2)/2",
        # n = 3, W = I: 2/3; true for n = 2
        "error(t) <= forgetting**(t + 1)/2",
        # entries that are 0: W = I, least 1... n = 2: (-1)^(t+1)/2 at t even
        "half_spread(t) <= (1 - n*least)**(t + 1)/2",
        # (1/2 1/2; 0 1): 2^-(t+1)
        "own <= least_total(t)",
        # the same, square root
        "own**((t + 1)/2) <= least_total(t)",
        # one direction only: entry 0
        "least**(t + 1) <= smallest(t) | own > 0",
    ],
)

# --- consensus that pulls back to the start, fixed step

LEAKY = consensus("decefl", fixed=True)
CLAIMS.add(
    LEAKY,
    true=[
        # |W(t) - eta I| <= lam - eta off 1; geometric sum
        "spread(t) <= ((lam - eta)**t + eta*(1 - (lam - eta)**t)/(1 - lam + eta))*spread(0) | eta <= lam_n",
        # columns of W sum to 1
        "mean_error(t) == 0",
    ],
    false=[
        # floor missing
        "spread(t) <= lam**t*spread(0) | eta <= lam_n",
        # smallest eigenvalue forgotten
        "spread(t) <= ((lam - eta)**t + eta*(1 - (lam - eta)**t)/(1 - lam + eta))*spread(0) | eta <= lam",
        # square of the step
        "spread(t) <= ((lam - eta)**t + eta**2/(1 - lam + eta))*spread(0) | eta <= lam_n",
        # sign of lam in the floor
        "spread(t) <= ((lam - eta)**t + eta/(1 + lam))*spread(0) | eta <= lam_n",
        # lam = -1/2, eta = 1: 1, -1/2, 1.75
        "spread(t) <= spread(0) | eta <= 1",
    ],
)
