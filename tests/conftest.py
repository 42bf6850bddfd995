"""One BLAS thread: the tests' matrices are small, and threads that wait for busy cores cost more than they give."""

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")
