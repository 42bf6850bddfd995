"""The witness checker: the standard library alone, no code shared with the search."""
