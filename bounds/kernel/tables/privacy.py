"""What steps of the sampled Gaussian mechanism cost in privacy: printed budgets."""

from __future__ import annotations

from ..exact import STANDARD
from ..table import Family, Kind, Table
from ..tier2.privacy import account as told_costs
from .printed import arrays, printed, told


def account(kind: Kind) -> Table:
    """The table of the family `account`, one row a round."""
    found = told_costs(told(kind, "rows"), dict(kind.options), STANDARD)
    options = ", ".join(f"{name} = {value}" for name, value in sorted(kind.options.items()))
    about = f"the printed budgets, {options}: {arrays(kind)}"
    return printed(about, found, kind.sizes["rows"], " ".join(found.metrics))


TABLES = {"account": Family(account, "epsilon steps", None, domains="epsilon steps")}
