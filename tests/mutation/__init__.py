"""Mutation: the proof that the tests named by `pitboss trace` show what they say.

`make mutation GAME=craps` breaks everything that answers a paragraph, one thing at a time, and runs the tests that the
trace names for that paragraph. A tick is earned if one of them fails.

1. `data` breaks a provision of rules.toml: other odds, another figure, a choice or a wager that is not in force,
   another effect. `steps` breaks the statement that cites a section: it is left out, or decides the other way around.
2. What is broken must still be a game: rules that no longer load, or a table that does not open, prove nothing.
3. Every mutant is tried in a process of its own (`trial`), forked from one that has imported everything but Pitboss.
   The broken rules and the broken module are read there in place of the true ones; no file is ever changed.
4. One trial serves every paragraph that the broken thing answers: each is proven by the tests named for it alone.
5. What is proven is kept (`proven/<game>.toml`, see `proof`); `pitboss trace` gives no tick without.
"""
