"""The terms of a poker room in its rules.toml, and their only reader.

A variant is a fact: which hands win, the number of seats, and the name of its streets. The streets are a fact too, with
a table per street: who gets cards, up or down, who acts first, and which limit applies. `PokerRoomTerms` combines all
of it with a licensee's layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents, dollars
from pitboss.equipment import Card, cards
from pitboss.families.poker_room.betting import Stakes
from pitboss.families.poker_room.pots import percent_rake, scheduled_rake
from pitboss.families.poker_room.ranking import MadeOf, strength
from pitboss.table.state import replace

Opens = Literal["blinds", "forced_low", "forced_high", "left", "high_board", "low_board"]
"""Who acts first: left of the last blind, the lowest or highest card showing, left of the button, or best by board."""


class _Declared(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Street(_Declared):
    """A street: the cards dealt, who acts first, and the limit."""

    name: str
    burn: bool = True
    down: int = 0
    up: int = 0
    community: int = 0
    draw: bool = False
    opens: Opens
    limit: Literal["lower", "upper"]
    open_pair: bool = False
    """Whether either limit may be bet when a board shows a pair."""
    cites: str = ""
    """The fact that gives its cards and their number, if it is not the streets' own fact."""
    shared_if_short: bool = False
    """Whether a single community card replaces the players' cards if the stub is too small."""


class Variant(_Declared):
    """A game that may be played: its seats, its number of own cards, and which hands win."""

    name: str
    streets: str
    seats: int
    high: str = ""
    low: str = ""
    """The facts that rank high and low hands."""
    uses: int = 0
    """The number of own cards in a hand; 0 for any."""
    button: bool = True
    """Whether a button moves around the table; not in stud."""


class Payout(_Declared):
    """A payout programme: the qualifying hand, the number of players dealt in, and the percentages of the fund."""

    least: str
    dealt_in: int
    own: int
    """The number of own cards the hands must use."""
    beaten: bool
    """Whether the losing hand counts."""
    hand: int
    winner: int = 0
    others: int = 0
    contribution: int
    from_pot: int


