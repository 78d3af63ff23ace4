"""What is compiled for hands: machine code that is kept on disk, and never stale."""

from pitboss.compiled import compiled

__all__ = ["compiled"]
