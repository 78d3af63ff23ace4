"""Prices of twenty-one's main wager and the wagers that depend on its play: doubles, splits, insurance, streaks.

Means and distributions are sums of floats and say so (`exact` is null, `error` a bound); insurance is exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import Provision
from pitboss.families.twenty_one.price.table import PricedTable
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.events import LOSES, PUSHES, WINS
from pitboss.pricing.report import PricedWager, wager_price
from pitboss.pricing.twenty_one.analysis import ROUNDING
from pitboss.pricing.twenty_one.figures import Figures, SpotFigures
from pitboss.pricing.twenty_one.spread import Spread
from pitboss.pricing.twenty_one.terms import ACE, TEN

LOST = Fraction(-1)
ENDLESS_NOTE = (
    "Infinitely many decks, for analysis only: the cards dealt do not change the odds. Wagers on cards are left out."
)


class Outcomes(NamedTuple):
    """The results of a wager, with their probabilities as floats."""

    probabilities: Mapping[Fraction, float]
    error: float = ROUNDING
    action: float = 1.0

    @classmethod
    def of(cls, spread: Spread) -> Outcomes:
        return cls(spread.probabilities, spread.error, spread.action)


def main(table: PricedTable, wager: str) -> PricedWager:
    note = " ".join(filter(None, (two_hands_note(table), raises_note(table), super_bonus_note(table))))
    row = _priced_play(table, wager, table.result, note)
    odds = {name: str(one) for name, one in table.layout.odds_table(wager).items()}
    unpaid = {name for name in odds if name not in ("win", "blackjack", "even_money", *table.paid_rows)}
    return row.model_copy(update={"odds": {k: v for k, v in row.odds.items() if k not in unpaid}}) if unpaid else row


def raised(table: PricedTable, wager: str) -> PricedWager:
    """Price a wager made while the first cards are dealt, with its share of doubles and splits."""
    one = table.hand.raises[table.game.raises.index(wager)]
    spread, edge = one.spread, one.house_edge
    if spread is None:
        never = Outcomes({Fraction(0): 1.0})
        return price_from_floats(table, wager, never, per="raise", note="Never made.", odds=table.win_odds())
    note = f"Made in {one.often:.2%} of rounds, whenever a gain is expected; with its share of doubles and splits."
    row = price_from_floats(table, wager, Outcomes.of(spread), per="raise", note=note, odds=table.win_odds())
    update = {"house_edge": edge, "element_of_risk": edge / spread.action, "error": table.hand.error / one.often}
    return row.model_copy(update=update)


def two_hands_note(table: PricedTable) -> str:
    """A note on how a spot's two hands are priced."""
    if not isinstance(table.result, SpotFigures):
        return ""
    after = f" after the best exchange, made in {table.result.exchanged:.2%} of rounds" if table.terms.switching else ""
    return f"For each unit of the two wagers together{after}; by symmetry each hand has the same price."


def raises_note(table: PricedTable) -> str:
    """A note on when the raises are right."""
    return " ".join(f"{table.game.name(kind)}: {words}." for kind, words in table.raises().items())


def super_bonus_note(table: PricedTable) -> str:
    """A note on how much a super bonus of a fixed amount reduces the edge, which is stated without it."""
    award = table.terms.award
    if award is None or table.game.house.endless:
        return ""
    chance = table.award_chance()
    if not chance:
        return "The super bonus cannot be won from these cards."
    worth = [
        f"{float(chance * Fraction(paid, least)):.4%} at a wager of {dollars(least)}" for least, paid in award.awards
    ]
    ranks = "-".join(map(str, award.ranks[:2]))
    how = "draws" if table.hand.draws_for_award else "does not draw"
    return (
        f"The super bonus is left out: a player who always draws to {ranks} of one suit against a {award.up} wins it"
        f" once in {float(1 / chance):,.0f} rounds, which takes {' and '.join(worth)} off the edge; this strategy"
        f" {how}."
    )


def circle(table: PricedTable, wager: str) -> PricedWager:
    note = "By symmetry each dealer hand is like the first, so the three wagers have one price."
    return _priced_play(table, wager, table.circle, note)


def _priced_play(table: PricedTable, wager: str, figures: Figures | SpotFigures, note: str = "") -> PricedWager:
    spread = figures.spread
    name = table.chart.name or "the given strategy"
    row = price_from_floats(
        table,
        wager,
        Outcomes.of(spread),
        note=" ".join(filter(None, (f"Played by {name}.", note, ENDLESS_NOTE if table.game.house.endless else ""))),
    )
    edge = figures.house_edge
    update = {"house_edge": edge, "element_of_risk": edge / spread.action, "error": figures.error}
    return row.model_copy(update=update)


def double(table: PricedTable, wager: str) -> PricedWager:
    spread = table.result.spread
    note = "A double of the whole wager on an unsplit hand, given that the strategy doubles."
    outcomes = Outcomes(spread.doubled or {Fraction(0): 1.0})
    return price_from_floats(table, wager, outcomes, per="double", note=note, odds=table.win_odds())


