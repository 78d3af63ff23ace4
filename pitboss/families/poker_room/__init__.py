"""The poker room: player against player, in every variant.

- `betting`: a round of betting as pure figures: structures, caps, all-ins, reopening.
- `pots`: main pot and side pots, split pots and odd chips, rake and time charge.
- `ranking`: the strength of hands in the orders of 14.3, and of boards at stud.
- `terms`: the declaration of a game; variants and their streets are facts of its rules.toml.
- `round.PokerRoom`: the procedure, the same for every variant; built on `dealing` (cards), `turns` (betting) and
  `showdown`.
- `player`: a simple bot; `price.PokerPricing`: what the house takes from a pot.
- `kernel`: a simulation of players who check or call to the showdown; built on `loop`, which is compiled.
"""
