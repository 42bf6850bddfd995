"""The search for counterexamples: look, hunt, shrink, replay exactly, and the verdict."""

from .verify import verify as verify
