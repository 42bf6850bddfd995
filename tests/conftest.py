"""One BLAS thread: the tests' matrices are small, and threads that wait for busy cores cost more than they give.

No test depends on the clock or on luck: Hypothesis has no deadline here, a slow draw fails nothing, and the examples
drawn are the same every time.
"""

import os

from hypothesis import HealthCheck, settings

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

os.environ["COLUMNS"] = "100"  # tables and help are as wide whatever terminal the tests run in

settings.register_profile(
    "mixproof", max_examples=50, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("mixproof")
