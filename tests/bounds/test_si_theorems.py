"""What DeceFL's supplement says of windows, connected graphs and the edge of the fixed steps, by hand."""

import numpy as np
import pytest

from mixproof.bounds.families.shared import consensus
from mixproof.bounds.formula import relations
from mixproof.bounds.theorems import ALL


def test_a_window_contracts_by_its_norm_and_not_by_its_spectral_radius():
    """rho(W_B(t) - J), printed before (56): clients 1 and 2 average, then 2 and 3."""
    first, second = np.eye(3), np.eye(3)
    first[:2, :2] = second[1:, 1:] = 0.5
    window = second @ first - 1 / 3
    assert np.linalg.norm(window, 2) == pytest.approx(0.5)
    assert max(abs(np.linalg.eigvals(window))) == pytest.approx(0.25)


def test_what_is_said_of_gossip_is_refuted_on_connected_graphs_only():
    """A claim of DeFed or DeceFL that is not proved assumes lambda < 1, or says which lambda it speaks of."""
    known = {"lam", "lam_later", "lam_windows", "lam_all_windows"}
    for theorem in ALL:
        for variant in theorem.variants:
            gossiped = theorem.paper in ("defed", "decefl") and theorem.family_of(variant).name == "gossip"
            if gossiped and not (variant.holds or variant.vacuous):
                sides = [side for text in variant.assume for a, _, b in relations(text) for side in (a, b)]
                assert known & frozenset().union(*(side.free for side in sides)), (theorem.id, variant.label)


def test_at_the_edge_of_the_fixed_steps_the_consensus_problem_has_no_limit():
    """eta = 1 - lambda, B = 1, lambda_n = -lambda: the models alternate."""
    family = consensus("decefl", fixed=True)
    swap = {
        "K": 2,
        "S": 1,
        "head": 0,
        "B": 1,
        "W": [[["1/4", "3/4"], ["3/4", "1/4"]]],
        "w0": [0, 1],
        "eta": "1/2",
    }
    setting = family.from_json(swap)
    values = {name: np.asarray(array, dtype=float) for name, array in setting.values.items()}
    spreads = family.start(setting.sizes, values, 41).spread(np.arange(42))
    assert spreads == pytest.approx(np.tile([1, 0.5], 21) * 0.5**0.5)
