"""The poker room: player against player, whatever the variant.

- `betting`: a round of betting as pure figures: structures, caps, all-ins, reopening.
- `pots`: main pot and side pots, split pots and odd chips, rake and time charge.
- `ranking`: what a hand is worth in the orders of 14.3, and whose board is high.
- `terms`: what a game declares; variants and their streets are facts of its rules.toml.
- `round.PokerRoom`: the procedure, the same for every variant; on `dealing` (cards), `turns` (betting) and `showdown`.
- `player`: a fair player for company; `price.PokerPricing`: what the house takes of a pot.
- `kernel`: players who check or call to the showdown, simulated; on `loop`, which is compiled.
"""
