"""The third set of claims: on matrices, on one weight for all links, and on numbers.

As in `outside_methods`: textbook networks of up to seven nodes, products whose first positive power is late, and
number claims that fail at an edge, at a kink or at one integer alone.
"""

from __future__ import annotations

from outside_claims import Collection

from mixproof.bounds.domains import UNIT
from mixproof.bounds.families import matrices
from mixproof.bounds.families.constant_weights import CONSTANT_WEIGHTS
from mixproof.bounds.families.digraphs import row_matrices
from mixproof.bounds.families.scalars import scalars

CLAIMS = Collection()

CLAIMS.add(
    matrices(),
    true=[
        "smallest(t) <= 1/K",
        "farthest_column2(t) <= lam**(2*t)*(1 - 1/K)",
        "smallest(t) >= 1/K - lam**t",
        "smallest(t) >= least**(K - 1) | connected == 1 | own > 0 | t >= K - 1",
        "smallest(t) > 0 | connected == 1 | own > 0 | t >= K",
        # the diameter is at most K - 1, and an odd closed walk is that far away
        "smallest(t) > 0 | primitive == 1 | t >= 2*K - 2",
        "smallest(t + 1) >= smallest(t)",
    ],
    false=[
        "smallest(t) >= least**t | connected == 1 | own > 0 | t >= 1",
        "smallest(t) >= least**2 | connected == 1 | own > 0 | t >= 2",
        # paths of six and of seven
        "smallest(t) > 0 | connected == 1 | own > 0 | t >= 4",
        "smallest(t) > 0 | connected == 1 | own > 0 | t >= 5",
        "smallest(t) > 0 | connected == 1 | least >= 1/4 | own > 0 | t >= 4",
        "smallest(t) > 0 | connected == 1 | least >= 1/3 | own > 0 | t >= 2",
        # rings of five and seven nodes without loops
        "smallest(t) > 0 | primitive == 1 | own == 0 | t >= 3",
        "smallest(t) > 0 | primitive == 1 | own == 0 | t >= 5",
        "farthest_column2(t) <= lam**(2*t)/K",
        "farthest_column2(t) <= lam**(2*t)/2",
        "farthest_column2(t) <= lam**(3*t)",
        "farthest_column2(t) <= (1 - 1/K)*lam_n**(2*t)",
        "smallest(t) >= (1 - lam**t)/K",
        "smallest(t + 1) > smallest(t) | connected == 1 | own > 0",
    ],
)
CLAIMS.add(
    matrices(),
    first=None,
    true=[
        "lam <= 1",
        "lam_n >= 2*own - 1",
        "lam_n >= own - 1",
        "abs(lam_n) <= lam | K >= 2",
        "least <= 1/2 | connected == 1 | own > 0 | K >= 2",
        "lam < 1 | connected == 1 | own > 0",
        "lam_n >= -1/3 | own >= 1/3",
        # of all connected networks a path has the smallest algebraic connectivity, 2 - 2 cos(pi/7) = .198
        "lam <= 951/1000 | connected == 1 | least >= 1/4 | own > 0 | K <= 7",
        "smallest(6) > 0 | connected == 1 | own > 0 | K <= 7",
    ],
    false=[
        "lam < 1 | connected == 1",
        "smallest(3) > 0 | connected == 1 | own > 0",
        "smallest(5) > 0 | connected == 1 | own > 0",
        "lam <= 1 - least | connected == 1 | own > 0",
        "lam_n >= own",
        "lam_n >= 3*own - 1",
        "lam >= 1/K | connected == 1",
        "lam >= own",
        "smallest(2) >= own**2 | connected == 1",
        "lam <= sqrt(1 - own)",
        # paths with weights of a quarter: 1 - (1 - cos(pi/K))/2
        "lam <= 4/5 | connected == 1 | least >= 1/4 | own > 0",
        "lam <= 9/10 | connected == 1 | least >= 1/4 | own > 0",
        "lam <= 93/100 | connected == 1 | least >= 1/4 | own > 0",
        "lam <= 19/20 | connected == 1 | least >= 1/4 | own > 0",
        "lam_n >= -9/20 | own >= 1/4",
        # rings of four and six nodes without loops
        "lam_n > -1 | connected == 1 | K >= 3",
        "lam < 1 | connected == 1 | K >= 5",
        # disconnected
        "lam < 1 | own > 0",
    ],
)
CLAIMS.add(
    matrices(S=(2,)),
    true=["smallest(t) > 0 | union_connected == 1 | own > 0 | t >= 2*(K - 1)"],
    false=[
        "smallest(t) > 0 | union_connected == 1 | own > 0 | t >= 2",
        "lam < 1 | union_connected == 1 | own > 0",
    ],
)
CLAIMS.add(
    row_matrices(),
    true=[
        "half_spread(t) <= 1/2",
        "smallest(t) <= 1/n",
        "least_total(t) <= 1",
        "half_spread(t) <= forgetting**(t + 1)/2",
        "error(t) <= (1 - 1/n)*forgetting**(t + 1)",
        "smallest(t) >= least**(t + 1) | smallest(t) > 0",
        "least_total(t) >= least**(t + 1) | own > 0",
        "smallest(t) >= least**(n - 1) | connected == 1 | own > 0 | t >= n - 2",
    ],
    false=[
        "least_total(t) >= least**(t + 1)",
        "half_spread(t) <= forgetting**(t + 1)/4",
        "half_spread(t) <= forgetting**(t + 2)/2",
        # a directed ring of five with loops
        "smallest(t) > 0 | connected == 1 | own > 0 | t >= 2",
        # a ring with one more arc: Wielandt's, positive from the power (n - 1)^2 + 1 on
        "smallest(t) > 0 | primitive == 1 | t >= n",
        "smallest(t) > 0 | primitive == 1 | t >= (n - 1)**2 - 1",
        "half_spread(t) < 1/2 | connected == 1 | t >= 1",
        "error(t) <= forgetting**(t + 1)/2",
        "smallest(t) >= least**(n - 2) | connected == 1 | own > 0 | t >= n - 2",
        "least_total(t) >= 1/2",
    ],
)
CLAIMS.add(
    CONSTANT_WEIGHTS,
    first=None,
    true=[
        "rho_constant >= 1 - alpha*laplacian_gap",
        "rho_constant < 1 | alpha*laplacian_top < 2 | laplacian_gap > 0",
        "laplacian_top <= K",
        "rho_constant <= 1 - laplacian_gap/laplacian_top | alpha == 1/laplacian_top",
    ],
    false=[
        "rho_constant > (laplacian_top - laplacian_gap)/(laplacian_top + laplacian_gap) | links_connected == 1",
        "rho_constant <= 1 - alpha*laplacian_gap",
        "rho_constant < (laplacian_top - laplacian_gap)/(laplacian_top + laplacian_gap) "
        "| alpha == 2/(laplacian_top + laplacian_gap)",
        # a star of four: 3/5
        "rho_constant <= 1/2 | alpha == 2/(laplacian_top + laplacian_gap)",
        "rho_constant < 1 | alpha*laplacian_top <= 2 | links_connected == 1",
        "laplacian_gap <= 1",
        "laplacian_top < K",
        "laplacian_gap >= 1/2 | links_connected == 1",
        "laplacian_gap >= 2/5 | links_connected == 1",
        "rho_constant <= 1 - laplacian_gap/laplacian_top | alpha == 1/K | links_connected == 1",
    ],
)
CLAIMS.add(
    scalars("n", "x y z"),
    first=None,
    true=[
        "x**2*(1 - x) <= 4/27 | x <= 1",
        "2**n >= n**2 | n >= 4",
        "n**10 <= 2**n | n >= 60",
        "(1 + 1/n)**n < 3",
        "log(x) <= x - 1",
        "log(1 + x) >= 2*x/(2 + x)",
        "exp(-x) <= 1 - x + x**2/2",
        "sqrt(x) <= x/2 + 1/2",
        "max(abs(1 - x*y), abs(1 - x*z)) >= (z - y)/(z + y) | z >= y",
        "x + 9/x >= 6",
        "max(x, 3/x) >= 173/100",
        "abs(x - y) + abs(y - z) >= abs(x - z)",
    ],
    false=[
        # at the edges of the range alone
        "(1 - x)**2 < 9/25 | 2/5 <= x <= 8/5",
        "x*(8/5 - x) > 0 | x <= 8/5",
        "x**2 < 49/36 | x <= 7/6",
        "x + y < 22/7 | x <= 15/7 | y <= 1",
        # at a kink, or near one
        "abs(x - 7) > 0",
        "abs(n - 7) >= 1/2",
        "abs(x - 7) >= 1/3",
        "abs(x - y) + abs(y - z) > abs(x - z)",
        "max(x, 1/x) >= 101/100",
        "max(x, 3/x) >= 9/5",
        "max(abs(1 - x), abs(1 - 3*x)) > 1/2",
        "max(abs(1 - 2*x), abs(1 - 7*x)) > 5/9",
        "max(abs(1 - x*y), abs(1 - x*z)) > (z - y)/(z + y) | z >= y",
        "(x - 3)**2*(x - 5)**2 > 0",
        "x + 9/x >= 61/10",
        "x + 9/x > 6",
        "x**2*(1 - x) <= 7/50 | x <= 1",
        "x**3 - 3*x >= -199/100",
        "x/(1 + x**2) <= 49/100",
        # one integer, or a few
        "n**2 - 12*n + 37 > 1",
        "(n - 6)*(n - 7) > 0",
        "(n - 29)**2 > 0",
        "2**n >= n**2",
        "2**n > n**2 | n >= 4",
        "3**n > n**3 | n >= 2",
        "n**10 <= 2**n | n >= 50",
        "(1 + 1/n)**n <= 27/10",
        "(1 - 1/n)**n <= 1/3 | n >= 2",
        # a pole
        "1/(x - 2) <= 3 | x != 2",
        "1/(n - 9) <= 1/2 | n != 9",
        "1/(x - y) <= 1000 | x != y",
        "log(x) <= x - 11/10",
        "log(1 + x) <= x - x**2/3",
        "exp(-x) <= 1 - x + 2*x**2/5",
        "sqrt(x) <= x/2 + 12/25",
    ],
)
CLAIMS.add(
    scalars(positive="z", q=UNIT),
    first=None,
    true=[
        "q*(1 - q) <= 1/4",
        "q**3*(1 - q) <= 27/256",
        "min(q, 1 - q) <= 1/2",
        "q**z*(1 - q) <= 1/(1 + 2*z)",
    ],
    false=[
        "q*(1 - q) < 1/4",
        "q**3*(1 - q) <= 1/10",
        "min(q, 1 - q) <= 2/5",
        "abs(q - 2/7) > 0",
        "q**z*(1 - q) <= 1/(1 + 5*z)",
    ],
)
