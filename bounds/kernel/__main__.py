"""`python -m mixproof.bounds.kernel FILE ...`, or `python -I FOLDER FILE ...` with a copy of this folder."""

import sys
from importlib import import_module, util
from pathlib import Path

package = __package__
if not package:  # run as a folder, of whatever name: made the package that its files import from
    package, here = "kernel", Path(__file__).resolve().parent
    spec = util.spec_from_file_location(package, here / "__init__.py", submodule_search_locations=[str(here)])
    assert spec is not None and spec.loader is not None
    sys.modules[package] = util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[package])
sys.exit(import_module(f"{package}.records").main(*sys.argv[1:]))
