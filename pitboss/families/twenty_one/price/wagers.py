"""The main wager of a table of twenty-one and what hangs on how it is played: doubles, splits, insurance, streaks.

Means and distributions are sums of floats and say so (`exact` is null, `error` a bound); insurance is exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import Provision
from pitboss.families.twenty_one.price.table import Table
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import PricedWager, wager_price
from pitboss.pricing.twenty_one.analysis import ROUNDING
from pitboss.pricing.twenty_one.figures import Figures, SpotFigures
from pitboss.pricing.twenty_one.terms import ACE, TEN

LOST = Fraction(-1)
ENDLESS_NOTE = (
    "Of infinitely many decks, for analysis only: no card dealt changes what is left. Wagers on cards are left out."
)


def main(table: Table, wager: str) -> PricedWager:
    told = " ".join(filter(None, (two_told(table), raises_told(table), super_bonus_told(table))))
    row = _played(table, wager, table.result, told)
    odds = {name: str(one) for name, one in table.layout.odds_table(wager).items()}
    unpaid = {name for name in odds if name not in ("win", "blackjack", "even_money", *table.paid_rows)}
    return row.model_copy(update={"odds": {k: v for k, v in row.odds.items() if k not in unpaid}}) if unpaid else row


def raised(table: Table, wager: str) -> PricedWager:
    """A wager made while the first cards are dealt: of a unit, with its share of doubles and splits, where it is."""
    one = table.hand.raises[table.game.raises.index(wager)]
    spread, edge = one.spread, one.house_edge
    note = (
        f"Made in {one.often:.2%} of rounds, where what is known promises a gain; with its share of doubles and splits."
    )
    if spread is None:
        never = {Fraction(0): 1.0}
        note = "Never made."
        return float_priced(table, wager, never, error=ROUNDING, per="raise", note=note, odds=table.win_odds())
    row = float_priced(
        table,
        wager,
        spread.probabilities,
        error=spread.error,
        action=spread.action,
        per="raise",
        note=note,
        odds=table.win_odds(),
    )
    update = {"house_edge": edge, "element_of_risk": edge / spread.action, "error": table.hand.error / one.often}
    return row.model_copy(update=update)


def two_told(table: Table) -> str:
    """How two hands of a spot stand to one another."""
    if not isinstance(table.result, SpotFigures):
        return ""
    after = f" after the best exchange, made in {table.result.exchanged:.2%} of rounds" if table.terms.switching else ""
    return f"For each unit of the two wagers together{after}; by symmetry each hand has the same price."


def raises_told(table: Table) -> str:
    """When the wagers that are made while the first cards are dealt are right, in words."""
    return " ".join(f"{table.game.name(kind)}: {words}." for kind, words in table.raises().items())


def super_bonus_told(table: Table) -> str:
    """What an award of a fixed amount takes off the edge, which is told without it."""
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
        f"The super bonus is left out: once in {float(1 / chance):,.0f} rounds by who always draws to {ranks} of one"
        f" suit against a {award.up}, it takes off {' and '.join(worth)}; this strategy {how} there."
    )


def circle(table: Table, wager: str) -> PricedWager:
    note = "Each dealer hand is drawn from what is left and so is like the first: the three wagers have one price."
    return _played(table, wager, table.circle, note)


def _played(table: Table, wager: str, played: Figures | SpotFigures, note: str = "") -> PricedWager:
    spread = played.spread
    name = table.chart.name or "the strategy given"
    row = float_priced(
        table,
        wager,
        spread.probabilities,
        error=spread.error,
        action=spread.action,
        note=" ".join(filter(None, (f"Played by {name}.", note, ENDLESS_NOTE if table.game.house.endless else ""))),
    )
    edge = played.house_edge
    update = {"house_edge": edge, "element_of_risk": edge / spread.action, "error": played.error}
    return row.model_copy(update=update)


def double(table: Table, wager: str) -> PricedWager:
    spread = table.result.spread
    note = "A double of the whole wager on an unsplit hand, where the strategy makes one."
    return float_priced(
        table,
        wager,
        spread.doubled or {Fraction(0): 1.0},
        error=ROUNDING,
        per="double",
        note=note,
        odds=table.win_odds(),
    )


def split(table: Table, wager: str) -> PricedWager:
    spread = table.result.spread
    note = "The wager on one hand of a split, its double apart, where the strategy splits."
    return float_priced(
        table,
        wager,
        spread.parted or {Fraction(0): 1.0},
        error=max(spread.error / max(spread.splits, ROUNDING), ROUNDING),
        per="split hand",
        note=note,
        odds=table.win_odds(),
    )


def insurance(table: Table, wager: str) -> PricedWager:
    """Against an ace, before anything is known of other cards."""
    analysis = table.analysis
    tens, left = analysis.shoe[TEN - 1], sum(analysis.shoe) - (0 if table.game.house.endless else 1)
    if "suited" in table.layout.odds_table(wager):
        return wager_price(table.layout, wager, _insured_by_suit(table, wager), per="insurance wager")
    found = Distribution.from_counts({table.layout.odds(wager).ratio: tens, LOST: left - tens})
    mine = Fraction(tens - 1, left - 2)
    pays = analysis.terms.blackjack_pays
    note = (
        f"With a blackjack, even money is worth 1 and waiting {float(pays * (1 - mine)):.6f} on average."
        if analysis.terms.even_money
        else ""
    )
    return wager_price(table.layout, wager, found, per="insurance wager", note=note)


def _insured_by_suit(table: Table, wager: str) -> Distribution:
    """Insurance that pays more for a blackjack of one suit, over all aces."""
    suits, odds = table.suits, table.layout.odds_table(wager)
    aces, tens, left = sum(suits[ACE - 1]), sum(suits[TEN - 1]), sum(map(sum, suits)) - 1
    suited = sum(ace * ten for ace, ten in zip(suits[ACE - 1], suits[TEN - 1], strict=True))
    nets: dict[Fraction, int] = {}
    for net, count in (
        (odds["suited"].ratio, suited),
        (odds["other"].ratio, aces * tens - suited),
        (LOST, aces * (left - tens)),
    ):
        nets[net] = nets.get(net, 0) + count
    return Distribution.from_counts(nets)


def float_priced(
    table: Table,
    wager: str,
    probabilities: Mapping[Fraction, float],
    *,
    error: float,
    action: float = 1.0,
    per: str = "initial wager",
    note: str = "",
    odds: Mapping[str, str] | None = None,
    rounds: Fraction | None = None,
) -> PricedWager:
    """A price from a distribution in floats: the same report, with a bound in the place of fractions."""
    exact = {net: Fraction(max(float(chance), 0.0)) for net, chance in probabilities.items()}
    most = max(exact, key=lambda net: exact[net])
    exact[most] += 1 - sum(exact.values())
    row = wager_price(
        table.layout,
        wager,
        Distribution(exact),
        per=per,
        action=Fraction(action),
        note=note,
        odds=odds,
        rounds=rounds,
        rests_on=_rests_on(table),
    )
    outcomes = tuple(one.model_copy(update={"exact": None}) for one in row.outcomes)
    no_fractions = ("exact", "element_of_risk_exact", "action_exact", "rounds_exact", "per_round_exact")
    return row.model_copy(update={**dict.fromkeys(no_fractions), "error": error, "outcomes": outcomes})


def _rests_on(table: Table) -> list[Provision]:
    """The provisions besides its own that the price of the main wager stands on."""
    layout, game = table.layout, table.game
    facts = [layout.rules.facts[name] for name in ("dealer_stands", "doubling", "splitting", "drawing")]
    options = ["soft17", "hole_card"]
    options += ["surrender"] if game.house.surrender != "none" else []
    options += list(dict.fromkeys(extra.option for extra in game.extra))
    options += ["split_21_reading"] if table.terms.two_card_21_wins else []
    return [*facts, *(layout.rules.options[name] for name in options if name in layout.rules.options)]


def streak(table: Table, wager: str) -> PricedWager:
    """So many rounds won in a row, pushes left out; rounds are taken as independent."""
    won, lost, error = table.shares()
    wins = table.game.terms[wager].wins
    again = won / (won + lost)
    chance = again**wins
    decided = (1 - chance) / (1 - again)
    return float_priced(
        table,
        wager,
        {table.layout.odds(wager).ratio: chance, LOST: 1 - chance},
        error=max(wins * (1 + float(table.layout.odds(wager).ratio)) * error, ROUNDING),
        rounds=Fraction(decided / (won + lost)),
        note="Rounds are taken as independent, each won, pushed and lost as often as the first of a shoe.",
    )
