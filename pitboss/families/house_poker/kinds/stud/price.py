"""Prices of games that compare the player's own cards with the dealer's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS, JOKER, Card
from pitboss.families.house_poker.price.payoffs import least_qualifying, prizes, ranking
from pitboss.families.house_poker.price.pricing import Figures, PokerPricing
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.wagering import Wagering, cheapest_first
from pitboss.families.house_poker.terms import Deal, Terms
from pitboss.pricing.exposures import Exposure, Worth, sampled

if TYPE_CHECKING:
    from pitboss.families.house_poker.kinds.stud.solver import StudGame
    from pitboss.families.house_poker.price.strategy import Strategy

MOST_COLLUDING = 6
SEED = 1
LEAST_SAMPLES, MOST_SAMPLES = 200, 5000
WORK = 10_000_000
"""About the number of the dealer's hands that a sample ranks."""
DEALER_CARD_FACTS = ("irregularity.dealer_card_exposed", "irregularity.hole_card_exposed", "irregularity.card_exposed")
DEALER_CARD_IRREGULARITIES = ("dealer_card_exposed", "hole_card_exposed", "card_exposed")


class StudValues(Protocol):
    """The strategy of such a game, as a sample needs it."""

    @property
    def house_edge(self) -> Fraction: ...
    def decide(self, own: Sequence[Card], shown: Sequence[Card] = ()) -> str: ...
    def known_values(self, held: Sequence[int], up: Sequence[int], gone: Sequence[int] = ()) -> dict[str, float]: ...


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
        if terms.jokers:
            return
        exact = not self.shown
        yield Exposure(
            "dealer_card",
            "One of the dealer's cards is known before the decision"
            + ("" if exact else ", besides the one that is shown"),
            (lambda: self._dealer_card(terms, wagering)) if exact else lambda: self._sampled(terms, wagering, known=1),
            DEALER_CARD_FACTS,
            DEALER_CARD_IRREGULARITIES,
            "the dealer's cards delivered together, face down and flat on the layout",
        )
        if terms.dealing.dealer - self.shown > 2:
            yield Exposure(
                "two_dealer_cards",
                "Two of the dealer's cards are known before the decision"
                + ("" if exact else ", besides the one that is shown"),
                lambda: self._sampled(terms, wagering, known=2),
                DEALER_CARD_FACTS,
                DEALER_CARD_IRREGULARITIES,
                "the dealer's cards delivered together, face down and flat on the layout",
            )
        for players in range(2, MOST_COLLUDING + 1) if exact else ():
            yield Exposure(
                f"collusion_{players}",
                f"{players} players show one another their cards before they decide",
                lambda players=players: self._sampled(  # type: ignore[misc]
                    terms, wagering, gone=(players - 1) * terms.dealing.player
                ),
                ("irregularity.information_exchanged",),
                ("information_exchanged",),
                "cards kept in the sight of the dealer, no talk about hands",
            )

    def _sampled(self, terms: Terms, wagering: Wagering, known: int = 0, gone: int = 0) -> Worth:
        """The worth of some of the dealer's cards, or of other players' cards, from a sample of hands.

        Of each hand the gain over the best play without the information is taken, exactly over all of the dealer's
        hands. The play without it has a known price, so only the gain has an error.
        """
        best, game = cast(StudValues, self.strategy_of(terms, wagering)), self.solver_game(terms, wagering)
        left = JOKER.index - game.cards - gone - self.shown - known
        number = min(MOST_SAMPLES, max(LEAST_SAMPLES, WORK // comb(left, game.dealer_cards - self.shown - known)))
        random, gains = Random(SEED), []
        for _ in range(number):
            cards = random.sample(range(JOKER.index), game.cards + self.shown + known + gone)
            held, up = sorted(cards[: game.cards]), cards[game.cards : game.cards + self.shown]
            seen = cards[game.cards : game.cards + self.shown + known]
            values = best.known_values(held, seen, cards[game.cards + self.shown + known :])
            usual = best.decide([CARDS[one] for one in held], [CARDS[one] for one in up])
            gains.append(max(values.values()) - values[usual])
        without = -best.house_edge
        gain = sampled(gains)
        use = f"the best choice against the hands that are left to the dealer; {number:,} hands sampled"
        return gain._replace(edge=gain.edge + float(without), use=use, without=float(without))

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
