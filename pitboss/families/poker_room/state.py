"""What stands on a table of the poker room."""

from __future__ import annotations

from pitboss.equipment import Card, Hidden
from pitboss.families.poker_room.betting import Betting
from pitboss.table.cards import CardState
from pitboss.table.codec import FrozenStruct

ALL_IN, FORCED_BET, STRADDLE, DECLINE, DISCARD = "all_in", "forced_bet", "straddle", "decline", "discard"
KILL, TIME, PAYOUT = "kill", "time", "payout"
PLAY_ON = "play_on"
REPLACED, TURNED_UP, LAST_UP, PASSED_OVER, FOUR, FLOP_AGAIN = (
    "replaced",
    "turned_up",
    "last_card_up",
    "passed_over",
    "one_of_four",
    "flop_again",
)
"""What can be the matter with the next card: the effects of 14.15 that wait for it."""
SIT_OUT, COME_BACK = "sit_out", "come_back"
POT, BACK = "pot", "unmatched"
"""The spots of chips that are in the pot, and of those that go back because nobody matched them."""
BLINDS = ("small_blind", "big_blind", "third_blind")
SAID = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises to"}


class Held(FrozenStruct):
    """A player's cards in this round. `live`: not given up; `shown`: turned up at the showdown.

    `seen` are cards face down that everybody has seen: they play, and are no part of a board.
    """

    position: int
    down: tuple[Hidden, ...] = ()
    up: tuple[Card, ...] = ()
    live: bool = True
    shown: bool = False
    seen: tuple[Card, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the hand, those face down first."""
        return (*[one.card for one in self.down], *self.up)


class Early(FrozenStruct):
    """What a position did before its turn, and the bet that it had before it."""

    position: int
    act: str
    bet: int


class Amiss(FrozenStruct):
    """What went wrong in this hand (14.15), and is to be put right in its further course."""

    next: str = ""
    "What is the matter with the next card, or with the cards for all."
    aside: tuple[Card, ...] = ()
    "Cards that everybody has seen and nobody has: the first is the next burn."
    replacing: tuple[int, ...] = ()
    "Who gets another card when all have theirs."
    burned: bool = False
    "Whether the burn of the next street lies there already: the street came too early."
    scraps: int = 0
    early: tuple[Early, ...] = ()
    all_up: bool = False
    "Whether all have this street's card face up."
    asks: tuple[int, ...] = ()
    "Who may declare himself all-in for the pot so far, because his last card was turned up."
    declared: tuple[int, ...] = ()


NOTHING_AMISS = Amiss()


class Kill(FrozenStruct):
    """Who won the whole of the last pot, who must kill the next deal, and who has killed this one (14.7)."""

    leg: int = 0
    due: int = 0
    posted: int = 0


NO_KILL = Kill()


class Charged(FrozenStruct):
    """Until which minute of the day a position has paid its time charge (14.14)."""

    position: int
    until: int


class PokerState(CardState):
    """What stands on the table. `hands` are in the order in which cards are dealt, clockwise.

    `muck` are cards given up or discarded, `burned` those burned; `away` sit out, `owing` missed the big blind. After a
    void deal (`redeal`) the button stays. `asked` is what a position is asked beside its turn to bet. `passed` have
    folded in stud with nothing to call: their seats are dealt to until somebody bets. `opener` has opened where openers
    are asked for; `meter` is the fund of bad beat or high hand payouts.
    """

    button: int = 0
    street: int = 0
    hands: tuple[Held, ...] = ()
    board: tuple[Card, ...] = ()
    burned: tuple[Hidden, ...] = ()
    muck: tuple[Hidden, ...] = ()
    betting: Betting | None = None
    away: tuple[int, ...] = ()
    owing: tuple[int, ...] = ()
    redeal: bool = False
    asked: str = ""
    straddled: int = 0
    passed: tuple[int, ...] = ()
    amiss: Amiss = NOTHING_AMISS
    opener: int = 0
    kill: Kill = NO_KILL
    charged: tuple[Charged, ...] = ()
    meter: int = 0

    @property
    def live(self) -> tuple[int, ...]:
        """Who is still in."""
        return tuple([held.position for held in self.hands if held.live])

    @property
    def pot(self) -> int:
        """All that lies on the layout."""
        return sum([wager.amount for wager in self.wagers])

    def hand(self, position: int) -> Held | None:
        for held in self.hands:
            if held.position == position:
                return held
        return None
