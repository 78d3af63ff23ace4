"""The value of chemin de fer, compared with punto banco's counts, published figures, and the real round."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import cards, composition
from pitboss.families.baccarat.coup import NO_CARD, Rules
from pitboss.families.baccarat.price import by_value
from pitboss.games.chemin_de_fer.drawing import Drawing, SequenceCounts, counts_with_replacement
from pitboss.games.chemin_de_fer.price import PRICING, BestDrawing, hands_of
from pitboss.games.chemin_de_fer.round import CheminDeFerState
from pitboss.pricing import price
from pitboss.pricing.duel import Line, solve
from pitboss.table import AskDecision, Position, Settled, Wager, game_on, walk
from pitboss.table.state import replace

from .test_rules import GAME


def hands(**options: Any) -> SequenceCounts:
    return hands_of(Layout.of(GAME, options=options))


@pytest.mark.parametrize("decks", [6, 8, 11])
def test_with_draws_everywhere_the_counts_are_punto_bancos(decks: int) -> None:
    mine = price(Layout.of(GAME, options={"decks": decks}), strategy="player_on_5=draw")
    other = price(Layout.of("baccarat-punto-banco", options={"decks": decks}))
    assert mine["bank"].exact == other["banker_hand"].exact
    assert mine["against_bank"].exact == mine["banco"].exact == other["player_hand"].exact


def test_the_published_edges_of_eight_decks() -> None:
    report = price(Layout.of(GAME, options={"decks": 8}))
    assert [round(report[kind].house_edge, 6) for kind in ("bank", "against_bank")] == [0.010579, 0.012351]
    assert round(report["bank"].push_rate, 6) == 0.095156


def test_4_9_the_two_edges_add_up_to_the_vigorish() -> None:
    for words in (None, "player_on_5=stand", "banker_option_3_9=stand banker_option_5_4=stand", "banker=best"):
        report = price(Layout.of(GAME), strategy=words)
        both = Fraction(report["bank"].exact or 0) + Fraction(report["against_bank"].exact or 0)
        assert both == Fraction(report.strategy["house_takes_exact"])


def test_dealing_with_replacement_gives_the_solution_of_kemeny_and_snell() -> None:
    layout = Layout.of(GAME, options={"banker_draw_rule": "free"})
    solved = SequenceCounts(
        layout, Rules(layout), counts_with_replacement(by_value(composition(1), Rules(layout)))
    ).solution()
    assert solved.mix == Fraction(9, 11)
    assert {cell: often for cell, often in solved.answers.items() if 0 < often < 1} == {
        (6, NO_CARD): Fraction(859, 2288)
    }
    assert solved.value == Fraction(679568, 11 * 13**6)


def test_by_the_table_both_draw_wherever_they_may() -> None:
    """A saddle point: neither side gains by deviating, whatever mix the other plays."""
    found = hands()
    solved = found.solution()
    assert (solved.mix, dict(solved.answers)) == (1, {(3, 9): 1, (5, 4): 1})
    assert solved.value == found.ends(Drawing(Fraction(1), {})).net / found.all
    report = price(Layout.of(GAME))
    assert report.strategy["saddle_point"]
    gains = {tuple(one.values())[:3]: Fraction(one["bank_gains"]) for one in report.strategy["pure"]}
    assert len(gains) == 8
    assert gains["draw", "draw", "draw"] == max(gain for way, gain in gains.items() if way[0] == "draw")
    assert all(gains["draw", "draw", "draw"] < gain for way, gain in gains.items() if way[0] == "stand")


def test_with_a_free_banker_neither_side_gains_by_leaving_the_mixed_solution() -> None:
    found = hands(banker_draw_rule="free")
    solved = found.solution()
    assert 0 < solved.mix < 1
    for mix in (Fraction(0), Fraction(1, 3), Fraction(1)):
        assert found.ends(Drawing(mix, solved.answers)).net / found.all == solved.value
    best = found.ends(Drawing(solved.mix, found.best_answer(solved.mix))).net / found.all
    assert best == solved.value
    report = price(Layout.of(GAME, options={"banker_draw_rule": "free"}))
    assert list(report.strategy["mixed"]) == ["6 against a Player who stands"]
    assert Fraction(report["against_bank"].exact or 0) == solved.value


def test_a_duel_at_its_edge_and_a_level_one() -> None:
    flat = Line(Fraction(), Fraction())
    assert solve(Line(Fraction(2), Fraction(1)), {"": (flat, flat)}).mix == 1
    two = {"a": (Line(Fraction(-1), Fraction(1)), flat), "b": (flat, Line(Fraction(1), Fraction(-1)))}
    solved = solve(flat, two)
    assert (solved.mix, solved.value) == (Fraction(1, 2), 0)
    slope = sum(
        a * one.slope + (1 - a) * other.slope
        for a, (one, other) in zip(solved.answers.values(), two.values(), strict=True)
    )
    assert slope == 0


def test_cost_of_standing_on_5_and_value_of_the_bankers_options() -> None:
    best = BestDrawing(Layout.of(GAME))
    stand, draw = (
        price(Layout.of(GAME), strategy=f"player_on_5={choice}")["against_bank"].exact for choice in ("stand", "draw")
    )
    assert best.cost_of_standing() == Fraction(stand or 0) - Fraction(draw or 0) > 0
    for one in best.simpler:
        other = price(Layout.of(GAME), strategy=one.name)["bank"].exact
        assert best.cost(one) == Fraction(other or 0) - best.house_edge > 0


@pytest.mark.parametrize("words", ["player_on_6=draw", "player_on_5=maybe", "best"])
def test_an_unknown_strategy_is_refused_with_the_known_ones(words: str) -> None:
    with pytest.raises(ValueError, match="use optimal, or any of player_on_5=draw"):
        price(Layout.of(GAME), strategy=words)


def test_a_hint_gives_the_value_of_a_choice_for_the_known_cards() -> None:
    worth, advice = PRICING.worth(Layout.of(GAME)), PRICING.advice(Layout.of(GAME))
    both = ("draw", "stand")
    on_5 = worth(cards("2s 3d"), (), both)
    assert on_5["draw"] > on_5["stand"]
    assert advice(cards("2s 3d"), (), both) == "draw"
    assert advice(cards("Kh 3c"), cards("9h"), both, "banker") == "draw"
    # The banker's decision on 5 after the Player stands differs from the Player's.
    free = PRICING.worth(Layout.of(GAME, options={"banker_draw_rule": "free"}))
    assert free(cards("Kh 5c"), (), both, "banker")["draw"] > free(cards("Kh 5c"), (), both, "banker")["stand"]
    assert free(cards("Kh 5c"), (), both) != free(cards("Kh 5c"), (), both, "banker")
    assert worth((), (), ("bank", "pass")) == {}
    assert advice((), (), ("cover", "pass")) == "cover"


def test_the_worth_of_a_choice_is_that_of_the_whole_shoe() -> None:
    """All hands that count 5, weighted by probability, have the value that the count table gives for 5."""
    layout = Layout.of(GAME)
    found, worth = hands(), PRICING.worth(layout)
    ends = sum(
        (
            found.on_5[cell, found.rules.banker_draws[cell] or cell in found.options]
            for cell in found.cells
            if cell[1] != NO_CARD
        ),
        start=type(found.sure)(),
    )
    exact = -ends.net / Fraction(ends.all)
    left = by_value(composition(6), found.rules)
    of = {found.rules.value(card): card for card in cards("Ts As 2s 3s 4s 5s 6s 7s 8s 9s")}
    brings = weights = Fraction()
    for one, other in product(range(10), repeat=2):
        if (one + other) % 10 == 5:
            # The probability that neither hand is a natural depends on the two cards: both sides leave out the banker's
            # naturals.
            ways = left[one] * (left[other] - (one == other))
            again = [n - (v == one) - (v == other) for v, n in enumerate(left)]
            natural = sum(again[a] * (again[b] - (a == b)) for a, b in product(range(10), repeat=2) if (a + b) % 10 > 7)
            rest = sum(again) * (sum(again) - 1) - natural
            weight = Fraction(ways * rest)
            brings += weight * Fraction(worth((of[one], of[other]), (), ("draw", "stand"))["draw"])
            weights += weight
    assert float(brings / weights) == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("player_on_5=draw", {}),
        ("player_on_5=stand banker_option_5_4=stand", {"vigorish_rounding": "up_to_quarter"}),
        ("banker_option_3_9=stand", {"banker_draw_rule": "free"}),
    ],
)
def test_walk_over_every_card_sequence_agrees_with_the_count(words: str, options: dict[str, Any]) -> None:
    layout = Layout.of(GAME, options=options)
    game = game_on(layout)
    counts = [0] * len(composition())
    for card in cards("2c 3d 4h 5s 5s 9c Kd"):
        counts[card.index] += 1
    shoe = replace(game.opening(), positions=()).shoe
    assert shoe is None
    found: dict[str, dict[Fraction, Fraction]] = {"bank": {}, "against_bank": {}}
    stake, whole = 33_00, Fraction()
    best = BestDrawing(layout)
    way = best.way(words)
    for probability, end, steps in walk(
        game, at_the_deal(game, tuple(counts), stake), lambda ask: drawn(game, best, way, ask)
    ):
        assert end.chips == end.bought_in
        whole += probability
        for step in steps:
            if isinstance(step, Settled):
                nets = found[step.wager.kind]
                net = Fraction(step.net, stake)
                nets[net] = nets.get(net, Fraction()) + probability
    assert whole == 1
    report = price(layout, stake, shoe=counts, strategy=words)
    for kind, nets in found.items():
        assert nets == {Fraction(one.net): Fraction(one.exact or 0) for one in report[kind].outcomes}, kind


def at_the_deal(game: Any, counts: tuple[int, ...], stake: int) -> CheminDeFerState:
    """Return a table with a bank and a shoe of these cards."""
    from pitboss.equipment import Shoe

    seats = tuple(Position(number, f"Position {number}", 1000_00, 1000_00 + stake * (number == 1)) for number in (1, 2))
    made: CheminDeFerState = replace(
        game.opening(),
        positions=seats,
        wagers=(Wager(1, "bank", stake),),
        bought_in=2000_00 + stake,
        shoe=Shoe(6, full=counts, counts=counts, shuffles=1),
    )
    return made


def drawn(game: Any, best: BestDrawing, way: Drawing, ask: Any) -> Any:
    """The other player covers the bank, and both draw alike."""
    if not isinstance(ask, AskDecision):
        return None
    state = ask.state
    assert isinstance(state, CheminDeFerState)
    if "cover" in ask.choices:
        return "cover"
    if ask.choices != ("draw", "stand"):
        return None
    count = game.held(state, state.asking)
    if state.asking == "player":
        often = way.on_5 if count == 5 else Fraction(count < 5)
    else:
        often = best.hands.draws((count, game.rules.value(state.player[-1]) if state.player else NO_CARD), way)
    return "draw" if often else "stand"
