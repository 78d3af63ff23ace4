"""Mutation testing: proof that the tests named by `pitboss trace` show what they claim.

`make mutation GAME=craps` breaks each thing that implements a paragraph, one at a time, and runs the tests that the
trace names for that paragraph. A paragraph is proven if one of them fails.

1. `data` breaks a provision of rules.toml: different odds, a different value, a choice or wager no longer in force, a
   different effect. `steps` breaks the statement that cites a section: it is removed, or its decision is reversed.
2. The broken version must still be a game: rules that do not load, or a table that does not open, prove nothing.
3. Every mutant runs in its own process (`trial`), forked from one that has imported everything except Pitboss. The
   broken rules and module are loaded there instead of the real ones; no file is ever changed.
4. One trial covers every paragraph that the broken thing implements; each paragraph is proven only by its own tests.
5. The results are recorded (`proven/<game>.toml`, see `proof`); without such a record `pitboss trace` does not count a
   paragraph as proven.
"""
