"""Spanish 21, N.J.A.C. 13:69F-19."""
