"""Baccarat: what punto banco and minibaccarat share, two hands on fixed rules from one shoe.

`coup` has the hands and what each wager makes of them, `scoreboard` the roads that players read; `round`, `price`,
`kernel` and `felt` are a game's. A game of the family declares who deals, and how.
"""
