"""Bounds as functions of a user's own numbers: regret, privacy loss, how many local steps."""
