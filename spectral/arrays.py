"""Arrays from files: never a Python object, never from anything but a file, never more than fits."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path
from typing import IO

import numpy as np

from .errors import InputError

__all__ = ["check_file", "load_arrays"]

LARGEST = 4 * 2**30  # bytes of all arrays of a file, unpacked: a zip file of megabytes can hold terabytes


def check_file(name: str, path: str | Path) -> None:
    """InputError that names the argument unless `path` is a readable file; a device or a pipe might never end."""
    if not os.path.exists(path):
        raise InputError(name, str(path), "no such file")
    if os.path.isdir(path):
        raise InputError(name, str(path), "a file, not a directory")
    if not os.path.isfile(path):
        raise InputError(name, str(path), "a file, not a device or a pipe")
    if not os.access(path, os.R_OK):
        raise InputError(name, str(path), "a file that may be read")


def load_arrays(name: str, path: str | Path) -> dict[str, np.ndarray]:
    """The arrays of a `.npz` file by their names; of a `.npy` file its only one, called W.

    Raises InputError for anything that is no such file, is damaged, holds Python objects or more than 4 GiB.
    """
    check_file(name, path)
    kind = Path(path).suffix.lower()
    try:
        with open(path, "rb") as file:
            return {"W": _array(file)} if kind == ".npy" else _unpacked(name, path, file)
    except InputError:
        raise
    except (Exception, MemoryError) as error:  # zipfile, zlib, struct and numpy each have their own
        said = (
            "it holds Python objects" if "allow_pickle" in str(error) else f"{type(error).__name__}: {error}"
        )
        raise InputError(name, str(path), f"not readable as an {kind} file ({said})") from None


def _unpacked(name: str, path: str | Path, file: IO[bytes]) -> dict[str, np.ndarray]:
    with zipfile.ZipFile(file) as archive:
        members = [one for one in archive.infolist() if one.filename.endswith(".npy")]
        size = sum(one.file_size for one in members)
        if size > LARGEST:
            raise InputError(name, str(path), f"arrays of at most 4 GiB; these take {size / 2**30:.1f} GiB")
        found = {}
        for one in members:
            with archive.open(one) as stream:
                found[one.filename.removesuffix(".npy")] = _array(stream)
        return found


def _array(stream: IO[bytes]) -> np.ndarray:
    array: np.ndarray = np.lib.format.read_array(stream, allow_pickle=False)
    return array
