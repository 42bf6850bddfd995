"""Campaigns: many pieces of work on processes, Dask or MPI, kept in one store."""
