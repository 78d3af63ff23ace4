"""The version of Pitboss, for rooms that write it down: they do not look up to the whole house for it."""

__version__ = "0.1.0"
