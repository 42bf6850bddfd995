"""Certificates: how they are made, checked, and what the objective is at given weights."""
