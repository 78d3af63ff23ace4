"""Numba compilation for this package, with a disk cache that never goes stale."""

from pitboss.compiled import compiled

__all__ = ["compiled"]
