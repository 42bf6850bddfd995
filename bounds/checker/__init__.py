"""The witness checker: `python -m mixproof.bounds.checker WITNESS.json`, or `python FOLDER WITNESS.json` with a copy.

It needs the Python standard library and nothing else, and shares no code with the search. To read it in one sitting:
a record (witness), its formulas (formulas), the arithmetic that decides (intervals, vectors), then a file for each kind
of setting (listed in families), whose tables say what each name in a formula means.

Exit 0: confirmed; 1: not confirmed; 2: no witness, or none that it can vouch for.
"""

from .intervals import NotAWitness
from .witness import check, main, read

__all__ = ["NotAWitness", "check", "main", "read"]
