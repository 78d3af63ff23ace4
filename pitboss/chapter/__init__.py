"""The regulation as dated data: what is in force on a date, how it is cited, what changed, what a table may do.

How this room works:

1. Facts stand in TOML: the tables of contents (`contents.toml`), subchapter 8 (`all_games.toml`), and each game's
   subchapter in its own folder (`rules.toml`). No odds, limit or date stands in Python.
2. Everything in a `rules.toml` is a provision: its section, since when and until when it is in force, the rule that
   brought it, and its provenance. Files are read once, strictly, and never change after (`Rules`).
3. A question about the chapter is a question about a day: `on(day)` gives what was in force, `cite` prints a section
   as on that day, `diff` sets two days against each other.
4. A `Layout` is the chapter as one licensee applies it at one table on one day. The rest of the house asks it, and
   never asks the rules.
5. Before a layout is made, the table is checked: `check` gives every `Finding` at once, each with its section.
6. Odds are exact ratios, amounts are whole cents (`Odds`, `cents`, `dollars`).
"""
