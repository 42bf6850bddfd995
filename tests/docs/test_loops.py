"""The training loops of the guide, where torch, or mpi4py and an mpiexec, are installed."""

import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from mixproof.weightopt.nodes.mpiexec import command, environment, find_mpiexec

PAGE = Path(__file__).parents[2] / "docs" / "guides" / "training-loops.md"
TORCH, MPI = re.findall(r"^```py\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.skipif(find_spec("torch") is None, reason="torch is not installed")
def test_torch_learns_digits_on_four_nodes():
    names: dict[str, float] = {}
    exec(compile(TORCH, "page", "exec"), names)
    assert names["accuracy"] > 0.8


@pytest.mark.skipif(
    find_spec("mpi4py") is None or find_mpiexec() is None, reason="mpi4py or mpiexec is not installed"
)
def test_ranks_of_mpi_agree_with_one_array(tmp_path):
    check = """
weighted = np.zeros((world.size, 3))
parts = [np.random.default_rng(k) for k in range(world.size)]
data = [(rng.standard_normal((20, 3)), rng.standard_normal(20)) for rng in parts]
for t in range(100):
    halves = [x - 0.1 * A.T @ (A @ x - b) / 20 for x, (A, b) in zip(weighted, data)]
    weighted = weights @ np.array(halves)
assert np.allclose(everyone, weighted)
"""
    program = tmp_path / "loop.py"
    program.write_text(MPI + check)
    done = subprocess.run(command(3, [str(program)]), env=environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
