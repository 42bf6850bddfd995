"""Every study at its small size: what it returns, what it writes, and that it can be repeated."""

import csv
import inspect
import json
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from mixproof.experiments.studies import MODULES, STUDIES, study
from mixproof.spectral.errors import InputError

from ..slow import sampled

NAMES = sorted(set(STUDIES) - {"decefl-rate"}, reverse=True)  # which has tests of its own
SOME = sampled(NAMES, 2)
FIELDS = {"name", "final_gap", "slope", "slope_interval", "bound_violations", "accuracy"}


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Each study once, when first asked for."""
    done = {}

    def get(name):
        if name not in done:
            out = tmp_path_factory.mktemp(name) / "new"
            done[name] = study(name)(seed=1, out=out, size="small"), out
        return done[name]

    return get


@pytest.mark.parametrize("name", SOME)
def test_a_study_says_what_it_found(name, results):
    result, _ = results(name)
    assert result["study"] == name and result["algorithms"] and result["data"]
    for entry in result["algorithms"]:
        assert entry.keys() >= FIELDS
        for value, (low, high) in (
            (entry[k], entry[f"{k}_range"]) for k in ("final_gap", "accuracy") if entry.get(k)
        ):
            assert low <= value + 1e-12 * abs(value) and value <= high + 1e-12 * abs(high) + 1e-15
        assert not entry["bound_violations"]
    assert len({entry["name"] for entry in result["algorithms"]}) == len(result["algorithms"])
    words = {True: "Held", False: "Did not hold", None: "Not decided"}
    assert result["conclusion"].startswith(words[result["held"]])
    assert result["conclusion"].endswith(".") and "nan" not in result["conclusion"]
    assert json.loads(json.dumps(dict(result), allow_nan=False)) == result


def means(result):
    """Every number of a result's setting and entries, by its name, the mean over the entries."""
    found = {}
    for entry in (result["setting"], *result["algorithms"]):
        for key, value in entry.items():
            for x in value if isinstance(value, list) else [value]:
                if isinstance(x, int | float) and not isinstance(x, bool):
                    found.setdefault(key, []).append(x)
    return {key: sum(values) / len(values) for key, values in found.items()}


@pytest.mark.parametrize("name", SOME)
def test_the_numbers_of_a_study_change_on_purpose_only(name, results):
    kept = json.loads(Path(__file__).with_name("studies.json").read_text())[name]
    assert means(results(name)[0]) == pytest.approx(kept, rel=0.01, abs=1e-6)


@pytest.mark.parametrize("name", SOME)
def test_a_study_writes_one_figure_one_table_and_its_result(name, results):
    result, out = results(name)
    assert sorted(result["files"]) == sorted(str(path) for path in out.iterdir())
    assert {path.name for path in out.iterdir()} == {f"{name}.{end}" for end in ("png", "pdf", "csv", "json")}
    assert json.loads((out / f"{name}.json").read_text()) == result
    with (out / f"{name}.csv").open() as stream:
        rows = list(csv.reader(stream))
    assert (
        len(rows) > 3
        and len({len(row) for row in rows}) == 1
        and "nan" not in {v for row in rows for v in row}
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_first_line_says_what_is_asked_and_the_next_whether_the_paper_used_a_network(name):
    text = inspect.getdoc(import_module(f"mixproof.experiments.studies.{MODULES[name]}"))
    first, _, rest = text.partition("\n\n")
    assert first.startswith(f"`{name}`: ") and first.endswith("?")
    said = ("The paper trains a network", "The paper trains networks", "The paper's", "No learning model")
    assert rest.startswith(said)


@pytest.mark.parametrize("name", ["defed-binary", "ops-density", "decefl-consensus"])
def test_the_same_seed_gives_the_same_numbers(name, results):
    result, _ = results(name)
    again = study(name)(seed=1, size="small")
    assert again["files"] == []
    assert {**again, "files": result["files"]} == result


@pytest.mark.parametrize("name", NAMES)
def test_bad_input_is_refused(name):
    for options, blamed in (
        ({"rounds": 0}, "rounds"),
        ({"data": "no-such-set"}, "data"),
        ({"size": "huge"}, "size"),
    ):
        with pytest.raises(InputError, match=f"^{blamed}="):
            study(name)(**{"size": "small", **options})


def test_data_of_the_wrong_kind_are_refused(tmp_path):
    words, reals = tmp_path / "words.npz", tmp_path / "reals.npz"
    rng = np.random.default_rng(0)
    np.savez(words, X=rng.normal(size=(90, 3)), y=np.arange(90) % 3)
    np.savez(reals, X=rng.normal(size=(90, 3)), y=rng.normal(size=90))
    for name, path in (("defed-regression", words), ("defed-binary", reals), ("decefl-bearings", reals)):
        with pytest.raises(InputError, match=r"^labels="):
            study(name)(data=str(path), size="small")


@pytest.mark.parametrize(
    ("name", "rate"),
    [("defed-binary", 25.0), ("defed-regression", 1.0), ("dawo-surrogate", 1e5), ("dawo-comparison", 1e5)],
)
def test_a_step_for_which_runs_diverge_is_named_with_the_round(name, rate):
    with pytest.raises(InputError, match=rf"^rate={rate}: .* diverged at round \d+; take a smaller"):
        study(name)(size="small", rate=rate)


def test_a_step_is_taken_where_the_study_has_a_fixed_one(results):
    ours, _ = results("defed-binary")
    assert ours["setting"]["rate"] == 0.1
    other = study("defed-binary")(seed=1, size="small", rate=0.02)
    assert other["setting"]["rate"] == 0.02
    assert other["algorithms"][0]["final_gap"] > ours["algorithms"][0]["final_gap"]


@pytest.mark.parametrize(
    ("name", "rate", "rule"),
    [
        ("defed-binary", 0.0, "a step is positive and finite"),
        ("defed-binary", float("nan"), "a step is positive and finite"),
        ("decefl-rate", 0.1, "the steps of decefl-rate come from a theorem or are tuned"),
    ],
)
def test_a_step_that_makes_no_sense_is_refused(name, rate, rule):
    with pytest.raises(InputError, match=rule):
        study(name)(size="small", rate=rate)
