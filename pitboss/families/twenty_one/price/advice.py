"""The value of each choice, for learners and bots, given the hand's cards and the dealer's up card."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card, Suit
from pitboss.families.twenty_one.price.table import PricedTable
from pitboss.families.twenty_one.round.hands import value_of
from pitboss.pricing.contract import Advice, ChoiceValues
from pitboss.pricing.twenty_one.analysis import Analysis
from pitboss.pricing.twenty_one.terms import ACE, TEN


def advice(layout: Layout) -> Advice:
    """A function that picks the best available choice, given the hand's cards and the dealer's up card."""
    worths = worth(layout)

    def choose(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], before: str = "") -> str | None:
        found = worths(own, shown, choices, before)
        return max(found, key=lambda name: found[name]) if found else None

    return choose


def worth(layout: Layout) -> ChoiceValues:
    """A function that gives the expected net of each choice, per unit of the hand's wager, with the best play
    afterwards.

    Insurance is valued apart from the hand, except that a blackjack includes everything it can win.
    """
    table = PricedTable.of(layout, None)
    analysis = table.analysis

    def found(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], before: str = "") -> dict[str, float]:
        if shown and "decline" in choices:
            return _insuring(table, own, shown, choices)
        if "raise" in choices:
            return _raising(table, own, shown)
        if not own or not shown:
            return {}
        if table.terms.hands > 1 and len(shown) > 1:
            return _of_two(table, own, shown, choices, before)
        if "switch" in choices or "undo" in choices:
            return _exchanging(table, own, shown[0], choices)
        if "rescue" in choices or (len(own) > 2 and "draw" not in choices and "surrender" in choices):
            stands, given = analysis.doubled_values([value_of(card) for card in own], value_of(shown[0]))
            gives = "rescue" if "rescue" in choices else "surrender"
            return {"stand": stands} | ({gives: given} if given is not None else {})
        return _playing(analysis, own, shown, choices)

    return found


CHOICE_NAMES = {"stand": "stand", "hit": "draw", "double": "double", "split": "split", "surrender": "surrender"}
"""The table's names for the choices of the analysis."""


def _playing(
    analysis: Analysis, own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str]
) -> dict[str, float]:
    values = analysis.values([value_of(card) for card in own], value_of(shown[0]))._asdict()
    return {
        CHOICE_NAMES[name]: value
        for name, value in values.items()
        if value is not None and CHOICE_NAMES[name] in choices
    }


def _exchanging(table: PricedTable, own: Sequence[Card], up: Card, choices: Sequence[str]) -> dict[str, float]:
    """The expected net of a spot's two hands together, as dealt and with their second cards exchanged."""
    a, b, c, d = map(value_of, own)
    shown, pending = value_of(up), "undo" in choices
    two = table.two
    lying = two.worth((a, b), (c, d), shown, pending) + two.worth((c, d), (a, b), shown, pending)
    other = two.worth((a, d), (c, b), shown, not pending) + two.worth((c, b), (a, d), shown, not pending)
    return {"confirm": lying, "undo": other} if pending else {"keep": lying, "switch": other}


def _of_two(
    table: PricedTable, own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], before: str
) -> dict[str, float]:
    """The values for one of two hands, with the spot's other first cards out of the shoe.

    `before` is the decision for the other hand, if it came first. A hand that was played can no longer be surrendered,
    and nothing is exchanged with a hand that was surrendered.
    """
    up, *others = map(value_of, shown)
    analysis = table.two.beside(*(card - 1 for card in others))
    if "play" not in choices:
        return _playing(analysis, own, shown, choices)
    cards = [value_of(card) for card in own]
    half = table.two.half(cards, others, up)
    if not table.terms.surrender_first or before == "surrender":
        values = analysis.values(cards, up)._replace(surrender=None)
        return {"play": float(getattr(values, values.best)), "surrender": half}
    beside = table.two.worth(others, cards, up)
    beside = beside if before else max(beside, half)
    dealt = (cards[0], cards[1], others[0], others[1])
    a, b, c, d = dealt
    switched = table.two.worth((a, d), (c, b), up, True) + table.two.worth((c, b), (a, d), up, True)
    return {"play": max(table.two.worth(cards, others, up) + beside, switched), "surrender": half + beside}


def _raising(table: PricedTable, own: Sequence[Card], shown: Sequence[Card]) -> dict[str, float]:
    """The expected net of a raise, per unit of the first wager; passing adds nothing."""
    known = (*(("first",) if own else ()), *(("up",) if shown else ()))
    number = next(at for at, one in enumerate(table.terms.raises) if set(one) == set(known))
    first, up = (value_of(cards[0]) - 1 if cards else 0 for cards in (own, shown))
    return {"raise": float(table.analysis.perfect.raise_worth(number)[first, up]), "pass": 0.0}


def _insuring(
    table: PricedTable, own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str]
) -> dict[str, float]:
    """The expected net of taking insurance, taking even money and declining both, from the unseen cards."""
    analysis, layout, kind = table.analysis, table.layout, table.game.kind_of["insurance"]
    left = list(analysis.shoe)
    for card in (*own, *shown):
        left[value_of(card) - 1] -= 1
    has = Fraction(left[TEN - 1], sum(left))
    odds = layout.odds_table(kind)
    pays = odds[""].ratio if "" in odds else _by_suit(table, own, shown, odds["suited"].ratio, odds["other"].ratio)
    insured = Fraction(str(layout.fact("insurance")["share"])) * (pays * has - (1 - has))
    natural = sorted(map(value_of, own)) == [ACE, TEN] and not analysis.terms.blackjack_wins
    waits = analysis.terms.blackjack_pays * (1 - has) if natural else Fraction(0)
    found = {"insure": waits + insured, "even_money": Fraction(1), "decline": waits}
    return {choice: float(found[choice]) for choice in choices if choice in found}


def _by_suit(
    table: PricedTable, own: Sequence[Card], shown: Sequence[Card], suited: Fraction, other: Fraction
) -> Fraction:
    """The average payoff when insurance wins, from the unseen tens."""
    tens = dict(zip(Suit, table.suits[TEN - 1], strict=True))
    for card in own:
        if value_of(card) == TEN:
            tens[card.suit] -= 1
    share = Fraction(tens[shown[0].suit], max(sum(tens.values()), 1))
    return share * suited + (1 - share) * other
