"""House poker: poker against the house, or against a pay table. One family, found whole in this folder.

| what                                     | where                | a game imports from it                          |
| ---------------------------------------- | -------------------- | ----------------------------------------------- |
| what a rules.toml may declare, read once | `terms.py`           | (it writes the words)                           |
| the procedure at the table               | `round/`             | `HousePoker`, `PokerState`, for its round.py    |
| each kind with its solver and strategy   | `kinds/`             | `StudPricing` and the other kinds, for price.py |
| what all prices share                    | `price/`             | `Wagering`, `Note`, for price.py                |
| compiled loops                           | `kernel/`            | `PokerKernel`, for kernel.py                    |
| what stands in every simulated round     | `standing_wagers.py` |                                                 |

The `__init__` of each of the three rooms offers what other rooms use. `price.strategy` and the machines
need NumPy and are imported from their own modules.
`terms` stands below everything; `kernel` stands above `price` and `round`, which do not know each other.
"""
