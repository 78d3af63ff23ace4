"""One folder per game, each for one subchapter: `rules.toml` has its provisions, `round.py` deals and settles it, and
`price.py` says what each wager is worth.
"""
