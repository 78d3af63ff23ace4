"""The price of every blackjack wager: the layout told to the mathematics of twenty-one, and its answers as a report.

The one idea: nothing is computed here. `terms_of` reads the rules of the table from the layout, `twenty_one.price`
plays them out over the very cards of the shoe, and each wager asks for its part. The main wager is priced for basic
strategy, the chart that the report shows; what perfect play by the cards would be worth stands beside it.

Means and distributions of the main wager are sums of floats and say so (`exact` is null, `error` a bound); side wagers
and insurance are counted and exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds, dollars
from pitboss.chapter.rules import Provision
from pitboss.equipment import CARDS, JOKER, Card, Rank, Suit, composition
from pitboss.equipment.decks import check_composition
from pitboss.families.twenty_one.price import ROUNDING, Analysis, Bonus, Chart, Played, Terms, departures
from pitboss.families.twenty_one.price.terms import ACE, TEN
from pitboss.pricing.contract import Advice, Gift, Given, Input, Pricing, Worth
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import PricedWager, PriceReport, priced, report

LOST = Fraction(-1)

LEAST_CARDS = 40
"A round may take about so many; a shoe with fewer might not finish it, and its price would not be one."

SHOWN = 60
"So many exceptions to the chart are told, the dearest first."


def price(
    layout: Layout,
    stake: int | None = None,
    shoe: Sequence[int] | None = None,
    strategy: Chart | None = None,
    meter: int | None = None,
) -> PriceReport:
    """The price of every wager that the chapter permits on the layout's date, from the first round of a shoe.

    `shoe` is what is left in it, by card index; by default all the cards of the layout's decks. `strategy` is how the
    hand is played; by default the computed basic strategy. `meter` (cents) is what the progressive meter shows; by
    default what it is reset to. `stake` moves no price here.
    """
    table = _Table(layout, _cards(layout, shoe), strategy, meter)
    wagers = [_PRICES[_kind(layout, wager)](table, wager) for wager in layout.permissible]
    return report(layout, wagers, strategy=table.strategy_told())


def main_edge(layout: Layout, shoe: Sequence[int] | None = None, perfect: bool = False) -> float:
    """The house edge of the main wager alone, for sweeps over many rule sets."""
    table = _Table(layout, _cards(layout, shoe), None, None)
    return (table.analysis.perfect if perfect else table.analysis.basic).house_edge


def analysis_of(layout: Layout, shoe: Sequence[int] | None = None) -> Analysis:
    """The exact analysis of a table: values of every decision, charts, prices of strategies."""
    return _Table(layout, _cards(layout, shoe), None, None).analysis


def advice(layout: Layout) -> Callable[[Sequence[Card], Sequence[Card], Sequence[str]], str | None]:
    """The best decision by the cards of the hand and the dealer's up card, among the choices that there are."""
    worths = worth(layout)

    def choose(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str]) -> str | None:
        found = worths(own, shown, choices)
        return max(found, key=lambda name: found[name]) if found else None

    return choose


def worth(layout: Layout) -> Callable[[Sequence[Card], Sequence[Card], Sequence[str]], dict[str, float]]:
    """What each choice brings on average, for each unit of the hand's wager, played best afterwards.

    Insurance is told by itself, the hand apart; but for a blackjack, all that there is to win.
    """
    analysis = analysis_of(layout)
    said = {"stand": "stand", "hit": "draw", "double": "double", "split": "split", "surrender": "surrender"}

    def found(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str]) -> dict[str, float]:
        if shown and "decline" in choices:
            return _insuring(layout, analysis, own, shown, choices)
        if not own or not shown:
            return {}
        values = analysis.values([_value(card) for card in own], _value(shown[0]))._asdict()
        return {said[name]: value for name, value in values.items() if value is not None and said[name] in choices}

    return found


