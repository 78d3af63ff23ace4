"""Games dealt from a shoe: baccarat, casino war, red dog. A game declares its round once, as a tree of cards.

- `round.ShoeGame`: the shoe, its cutting card, and the next card, with irregularities handled on the way.
- `tree.Tree`: what follows each card of a round, declared by one function; `tree.count` counts every order of a shoe of
  any composition, for the exact price.
- `price.FollowUpPricing`: the price, best play and advice of a game in which a second wager may follow the first.
- `kernel.shoe_kernel`: the same tree as a compiled loop.
- `shoe_felt.ShoeFelt`: places with their wagers in rows; each game places the cards.
"""
