"""Partitions: disjoint, complete where they should be, and refused by name where they cannot be met."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixproof.experiments.learning.partition import TABLE_3, by_label_share, dirichlet, iid
from mixproof.spectral.errors import InputError


@given(samples=st.integers(1, 200), seed=st.integers(0, 99), data=st.data())
def test_iid_divides_everything_evenly(samples, seed, data):
    clients = data.draw(st.integers(1, samples))
    parts = iid(samples, clients, seed)
    assert sorted(np.concatenate(parts).tolist()) == list(range(samples))
    assert {len(part) for part in parts} <= {samples // clients, -(-samples // clients)}


@pytest.mark.parametrize("nodes", TABLE_3)
def test_table_3_is_met_on_the_papers_numbers(nodes):
    """Shares refer to all 5176 samples; 80 % of them are there, with a few more positives."""
    labels = (np.arange(4160) < 2090).astype(int)
    parts = by_label_share(labels, TABLE_3[nodes], seed=3, total=5176)
    joined = np.concatenate(parts)
    assert len(set(joined.tolist())) == len(joined)
    assert 4140 - 2 * nodes <= len(joined) <= 4140  # each node rounds two counts down
    for part, (share, positive, negative) in zip(parts, TABLE_3[nodes]):
        size = float(Fraction(share)) * 5176
        assert size - 2 < len(part) <= size
        assert abs(labels[part].sum() - size * positive / (positive + negative)) < 1


def test_shares_of_every_table_add_up_to_the_training_share():
    assert all(sum(Fraction(row[0]) for row in table) == Fraction(4, 5) for table in TABLE_3.values())


def test_table_3_with_8_nodes_asks_for_more_positives_than_a_balanced_training_set_has():
    with pytest.raises(InputError, match="node 7=20% at 7:3: needs 724 samples of label 1, but 720"):
        by_label_share(np.arange(4140) % 2, TABLE_3[8], total=5176)


def test_a_share_that_cannot_be_met_names_its_node():
    labels = np.array([0] * 90 + [1] * 10)
    with pytest.raises(
        InputError, match=r"label share of node 1=50% at 1:4: needs 10 samples of label 1.* 5 of 10"
    ):
        by_label_share(labels, [("0.1", 1, 1), ("0.5", 1, 4)])


@pytest.mark.parametrize(
    "broken",
    [
        lambda: iid(3, 4),
        lambda: iid(3, 0),
        lambda: by_label_share(np.array([0, 1, 2]), [("0.5", 1, 1)]),
        lambda: by_label_share(np.array([0, 1]), [("0.5", 1, 1)] * 3),
        lambda: by_label_share(np.array([0, 1]), [("1.5", 1, 1)]),
        lambda: by_label_share(np.array([0, 1]), [("0.5", 0, 0)]),
        lambda: by_label_share(np.array([0, 1] * 5), [("0.01", 1, 1)]),
    ],
)
def test_bad_input_is_refused(broken):
    with pytest.raises(InputError):
        broken()


@given(st.integers(1, 8), st.floats(0.01, 100), st.integers(0, 2**32 - 1), st.integers(0, 3))
def test_dirichlet_divides_all_samples(clients, alpha, seed, least):
    labels = np.arange(60) % 3
    parts = dirichlet(labels, clients, alpha, seed, least)
    assert sorted(np.concatenate(parts).tolist()) == list(range(60))
    assert len(parts) == clients and min(map(len, parts)) >= least


def test_dirichlet_goes_from_one_class_to_all_alike():
    labels = np.arange(4000) % 4

    def unevenness(alpha):
        counts = [np.bincount(labels[part], minlength=4) for part in dirichlet(labels, 10, alpha, least=4)]
        return np.mean([count.max() / count.sum() for count in counts])

    assert unevenness(0.02) > 0.8 and unevenness(1000.0) < 0.3
    for bad in ({"alpha": 0}, {"alpha": 1, "clients": 0}, {"alpha": 1, "clients": 5000}):
        with pytest.raises(InputError):
            dirichlet(labels, **{"clients": 3, **bad})
