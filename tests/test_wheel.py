"""The wheel as users have it: one import name, beside another project's `spectral` and a folder's own `experiments`."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from .slow import sampled

ROOT = Path(__file__).parents[1]
ROOMS = ("spectral", "bounds", "weightopt", "experiments")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built from a copy of the sources: a build leaves its files beside them."""
    place = tmp_path_factory.mktemp("wheel")
    for part in ("mixproof", *ROOMS):
        shutil.copytree(ROOT / part, place / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, place)
    pip = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        ".",
        "--no-deps",
        "--no-build-isolation",
        "-q",
        "-w",
        "built",
    ]
    built = subprocess.run(pip, cwd=place, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    (found,) = (place / "built").glob("*.whl")
    return found


@pytest.fixture(scope="module")
def project(wheel, tmp_path_factory):
    """A research project with rooms of its own, where mixproof is installed beside a package called spectral."""
    place = tmp_path_factory.mktemp("project")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", "site", str(wheel)]
    subprocess.run(pip, cwd=place, check=True, capture_output=True)
    for name in ("site/spectral", "experiments", "bounds", "weightopt"):
        (place / name).mkdir()
        (place / name / "__init__.py").write_text("OWN = True\n")
    return place


def run(project, code):
    """What a script in the project's folder prints; this folder comes first in its path, the installed wheel next."""
    script = project / "script.py"
    script.write_text(code)
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONSAFEPATH"}
    environment = kept | {"PYTHONPATH": str(project / "site")}
    command = [sys.executable, str(script)]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_has_one_import_name(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = {name.split("/")[0] for name in archive.namelist()}
        packed = {name for name in archive.namelist() if name.startswith("mixproof/")}
    assert {name for name in names if not name.endswith(".dist-info")} == {"mixproof"}
    told = {
        "mixproof/py.typed",
        "mixproof/experiments/report/page.css",
        "mixproof/experiments/report/page.js",
    }
    assert told <= packed
    modules = {
        str(Path("mixproof", path.relative_to(ROOT)))
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
    }
    assert modules <= packed


def test_the_face_finds_its_rooms_from_the_clone_s_own_folder(project):
    """There the folder mixproof, without its rooms, comes before the installed one."""
    code = "import mixproof, mixproof.spectral, mixproof.experiments.cli\n"
    code += "print(mixproof.__file__, mixproof.spectral.__file__, mixproof.spectrum('ring:n=5').rho)"
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONSAFEPATH"}
    environment = kept | {"PYTHONPATH": str(project / "site")}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    face, room, rho = done.stdout.split()
    assert Path(face).is_relative_to(ROOT) and Path(room).is_relative_to(ROOT) and rho.startswith("0.53")


def test_other_packages_of_these_names_are_left_alone(project):
    code = "import spectral, experiments, bounds, mixproof, mixproof.spectral, mixproof.experiments.cli\n"
    code += "assert spectral.OWN and experiments.OWN and bounds.OWN\n"
    code += "print(mixproof.__file__, mixproof.spectral.__file__)"
    assert all(Path(name).is_relative_to(project / "site") for name in run(project, code).split())


EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("example", sampled(EXAMPLES, 4))
def test_the_examples_of_the_readme_run_in_a_project(project, example):
    run(project, example)


def test_the_command_line_runs_in_a_project(project):
    code = "import sys; from mixproof.experiments.cli import main; sys.exit(main(['spectrum', 'ring:n=5']))"
    assert "rho" in run(project, code)
