"""Every row of every pay table is reached on purpose, by the real round and by the compiled loop (`make rows`)."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import cards
from pitboss.equipment.decks import composition, spread
from pitboss.games.pai_gow_poker import kernel
from pitboss.simulation.philox import digits
from pitboss.simulation.sources import UnitSource
from pitboss.table import Settled
from tests.shared.chosen_chance import Chance, chosen_chance, words_of_numbers, words_of_shuffle
from tests.shared.rows import pai_gow
from tests.shared.rows.every_row import OURS, every_row, exception, known, layouts
from tests.shared.rows.offers import LOSES
from tests.shared.rows.tables import Table, with_distinct_odds
from tests.shared.tapes import play

TESTS = Path(__file__).parents[1]
EXCEPTIONS = [
    (game, wager, one["row"]) for one in known()["unreached"] for game, wager in product([one["game"]], one["wagers"])
]

every_game = pytest.mark.parametrize("game", OURS)


def reach_all(game: str, each: int, seed: int) -> None:
    """Reach every row except those listed in `rows.toml`, which must not be reachable."""
    found = every_row(game, each, seed)
    for one in found:
        assert not one.wanted, f"{one.offer.wager} by {one.offer.paid_by} on {one.layout}: not reached: {one.wanted}"
    missing = {(game, one.offer.wager, row) for one in found for row in one.missing}
    assert missing == {one for one in EXCEPTIONS if one[0] == game}


@every_game
def test_every_row_is_reached_by_round_and_loop_which_pay_the_same(game: str) -> None:
    reach_all(game, 1, 1)


@pytest.mark.slow
@every_game
@pytest.mark.parametrize("seed", [2, 3])
def test_every_row_is_reached_in_many_ways(game: str, seed: int) -> None:
    reach_all(game, 8, seed)


@pytest.mark.parametrize("one", known()["unreached"], ids=lambda one: f"{one['game']} {one['row']}")
def test_a_row_that_the_loop_does_not_reach_is_settled_by_the_round_in_a_script(one: dict[str, Any]) -> None:
    assert one["reason"]
    if "script" in one:
        _, steps, _ = play(TESTS / one["script"])
        result = "loses" if one["row"] == LOSES else "wins"
        assert (one["wagers"][0], result) in [(s.wager.kind, s.result) for s in steps if isinstance(s, Settled)]


def test_a_royal_that_the_loop_takes_for_a_straight_flush_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bug that prompted these tests: forty of pai gow poker's 154 million hands."""
    royals = {kernel.ROYAL_ALL_SUITED: kernel.ALL_SUITED, kernel.ROYAL_SUITED_WITH_JOKER: kernel.SUITED_WITH_JOKER}
    line_of = kernel.line_of
    monkeypatch.setattr(kernel, "line_of", lambda table, kind: line_of(table, royals.get(kind, kind)))
    layout = Layout.of("pai-gow-poker", options={"additional_11_13": True})
    with chosen_chance(["pai-gow-poker"]), pytest.raises(AssertionError, match=r"loop {5000: 1}, the round {25000: 1}"):
        pai_gow.reach(Table(layout, ["additional_11_13"]), Random(1), 1)


# ---- Chosen chance


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_chosen_words_deal_the_chosen_cards(decks: int) -> None:
    rest, counts = Random(decks), composition(decks)
    order = spread(counts)
    rest.shuffle(order)
    for number in (1, 5, 14, 51):
        with Chance(decks) as chance, chosen_chance([]):
            chance.cards(counts, [None, *order[1:number]], rest)
            source = UnitSource(chance.seed, chance.unit)
            source.shuffle("shoe", counts)
            assert [source.card("shoe") for _ in range(number)][1:] == order[1:number]


@pytest.mark.parametrize("below", [2, 36, 38, 54, 216])
def test_chosen_words_give_the_chosen_numbers(below: int) -> None:
    wished = [Random(below).randrange(below) for _ in range(11)]
    given = [one for word in words_of_numbers(below, wished) for one in digits(word, below) or ()]
    assert given[: len(wished)] == wished


def test_a_card_outside_the_deck_cannot_be_chosen() -> None:
    with pytest.raises(ValueError, match="not in list"):
        words_of_shuffle(spread(composition()), cards("As As"), Random(1))


def test_the_loop_itself_deals_the_chosen_cards() -> None:
    """A six-card royal in diamonds: one round in twenty million."""
    with chosen_chance(["three-card-poker"]):
        layout = with_distinct_odds(next(iter(layouts("three-card-poker"))).layout)
        table = Table(layout, ["six_card_bonus"])
        with Chance(1) as chance:
            chance.cards(composition(), cards("9d Ad Kd Td Qd Jd"), Random(1))
            (dealt,) = table.deal(chance)
            assert ("six_card_bonus", "six_card_royal_diamonds") in [(one.wager, one.row) for one in dealt.outcomes]
            slot = next(one for one in table.kernel.slots if one.id == "six_card_bonus")
            best = max(result.net for result in slot.results)
            assert dict(zip(slot.results, slot.histogram(table.kernel.run(chance.seed, 0, 1)), strict=True))[
                next(result for result in slot.results if result.net == best)
            ]
        with Chance(2) as chance:
            tally = table.kernel.run(chance.seed, 0, 1)
            with pytest.raises(AssertionError, match="the loop"):
                table._agree(tally, [{("six_card_bonus", ""): best}], chance)


def test_production_loops_are_back_afterwards() -> None:
    from pitboss.simulation import dealing, sources

    before = dealing.deal, sources.plain_block
    with chosen_chance(["three-card-poker"]):
        assert dealing.deal is not before[0]
        assert sources.plain_block is not before[1]
    assert (dealing.deal, sources.plain_block) == before


def test_an_exception_names_an_existing_row() -> None:
    for game, wager, row in EXCEPTIONS:
        offers = [offer for group in layouts(game) for offer in group.offers if offer.wager == wager]
        assert offers, (game, wager)
        assert row == LOSES or any(row in offer.rows for offer in offers)
        assert any(exception(offer, row) for offer in offers)
