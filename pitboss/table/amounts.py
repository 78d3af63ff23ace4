"""Amounts and limits of one table: where a wager may be placed, how much it may be, and how it can be paid."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from pitboss.chapter.rules import amount_of
from pitboss.table import allowed
from pitboss.table.state import Position, Wager
from pitboss.table.steps import Action, AskDecision

if TYPE_CHECKING:
    from pitboss.table.game import Game

G = TypeVar("G", bound="Game[Any]")


class Amounts(Generic[G]):
    """Amounts and limits at one table. A game with its own rules declares a subclass as `amounts_type`.

    The defaults suit a game in which a wager has one place on the layout, pays the odds of its table, and is subject
    only to the posted limits.
    """

    limits_by_option: ClassVar[bool] = False
    "Whether the game's own options post its limits, as in the poker room; the limits of 8.2 then do not apply."

    def __init__(self, game: G) -> None:
        self.game = game
        self._steps: dict[tuple[str, tuple[str, ...] | None], int] = {}
        self._best: dict[str, Fraction] = {}

    # ---- places on the layout

    def spots(self, state: Any, position: int, wager: str) -> tuple[str, ...]:
        """The places on the layout where a position could make a wager now."""
        return ("",)

    def spot_format(self, wager: str) -> str:
        """How to write a place that cannot be listed, such as the numbers on a keno ticket; otherwise ""."""
        return ""

    def random_spot(self, state: Any, position: int, wager: str, below: Callable[[int], int]) -> str:
        """A random valid place for a wager with a `spot_format`; `below(n)` gives a number from 0 to n - 1."""
        return ""

    def own_spot(self, state: Any, position: int, kind: str) -> str:
        """The place of a position's own wager; "" if places do not belong to positions."""
        return ""

    def in_progress(self, spot: str) -> bool:
        """Whether the wager in this place was made for several rounds and has been in play for at least one of them."""
        return False

    # ---- how much may be wagered

    def available(self, state: Any, seat: Position) -> int:
        """The chips that a position can wager: its rack, less its debts to the house."""
        return seat.rack

    def most(self, state: Any, position: int, wager: str, spot: str) -> int | None:
        """The maximum that this game's rules allow on a wager; None if only the posted maximum applies."""
        return None

    def least(self, state: Any, position: int, wager: str, spot: str) -> int:
        """The minimum that this game's rules allow a position to add to a wager, apart from the posted minimum."""
        return 0

    def shares(self, kind: str, spot: str) -> int:
        """The number of equal wagers in this place, such as the ways of a keno ticket. Limits apply to each."""
        return 1

    def chip_value(self, state: Any, position: int) -> int:
        """The value in cents of a position's own non-value chips; 0 without such chips."""
        return 0

    def usual_amounts(self, state: Any, ask: AskDecision) -> Mapping[str, int]:
        """Amounts with a common name at this decision, by that name: "pot", "half pot"."""
        return {}

    def takes_coupon_alone(self, kind: str) -> bool:
        """Whether a coupon is added to this wager without chips, because its chips are placed with another wager."""
        return False

    def forfeited(self, state: Any, position: int) -> tuple[Wager, ...]:
        """The wagers that a position forfeits by leaving, because they are for later rounds."""
        return ()

    # ---- how a wager is paid

    def step(self, state: Any, kind: str, spot: str = "") -> int:
        """The smallest amount that can be paid exactly; only its multiples can be."""
        key = (kind, self.winning_outcomes(state, kind, spot))
        if key not in self._steps:
            self._steps[key] = allowed.least_payable(self.game, *key)
        return self._steps[key] * self.shares(kind, spot)

    def winning_outcomes(self, state: Any, kind: str, spot: str) -> tuple[str, ...] | None:
        """The outcomes on which a wager can still win; None if it can win on all of them."""
        return None

    def parts(self, kind: str) -> dict[str, int]:
        """The separate wagers into which a combined wager is split for payment, each with its share."""
        return {kind: 1}

    def breakdown(self, kind: str, amount: int) -> list[tuple[str, int]]:
        """How the house books an amount: as one wager, or as the parts into which it must be broken down."""
        return [(kind, amount)]

    def divisor(self, kind: str) -> int:
        """The number of equal parts into which a wager may have to be divided: 2 if half of it can be lost."""
        return 1

    def vigorish_when_made(self, kind: str, amount: int) -> int:
        """The vigorish that a position pays in addition to a wager of `amount` when it makes it."""
        return 0

    def vigorish_on_win(self, wager: Wager) -> int:
        """The vigorish (commission) that is collected only when the wager wins."""
        return 0

    def wagers_made_by(self, action: Action) -> Sequence[Action]:
        """The wagers that an action makes or increases; several if a verb of the game makes more than one."""
        return (action,) if action.verb in ("make", "increase") else ()

    def best_odds(self, kind: str) -> Fraction:
        """The best odds at which a wager of a kind can win; 0 if it is not paid by odds."""
        if kind not in self._best:
            self._best[kind] = self._best_odds(kind, ())
        return self._best[kind]

    def _best_odds(self, kind: str, above: tuple[str, ...]) -> Fraction:
        layout = self.game.layout
        if kind not in layout.permissible or kind in above:
            return Fraction(0)
        parts = self.parts(kind)
        whole = sum(parts.values())
        own = (odds.ratio * share / whole for part, share in parts.items() for odds in self.game.odds[part].values())
        like = (self._best_odds(other, (*above, kind)) for other in layout.paid(kind).like)
        return max((*own, *like), default=Fraction(0))

    def payout_limit(self, kind: str) -> int | None:
        """The maximum payout in cents for wagers of a kind in one round; None without a payout limit."""
        layout = self.game.layout
        for fact in layout.rules.facts.values():
            limit = fact.value
            if not isinstance(limit, Mapping) or kind not in limit.get("wagers", ()):
                continue
            value = limit["dollars"] if "dollars" in limit else layout.option(limit.get("option", ""))
            if value in (None, "none"):
                return None
            # If a wager at the posted minimum could win more than the limit, the limit is that amount.
            least = layout.minimum(limit["minimum"]) if "minimum" in limit else 0
            return max(amount_of(value), int(least * len(limit["wagers"]) * self.best_odds(kind)))
        return None

    def least_payout_limits(self) -> Mapping[str, int]:
        """The lowest payout limit, in cents, that each option may post, where the licensee chooses the limit.

        An option is omitted where the chapter sets the limit at the greater of a figure and what a minimum wager could
        win (29.11(d)): the option is then that figure, and the greater of the two applies.
        """
        return {}

    # ---- sections

    def payable_section(self, wager: str) -> str:
        """The section under which a wager of $0, or of an amount that cannot be paid exactly, is refused."""
        return self.game.sections.get("payable", "")

    def removal_section(self, kind: str) -> str:
        """The section under which a wager is taken down or reduced."""
        return self.game.sections.get("removal", self.game.layout.wagers[kind].section)
