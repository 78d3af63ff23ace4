"""Mississippi stud as a compiled loop: two, three and four known cards say what is wagered, all five what is paid."""

from pitboss.families.house_poker.kernel.kernels import PokerKernel
from pitboss.families.house_poker.kinds.ladder.loop import note, tables
from pitboss.families.house_poker.showdown import ALONE
from pitboss.games.mississippi_stud.price import PRICING

SIMULATION = PokerKernel(PRICING, note, tables, ALONE).simulation
