"""Every example in a docstring runs, under the name by which a user imports its module."""

import doctest
import pkgutil
from importlib import import_module

import pytest

ROOMS = ("spectral", "bounds", "weightopt", "experiments")


def _modules():
    for room in ROOMS:
        package = import_module(f"mixproof.{room}")
        yield package.__name__
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                yield found.name


def _examples(name):
    return [test for test in doctest.DocTestFinder().find(import_module(name)) if test.examples]


@pytest.mark.parametrize("name", ["mixproof", *_modules()])
def test_examples_of(name):
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    said = []
    for test in _examples(name):
        runner.run(test, out=said.append)
    assert runner.failures == 0, "".join(said)
