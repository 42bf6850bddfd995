"""Xiao and Boyd 2004, section 4.1: one weight for every link, W = I - alpha L, L the Laplacian of the graph.

Statement, as commonly cited. rho(W - 11'/n) = max(1 - alpha lambda_(n-1)(L), alpha lambda_1(L) - 1), eigenvalues
in decreasing order, lambda_n(L) = 0; W converges for a connected graph if and only if 0 < alpha < 2/lambda_1(L);
the best is alpha* = 2/(lambda_1(L) + lambda_(n-1)(L)), with rho = (lambda_1 - lambda_(n-1))/(lambda_1 +
lambda_(n-1)).

Idea: on the complement of the vector 1 the eigenvalues of W are 1 - alpha lambda_i(L), i < n, and the largest modulus
is at an end.
"""

from ...families.constant_weights import CONSTANT_WEIGHTS
from ...theorem import Theorem, Variant

# y, z and h attain laplacian_top, laplacian_gap and rho_constant.
_ENDS = """
let far = 1 - alpha*laplacian_gap, near = alpha*laplacian_top - 1
low: near <= rho_constant by root, mixing(y), y times rho_constant**2, y_attains times alpha*y,
  y_attains times alpha**2*lap(y), y_attains times alpha**2*laplacian_top*y, y times near**2
claim only-there by low, alpha*laplacian_top >= 2
lower: far <= rho_constant by root, mixing(z), z times rho_constant**2, z_attains times alpha*z,
  z_attains times alpha**2*lap(z), z_attains times alpha**2*laplacian_gap*z, z times far**2
claim best by low, lower, laplacian_gap >= 0, laplacian_top > 0
value: m == 1 - alpha*dot(h, lap(h)) by h, h_attains times h, h times m
high: rho_constant <= max(far, near) by cases m >= 0, m <= 0
  case
    size: rho_constant <= m by root, h_size, case
    here: rho_constant <= max(far, near) by size, value, least(h), h times alpha*laplacian_gap, max(far, near) >= far
  case
    size: rho_constant <= -m by root, h_size, case
    here: rho_constant <= max(far, near) by size, value, largest(h), h times alpha*laplacian_top, max(far, near) >= near
least_of_all: max(far, near) <= rho_constant by cases max(far, near) == far, max(far, near) == near
  case
    here: max(far, near) <= rho_constant by case, lower
  case
    here: max(far, near) <= rho_constant by case, low
claim factor by rho_constant == max(far, near)
"""
_RANGE = """
value: m == 1 - alpha*dot(h, lap(h)) by h, h_attains times h, h times m
linked: laplacian_gap > 0 by connected
low: m <= 1 - alpha*laplacian_gap by value, least(h), h times alpha*laplacian_gap
high: -m <= alpha*laplacian_top - 1 by value, largest(h), h times alpha*laplacian_top
below: rho_constant < 1 by cases m >= 0, m <= 0
  case
    size: rho_constant <= m by root, h_size, case
  case
    size: rho_constant <= -m by root, h_size, case
claim by below
"""

BEST_CONSTANT = Theorem(
    id="xiao2004.best-constant",
    title="the best constant weight of links",
    place="Xiao and Boyd 2004, section 4.1; as commonly cited",
    statement="alpha* = 2/(lambda_1(L) + lambda_(n-1)(L)); W converges if and only if 0 < alpha < 2/lambda_1(L)",
    family=CONSTANT_WEIGHTS,
    first=None,
    variants=(
        Variant(
            "factor",
            "rho_constant == max(1 - alpha*laplacian_gap, alpha*laplacian_top - 1)",
            derivation=_ENDS,
        ),
        Variant(
            "range",
            "rho_constant < 1",
            statement="a connected graph converges for alpha < 2/lambda_1(L)",
            assume=("links_connected == 1", "alpha*laplacian_top < 2"),
            derivation=_RANGE,
        ),
        Variant(
            "only-there",
            "1 <= rho_constant",
            statement="and for no larger alpha",
            assume=("alpha*laplacian_top >= 2",),
            derivation=_ENDS,
        ),
        Variant(
            "best",
            "(laplacian_top - laplacian_gap)/(laplacian_top + laplacian_gap) <= rho_constant",
            statement="no alpha has a smaller factor than alpha*",
            assume=("laplacian_top > 0",),
            derivation=_ENDS,
        ),
    ),
)
