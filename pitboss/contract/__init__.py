"""The interface that every game implements, ours and third-party ones alike.

Theory of operation
1. A game is a package registered in the entry-point group `pitboss.games`, with one file for each part. Each file ends
   with one name, and `Contract` brings them together:

   | file         | ends with      | which is                     | takes                        | returns       |
   | ------------ | -------------- | ---------------------------- | ---------------------------- | ------------- |
   | `rules.toml` |                | `chapter.Rules`              |                              | the data      |
   | `round.py`   | `GAME`         | a subclass of `Game`         | a layout; states and replies | steps         |
   | `price.py`   | `PRICING`      | an instance of a `Pricing`   | a layout, `PriceInputs`      | `PriceReport` |
   | `kernel.py`  | `SIMULATION`   | a `Simulation`               | a layout, wagers, a strategy | a `Kernel`    |
   | `felt.py`    | `FELT`         | a subclass of `felts.Felt`   | a game, seats                | SVG           |

2. Only rules.toml and round.py are required; a game without the others can be dealt and checked. A game without a felt
   uses its family's, or the generic one (`library.felts.felt_of`).
3. A game declares which inputs other than the layout its price depends on (`Pricing.depends_on`), and which features it
   provides in addition to a price (`Pricing.gives`), so that callers never need to inspect a game.
4. Features that a game lacks are listed with the reason (`Contract.lacks`); `pitboss games` shows them.
5. A family may implement part of the interface for its games, as house poker does with strategies.
"""

from pitboss.contract.contract import Contract, contract_of
from pitboss.felts import Felt
from pitboss.pricing.contract import (
    Advice,
    Chart,
    ChoiceValues,
    ExplainedAdvice,
    Feature,
    Input,
    NotSupported,
    PriceInputs,
    Pricing,
    Progress,
    SimpleStrategy,
    Strategy,
)
from pitboss.simulation.contract import KernelMaker, Simulation
from pitboss.table.bots import SizedAdvice
from pitboss.table.game import Game

__all__ = [
    "Advice",
    "Chart",
    "ChoiceValues",
    "Contract",
    "ExplainedAdvice",
    "Feature",
    "Felt",
    "Game",
    "Input",
    "KernelMaker",
    "NotSupported",
    "PriceInputs",
    "Pricing",
    "Progress",
    "SimpleStrategy",
    "Simulation",
    "SizedAdvice",
    "Strategy",
    "contract_of",
]
