"""House poker: poker against the house, or against a pay table.

| what                                     | where                | a game imports from it                          |
| ---------------------------------------- | -------------------- | ----------------------------------------------- |
| what a rules.toml may declare            | `terms.py`           | (its rules.toml uses these words)               |
| the procedure at the table               | `round/`             | `HousePoker`, `PokerState`, for its round.py    |
| who wins a wager against the dealer      | `showdown.py`        | `RESULTS`, for kernel.py                        |
| each kind with its solver and strategy   | `kinds/`             | `StudPricing` and the other kinds, for price.py |
| what all prices share                    | `price/`             | `Wagering`, `Note`, for price.py                |
| compiled loops                           | `kernel/`            | `PokerKernel`, for kernel.py                    |
| the wagers of a simulated player         | `standing_wagers.py` |                                                 |

The `__init__` of `round`, `price` and `kernel` explains how each works. `price.strategy` and the solvers need NumPy.
In the import order `terms` is at the bottom; `kernel` is above `price` and `round`, which do not import each other.
"""
