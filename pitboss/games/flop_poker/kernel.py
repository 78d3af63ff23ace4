"""Flop poker as a compiled loop. A single player is alone in the pot and gets the pot wager back."""

from functools import partial

from pitboss.families.house_poker.kernel.kernels import PokerKernel
from pitboss.families.house_poker.kinds.flop.loop import deal_rounds, tables
from pitboss.families.house_poker.showdown import ALONE
from pitboss.games.flop_poker.price import PRICING
from pitboss.games.flop_poker.round import POT

_TABLES = partial(tables, side="three_card_bonus")

SIMULATION = PokerKernel(PRICING, deal_rounds, _TABLES, ALONE, returned=(POT,), priced_with={"players": 1}).simulation
