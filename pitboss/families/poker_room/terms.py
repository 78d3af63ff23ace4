"""What a game of the poker room declares in its rules.toml, and the one reading of it.

A variant is a fact: which hands win, how many seats, and the name of its streets; the streets are a fact too, a table
for each: cards to whom, up or down, who acts first, which limit. `Room` is all of it on one licensee's layout.
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
"""Who acts first: left of the last blind, the lowest or highest card that shows, left of the button, a board."""


class _Declared(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Street(_Declared):
    """A street: what is dealt, who acts first, and the limit."""

    name: str
    burn: bool = True
    down: int = 0
    up: int = 0
    community: int = 0
    draw: bool = False
    opens: Opens
    limit: Literal["lower", "upper"]
    open_pair: bool = False
    "Whether either limit may be bet when a board shows a pair."
    cites: str = ""
    "The fact that provides for its cards, and says how many, where it is not that of the streets."
    shared_if_short: bool = False
    "Whether one card for all takes the place of the cards, where the stub is too small."


class Variant(_Declared):
    """A game that may be played: how many sit, how many cards one has of one's own, and which hands win."""

    name: str
    streets: str
    seats: int
    high: str = ""
    low: str = ""
    "The facts that say how hands rank."
    uses: int = 0
    "How many of one's own cards a hand uses; 0 for any."
    button: bool = True
    "Whether a button moves around the table; in stud it does not."


class Payout(_Declared):
    """A programme of payouts: the hand that it takes, of how many dealt in, and who has what percentage of the fund."""

    least: str
    dealt_in: int
    own: int
    "How many cards of one's own the hands must use."
    beaten: bool
    "Whether it is the losing hand that counts."
    hand: int
    winner: int = 0
    others: int = 0
    contribution: int
    from_pot: int


class Room:
    """The room as one table of it has it."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.id = str(layout.option("variant"))
        self.variant = self._read(Variant, self.id, layout.fact(self.id))
        streets = layout.fact(self.variant.streets)
        self.streets = tuple(self._counted(self._read(Street, self.variant.streets, one)) for one in streets)
        if layout.option("mambo_third_card") == "down":
            self.streets = tuple(self._turned(street) for street in self.streets)

    def _counted(self, street: Street) -> Street:
        """A street whose cards for all a provision of its own tells has as many as that says."""
        return street.model_copy(update={"community": int(self.layout.fact(street.cites))}) if street.cites else street

    def _turned(self, street: Street) -> Street:
        """Mambo's third card face down, where the licensee has it so."""
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
        """The blinds that are posted, from the left of the button, and what each is."""
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
        """What a straddle is, twice the highest blind; 0 where there is none."""
        if not self.layout.option("straddle") or not self.blinds:
            return 0
        return int(self.layout.fact("straddle_times")) * self.big_blind

    @cached_property
    def big_blind(self) -> int:
        """The least opening bet: the highest blind, else the lower limit."""
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
        """What is played for in a deal that is killed: both limits so many percent, up to whole chips."""
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
        """Whether nobody may open without a pair of jacks or better."""
        chosen = self.layout.options.get("draw_openers", "none") != "none"
        return chosen and self.id in self.layout.fact("openers")["variants"]

    def opens_with(self, own: Sequence[Card]) -> bool:
        """Whether a hand has openers."""
        least = cards(self.layout.fact("openers")["least"])
        assert self.high is not None
        return strength(self.high, own) >= strength(self.high, least)

    @cached_property
    def suits(self) -> tuple[str, ...]:
        """The suits from the lowest to the highest, for forced bets and odd chips."""
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
        """A hand by the ranking that a fact has; None where the variant has none."""
        return MadeOf(str(self.layout.fact(ranking)), self.variant.uses) if ranking else None

    @cached_property
    def ways(self) -> tuple[MadeOf, ...]:
        """The ways in which hands win: the first, and where the pot is split the second."""
        return tuple(made for made in (self.high, self.low) if made is not None)

    @property
    def is_draw(self) -> bool:
        return any(street.draw for street in self.streets)

    @cached_property
    def own(self) -> int:
        """How many cards a player has of his own, dealt to the end."""
        return sum(street.down + street.up for street in self.streets)

    # ---- Payouts from the pot

    @cached_property
    def payout(self) -> Payout | None:
        """The programme of payouts that this table has part in: bad beat or high hand, or none."""
        chosen = str(self.layout.options.get("payout_program", "none"))
        return None if chosen == "none" else self._read(Payout, chosen, self.layout.fact(chosen))

    def notice(self, fund: int) -> str:
        """The notice of payouts and their present amount; nothing where there are none."""
        if self.payout is None:
            return ""
        return f"{self.layout.fact('payout_notice')[self.layout.option('payout_program')]} {dollars(fund)}"

    def contribution(self, total: int) -> int:
        """What goes from the pots into the fund, after the rake."""
        payout = self.payout
        return cents(str(payout.contribution)) if payout and total >= cents(str(payout.from_pot)) else 0

    # ---- Revenue

    def rake(self, total: int, streets: int) -> int:
        """What the house takes of all that is in the pots, when so many streets were dealt."""
        if self.rake_method == "time_charge" or (streets < 2 and self.layout.option("no_flop_no_drop")):
            return 0
        if self.rake_method == "scheduled_rake":
            return scheduled_rake(total, self.schedule, int(self.layout.fact("most_rake")), self.chip)
        return percent_rake(total, self.rake_percent, self.rake_cap, self.chip)

    @cached_property
    def house_takes(self) -> str:
        """What the house takes, as it is posted at the table."""
        word = str(self.layout.fact("posted")[self.rake_method])
        if self.rake_method == "time_charge":
            return f"{word} {dollars(self._dollars('time_fee'))} for {self.layout.option('time_period')} minutes"
        if self.rake_method == "scheduled_rake":
            steps = ", ".join(f"{dollars(rake)} from {dollars(at)}" for at, rake in self.schedule.items())
            return f"{word}: {steps}"
        return f"{word} {self.rake_percent.normalize():f}%, {dollars(self.rake_cap)} at most"

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
        """The steps of a scheduled rake: the pot from which, and what."""
        steps = (step.split(":") for step in str(self.layout.option("rake_schedule")).split(","))
        return {cents(at): cents(rake) for at, rake in steps}
