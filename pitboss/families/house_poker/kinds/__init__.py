"""The kinds of house poker, a folder each: a game's price.py is a class on one of them.

| folder    | cards                                                | games                                         |
| --------- | ---------------------------------------------------- | --------------------------------------------- |
| `stud`    | own cards against the dealer's own, one decision     | Caribbean, three and four card, joker, Boston |
| `ladder`  | cards that come one by one, against a pay table      | let it ride, Mississippi, double down         |
| `flop`    | three own cards and the best two of a flop           | flop poker                                    |
| `streets` | two cards each and a board that comes in streets     | ultimate, Texas bonus, mini-Tex               |
| `cross`   | two cards each and two rows that cross               | double cross                                  |
| `discard` | three cards, one put aside, and three that all share | Colorado                                      |

In each folder `price` reads the terms and declares the prices, `solver` counts the deals and finds the best decisions,
and `strategy` describes them. `streets` has two solvers on the boards of `pricing/boards`: `stopping` where a round
ends in one of its decisions (a raise, or a fold: `stay_or_fold`), whatever the number of cards on each street, and
`street_wagers` where every street has a wager of its own. `stud` has a second one, `early`, for a decision on the first
cards.

A ladder may have streets with raises of several sizes and folds on the way: the best choice then depends on earlier
ones (Mississippi stud). Jokers are the fact `jokers`; with them hands are counted one against another, which is for
hands of few cards (two card joker poker).
"""
