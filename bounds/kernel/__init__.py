"""The kernel: what decides. Standard library alone; nothing outside this folder is imported."""
