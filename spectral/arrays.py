"""Arrays from files: never a Python object, never from anything but a file, never more than fits."""

from __future__ import annotations

import math
import os
import zipfile
from pathlib import Path
from typing import IO

import numpy as np

from .errors import InputError

__all__ = ["check_file", "load_arrays"]

# bytes of all arrays of a file, unpacked and as the floats that computations make of them: a zip file of kilobytes can
# hold gigabytes of small integers, each of which becomes eight bytes
LARGEST = 4 * 2**30


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

    Raises InputError for anything that is no such file, is damaged, holds Python objects or more than 4 GiB as floats.
    """
    check_file(name, path)
    kind = Path(path).suffix.lower()
    try:
        with open(path, "rb") as file:
            if kind != ".npy":
                return _unpacked(name, path, file)
            _check_size(name, path, _bytes(file, os.path.getsize(path)))
            file.seek(0)
            return {"W": _array(file)}
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
        size = 0
        for one in members:
            with archive.open(one) as stream:
                size += _bytes(stream, one.file_size)
        _check_size(name, path, size)
        found = {}
        for one in members:
            with archive.open(one) as stream:
                found[one.filename.removesuffix(".npy")] = _array(stream)
        return found


def _bytes(stream: IO[bytes], stored: int) -> int:
    """What the array that begins here takes as floats, at least what is stored."""
    version = np.lib.format.read_magic(stream)
    read = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
    shape = read[version](stream)[0] if version in read else ()
    return max(stored, 8 * math.prod(shape))


def _check_size(name: str, path: str | Path, size: int) -> None:
    if size > LARGEST:
        rule = f"arrays of at most 4 GiB as floats; these take {size / 2**30:.1f} GiB"
        raise InputError(name, str(path), rule)


def _array(stream: IO[bytes]) -> np.ndarray:
    array: np.ndarray = np.lib.format.read_array(stream, allow_pickle=False)
    return array
