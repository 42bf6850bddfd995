"""What each command of `mixproof` does: one function a command, from parsed arguments to an exit status."""
