"""A subchapter on a day as a book: sections, wagers, pay tables, choices, irregularities, facts, amendments, sources.

Pure functions of the rules and the day. Every provision shows its section, since when it stands and how we know; every
paragraph, where it is data and where it is a step. Anchors are the citations themselves (`#1.4(b)`) and the kinds and
ids of rules.toml (`#wager-pass`), so that any finding, step or price can lead here.
"""

from pitboss.web.rulebook.book import book_markup
from pitboss.web.rulebook.reading import Reading

__all__ = ["Reading", "book_markup"]