class PokerRoomTerms:
    """The poker room's terms at one table."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.id = str(layout.option("variant"))
        self.variant = self._read(Variant, self.id, layout.fact(self.id))
        streets = layout.fact(self.variant.streets)
        self.streets = tuple(self._counted(self._read(Street, self.variant.streets, one)) for one in streets)
        if layout.option("mambo_third_card") == "down":
            self.streets = tuple(self._turned(street) for street in self.streets)

    def _counted(self, street: Street) -> Street:
        """The street, with the number of community cards given by its own provision."""
        return street.model_copy(update={"community": int(self.layout.fact(street.cites))}) if street.cites else street

    def _turned(self, street: Street) -> Street:
        """Deal mambo's third card face down, if the licensee so chooses."""
        is_third = self.id in self.layout.fact("third_card") and street.burn and street.up
        return street.model_copy(update={"up": 0, "down": street.up}) if is_third else street

    def _read(self, model: type[Any], name: str, value: object) -> Any:
        return self.layout.rules.read(model, value, "fact", name, "value")

    def _dollars(self, option: str) -> int:
        return self.layout.cents(option) if option in self.layout.options else 0

    @cached_property
    def chip(self) -> int:
        return self._dollars("smallest_chip")

    @cached_property
    def blinds(self) -> tuple[tuple[str, int], ...]:
        """The blinds, from the left of the button, with their amounts."""
        if not self.variant.button or self.openers:
            return ()
        each = ((blind, self._dollars(blind)) for blind in ("small_blind", "big_blind", "third_blind"))
        return tuple((blind, amount) for blind, amount in each if amount)

    @cached_property
    def ante(self) -> int:
        return self._dollars("ante")

    @cached_property
    def forced_bet(self) -> int:
        return min(self._dollars("forced_bet"), self._dollars("lower_limit")) if not self.variant.button else 0

    @cached_property
    def straddle(self) -> int:
        """A straddle's amount, twice the highest blind; 0 if there is none."""
        if not self.layout.option("straddle") or not self.blinds:
            return 0
        return int(self.layout.fact("straddle_times")) * self.big_blind

    @cached_property
    def big_blind(self) -> int:
        """The least opening bet: the highest blind, or else the lower limit."""
        return max((amount for _, amount in self.blinds), default=self._dollars("lower_limit"))

    @cached_property
    def stakes(self) -> Stakes:
        return Stakes(
            str(self.layout.option("structure")),
            self._dollars("lower_limit"),
            self._dollars("upper_limit"),
            self.big_blind,
            int(str(self.layout.option("max_raises"))),
            self.chip,
        )

    @cached_property
    def killed(self) -> Stakes:
        """The stakes for a killed deal: both limits raised by a percentage, rounded up to whole chips."""
        percent = int(self.layout.fact("kill")[self.layout.option("kill")])
        lower, upper = (self._up(limit * percent) for limit in (self.stakes.lower, self.stakes.upper))
        return replace(self.stakes, lower=lower, upper=upper, least=lower)

    def _up(self, hundredths: int) -> int:
        return -(-hundredths // (100 * self.chip)) * self.chip

    @cached_property
    def kills(self) -> bool:
        return self.layout.options.get("kill", "none") != "none" and self.stakes.capped

    @cached_property
    def openers(self) -> bool:
        """Whether a player needs a pair of jacks or better to open."""
        chosen = self.layout.options.get("draw_openers", "none") != "none"
        return chosen and self.id in self.layout.fact("openers")["variants"]

    def opens_with(self, own: Sequence[Card]) -> bool:
        """Whether a hand has openers."""
        least = cards(self.layout.fact("openers")["least"])
        assert self.high is not None
        return strength(self.high, own) >= strength(self.high, least)

    @cached_property
    def suits(self) -> tuple[str, ...]:
        """The suits from lowest to highest, for forced bets and odd chips."""
        return tuple(self.layout.fact("suits"))

    @cached_property
    def seats(self) -> int:
        return min(int(str(self.layout.option("seats"))), int(self.variant.seats))

    @cached_property
    def high(self) -> MadeOf | None:
        return self._made(self.variant.high)

    @cached_property
    def low(self) -> MadeOf | None:
        return self._made(self.variant.low)

    def _made(self, ranking: str) -> MadeOf | None:
        """The ranking named by a fact; None if the variant has none."""
        return MadeOf(str(self.layout.fact(ranking)), self.variant.uses) if ranking else None

    @cached_property
    def ways(self) -> tuple[MadeOf, ...]:
        """The ways to win: high or low or, if the pot is split, both."""
        return tuple(made for made in (self.high, self.low) if made is not None)

    @property
    def is_draw(self) -> bool:
        return any(street.draw for street in self.streets)

    @cached_property
    def own(self) -> int:
        """How many own cards a player has at the end of the deal."""
        return sum(street.down + street.up for street in self.streets)

    # ---- Payouts from the pot

    @cached_property
    def payout(self) -> Payout | None:
        """This table's payout programme: bad beat, high hand, or none."""
        chosen = str(self.layout.options.get("payout_program", "none"))
        return None if chosen == "none" else self._read(Payout, chosen, self.layout.fact(chosen))

    def notice(self, fund: int) -> str:
        """The payout notice with the current amount; "" if there are no payouts."""
        if self.payout is None:
            return ""
        return f"{self.layout.fact('payout_notice')[self.layout.option('payout_program')]} {dollars(fund)}"

    def contribution(self, total: int) -> int:
        """The amount that goes from the pots into the fund, after the rake."""
        payout = self.payout
        return cents(str(payout.contribution)) if payout and total >= cents(str(payout.from_pot)) else 0

    # ---- Revenue

    def rake(self, total: int, streets: int) -> int:
        """The rake from all pots, given the number of streets dealt."""
        if self.rake_method == "time_charge" or (streets < 2 and self.layout.option("no_flop_no_drop")):
            return 0
        if self.rake_method == "scheduled_rake":
            return scheduled_rake(total, self.schedule, int(self.layout.fact("most_rake")), self.chip)
        return percent_rake(total, self.rake_percent, self.rake_cap, self.chip)

    @cached_property
    def house_takes(self) -> str:
        """The rake or time charge as posted at the table."""
        word = str(self.layout.fact("posted")[self.rake_method])
        if self.rake_method == "time_charge":
            return f"{word} {dollars(self._dollars('time_fee'))} for {self.layout.option('time_period')} minutes"
        if self.rake_method == "scheduled_rake":
            steps = ", ".join(f"{dollars(rake)} from {dollars(at)}" for at, rake in self.schedule.items())
            return f"{word}: {steps}"
        return f"{word} {self.rake_percent.normalize():f}%, up to {dollars(self.rake_cap)}"

    @cached_property
    def rake_method(self) -> str:
        return str(self.layout.option("rake_method"))

    @cached_property
    def rake_percent(self) -> Decimal:
        return Decimal(str(self.layout.option("rake_percent")))

    @cached_property
    def rake_cap(self) -> int:
        return self._dollars("rake_cap")

    @cached_property
    def schedule(self) -> dict[int, int]:
        """The steps of a scheduled rake: the rake from each pot size up."""
        steps = (step.split(":") for step in str(self.layout.option("rake_schedule")).split(","))
        return {cents(at): cents(rake) for at, rake in steps}
