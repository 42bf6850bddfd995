"""DeceFL: main text and supplement.

What has no verdict of its own, and why. The main text's Theorem 1 is about unscaled full gradients and F =
(1/K) sum F_k, the supplement, where it is said to be proved, about gradients times m_k/m and F = sum (m_k/m)
F_k: each is judged as it stands. The main text's "O(1/T) as FedAvg" and "zero performance gap for every client"
are what Theorem 1 says (`decefl.theorem-1`; true as repaired), "any connected topology suffices" is
`decefl.lambda-range`, "need not be connected at every iteration" is `decefl.si-theorem-3`. (8) is the average
of (2), (48) the conclusion of SI Theorem 1, and F* = sum (m_k/m) F_k(w*) = sum F~_k(w*) a change of notation.
Privacy remarks and "standard assumptions" name no quantity; accuracies and curves are measurements.
"""
