"""Prices of games that compare the player's own cards with the dealer's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.families.house_poker.price.payoffs import least_qualifying, prizes, ranking
from pitboss.families.house_poker.price.pricing import Figures, PokerPricing
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.wagering import Wagering, cheapest_first
from pitboss.families.house_poker.terms import Deal, Terms
from pitboss.pricing.exposures import Exposure, Worth

if TYPE_CHECKING:
    from pitboss.families.house_poker.kinds.stud.solver import StudGame
    from pitboss.families.house_poker.price.strategy import Strategy

DEALER_CARD_FACTS = ("irregularity.dealer_card_exposed", "irregularity.hole_card_exposed", "irregularity.card_exposed")
DEALER_CARD_IRREGULARITIES = ("dealer_card_exposed", "hole_card_exposed", "card_exposed")


class StudPricing(PokerPricing):
    """The player's cards against the dealer's, some of which may be exposed."""

    theory: ClassVar[tuple[str, ...]] = (
        "pitboss.families.house_poker.kinds.stud.solver",
        "pitboss.pricing.census",
        *PokerPricing.theory,
    )

    shown: ClassVar[int] = 0
    """The number of cards that the dealer exposes before the decision."""
    hand_sees: ClassVar[frozenset[str]] = frozenset({"own"})

    def solver_game(self, terms: Terms, wagering: Wagering) -> StudGame:
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
        return [terms.dealing.player, terms.dealing.dealer, terms.qualifying, wagering.to_data(), *joker]

    def folded_rows(self, figures: Figures, wager: str) -> Mapping[str, Fraction]:
        """The probability that each row is folded, for a wager that ranks the player's cards in another order."""
        from pitboss.hands.fast import evaluate_batch
        from pitboss.pricing.deals import card_indices

        best = self.strategy_of(figures.terms, figures.wagering)
        played = best if figures.given.strategy is None else best.strategy_for(figures.given.strategy)
        won, known = prizes(figures.terms, wager), played.game.player_hands
        rows = Rows.of(won.order, won.rows)
        strengths = evaluate_batch(card_indices(known.representatives), won.order)
        folds = [number for number, end in enumerate(played.game.ends) if end in figures.folds(wager)]
        found: dict[str, Fraction] = {}
        for strength, weight, end in zip(strengths, known.weights, played.decisions[:, 0], strict=True):
            if end in folds:
                row = rows.name_at(int(strength))
                found[row] = found.get(row, Fraction()) + Fraction(int(weight), int(known.weights.sum()))
        return found

    def decided_by(self, terms: Terms, wagering: Wagering) -> Any:
        return [*self.solver_game(terms, wagering).key, wagering.to_data()]

    def solver(self) -> tuple[Any, type[Strategy]]:
        from pitboss.families.house_poker.kinds.stud import solver, strategy

        return solver, strategy.StudStrategy

    def exposures(self, layout: Layout, bias: Fraction) -> Iterator[Exposure]:
        terms, wagering = Terms.on(layout), self.wagering_on(layout)
        if not self.shown and not terms.jokers:
            yield Exposure(
                "dealer_card",
                "One of the dealer's cards is known before the decision",
                lambda: self._dealer_card(terms, wagering),
                DEALER_CARD_FACTS,
                DEALER_CARD_IRREGULARITIES,
                "the dealer's cards delivered together, face down and flat on the layout",
            )

    def _dealer_card(self, terms: Terms, wagering: Wagering) -> Worth:
        """The worth of a dealer's card: the same game in which the dealer exposes it."""
        solver, strategy = self.solver()
        game = replace(self.solver_game(terms, wagering), shown=1)
        decisions = solver.solve(game)
        best = strategy(game, decisions, lambda: solver.play(game, decisions), ())
        usual = self.strategy_of(terms, wagering).house_edge
        return Worth(float(-best.house_edge), use="; ".join(best.summary()), without=float(-usual))


class EarlyStudPricing(StudPricing):
    """The player's cards against the dealer's, with the decision made before the last cards are dealt."""

    def second_deal(self, terms: Terms) -> Deal:
        """The number of cards dealt to each hand after the decision."""
        return Deal(**terms.figure("second_deal"))

    def solver_game(self, terms: Terms, wagering: Wagering) -> Any:
        from pitboss.families.house_poker.kinds.stud.early import EarlyStudGame

        more = self.second_deal(terms)
        game = super().solver_game(terms, wagering)
        whole = replace(game, cards=game.cards + more.player, dealer_cards=game.dealer_cards + more.dealer)
        return EarlyStudGame(whole, terms.dealing.player)

    def solver(self) -> tuple[Any, type[Strategy]]:
        from pitboss.families.house_poker.kinds.stud import early

        return early, early.EarlyStudStrategy

    def exposures(self, layout: Layout, bias: Fraction) -> Iterator[Exposure]:
        """Nothing yet: the solver has no room for a known card before the last ones."""
        return iter(())

    def on_hand(self, terms: Terms, wager: str) -> bool:
        """Whether a side wager is on the whole hand; one on the player's own cards only looks at the first cards."""
        return False
