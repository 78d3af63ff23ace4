"""A subchapter on a date as a page: sections, wagers, pay tables, choices, irregularities, facts, amendments,
sources.

Pure functions of the rules and the date. Every provision is shown with its section, since when it is in force, and
its provenance; every paragraph with where it is data and where it is a step. Anchors are the citations themselves
(`#1.4(b)`) and the kinds and ids of rules.toml (`#wager-pass`), so that findings, steps and prices can link here.
"""

from pitboss.web.rulebook.book import book_markup
from pitboss.web.rulebook.reading import Reading

__all__ = ["Reading", "book_markup"]
