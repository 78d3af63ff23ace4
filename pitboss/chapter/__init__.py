"""The regulation as dated data: the rules in force on a date, how they are cited, what changed, what a table may do.

How this package works:

1. The facts are in TOML: the tables of contents (`contents.toml`), subchapter 8 (`all_games.toml`), and each game's
   subchapter in its own folder (`rules.toml`). Python code contains no odds, limits or dates.
2. Everything in a `rules.toml` is a provision. It has a section, the dates between which it is in force, the rule that
   introduced it, and its provenance. Files are read once, strictly, and are immutable afterwards (`Rules`).
3. Every question about the chapter concerns a day: `on(day)` gives what was in force, `cite` prints a section as
   numbered on that day, `diff` compares two days.
4. A `Layout` is the chapter as one licensee applies it at one table on one day. The other packages use the layout and
   never the rules.
5. A table is checked before its layout is built: `check` returns every `Finding` at once, each with its section.
6. Odds are exact ratios and amounts are integer cents (`Odds`, `cents`, `dollars`).
"""
