"""Pai gow: games in which every place has a pile, players set theirs into hands, and the bank may be a player's.

Pai gow poker, pai gow with tiles and Asia poker share the procedure: the starting place by dice, generator or button,
piles to all places, setting in private with a house way, hands compared with those of the bank, which has the copies,
and a bank of the house, of a player, or of both.

What a game of the family writes
1. A class on `round.PaiGow[PaiGowState]` that says `main` (its wager), `house_way`, `ranks`, `called`, `shown`, and
   `foul` if a setting can be one. Cards come from a deck with one joker (`deck`); a game of tiles says `ready_pieces`,
   `next_piece` and `left_over` itself. Hands and how many pieces each has, and how many of them must be higher, are the
   facts `set` and `compare` of its rules.toml; `round/layout.py` lists the facts that the procedure reads.
2. Where it has them: `settle_beside` and `settle_last` for side wagers, `after_portion` and `portions` for what is
   settled in the middle of the deal, `further` and `chose` for what may be chosen instead of a setting (a surrender),
   `verdict` for a comparison with more in it, `places` for a dead hand, `areas` for two betting areas, `setting_order`.
3. Its irregularities, by the effects of `round/irregularities.py`.
"""
