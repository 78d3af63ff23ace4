"""What each choice is worth, for learners and bots: by the cards of the hand and the dealer's up card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card
from pitboss.families.twenty_one.price.table import Table
from pitboss.families.twenty_one.round.hands import value_of
from pitboss.families.twenty_one.terms import ACE, TEN


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
    table = Table.of(layout, None)
    analysis = table.analysis
    said = {"stand": "stand", "hit": "draw", "double": "double", "split": "split", "surrender": "surrender"}

    def found(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str]) -> dict[str, float]:
        if shown and "decline" in choices:
            return _insuring(table, own, shown, choices)
        if not own or not shown:
            return {}
        values = analysis.values([value_of(card) for card in own], value_of(shown[0]))._asdict()
        return {said[name]: value for name, value in values.items() if value is not None and said[name] in choices}

    return found


def _insuring(table: Table, own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str]) -> dict[str, float]:
    """What it brings to insure, to take even money, and to do neither, from the cards that have not been seen."""
    analysis, layout, kind = table.analysis, table.layout, table.game.kind_of["insurance"]
    left = list(analysis.shoe)
    for card in (*own, *shown):
        left[value_of(card) - 1] -= 1
    has = Fraction(left[TEN - 1], sum(left))
    insured = Fraction(str(layout.fact("insurance")["share"])) * (layout.odds(kind).ratio * has - (1 - has))
    natural = sorted(map(value_of, own)) == [ACE, TEN]
    waits = analysis.terms.blackjack_pays * (1 - has) if natural else Fraction(0)
    found = {"insure": waits + insured, "even_money": Fraction(1), "decline": waits}
    return {choice: float(found[choice]) for choice in choices if choice in found}
