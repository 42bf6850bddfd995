"""Families of the first tier; a file a subject."""
