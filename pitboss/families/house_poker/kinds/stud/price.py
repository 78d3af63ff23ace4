"""Prices of own cards against the dealer's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.families.house_poker.price.payoffs import least_qualifying, prizes, ranking
from pitboss.families.house_poker.price.pricing import Figures, PokerPricing
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.wagering import Wagering, cheapest_first
from pitboss.families.house_poker.terms import Deal, Terms

if TYPE_CHECKING:
    from pitboss.families.house_poker.kinds.stud.solver import StudGame
    from pitboss.families.house_poker.price.strategy import Strategy


class StudPricing(PokerPricing):
    """Own cards against the dealer's own, of which he may show some."""

    shown: ClassVar[int] = 0
    "How many of his cards the dealer shows before the decision."
    hand_sees: ClassVar[frozenset[str]] = frozenset({"own"})

    def machine(self, terms: Terms, wagering: Wagering) -> StudGame:
        from pitboss.families.house_poker.kinds.stud.solver import StudGame

        return StudGame(
            order=ranking(terms),
            cards=terms.dealing.player,
            dealer_cards=terms.dealing.dealer,
            shown=self.shown,
            qualifying=least_qualifying(terms),
            rows=Rows.of(ranking(terms), *wagering.rows()),
            ends=cheapest_first(wagering, wagering.ends),
            net=wagering.net,
            jokers=terms.jokers,
        )

    def configuration(self, terms: Terms, wagering: Wagering) -> list[Any]:
        joker = [terms.jokers, ranking(terms).id] if terms.jokers else []
        return [terms.dealing.player, terms.dealing.dealer, terms.qualifying, wagering.plain(), *joker]

    def folded_rows(self, figures: Figures, wager: str) -> Mapping[str, Fraction]:
        """Of a wager on one's own cards that another order ranks."""
        from pitboss.hands.fast import evaluate_batch
        from pitboss.pricing.deals import as_cards

        best = self.strategy_of(figures.terms, figures.wagering)
        played = best if figures.given.strategy is None else best.played(figures.given.strategy)
        won, known = prizes(figures.terms, wager), played.game.known
        rows = Rows.of(won.order, won.rows)
        strengths = evaluate_batch(as_cards(known.representatives), won.order)
        folds = [number for number, end in enumerate(played.game.ends) if end in figures.folds(wager)]
        found: dict[str, Fraction] = {}
        for strength, weight, end in zip(strengths, known.weights, played.decisions[:, 0], strict=True):
            if end in folds:
                row = rows.name_at(int(strength))
                found[row] = found.get(row, Fraction()) + Fraction(int(weight), int(known.weights.sum()))
        return found

    def decided_by(self, terms: Terms, wagering: Wagering) -> Any:
        return [*self.machine(terms, wagering).key, wagering.plain()]

    def solver(self) -> tuple[Any, type[Strategy]]:
        from pitboss.families.house_poker.kinds.stud import solver, strategy

        return solver, strategy.StudStrategy


class EarlyStudPricing(StudPricing):
    """The same where the decision is made on the first cards, before the others are dealt."""

    def second_deal(self, terms: Terms) -> Deal:
        """What each hand is dealt after the decision."""
        return Deal(**terms.figure("second_deal"))

    def machine(self, terms: Terms, wagering: Wagering) -> Any:
        from pitboss.families.house_poker.kinds.stud.early import EarlyStudGame

        more = self.second_deal(terms)
        game = super().machine(terms, wagering)
        whole = replace(game, cards=game.cards + more.player, dealer_cards=game.dealer_cards + more.dealer)
        return EarlyStudGame(whole, terms.dealing.player)

    def solver(self) -> tuple[Any, type[Strategy]]:
        from pitboss.families.house_poker.kinds.stud import early

        return early, early.EarlyStudStrategy

    def on_hand(self, terms: Terms, wager: str) -> bool:
        """A wager on one's own cards is on the first of them."""
        return False
