"""The price of a pot: the house's rake. A player's own price is the equity, which is computed separately.

The house has no hand, so a chip in the pot costs its share of the rake, whoever wins. If several players put the same
amount into a pot that is dealt to the end, each wins equally often: the average loss per unit is the rake over the pot.
`--players` is their number (two by default), and `--stake` is what each puts in (twice the upper limit by default).
That average is exact for every pot. The other results (deviation, hit rate and push rate) are exact for a pot with a
single winner, since the frequency of split pots depends on the variant. It does not change the average.
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.families.poker_room.player import FairPlayer
from pitboss.families.poker_room.terms import PokerRoomTerms
from pitboss.pricing.contract import Advice, PriceInputs, Pricing
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import IN_THE_POT, PriceReport, price_report, wager_price

TO_THE_END = 9
"""More streets than any variant has, so that the pot is dealt to the end."""


class PokerPricing(Pricing):
    """A poker room's pricing; a game's `price.py` ends with `PRICING = PokerPricing()`."""

    depends_on = frozenset({"stake", "players"})
    gives = frozenset({"advice"})
    against_house = False
    lacks = {  # noqa: RUF012
        "strategy": "the best play depends on the other players",
        "worth": "the value of a choice depends on the other players; `pitboss equity` gives the equity of a hand",
    }

    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        room = PokerRoomTerms(layout)
        players = given.players if given.players is not None else 2
        if not 2 <= players <= room.seats:
            raise ValueError(f"{players} players: {room.variant.name} is played by 2 to {room.seats}")
        each = given.stake if given.stake is not None else 2 * room.stakes.upper
        pot = players * each
        rake = room.rake(pot, TO_THE_END)
        gives = min(room.contribution(pot), pot - rake)
        won = Fraction(pot - rake - gives, each) - 1
        others = Fraction(players - 1, players)
        nets = Distribution.of_events({("wins the pot", won): 1 - others, ("loses", Fraction(-1)): others})
        note = f"The house takes {dollars(rake)} of a pot of {dollars(pot)} with {players} players."
        if layout.option("rake_method") == "time_charge":
            fee, period = dollars(layout.cents("time_fee")), layout.option("time_period")
            note = f"No rake: each player pays {fee} for every {period} minutes."
        if gives:
            note += (
                f" {dollars(gives)} goes into the fund of payouts; it counts as lost here, though players win it back."
            )
        note += " The average holds for every pot; the results are those of a pot with a single winner."
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
