"""Mini-Tex 3 card hold 'em as a compiled loop: look up three decisions and two strengths."""

from functools import partial

from pitboss.families.house_poker.kernel.kernels import PokerKernel
from pitboss.families.house_poker.kinds.streets.stay_or_fold_loop import deal_rounds, tables
from pitboss.games.mini_tex_3_card_holdem.price import PRICING

STREETS = ("flop_cards", "river_card")
TABLES = partial(tables, side="pocket_poker", streets=STREETS)
PLAYED_BY = "a name, or words such as a least hand"

SIMULATION = PokerKernel(PRICING, deal_rounds, TABLES, played_by=PLAYED_BY).simulation
