"""`python -m docs.generator`: write the pages, build the site, check its links."""

from __future__ import annotations

import sys
import time

from docs.generator import links, site


def main() -> int:
    """Build the site; return 1 if a link is broken."""
    started = time.monotonic()
    site.write_pages()
    written = time.monotonic()
    site.build()
    found = links.faults(site.SITE)
    for fault in found:
        print(fault, file=sys.stderr)
    ended = time.monotonic()
    pages = len(list(site.SITE.rglob("*.html")))
    print(
        f"{pages} pages in {site.SITE}, {len(found)} broken links; "
        f"{written - started:.0f} s to write them, {ended - written:.0f} s to build the site"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
