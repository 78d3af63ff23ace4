"""What a game of house poker declares in its rules.toml: the words, and what each of them means.

`[wager.ID.terms]` is read as `Terms`, `[fact.dealing_METHOD]` as `Deal`, the fact of each decision as `Decision`, and
`[fact.payout_limit]` as `PayoutLimit`. A word that is not here is an error that names it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.rules import Value

Under = dict[str, tuple[Value, ...]]
"""Choices of the licensee under which something holds: each option with the values that do."""
DEALER, COMMUNITY = 0, -1
"""Where cards go that go to no box."""


def place(to: int) -> str:
    """Where a card goes, in words."""
    return "dealer" if to == DEALER else "community cards" if to == COMMUNITY else f"position {to}"


class _Declared(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class MeterAward(_Declared):
    """A row that is paid out of the meter. `shared`: among all who have it, and the meter is then reset."""

    share: Decimal
    shared: bool = False
    when: Under = {}


class Terms(_Declared):
    """What rules.toml says of a wager beyond what all games say."""

    # Not `made` in the code too: that is a section in the terms of other games, and the trace reads it as a citation.
    how_made: Literal["open", "beside", "decision"] = Field("open", alias="made")
    beside: str = ""
    "The wager with which it is laid, for `times` its amount, or for the dollars of the option `amount`."
    times: int = 1
    amount: str = ""
    fixed: int = 0
    "Its amount in dollars, where the rule fixes it."
    minimum: str = ""
    "The option that posts its least amount, in dollars."
    least: dict[str, int] = {}
    "The least dollars that it may be, by the pay table in use."
    needs: tuple[str, ...] = ()
    "A wager that must be there first, any of these; under `needs_when` only, if that is given."
    needs_when: Under = {}
    lost_on_fold: bool | Under = True

    settles: Literal["dealer", "table"] = "table"
    "Against the dealer's hand, or by the cards that it `sees` and a pay table."
    side: bool = False
    "Settled after the wagers that the hand is played for."
    not_qualified: Literal["compared", "wins", "returned", "void"] = "compared"
    "What becomes of it when the dealer's hand does not count."
    higher: Literal["wins", "returned"] = "wins"
    tie: Literal["returned", "wins", "loses"] = "returned"
    below: Literal["loses", "returned"] = "loses"
    "What becomes of it with a winning hand, or cards, below every row of its table."
    sees: tuple[Literal["own", "dealer", "community"], ...] = ("own", "community")
    community: int = 0
    "How many of the community cards it sees; 0 for all."
    order: str = ""
    "The order in which its cards rank, if not that of the game."
    bonus: str = ""
    "The pay table by which a hand that stayed is paid on this wager's amount, whoever wins."
    bonus_sees: tuple[Literal["own", "dealer", "community"], ...] = ("own", "community")
    stake_taken: bool = False
    "The wager is gone also when it wins. Its odds are what it is up: $500 for a wager of $1 are 499 to 1."
    awards: dict[str, dict[str, int]] = {}
    "Rows paid in dollars whatever the amount, by the pay table in use."
    meter: dict[str, MeterAward] = {}
    envy: dict[str, int] = {}
    "What each other position with this wager is paid, in dollars, when one has such a row."


class Deal(_Declared):
    """What a dealing procedure deals: how many cards to each, which of them face up (from 1), singly or in stacks.

    >>> list(Deal(player=2, dealer=2, dealer_up=(1,)).order([1, 3])) == [
    ...     (1, 1), (3, 1), (DEALER, 1), (1, 2), (3, 2), (DEALER, 2)]
    True
    >>> list(Deal(player=2, community=1, stacks=True).order([1, 3])) == [
    ...     (1, 1), (1, 2), (3, 1), (3, 2), (COMMUNITY, 1)]
    True
    """

    player: int
    dealer: int = 0
    community: int = 0
    player_up: tuple[int, ...] = ()
    dealer_up: tuple[int, ...] = ()
    community_up: tuple[int, ...] = ()
    stacks: bool = False
    spare: int = 0
    "How many cards of the community's stack go to the discard rack unseen."

    def number(self, to: int) -> int:
        """How many cards go to a place."""
        return self.dealer if to == DEALER else self.community + self.spare if to == COMMUNITY else self.player

    def face_up(self, to: int, number: int) -> bool:
        return number in (self.dealer_up if to == DEALER else self.community_up if to == COMMUNITY else self.player_up)

    def order(self, boxes: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Where each card goes, and the how manieth it is there."""
        places = [*boxes, DEALER, COMMUNITY]
        if self.stacks:
            yield from ((to, number) for to in places for number in range(1, self.number(to) + 1))
        else:
            most = max(map(self.number, places))
            yield from ((to, number) for number in range(1, most + 1) for to in places if number <= self.number(to))


class Choice(_Declared):
    """What a choice does. `times` is of the wager `of`, or of that of the hands which are asked."""

    lays: str = ""
    times: int = 1
    of: str = ""
    or_less: bool = False
    "The wager may be made for an amount of the position's own, up to that."
    takes_back: str = ""
    folds: bool = False
    when: Under = {}


class Decision(_Declared):
    """What each hand with the wager `asks` decides, unless it has the wager `unless` already."""

    asks: str
    unless: str = ""
    question: str
    choices: dict[str, Choice]
    default: str


class PayoutLimit(_Declared):
    """What one hand may win on these wagers together: dollars, or those of an option.

    With `minimum`, the option with the posted minimum: or the most one could win with that, if it is more.
    """

    wagers: tuple[str, ...]
    dollars: int = 0
    option: str = ""
    minimum: str = ""
