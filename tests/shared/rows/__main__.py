"""The table of `make rows`."""

import sys

from tests.shared.rows.every_row import main

main(sys.argv[1:])
