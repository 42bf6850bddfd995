"""dawo, Fig. 5: "larger r gives larger final rho", for the optimum: links that work less often allow no smaller rho.

rho*(P) is the least rho(E W_hat) over feasible W on links P. If every link works at least as often in P as in P',
rho*(P) <= rho*(P'). With p_ij = exp(-r d_ij^v) that is r <= r', and also v >= v' where no distance is above 1 (the
other way round for distances above 1: two devices at distance d have rho* = max(0, 1 - 2 exp(-r d^v))).

Idea. Take W feasible on P' and w_ij p'_ij/p_ij on P: feasible, with the same E W_hat. And rho >= 1 - 2 max p on any
network (`any-devices`), as no vector loses more than 4 max p of its square in v'(I - E W_hat)v times 1/2.

In the formulas P is the better network, and a link of the worse one works with share_ij of its probability.
"""

from ...families.links import WORSE_LINKS
from ...theorem import Theorem, Variant

_PROOF = """
shares: sum(j, v[i, j]) <= 1 by v_top, w_row sum j
client: sum(i, at_client[i]*(1 - sum(j, v[i, j]))) >= 0 by at_client, shares sum i
claim feasible by least, client
reached: norm(W_worse(h)) <= rho_worse by root, worse(h), h times rho_worse**2
form: s*rho_moved == dot(h, W_worse(h)) by attains, form_moved, form_worse, moved times (a[i] - a[j])**2 sum i j
unit: norm(h) <= 1 by root, h
up: s*rho_moved <= rho_worse by form, cauchy(h, W_worse(h)), reached, unit
down: -s*rho_moved <= rho_worse by form, cauchy(-h, W_worse(h)), reached, unit
both: rho_moved <= rho_worse by cases s <= 0, s >= 0
  case
    one: s == -1 by sign over 1 - s > 0
    here: rho_moved <= rho_worse by down, one times rho_moved
  case
    one: s == 1 by sign over 1 + s > 0
    here: rho_moved <= rho_worse by up, one times rho_moved
claim attained by both
turned: sum(i, sum(j, w[i, j]*a[j]**2)) == sum(i, sum(j, w[i, j]*a[i]**2)) by w_pairs times a[j]**2 sum i j
rows: sum(i, sum(j, w[i, j]*a[i]**2)) <= 1 by w_row, h, coordinates with a[i] sum i
twice: sum(i, sum(j, w[i, j]*(a[i] - a[j])**2)) <= 4 by w, turned, rows with a[i] + a[j] sum i j
each: p[i, j]*y[i, j] <= largest_link by p, y_top, p_top
weighted: w[i, j]*p[i, j]*y[i, j] <= largest_link*w[i, j] by each, w
lost: sum(i, sum(j, w[i, j]*p[i, j]*y[i, j]*(a[i] - a[j])**2)) <= largest_link*sum(i, sum(j, w[i, j]*(a[i] - a[j])**2))
  by weighted with a[i] - a[j] sum i j
least_kept: dot(h, W_worse(h)) >= 1 - 2*largest_link by form_worse, h, coordinates, lost, twice, largest
slow: 1 - 2*largest_link <= rho_worse by least_kept, cauchy(h, W_worse(h)), reached, unit
larger: max(0, 1 - 2*largest_link) <= rho_worse
  by cases max(0, 1 - 2*largest_link) == 0, max(0, 1 - 2*largest_link) == 1 - 2*largest_link
  case
    here: max(0, 1 - 2*largest_link) <= rho_worse by case
  case
    here: max(0, 1 - 2*largest_link) <= rho_worse by case, slow
claim two-devices by larger
claim any-devices by larger
"""

LARGER_R = Theorem(
    id="dawo.larger-r",
    title="better links allow better mixing",
    place="dawo, section on experiments, Fig. 5",
    statement="rho* does not fall as r grows: p <= p' implies rho*(p') <= rho*(p)",
    family=WORSE_LINKS,
    first=None,
    variants=(
        Variant(
            "attained",
            "rho_moved <= rho_worse",
            statement="weights w p'/p on the better links have the rho of w on the worse ones, so rho* is at "
            "most that",
            derivation=_PROOF,
        ),
        Variant("feasible", "0 <= least_moved", statement="these weights are feasible", derivation=_PROOF),
        Variant(
            "two-devices",
            "max(0, 1 - 2*largest_link) <= rho_worse",
            statement="two devices: rho* = max(0, 1 - 2 p) on links P is at most what any weight reaches on the "
            "worse ones",
            assume=("K == 2",),
            derivation=_PROOF,
        ),
        Variant(
            "any-devices",
            "max(0, 1 - 2*largest_link) <= rho_worse",
            statement="any number of devices: no weights reach less than 1 - 2 max p on the worse links",
            derivation=_PROOF,
        ),
    ),
)
