"""
A bound that breaks
===================

Both sides of inequality (5) of DeceFL's Theorem 1 in the counterexample found. The ring is where the kernel
confirms it in exact numbers.
"""

import mixproof as mx

mx.verify("decefl.theorem-1:eq-5", seconds=0.2).plot()
