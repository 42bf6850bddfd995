"""A witness that can be followed by hand."""

from __future__ import annotations

from typing import Any


def known_witness() -> dict[str, Any]:
    """DeceFL (5): clients that start at their own minimizers have eps_0 = 0, but mixing moves them away."""
    return {
        "format": "mixproof-witness-1",
        "id": "decefl.theorem-1",
        "variant": "eq-5",
        "statement": "||w(t) - 1 wbar(t)|| <= zeta/(t+Gamma)",
        "family": "gossip",
        "options": {},
        "assume": ["0 < lam < 1", "delta*mu > 1", "Gamma > lam/(1 - lam)", "delta/Gamma <= 1/L"],
        "where": {"zeta": "max(Gamma*spread(0), delta*sqrt(2*L*eps0)/(Gamma/(Gamma + 1) - lam))"},
        "left": "spread2(t)",
        "relation": "<=",
        "right": "(zeta/(t + Gamma))**2",
        "setting": {
            **{"K": 2, "d": 1, "S": 1, "W": [[["3/4", "1/4"], ["1/4", "3/4"]]], "delta": 2, "Gamma": 2},
            **{"a": [[1], [1]], "c": [[1], [-1]], "w0": [[1], [-1]]},
        },
        "t": 2,
        "left_value": "49/72",
        "right_value": "1/2",
    }
