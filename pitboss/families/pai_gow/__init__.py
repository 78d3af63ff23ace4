"""Pai gow: games in which every place is dealt a pile, players set theirs as hands, and a player may bank.

Pai gow poker, pai gow with tiles and Asia poker share the procedure: dice, a generator or a button pick the starting
place; every place gets a pile; players set theirs in private, by the house way if they like; each hand is compared with
the bank's, which wins copies. The bank belongs to the house, to a player, or to both.

How to write a game of this family
1. Subclass `round.PaiGow[PaiGowState]` and define `main` (the wager a hand is played for), `house_way`, `ranks`,
   `hand_names` and `pieces_text`, and `foul` if a setting can be foul. Cards come from a deck with one joker (`deck`);
   a game of tiles overrides `ready_pieces`, `next_piece` and `left_over`. The facts `set` and `compare` of its
   rules.toml give the hands, their sizes, and how many of them must be higher; `round/layout.py` lists the facts the
   procedure reads.
2. Override the optional hooks as needed: `settle_beside` and `settle_last` for side wagers, `after_portion` and
   `portions` for wagers settled in the middle of the deal, `other_choices` and `apply_choice` for choices other than a
   setting (such as a surrender), `verdict` for a more complex comparison, `places` for a dead hand, `areas` for two
   betting areas, `setting_order`.
3. Declare the game's irregularities with the effects in `round/irregularities.py`.
"""
