"""House poker: poker against the house, or against a pay table. One family, found whole in this folder.

| what                                     | where                | a game imports from it                          |
| ---------------------------------------- | -------------------- | ----------------------------------------------- |
| what a rules.toml may declare, read once | `terms.py`           | (it writes the words)                           |
| the procedure at the table               | `round/`             | `HousePoker`, `PokerState`, for its round.py    |
| exact prices and strategies              | `price/`             | `StudPricing` and the other kinds, for price.py |
| compiled loops                           | `kernel/`            | `PokerKernel`, `deal`, `place3`, for kernel.py  |
| what stands in every simulated round     | `standing_wagers.py` |                                                 |

The `__init__` of each of the three rooms is its public face; `price.strategy`, `price.deals` and the machines need
NumPy and are asked for by name, by those who count. All else is internal and may change.
`terms` stands below everything; `kernel` stands above `price` and `round`, which do not know each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.exports import exports

if TYPE_CHECKING:
    from pitboss.families.house_poker.holdings import named
    from pitboss.families.house_poker.kernel import (
        ALONE,
        BATCH,
        MOST,
        PLAYED_BY,
        RESULTS,
        TOGETHER,
        AgainstShown,
        Cells,
        Events,
        Key,
        Leaving,
        Meter,
        Net,
        Parts,
        PokerKernel,
        Prize,
        Room,
        SidePart,
        Simulated,
        Simulation,
        Wagered,
        Whole,
        against_shown,
        compiled,
        deal,
        end_against,
        five_in_order,
        four_in_order,
        inlined,
        inner,
        leaving,
        place2,
        place3,
        place4,
        place5,
        result,
        three_in_order,
        two_in_order,
    )
    from pitboss.families.house_poker.price import (
        ALGORITHM,
        BoardPricing,
        Figures,
        FlopPricing,
        LadderPricing,
        Note,
        Payoffs,
        PokerPricing,
        Prizes,
        Progressive,
        Rows,
        ShortBoardPricing,
        Solution,
        StreetPricing,
        StudPricing,
        Tally,
        Terms,
        Wagering,
        floor,
        payoffs,
        prizes,
        short_boards,
        stake_for,
    )
    from pitboss.families.house_poker.price.boards import GOES_ON, HOLDINGS, RENAMED, LastRule
    from pitboss.families.house_poker.price.deals import Cards, all_sets, classes, to_representative
    from pitboss.families.house_poker.price.flops import OWN, splits, ties_of_two
    from pitboss.families.house_poker.price.rivers import board_at, holding_at
    from pitboss.families.house_poker.price.short_board_strategy import LeastHands
    from pitboss.families.house_poker.price.strategy import AfterChoices, BoardRule, Flags, Simple, Staying, at_least
    from pitboss.families.house_poker.price.street_strategy import StreetRule
    from pitboss.families.house_poker.price.streets import WagerRule
    from pitboss.families.house_poker.round import (
        COMMUNITY,
        DEALER,
        Choice,
        Deal,
        Decision,
        Hand,
        HousePoker,
        MeterAward,
        PayoutLimit,
        PokerState,
        Verdict,
        WagerTerms,
        floor_of,
    )

__getattr__, __dir__ = exports(__name__, __file__)

__all__ = [
    "ALGORITHM",
    "ALONE",
    "BATCH",
    "COMMUNITY",
    "DEALER",
    "GOES_ON",
    "HOLDINGS",
    "MOST",
    "OWN",
    "PLAYED_BY",
    "RENAMED",
    "RESULTS",
    "TOGETHER",
    "AfterChoices",
    "AgainstShown",
    "BoardPricing",
    "BoardRule",
    "Cards",
    "Cells",
    "Choice",
    "Deal",
    "Decision",
    "Events",
    "Figures",
    "Flags",
    "FlopPricing",
    "Hand",
    "HousePoker",
    "Key",
    "LadderPricing",
    "LastRule",
    "LeastHands",
    "Leaving",
    "Meter",
    "MeterAward",
    "Net",
    "Note",
    "Parts",
    "Payoffs",
    "PayoutLimit",
    "PokerKernel",
    "PokerPricing",
    "PokerState",
    "Prize",
    "Prizes",
    "Progressive",
    "Room",
    "Rows",
    "ShortBoardPricing",
    "SidePart",
    "Simple",
    "Simulated",
    "Simulation",
    "Solution",
    "Staying",
    "StreetPricing",
    "StreetRule",
    "StudPricing",
    "Tally",
    "Terms",
    "Verdict",
    "WagerRule",
    "WagerTerms",
    "Wagered",
    "Wagering",
    "Whole",
    "against_shown",
    "all_sets",
    "at_least",
    "board_at",
    "classes",
    "compiled",
    "deal",
    "end_against",
    "five_in_order",
    "floor",
    "floor_of",
    "four_in_order",
    "holding_at",
    "inlined",
    "inner",
    "leaving",
    "named",
    "payoffs",
    "place2",
    "place3",
    "place4",
    "place5",
    "prizes",
    "result",
    "short_boards",
    "splits",
    "stake_for",
    "three_in_order",
    "ties_of_two",
    "to_representative",
    "two_in_order",
]
