"""Numba compilation for this package, with a disk cache that is never stale."""

from pitboss.compiled import compiled

__all__ = ["compiled"]
