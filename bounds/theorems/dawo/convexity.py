"""dawo: the introduction calls the minimisation of the bound "a non-convex eigenvalue optimization problem"; Sections
IV and V call (10) convex.

(10) is convex (`mean`), and so is the exact objective rho(E W_hat^2) (`second-moment`), against the introduction:
nothing forces a surrogate.
Idea: rho(E W_hat) is a norm of a matrix that is affine in W; rho(E W_hat^2) is the largest E||W_hat u||^2, and a mean
of squares of what is affine in W. Midpoints are checked, at the vectors that attain them.
"""

from ...families.lossy_learning import lossy
from ...theorem import Theorem, Variant

__all__ = ["CONVEXITY", "HALFWAY"]

HALFWAY = """
a: norm(W_mean(h)) <= rho_mean by root, mean(h), length times rho_mean**2
b: norm(W_other(h)) <= rho_other by root, other(h), length times rho_other**2
both: sq(W_mean(h) + W_other(h)) == 4*rho_halfway**2
  by attains times W_mean(h) + W_other(h), attains times 2*m*h, length times 4*m**2, size
c: 2*rho_halfway <= norm(W_mean(h) + W_other(h)) by root, both
claim by c, triangle(W_mean(h), W_other(h)), a, b
"""
_SECOND = """
halves: sum(i, sum(j, ((w[i, j] + w2[i, j])/2)**2*p[i, j]*(1 - p[i, j])*(c[i] - c[j])**2)) <=
  sum(i, sum(j, (w[i, j]**2 + w2[i, j]**2)/2*p[i, j]*(1 - p[i, j])*(c[i] - c[j])**2))
  by p, p_top with (w[i, j] - w2[i, j])*(c[i] - c[j]) sum i j
claim by second_attains, halves, scatter, scatter_other, links(k), links_other(k), second_length times rho2,
  second_length times rho2_other with W_mean(k) - W_other(k)
"""

CONVEXITY = Theorem(
    id="dawo.convexity",
    title="both objectives are convex in W",
    place="dawo, introduction, and Sections IV and V",
    statement="min rho(E W_hat) over symmetric doubly stochastic W is a convex problem",
    family=lossy(2),
    first=None,
    variants=(
        Variant(
            "mean",
            "rho_halfway <= (rho_mean + rho_other)/2",
            statement="rho(E W_hat) at a midpoint",
            derivation=HALFWAY,
        ),
        Variant(
            "second-moment",
            "rho2_halfway <= (rho2 + rho2_other)/2",
            statement="rho(E W_hat^2) at a midpoint",
            derivation=_SECOND,
        ),
    ),
)
