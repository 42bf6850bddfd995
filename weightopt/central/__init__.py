"""Methods that know the whole network: `fast` and its phases, semidefinite programming, the named weights."""