def _insuring(
    layout: Layout, analysis: Analysis, own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str]
) -> dict[str, float]:
    """What it brings to insure, to take even money, and to do neither, from the cards that have not been seen."""
    left = list(analysis.shoe)
    for card in (*own, *shown):
        left[_value(card) - 1] -= 1
    has = Fraction(left[TEN - 1], sum(left))
    insured = Fraction(str(layout.fact("insurance")["share"])) * (layout.odds("insurance").ratio * has - (1 - has))
    natural = sorted(map(_value, own)) == [ACE, TEN]
    waits = analysis.terms.blackjack_pays * (1 - has) if natural else Fraction(0)
    found = {"insure": waits + insured, "even_money": Fraction(1), "decline": waits}
    return {choice: float(found[choice]) for choice in choices if choice in found}


def terms_of(layout: Layout) -> Terms:
    """The rules of a table as the mathematics wants them."""
    odds = layout.odds_table("blackjack")
    chosen = layout.option
    facts = layout.fact
    bonuses = []
    for option, bonus in (
        ("pay_678_suited", Bonus(LOST, ranks=tuple(facts("bonus_straight")), suited=True)),
        ("pay_777", Bonus(LOST, ranks=tuple(facts("bonus_sevens")))),
        ("five_card_21", Bonus(LOST, cards=int(facts("five_card_wins")))),
    ):
        if chosen(option) not in (None, "off"):
            bonuses.append(replace(bonus, odds=Odds.parse(str(chosen(option))).ratio))
    doubling = str(chosen("doubling"))
    surrender = str(chosen("surrender") or "none")
    return Terms(
        blackjack_pays=odds["blackjack"].ratio,
        hit_soft_17=chosen("soft17") == "hit",
        checks=chosen("hole_card") == "reader",
        surrender=surrender if surrender in ("late", "early") else "none",  # type: ignore[arg-type]
        doubling="any" if doubling == "any_two" else doubling,  # type: ignore[arg-type]
        double_after_split=bool(chosen("double_after_split")),
        splitting=bool(chosen("splitting")),
        max_split_hands=int(chosen("max_split_hands") or facts("split_once")),
        resplit_aces=bool(chosen("resplit_aces")),
        hit_split_aces=bool(chosen("hit_split_aces")),
        two_card_21_wins=chosen("split_21_reading") == "two_card_wins",
        bonuses=tuple(bonuses),
        even_money=bool(chosen("even_money")) and "even_money" in odds,
    )


def multiple_action(terms: Terms, hands: int) -> Terms:
    """The same rules on a multiple-action table: no second card before the players, no surrender, no resplit.

    Every dealer hand is drawn from the cards that are left, which by symmetry makes each of them like the first: a
    wager on the second or third is worth what one on the first is, and the same play is best for all.
    """
    return replace(terms, checks=False, surrender="none", max_split_hands=hands, resplit_aces=False)


@lru_cache(maxsize=4)
def _analysis(terms: Terms, shoe: tuple[int, ...], suits: tuple[tuple[int, ...], ...]) -> Analysis:
    return Analysis(terms, shoe, suits)


