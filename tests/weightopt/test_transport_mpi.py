"""The transport across MPI ranks: the numbers of the one within a process, and an end on every rank alike."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mixproof.spectral import parse_network
from mixproof.spectral.errors import InputError
from mixproof.weightopt.nodes.distributed import node_program
from mixproof.weightopt.nodes.mpiexec import command, environment, find_mpiexec
from mixproof.weightopt.nodes.transport import InProcess

from ..slow import sampled
from .mpi_program import counts, digest

EDGES_8_13 = "0-1 1-2 2-3 0-4 1-7 1-3 4-5 4-6 2-6 3-7 5-6 6-7 1-6"
PROGRAM = Path(__file__).with_name("mpi_program.py")
GEOMETRIC = "geometric:n=18,r=2,v=2"  # four ranks have not as many nodes each
ERRORS = ("deaf", "fails", "stranger", "unsendable", "interrupted")
needs_mpi = pytest.mark.skipif(
    importlib.util.find_spec("mpi4py") is None or find_mpiexec() is None,
    reason="mpi4py or mpiexec is not installed (pip install -e '.[mpi]')",
)


def on_ranks(ranks, out, *tasks):
    """What each rank reports of the tasks."""
    root = str(PROGRAM.parents[2])
    settings = {**environment(), "PYTHONPATH": os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])}
    words = command(ranks, [str(PROGRAM), *tasks, str(out)])
    ended = subprocess.run(words, env=settings, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, ended.stderr
    return [json.loads((out / f"{rank}.json").read_text()) for rank in range(ranks)]


@pytest.fixture(scope="module")
def eight(tmp_path_factory):
    path = tmp_path_factory.mktemp("network") / "eight.csv"
    links = [link.replace("-", ",") for link in EDGES_8_13.split()]
    path.write_text("\n".join(["u,v", *links]) + "\n")
    return str(path)


@pytest.fixture(scope="module")
def cases(eight):
    """Tasks of `mpi_program`: network, gap, and which nodes are together."""
    return {
        "|".join(map(str, case)): case for case in [(eight, 5e-2, 0), (GEOMETRIC, 0.1, 0), (eight, 5e-2, 1)]
    }


@pytest.fixture(scope="module")
def four(cases, tmp_path_factory):
    """What four ranks report of all tasks, in one job: it takes long to start."""
    return on_ranks(4, tmp_path_factory.mktemp("four"), *cases, *ERRORS)


def same_bits(reports, cases):
    """Every rank's weights and traffic are those of one process."""
    for task, (text, gap, _) in cases.items():
        one = InProcess(parse_network(text))
        rows = one.run(node_program(gap))
        for report in reports:
            assert report[task] == [digest(rows), counts(one.traffic), True]


@needs_mpi
def test_four_ranks_compute_the_same_bits_as_one_process(four, cases):
    same_bits(four, cases)


@needs_mpi
@pytest.mark.parametrize(
    ("ranks", "networks"), sampled([(1, 2), (8, 1)], 2)
)  # all nodes on a rank, and one on each
def test_ranks_compute_the_same_bits_as_one_process(ranks, networks, cases, tmp_path):
    some = dict(list(cases.items())[:networks])
    same_bits(on_ranks(ranks, tmp_path, *some), some)


@needs_mpi
def test_every_rank_ends_with_the_same_error(four):
    reports = [{task: report[task] for task in ERRORS} for report in four]
    assert all(report == reports[0] for report in reports)
    found = reports[0]
    assert found["deaf"][:2] == ["RuntimeError", "nodes [3] wait for messages that nobody will send"]
    assert found["fails"][0] == "RuntimeError"
    assert found["fails"][1] == "node 5 on rank 2 failed: ZeroDivisionError: nothing to divide by"
    assert found["stranger"][:2] == ["InputError", "to=2: a neighbour of node 6: (5, 7)"]
    assert found["unsendable"][0] == "RuntimeError" and "rank 3" in found["unsendable"][1]
    assert found["interrupted"][0] == "KeyboardInterrupt"
    assert all(what[2] == list(range(8)) for what in found.values())  # what was published is not lost


@needs_mpi
def test_an_exception_outside_the_programs_ends_all_ranks(tmp_path):
    script = tmp_path / "one_fails.py"
    script.write_text(
        "from mpi4py import MPI\n"
        "if MPI.COMM_WORLD.rank == 1:\n    raise SystemError('rank 1 is out')\n"
        "MPI.COMM_WORLD.barrier()\n"
    )
    ended = subprocess.run(
        command(2, [str(script)]), env=environment(), capture_output=True, text=True, timeout=60
    )
    assert ended.returncode != 0 and "rank 1 is out" in ended.stderr


@needs_mpi
def test_an_owner_is_a_rank(tmp_path):
    script = (
        "from mixproof.spectral import parse_network; from mixproof.weightopt.nodes.transport_mpi import AcrossRanks\n"
        "try: AcrossRanks(parse_network('path:n=3'), owners=[0, 0, 1])\n"
        "except ValueError as error: print(error)"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert ended.stdout.startswith("owners=[0, 0, 1]: one rank of 0 to 0")


def test_without_mpi_the_sentence_says_what_to_install(monkeypatch):
    from mixproof.weightopt.nodes.transport_mpi import AcrossRanks

    monkeypatch.setitem(sys.modules, "mpi4py", None)
    with pytest.raises(InputError, match=r"\.\[mpi\]"):
        AcrossRanks(parse_network("path:n=3"))
    monkeypatch.setattr("mixproof.weightopt.nodes.mpiexec.find_mpiexec", lambda: None)
    with pytest.raises(InputError, match=r"\.\[mpi\]"):
        command(2, ["x.py"])
