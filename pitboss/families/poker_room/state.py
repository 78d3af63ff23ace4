"""The state of a table in the poker room."""

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
"""Effects of 14.15 that apply to the next card."""
SIT_OUT, COME_BACK = "sit_out", "come_back"
POT, BACK = "pot", "unmatched"
"""The spots of chips that are in the pot, and of unmatched chips that are returned."""
BLINDS = ("small_blind", "big_blind", "third_blind")
SAID = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises to"}


class PokerHand(FrozenStruct):
    """A player's cards in this round. `live`: not given up; `shown`: turned up at the showdown.

    `seen` are face-down cards that all players have seen; they play, but are not part of a board.
    """

    position: int
    down: tuple[Hidden, ...] = ()
    up: tuple[Card, ...] = ()
    live: bool = True
    shown: bool = False
    seen: tuple[Card, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All of the hand's cards, face-down ones first."""
        return (*[one.card for one in self.down], *self.up)


class EarlyAct(FrozenStruct):
    """A position's act out of turn, and its bet before that."""

    position: int
    act: str
    bet: int


class PendingMishaps(FrozenStruct):
    """Irregularities in this hand (14.15) that are still to be corrected."""

    next: str = ""
    """The irregularity that affects the next card, or the community cards."""
    aside: tuple[Card, ...] = ()
    """Cards that all players have seen and no one holds; the first is the next burn."""
    replacing: tuple[int, ...] = ()
    """Positions that get another card once all have theirs."""
    burned: bool = False
    """Whether the next street's burn has already been made, because the street was dealt too early."""
    scraps: int = 0
    early: tuple[EarlyAct, ...] = ()
    all_up: bool = False
    """Whether all players get this street's card face up."""
    asks: tuple[int, ...] = ()
    """Players who may declare themselves all-in for the pot so far, because their last card was turned up."""
    declared: tuple[int, ...] = ()


NOTHING_AMISS = PendingMishaps()


class Kill(FrozenStruct):
    """The winner of the whole last pot, the player who must kill the next deal, and the killer of this one (14.7)."""

    leg: int = 0
    due: int = 0
    posted: int = 0


NO_KILL = Kill()


class TimePaid(FrozenStruct):
    """The minute of the day up to which a position has paid its time charge (14.14)."""

    position: int
    until: int


class PokerState(CardState):
    """The table's state. `hands` are in dealing order, clockwise.

    `muck` holds cards given up or discarded, and `burned` those burned; positions in `away` are sitting out, and those
    in `owing` missed the big blind. After a void deal (`redeal`) the button stays. `asked` is any question to a
    position other than for its bet. Positions in `passed` folded in stud with nothing to call: their seats are dealt to
    until a player bets. `opener` is who has opened, if openers are required; `meter` is the fund for bad beat or high
    hand payouts.
    """

    button: int = 0
    street: int = 0
    hands: tuple[PokerHand, ...] = ()
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
    amiss: PendingMishaps = NOTHING_AMISS
    opener: int = 0
    kill: Kill = NO_KILL
    charged: tuple[TimePaid, ...] = ()
    meter: int = 0

    @property
    def live(self) -> tuple[int, ...]:
        """The positions still in the hand."""
        return tuple([held.position for held in self.hands if held.live])

    @property
    def pot(self) -> int:
        """All chips on the layout."""
        return sum([wager.amount for wager in self.wagers])

    def hand(self, position: int) -> PokerHand | None:
        for held in self.hands:
            if held.position == position:
                return held
        return None
