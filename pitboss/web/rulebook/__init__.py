"""A page showing a subchapter on a date: sections, wagers, pay tables, choices, irregularities, facts, amendments,
sources.

Pure functions of the rules and the date. Every provision is shown with its section, the date it came into force, and
its provenance; every paragraph with the data and the steps that implement it. Anchors are the citations themselves
(`#1.4(b)`) and the kinds and ids of rules.toml (`#wager-pass`), so that findings, steps and prices can link here.
"""

from pitboss.web.rulebook.book import book_markup
from pitboss.web.rulebook.reading import Reading

__all__ = ["Reading", "book_markup"]