def split(table: PricedTable, wager: str) -> PricedWager:
    spread = table.result.spread
    note = "The wager on one hand of a split, without its double, given that the strategy splits."
    error = max(spread.error / max(spread.splits, ROUNDING), ROUNDING)
    outcomes = Outcomes(spread.parted or {Fraction(0): 1.0}, error)
    return price_from_floats(table, wager, outcomes, per="split hand", note=note, odds=table.win_odds())


def insurance(table: PricedTable, wager: str) -> PricedWager:
    """Price insurance against an ace, before any other card is known."""
    analysis = table.analysis
    tens, left = analysis.shoe[TEN - 1], sum(analysis.shoe) - (0 if table.game.house.endless else 1)
    if "suited" in table.layout.odds_table(wager):
        return wager_price(table.layout, wager, _insured_by_suit(table, wager), per="insurance wager")
    pays = table.layout.odds(wager).ratio
    found = Distribution.from_events({("dealer has blackjack", pays): tens, ("no blackjack", LOST): left - tens})
    mine = Fraction(tens - 1, left - 2)
    note = (
        f"With a blackjack, even money is worth 1 and declining it "
        f"{float(analysis.terms.blackjack_pays * (1 - mine)):.6f} on average."
        if analysis.terms.even_money
        else ""
    )
    return wager_price(table.layout, wager, found, per="insurance wager", note=note)


def _insured_by_suit(table: PricedTable, wager: str) -> Distribution:
    """The results of insurance that pays more for a blackjack in one suit, over all aces."""
    suits, odds = table.suits, table.layout.odds_table(wager)
    aces, tens, left = sum(suits[ACE - 1]), sum(suits[TEN - 1]), sum(map(sum, suits)) - 1
    suited = sum(ace * ten for ace, ten in zip(suits[ACE - 1], suits[TEN - 1], strict=True))
    return Distribution.from_events(
        {
            ("dealer has a suited blackjack", odds["suited"].ratio): suited,
            ("dealer has another blackjack", odds["other"].ratio): aces * tens - suited,
            ("no blackjack", LOST): aces * (left - tens),
        }
    )


def price_from_floats(
    table: PricedTable,
    wager: str,
    outcomes: Outcomes,
    *,
    per: str = "initial wager",
    note: str = "",
    odds: Mapping[str, str] | None = None,
    rounds: Fraction | None = None,
) -> PricedWager:
    """Price a wager from probabilities in floats, with a bound on the error in place of exact fractions."""
    exact = {net: Fraction(max(float(chance), 0.0)) for net, chance in outcomes.probabilities.items()}
    most = max(exact, key=lambda net: exact[net])
    exact[most] += 1 - sum(exact.values())
    named = {(name_by_size(table, net), net): chance for net, chance in exact.items()}
    row = wager_price(
        table.layout,
        wager,
        Distribution.of_events(named),
        per=per,
        action=Fraction(outcomes.action),
        note=note,
        odds=odds,
        rounds=rounds,
        rests_on=_rests_on(table),
    )
    rows = tuple(one.model_copy(update={"exact": None}) for one in row.outcomes)
    events = tuple(one.model_copy(update={"exact": None, "contribution_exact": None}) for one in row.events)
    no_fractions = ("exact", "element_of_risk_exact", "action_exact", "rounds_exact", "per_round_exact")
    return row.model_copy(
        update={**dict.fromkeys(no_fractions), "error": outcomes.error, "outcomes": rows, "events": events}
    )


def name_by_size(table: PricedTable, net: Fraction) -> str:
    """Name a result of a hand by its size: doubles, splits and bonuses of one size are not told apart."""
    if net == table.terms.blackjack_pays != 1:
        return "blackjack"
    if net in (1, 0, -1):
        return {1: WINS, 0: PUSHES, -1: LOSES}[int(net)]
    if net == Fraction(-1, 2):
        return "half lost"
    return f"{WINS} {net}: doubled, split or a bonus" if net > 0 else f"{LOSES} {-net}: doubled or split"


def _rests_on(table: PricedTable) -> list[Provision]:
    """The provisions, other than the wager's own, on which the main wager's price depends."""
    layout, game = table.layout, table.game
    facts = [layout.rules.facts[name] for name in ("dealer_stands", "doubling", "splitting", "drawing")]
    options = ["soft17", "hole_card"]
    options += ["surrender"] if game.house.surrender != "none" else []
    options += list(dict.fromkeys(extra.option for extra in game.extra))
    options += ["split_21_reading"] if table.terms.two_card_21_wins else []
    return [*facts, *(layout.rules.options[name] for name in options if name in layout.rules.options)]


def streak(table: PricedTable, wager: str) -> PricedWager:
    """Price a wager on winning several rounds in a row, ignoring pushes; rounds are assumed to be independent."""
    won, lost, error = table.shares()
    wins = table.game.terms[wager].wins
    again = won / (won + lost)
    chance = again**wins
    decided = (1 - chance) / (1 - again)
    return price_from_floats(
        table,
        wager,
        Outcomes(
            {table.layout.odds(wager).ratio: chance, LOST: 1 - chance},
            error=max(wins * (1 + float(table.layout.odds(wager).ratio)) * error, ROUNDING),
        ),
        rounds=Fraction(decided / (won + lost)),
        note="Assumes independent rounds, each won, pushed and lost as often as the first of a shoe.",
    )
