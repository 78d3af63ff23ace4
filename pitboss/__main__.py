"""Run the command line as `python -m pitboss`."""

import sys

from pitboss.cli import main

if __name__ == "__main__":
    sys.exit(main())
