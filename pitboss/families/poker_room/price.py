"""The price of a pot: what the house takes of it. A player's own price is his equity, which is asked for apart.

The house has no hand, so a chip in the pot costs what is taken of it, whoever wins. So many players put the same into a
pot that is dealt to the end, and each wins it as often: the average loss of a unit is what is taken over the pot.
`--players` says how many they are (two, if nobody says), `--stake` what each puts in (twice the upper limit).

That average is exact for every pot. The results beside it, and with them deviation, hit and push rate, are exact for a
pot that one player has whole: who shares how often hangs on the variant, and moves no average.
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.families.poker_room.player import FairPlayer
from pitboss.families.poker_room.terms import Room
from pitboss.pricing.contract import Advice, PriceInputs, Pricing
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import IN_THE_POT, PriceReport, price_report, wager_price

TO_THE_END = 9
"""More streets than any variant has: the pot is dealt to the end."""


class PokerPricing(Pricing):
    """`PRICING = PokerPricing()` at the end of a game's `price.py`."""

    depends_on = frozenset({"stake", "players"})
    gives = frozenset({"advice"})
    lacks = {  # noqa: RUF012
        "strategy": "what is best hangs on how the others play",
        "worth": "what a choice brings hangs on how the others play; `pitboss equity` gives what a hand is worth",
    }

    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        room = Room(layout)
        players = given.players if given.players is not None else 2
        if not 2 <= players <= room.seats:
            raise ValueError(f"{players} players: a table of {room.variant.name} has 2 to {room.seats}")
        each = given.stake if given.stake is not None else 2 * room.stakes.upper
        pot = players * each
        rake = room.rake(pot, TO_THE_END)
        gives = min(room.contribution(pot), pot - rake)
        won = Fraction(pot - rake - gives, each) - 1
        nets = Distribution({won: Fraction(1, players), Fraction(-1): Fraction(players - 1, players)})
        note = f"The house takes {dollars(rake)} of a pot of {dollars(pot)}, {players} players."
        if layout.option("rake_method") == "time_charge":
            fee, period = dollars(layout.cents("time_fee")), layout.option("time_period")
            note = f"No rake: each player pays {fee} for every {period} minutes."
        if gives:
            note += (
                f" {dollars(gives)} goes into the fund of payouts and comes back to players: here it counts as lost."
            )
        note += " The average is that of every pot; results are those of a pot that one player has whole."
        rules = layout.rules
        rests = [rules.facts["rake"], rules.facts["most_rake"], rules.options["rake_method"]]
        return price_report(
            layout,
            [
                wager_price(layout, wager, nets, per=IN_THE_POT, odds={}, rests_on=rests, note=note)
                for wager in layout.permissible
            ],
        )

    def advice(self, layout: Layout) -> Advice:
        return FairPlayer(layout)


__all__ = ["PokerPricing"]
