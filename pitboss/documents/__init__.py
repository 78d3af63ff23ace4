"""Papers: what a licensee, a laboratory or a patron takes in hand, as HTML and as PDF. Theory of operation:

1. A `Document` is a title, a stamp (what it was made from) and blocks: headings, text, lists, tables, pictures, lines
   to sign on. It knows nothing of games: who has something to say (`pitboss.library`) says it in blocks.
2. Each block is rendered in two ways: `html` makes one page that needs nothing else, with a style for print; `pdf`
   gives the blocks as data to one Typst template, `paper.typ`, and has it set by Typst, offline. Nothing is escaped by
   hand.
3. What a document was made from stands in it: `stamp` prints it, `digest_in` finds its hash in a file of either kind.
"""
