"""The version of Pitboss, in its own module so that importing it is cheap.

`RELEASE` is the release that is being worked on; shipped counts belong to it. A built package has its exact version and
commit instead of the last two lines: see scripts/hatch_build.py.
"""

RELEASE = "0.1.0"
__version__ = RELEASE
COMMIT = ""
