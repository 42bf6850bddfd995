"""Worst cases of finitely many rounds: the Gram SDP, its certificates and its witnesses."""
