"""What numbers depend on besides their arguments: the source, the libraries, the contents of data files."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from mixproof.spectral.errors import InputError

__all__ = ["content", "differing", "source", "version_of", "versions"]

ROOT = Path(__file__).parents[2]
LIBRARIES = ("numpy", "scipy", "python-flint", "scikit-learn", "cvxpy", "clarabel", "numba")


def version_of(package: str) -> str:
    """The installed version, "none" where it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def versions() -> str:
    """mixproof and the libraries that compute, with their versions."""
    return ", ".join(f"{name} {version_of(name)}" for name in ("mixproof", *LIBRARIES))


@cache
def source(*patterns: str) -> str:
    """Digits that change with any file of the patterns, and after a + those that change with any library that computes.

    >>> source("spectral/*.py") == source("spectral/*.py") != source("bounds/*.py")
    True
    """
    digest, versions = hashlib.sha256(), repr([(name, version_of(name)) for name in LIBRARIES])
    for path in sorted({path for pattern in patterns for path in ROOT.glob(pattern)}):
        digest.update(f"\0{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return f"{digest.hexdigest()[:16]}+{hashlib.sha256(versions.encode()).hexdigest()[:8]}"


def differing(key: str, own: str) -> str:
    """In which of the things that its key names a piece differs from the own one, as `source` and `content` write them.

    >>> differing("a seed=0 source=1+2", "a seed=0 source=1+3")
    'libraries'
    >>> differing("a data=d.npz:12 source=1+2", "a data=d.npz:13 source=4+2")
    "data, mixproof's sources"
    """
    words = {"source": "mixproof's sources", "file": "the statement's file"}
    found = []
    for asked, here in zip(key.split(), own.split()):
        if asked != here:
            name = asked.partition("=")[0]
            same_files = name == "source" and asked.partition("+")[0] == here.partition("+")[0]
            found.append("libraries" if same_files else words.get(name, name))
    return ", ".join(found) or "what it is asked for"


def content(data: str | None) -> str:
    """A data set's name; for a file its name and 16 hex digits of what is in it. InputError where it cannot be read."""
    if data is None or not data.endswith(".npz"):
        return str(data)
    try:
        digest = hashlib.sha256(Path(data).read_bytes()).hexdigest()[:16]
    except OSError as error:
        raise InputError("data", data, f"cannot be read ({error.strerror})") from None
    return f"{Path(data).name}:{digest}"
