"""The procedure for pai gow at the table.

Read `play.PaiGow.round` first; each of its steps is a module that uses only those before it: `layout` (what a game
defines), `wagers`, `start`, `dealing`, `set_hands`, `banking`, `settlement`, `irregularities`.
"""

from pitboss.families.pai_gow.round.banking import NONE, SAME
from pitboss.families.pai_gow.round.hands import DEAD, DEALER, PaiGowState, SetHand
from pitboss.families.pai_gow.round.irregularities import EXPOSED, PLAY, VOID
from pitboss.families.pai_gow.round.layout import BANK, CO_BANK, DEALER_WAGER, DICE_WAGER, PASS
from pitboss.families.pai_gow.round.play import PaiGow
from pitboss.families.pai_gow.round.set_hands import SETTING
from pitboss.families.pai_gow.round.settlement import Verdict

__all__ = [
    "BANK",
    "CO_BANK",
    "DEAD",
    "DEALER",
    "DEALER_WAGER",
    "DICE_WAGER",
    "EXPOSED",
    "NONE",
    "PASS",
    "PLAY",
    "SAME",
    "SETTING",
    "VOID",
    "PaiGow",
    "PaiGowState",
    "SetHand",
    "Verdict",
]
