"""One folder a game. The folder is the subchapter, the file is the question: `rules.toml` what is provided,
`round.py` how it is dealt and settled, `price.py` what each wager is worth."""
