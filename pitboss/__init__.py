"""Pitboss: the casino regulation *Rules of the Games* (N.J.A.C. 19:47, since 2012 13:69F) as running software."""

__version__ = "0.1.0"
