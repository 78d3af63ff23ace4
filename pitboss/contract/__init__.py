"""What a game is to the house: the one contract that ours and a stranger's keep.

Theory of operation
1. A game is a package, registered in the entry-point group `pitboss.games`, with a file for each thing that it gives.
   Each file ends with one name, and `Contract` has them all together:

   | file         | ends with      | which is                          | takes                        | gives         |
   | ------------ | -------------- | --------------------------------- | ---------------------------- | ------------- |
   | `rules.toml` |                | `chapter.Rules`                   |                              | the data      |
   | `round.py`   | `GAME`         | a class on `Game`                 | a layout; states and replies | steps         |
   | `price.py`   | `PRICING`      | an object of a class on `Pricing` | a layout, what is `Given`    | `PriceReport` |
   | `kernel.py`  | `SIMULATION`   | a `Simulation`                    | a layout, wagers, a strategy | a `Kernel`    |
   | `felt.py`    | `FELT`         | a class on `felts.Felt`           | a game, seats                | SVG           |

2. rules.toml and round.py are the game; a game without the others is dealt and checked, and nothing else. Without a
   felt of its own it has its family's, or the one for any game (`library.felts.felt_of`).
3. What a price hangs on beside the layout is declared (`Pricing.hangs_on`), and so is what the game gives beside its
   price (`Pricing.gives`): a strategy, a chart, advice, the worth of a choice. Nobody looks into a game to find out.
4. A game that gives less says so (`Contract.lacks`): what it lacks, and why. `pitboss games` tells it.
5. A family may keep a part of the contract for its games, as house poker does with its strategies.
"""

from pitboss.contract.contract import Contract, contract_of
from pitboss.felts import Felt
from pitboss.pricing.contract import (
    Advice,
    Chart,
    Explains,
    Gift,
    Given,
    Input,
    NotGiven,
    Pricing,
    Progress,
    Simpler,
    Strategy,
    Worth,
)
from pitboss.simulation.contract import KernelMaker, Simulation
from pitboss.table.bots import Sizes
from pitboss.table.game import Game

__all__ = [
    "Advice",
    "Chart",
    "Contract",
    "Explains",
    "Felt",
    "Game",
    "Gift",
    "Given",
    "Input",
    "KernelMaker",
    "NotGiven",
    "Pricing",
    "Progress",
    "Simpler",
    "Simulation",
    "Sizes",
    "Strategy",
    "Worth",
    "contract_of",
]
