"""What the games of a family share, one folder a family, with a game's own file names.

1. `terms`: what a game's rules.toml may declare, read once and strictly.
2. `round`: the procedure; `price`: the exact machinery; `kernel`: the compiled loop; `felt`: the layout.
3. A game uses its family and never another game: what two games share is here.
"""
