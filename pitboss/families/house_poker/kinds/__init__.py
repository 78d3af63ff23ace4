"""The kinds of house poker, one folder for each. A game's price.py is a subclass of one of them.

| folder    | cards                                                | games                                         |
| --------- | ---------------------------------------------------- | --------------------------------------------- |
| `stud`    | player's cards against the dealer's, one decision    | Caribbean, three and four card, joker, Boston |
| `ladder`  | cards that come one by one, against a pay table      | let it ride, Mississippi, double down         |
| `flop`    | three own cards and the best two of a flop           | flop poker                                    |
| `streets` | two cards each and a board dealt over streets        | ultimate, Texas bonus, mini-Tex               |
| `cross`   | two cards each and two rows that cross               | double cross                                  |
| `discard` | three cards, one discarded, and three shared cards   | Colorado                                      |

In each folder, `price` reads the terms and declares the prices, `solver` counts the deals and finds the best decisions,
`strategy` describes them, and `loop` simulates rounds. `arrays` has the code shared by the solvers.

`streets` has two solvers, both on the boards of `pricing/boards`. `stopping` solves games in which one decision ends
the betting, by a raise (ultimate Texas hold 'em) or by a fold (`stay_or_fold`), with any number of cards on each
street. `street_wagers` solves games in which every street has its own wager. `stud` has a second solver, `early`, for a
decision on the first cards.

A ladder's streets may offer folds and raises of several sizes; the best choice then depends on earlier ones
(Mississippi stud). With jokers in the deck (the fact `jokers`) hands are compared one by one, which is only practical
for hands of few cards (two card joker poker).
"""
