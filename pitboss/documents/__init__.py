"""Documents for licensees, laboratories and patrons, as HTML and PDF. Theory of operation:

1. A `Document` has a title, a stamp (what it was generated from) and blocks: headings, text, lists, tables, pictures,
   signature lines. This package knows nothing about games: `pitboss.library` builds the blocks.
2. Each block has two renderings. `html` produces one self-contained page with a print style. `pdf` passes the blocks
   as data to one Typst template, `paper.typ`, which works offline. Nothing is escaped by hand.
3. A document records what it was generated from: `stamp` prints it, and `digest_in` reads its hash from either kind
   of file.
"""
