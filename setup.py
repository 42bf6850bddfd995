"""The packages: the face `mixproof`, and every folder of modules of the rooms, which stand at the top level.

All else is in pyproject.toml, where setuptools finds packages by their own names only.
"""

from setuptools import find_packages, setup

ROOMS = ("spectral", "bounds", "weightopt", "experiments")

setup(
    packages=[
        "mixproof",
        *(f"mixproof.{name}" for room in ROOMS for name in find_packages(include=[room, f"{room}.*"])),
    ]
)
