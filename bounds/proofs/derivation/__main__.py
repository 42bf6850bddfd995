"""Find and keep the library's derivations: `python -m mixproof.bounds.proofs.derivation [ID[:VARIANT] ...]`.

Without an id, all of them. A kept record is written anew only where the kernel accepts it; the exit status is 1 where a
derivation is not.
"""

from __future__ import annotations

import sys

from mixproof.bounds.kept import keep

sys.exit(keep(sys.argv[1:]))
