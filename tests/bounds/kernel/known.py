"""A witness that can be followed by hand, and what the kernel reads of a setting."""

from __future__ import annotations

from typing import Any

from mixproof.bounds.kernel.exact import STANDARD
from mixproof.bounds.kernel.witness import offered, opened

ASSUME = ["0 < lam < 1", "delta*mu > 1", "Gamma > lam/(1 - lam)", "delta/Gamma <= 1/L"]
ZETA = "max(Gamma*spread(0), delta*sqrt(2*L*eps0)/(Gamma/(Gamma + 1) - lam))"


def known_witness(setting: dict[str, Any] | None = None, **claim: Any) -> dict[str, Any]:
    """DeceFL (5): clients that start at their own minimizers have eps_0 = 0, but mixing moves them away.

    The clients are at x and -x, x <- x/2 - eta (x - 1): 1, 1/2, 7/12, and 2 (7/12)^2 = 49/72 > 1/2.
    """
    numbers = {
        "W": "mixing",
        "a": "positive",
        "c": "real",
        "w0": "real",
        "delta": "positive",
        "Gamma": "positive",
    }
    told = {
        "family": "gossip",
        "options": {},
        "parameters": numbers,
        "sizes": {"K": "any", "d": "any", "S": 1},
        "first": 0,
        "assume": ASSUME,
        "where": {"zeta": ZETA},
        "claim": "spread2(t) <= (zeta/(t + Gamma))**2",
    }
    values = {
        **{"K": 2, "d": 1, "S": 1, "W": [[["3/4", "1/4"], ["1/4", "3/4"]]], "delta": 2, "Gamma": 2},
        **{"a": [[1], [1]], "c": [[1], [-1]], "w0": [[1], [-1]]},
    }
    label = {
        "id": "decefl.theorem-1",
        "variant": "eq-5",
        "statement": "||w(t) - 1 wbar(t)|| <= zeta/(t+Gamma)",
    }
    sides = {"left": ["49/72"], "right": ["1/2"]}
    whole = {"label": label, "claim": told | claim, "setting": values | (setting or {}), "t": 2, **sides}
    return {"kind": "witness", **whole}


def read(family: str, setting: dict[str, Any], text: str, t: int = 0, **options: Any) -> Any:
    """The value of a formula at round t in a setting of the family."""
    return offered(opened(family, setting, options, STANDARD), t, STANDARD).read(text)
