"""The version of Pitboss, in its own module so that importing it is cheap."""

__version__ = "0.1.0"