def _cards(layout: Layout, shoe: Sequence[int] | None) -> tuple[int, ...]:
    """The composition to be dealt from, or why it cannot be; a round is dealt from one side of a double shoe."""
    if shoe is None:
        sides = len(layout.fact("double_shoe_sides")) if layout.option("double_shoe") == "on" else 1
        return composition(int(layout.options["decks"]) // sides)
    check_composition(shoe)
    if shoe[JOKER.index]:
        raise ValueError(f"{layout.rules.game.name} is played without jokers; this shoe has {shoe[JOKER.index]}")
    if sum(shoe) < LEAST_CARDS:
        raise ValueError(f"a round may need {LEAST_CARDS} cards; this shoe has {sum(shoe)}")
    return tuple(shoe)


def _value(card: Card) -> int:
    """What a card is worth, an ace as 1."""
    return ACE if card.rank == Rank.ACE else min(int(card.rank), TEN)


@dataclass(frozen=True)
class _Table:
    """A layout, its cards, and how the hand is played."""

    layout: Layout
    cards: tuple[int, ...]
    given: Chart | None
    meter: int | None

    @cached_property
    def analysis(self) -> Analysis:
        return self._of(terms_of(self.layout))

    @cached_property
    def multiple(self) -> Analysis:
        return self._of(multiple_action(terms_of(self.layout), int(self.layout.fact("split_once"))))

    def _of(self, terms: Terms) -> Analysis:
        suits = [[0] * 4 for _ in range(TEN)]
        for card in CARDS:
            if not card.is_joker:
                suits[_value(card) - 1][list(Suit).index(card.suit)] += self.cards[card.index]
        return _analysis(terms, tuple(sum(row) for row in suits), tuple(tuple(row) for row in suits))

    @cached_property
    def played(self) -> Played:
        return self.play_of(self.analysis)

    def play_of(self, analysis: Analysis) -> Played:
        return analysis.basic if self.given is None else analysis.played(self.given)

    @property
    def chart(self) -> Chart:
        return self.analysis.basic_chart if self.given is None else self.given

    def win_odds(self) -> dict[str, str]:
        """What a double or a split hand is paid: as the main wager, but never as a blackjack."""
        return {"win": str(self.layout.odds("blackjack", "win"))}

    def strategy_told(self) -> dict[str, Any]:
        """The strategy of the report: the chart, its exceptions, and what other ways to play are worth."""
        analysis, played = self.analysis, self.played
        told = departures(played)
        ways = {
            self.chart.name or "strategy": played,
            "composition_dependent": analysis.perfect,
            "composition_dependent_as_unsplit": analysis.as_unsplit,
        }
        return {
            "name": self.chart.name or "strategy",
            "columns": ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"],
            "chart": dict(self.chart.rows()),
            "letters": {"S": "stand", "H": "hit", "D": "double", "P": "split", "R": "surrender"},
            "prices": {name: {"house_edge": one.house_edge, "error": one.error} for name, one in ways.items()},
            "exceptions": [
                {
                    "hand": str(one).split(" against")[0],
                    "up": str(one).split(" against ")[1].split(":")[0],
                    "chart": one.chart,
                    "better": one.better,
                    "gain": one.gain,
                    "met": one.met,
                    "worth": one.worth,
                }
                for one in told[:SHOWN]
            ],
            "exceptions_in_all": len(told),
            "exceptions_worth": sum(one.worth for one in told),
            "insurance": {"take": analysis.insurance() > 0, "value": analysis.insurance()},
            "distribution_error": played.spread.error,
            "assumptions": ASSUMPTIONS,
        }


ASSUMPTIONS = (
    "First round of the shoe as given. A pair that is split is resplit as often as is permitted; a split hand is "
    "played by its own cards and the up card. Means of splits are exact; the distribution of a split is summed to "
    "within `distribution_error`. composition_dependent plays split hands by what is best for them, "
    "composition_dependent_as_unsplit as the same cards unsplit."
)


def _kind(layout: Layout, wager: str) -> str:
    terms = layout.rules.wagers[wager].terms
    role = str(terms.get("role", ""))
    if role == "main" and "circle" in terms:
        return "circle"
    return str(terms["settles"]) if role == "side" else role


# ---- The main wager and what is added to it: 2.3, 2.9 to 2.11, 2.18


def _main(table: _Table, wager: str) -> PricedWager:
    return _played(table, wager, table.played)


def _circle(table: _Table, wager: str) -> PricedWager:
    note = "Each dealer hand is drawn from what is left and so is like the first: the three wagers have one price."
    return _played(table, wager, table.play_of(table.multiple), note)


def _played(table: _Table, wager: str, played: Played, note: str = "") -> PricedWager:
    spread = played.spread
    name = table.chart.name or "the strategy given"
    row = _float_priced(
        table,
        wager,
        spread.probabilities,
        error=spread.error,
        action=spread.action,
        note=" ".join(filter(None, (f"Played by {name}.", note))),
    )
    edge = played.house_edge
    update = {"house_edge": edge, "element_of_risk": edge / spread.action, "error": played.error}
    return row.model_copy(update=update)


def _double(table: _Table, wager: str) -> PricedWager:
    spread = table.played.spread
    note = "A double of the whole wager on an unsplit hand, where the strategy makes one."
    return _float_priced(
        table,
        wager,
        spread.doubled or {Fraction(0): 1.0},
        error=ROUNDING,
        per="double",
        note=note,
        odds=table.win_odds(),
    )


def _split(table: _Table, wager: str) -> PricedWager:
    spread = table.played.spread
    note = "The wager on one hand of a split, its double apart, where the strategy splits."
    return _float_priced(
        table,
        wager,
        spread.parted or {Fraction(0): 1.0},
        error=max(spread.error / max(spread.splits, ROUNDING), ROUNDING),
        per="split hand",
        note=note,
        odds=table.win_odds(),
    )


def _insurance(table: _Table, wager: str) -> PricedWager:
    """Against an ace, before anything is known of other cards."""
    analysis = table.analysis
    tens, left = analysis.shoe[TEN - 1], sum(analysis.shoe) - 1
    found = Distribution.from_counts({table.layout.odds(wager).ratio: tens, LOST: left - tens})
    mine = Fraction(tens - 1, left - 2)
    pays = analysis.terms.blackjack_pays
    note = (
        f"With a blackjack, even money is worth 1 and waiting {float(pays * (1 - mine)):.6f} on average."
        if analysis.terms.even_money
        else ""
    )
    return priced(table.layout, wager, found, per="insurance wager", note=note)


def _float_priced(
    table: _Table,
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
    row = priced(
        table.layout,
        wager,
        Distribution(exact),
        per=per,
        action=Fraction(action),
        note=note,
        odds=odds,
        rounds=rounds,
        rests_on=_rests_on(table.layout),
    )
    outcomes = tuple(one.model_copy(update={"exact": None}) for one in row.outcomes)
    no_fractions = ("exact", "element_of_risk_exact", "action_exact", "rounds_exact", "per_round_exact")
    return row.model_copy(update={**dict.fromkeys(no_fractions), "error": error, "outcomes": outcomes})


def _rests_on(layout: Layout) -> list[Provision]:
    """The provisions besides its own that the price of the main wager stands on."""
    facts = [layout.rules.facts[name] for name in ("dealer_stands", "doubling", "splitting", "drawing")]
    options = ["soft17", "hole_card"]
    options += [name for name in ("surrender",) if layout.option(name) not in (None, "none")]
    options += [
        name for name in ("five_card_21", "pay_777", "pay_678_suited") if layout.option(name) not in (None, "off")
    ]
    options += [name for name in ("split_21_reading",) if layout.option(name) not in (None, "ordinary")]
    return [*facts, *(layout.rules.options[name] for name in options)]


# ---- Side wagers: 2.17, 2.19, 2.20, 2.23 to 2.26


def _counts(table: _Table, wager: str, counts: Mapping[str, int], **more: Any) -> PricedWager:
    from pitboss.families.twenty_one.price.side import distribution

    nets = {name: odds.ratio for name, odds in table.layout.odds_table(wager).items()}
    return priced(table.layout, wager, distribution(dict(counts), nets | more.pop("nets", {})), **more)


def _over_under(which: int) -> Callable[[_Table, str], PricedWager]:
    def of(table: _Table, wager: str) -> PricedWager:
        from pitboss.families.twenty_one.price.side import over_under

        number = int(table.layout.rules.wagers[wager].terms["number"])
        return _counts(table, wager, over_under(table.cards[:-1], number)[which])

    return of


def _same_suit(table: _Table, wager: str) -> PricedWager:
    from pitboss.families.twenty_one.price.side import same_suit

    return _counts(table, wager, same_suit(table.cards[:-1]))


def _sevens(table: _Table, wager: str) -> PricedWager:
    from pitboss.families.twenty_one.price.side import sevens

    layout, played = table.layout, table.played if not table.layout.option("third_card_guarantee") else None

    def draws(held: tuple[int, int], up: int) -> bool:
        assert played is not None
        return {held[0], held[1]} != {ACE, TEN} and played.draws(held, up)

    guaranteed = played is None
    counts = sevens(
        table.cards[:-1],
        int(layout.rules.wagers[wager].terms["number"]),
        layout.option("sevens_reading") == "any_position",
        guaranteed,
        draws,
        terms_of(layout).checks,
    )
    options = ["sevens_reading", "third_card_guarantee"]
    note = "" if guaranteed else f"A hand that takes no third card, played by {table.chart.name}, has two."
    return _counts(table, wager, counts, note=note, rests_on=_options(layout, options))


def _options(layout: Layout, names: Iterable[str]) -> list[Provision]:
    return [layout.rules.options[name] for name in names if name in layout.options]


def _progressive(table: _Table, wager: str) -> PricedWager:
    """The meter in the place of the top odds; what it must show to be fair; what it shows on average when it is won."""
    from pitboss.families.twenty_one.price.side import aces, distribution

    layout = table.layout
    completed = layout.option("progressive_count") != "as_drawn"
    draws = completed or table.played.draws((ACE, ACE), None)
    counts = aces(table.cards[:-1], completed, draws, terms_of(layout).checks)
    award = layout.fact("progressive_meter")
    cost = Fraction(int(layout.rules.wagers[wager].terms["fixed"]))
    nets = {name: odds.ratio for name, odds in layout.odds_table(wager).items()}

    def at(meter: Fraction) -> Distribution:
        return distribution(counts, nets | {award["outcome"]: Fraction(award["share"]) * meter / cost - 1})

    reset = Fraction(layout.cents("progressive_reset"), 100)
    shown = reset if table.meter is None else Fraction(table.meter, 100)
    found = at(shown)
    top = Fraction(counts[award["outcome"]], sum(counts.values()))
    note = f"At a meter of {dollars(int(shown * 100))}."
    if top:
        share = Fraction(award["share"]) * top / cost
        fair = shown + found.house_edge / share
        rate = Fraction(Decimal(str(layout.options["progressive_rate"])))
        average = reset + rate * cost / top
        note += (
            f" Each further $1,000 takes {float(1000 * share):.4%} off the house edge; break-even at"
            f" {dollars(-int(-fair * 100 // 1))}. A meter that is reset to {dollars(int(reset * 100))} and takes"
            f" {float(rate):.4g} of every wager shows {dollars(int(average * 100))} on average when it is won:"
            f" house edge {float(at(average).house_edge):.4%} in the long run."
        )
    options = ["progressive_count", "progressive_reset", "progressive_rate"]
    odds = {name: str(one) for name, one in layout.odds_table(wager).items()}
    rests_on = [layout.rules.facts["progressive_meter"], *_options(layout, options)]
    return priced(layout, wager, found, note=note, odds={**odds, award["outcome"]: "meter"}, rests_on=rests_on)


def break_even_meter(layout: Layout, shoe: Sequence[int] | None = None) -> Fraction:
    """The meter, in dollars, at which the progressive wager has no house edge; exact."""
    table = _Table(layout, _cards(layout, shoe), None, 0)
    empty, full = (Fraction(_progressive(replace(table, meter=cents), "progressive").exact or 0) for cents in (0, 100))
    return empty / (empty - full)


def _blackjack_bonus(table: _Table, wager: str) -> PricedWager:
    from pitboss.families.twenty_one.price.side import blackjack

    return _counts(table, wager, blackjack(table.cards[:-1]))


def _match_dealer(table: _Table, wager: str) -> PricedWager:
    from pitboss.families.twenty_one.price.side import match_dealer

    odds = table.layout.odds_table(wager)
    rows = sorted({int(name.rpartition("_")[2]) for name in odds})
    decks = int(table.layout.options["decks"])
    row = max((one for one in rows if one <= decks), default=rows[0])
    plain, suited = odds[f"unsuited_{row}"].ratio, odds[f"suited_{row}"].ratio
    counts: dict[Fraction, int] = {}
    for (unsuited, exact), count in match_dealer(table.cards[:-1]).items():
        net = unsuited * plain + exact * suited if unsuited + exact else LOST
        counts[net] = counts.get(net, 0) + count
    return priced(table.layout, wager, Distribution.from_counts(counts))


def _twenty_point(table: _Table, wager: str) -> PricedWager:
    from pitboss.families.twenty_one.price.side import twenty_point

    terms = table.layout.rules.wagers[wager].terms
    return _counts(table, wager, twenty_point(table.cards[:-1], int(terms["number"]), Card(str(terms["queen"])).index))


def _three_card(table: _Table, wager: str) -> PricedWager:
    from pitboss.families.twenty_one.price.side import three_card

    return _counts(table, wager, three_card(table.cards[:-1]))


def _in_between(table: _Table, wager: str) -> PricedWager:
    from pitboss.families.twenty_one.price.side import in_between

    rows = list(table.layout.odds_table(wager))
    equal = [name for name in rows if not name.startswith("spread")]
    spreads = sorted((name for name in rows if name.startswith("spread")), key=lambda name: int(name.split("_")[1]))
    return _counts(table, wager, in_between(table.cards[:-1], [*equal, *spreads]))


# ---- Streak: 2.22


def _streak(table: _Table, wager: str) -> PricedWager:
    """So many rounds won in a row, pushes left out; rounds are taken as independent."""
    spread = table.played.spread
    won, lost = spread.share(1), spread.share(-1)
    wins = int(table.layout.rules.wagers[wager].terms["wins"])
    again = won / (won + lost)
    chance = again**wins
    decided = (1 - chance) / (1 - again)
    return _float_priced(
        table,
        wager,
        {table.layout.odds(wager).ratio: chance, LOST: 1 - chance},
        error=max(wins * (1 + float(table.layout.odds(wager).ratio)) * spread.error, ROUNDING),
        rounds=Fraction(decided / (won + lost)),
        note="Rounds are taken as independent, each won, pushed and lost as often as the first of a shoe.",
    )


_PRICES: dict[str, Callable[[_Table, str], PricedWager]] = {
    "main": _main,
    "circle": _circle,
    "double": _double,
    "split": _split,
    "insurance": _insurance,
    "streak": _streak,
    "over": _over_under(0),
    "under": _over_under(1),
    "same_suit": _same_suit,
    "sevens": _sevens,
    "progressive": _progressive,
    "player_blackjack": _blackjack_bonus,
    "dealer_blackjack": _blackjack_bonus,
    "match_dealer": _match_dealer,
    "twenty_point": _twenty_point,
    "three_card": _three_card,
    "in_between": _in_between,
}


class BlackjackPricing(Pricing):
    hangs_on: ClassVar[frozenset[Input]] = frozenset({"shoe", "strategy", "meter"})
    gives: ClassVar[frozenset[Gift]] = frozenset({"chart", "advice", "worth", "main_edge"})

    def price(self, layout: Layout, given: Given) -> PriceReport:
        return price(layout, given.stake, given.shoe, given.strategy, given.meter)

    def chart(self, layout: Layout) -> Chart:
        return analysis_of(layout).basic_chart

    def read_chart(self, path: Path) -> Chart:
        return Chart.read(path)

    def advice(self, layout: Layout) -> Advice:
        return advice(layout)

    def worth(self, layout: Layout) -> Worth:
        return worth(layout)

    def main_edge(self, layout: Layout) -> float:
        return main_edge(layout)


PRICING = BlackjackPricing()
