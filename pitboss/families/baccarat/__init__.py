"""Baccarat: what punto banco, minibaccarat and chemin de fer share, two hands from one shoe.

`coup` has the hands and what each wager makes of them, `scoreboard` the roads that players read; `round`, `price`,
`kernel` and `felt` are a game's. A game of the family declares who deals, and how. Where participants decide on third
cards, a game takes the counts of all sequences (`pairs_of_hands`), the shoe of the loop (`fresh`, `coup_at`,
`shoe_maker`) and the felt, and says itself what is drawn.
"""
