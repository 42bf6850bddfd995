"""DeceFL: main text and supplement.

What has no verdict of its own, and why. The main text's "O(1/T) as FedAvg" and "zero performance gap for every
client" are what Theorem 1 says (`decefl.theorem-1`; true as repaired), "any connected topology suffices" is
`decefl.lambda-range`, "need not be connected at every iteration" is `decefl.si-theorem-3`. (8) is the average
of (2). Privacy remarks and "standard assumptions" name no quantity; accuracies and curves are measurements.
"""
