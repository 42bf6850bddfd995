"""What numbers depend on besides their arguments: the source, the libraries, the contents of data files."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from mixproof.spectral.errors import InputError

__all__ = ["content", "source", "version_of"]

ROOT = Path(__file__).parents[2]
LIBRARIES = ("numpy", "scipy", "python-flint", "scikit-learn", "cvxpy", "clarabel", "numba")


def version_of(package: str) -> str:
    """The installed version, "none" where it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


@cache
def source(*patterns: str) -> str:
    """16 hex digits that change with any file of the patterns and with any library that computes.

    >>> source("spectral/*.py") == source("spectral/*.py") != source("bounds/*.py")
    True
    """
    digest = hashlib.sha256(repr([(name, version_of(name)) for name in LIBRARIES]).encode())
    for path in sorted({path for pattern in patterns for path in ROOT.glob(pattern)}):
        digest.update(f"\0{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def content(data: str | None) -> str:
    """A data set's name; for a file its name and 16 hex digits of what is in it. InputError where it cannot be read."""
    if data is None or not data.endswith(".npz"):
        return str(data)
    try:
        digest = hashlib.sha256(Path(data).read_bytes()).hexdigest()[:16]
    except OSError as error:
        raise InputError("data", data, f"cannot be read ({error.strerror})") from None
    return f"{Path(data).name}:{digest}"
