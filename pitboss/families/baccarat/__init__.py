"""Baccarat: code shared by punto banco, mini-baccarat and chemin de fer, which deal two hands from one shoe.

`coup` has the hands and the result of each wager, `scoreboard` the roads that players read; `round`, `price`, `kernel`
and `felt` serve the games. A game of the family declares who deals, and how. A game in which participants decide on
third cards uses the counts of all sequences (`pairs_of_hands`), the loop's shoe (`shuffle_shoe`, `coup_at`,
`shoe_maker`) and the felt, but decides for itself which cards are drawn.
"""
