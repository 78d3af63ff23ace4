"""The licensee's choices that the editions contain; other values give a warning, not a violation."""

from datetime import date
from typing import Any

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.pricing import price

GAMES = ("baccarat-punto-banco", "mini-baccarat")
EARLY, LATE = date(2005, 6, 1), date(2012, 6, 1)
EZ = {"banker_variant": "no_vig_dragon7_push"}


def found(game: str, day: date, options: dict[str, Any], odds: dict[str, str] | None = None) -> list[tuple[str, str]]:
    return [(one.severity, one.kind) for one in findings(rules_of(game), day, options, odds or {}, None)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("option", ["offer_cards_wagers", "offer_bonus_wager"])
def test_number_of_cards_and_bonus_are_shown_from_2012_on(game: str, option: str) -> None:
    assert found(game, LATE, {option: True}) == []
    assert found(game, EARLY, {option: True}) == [("warning", "not shown")]
    assert set(Layout.of(game, EARLY, {option: True}).wagers) == set(Layout.of(game, EARLY).wagers)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("options", "warnings"),
    [
        ({"offer_pairs": True}, 1),
        ({"banker_variant": "no_vig_six_half"}, 1),
        (EZ, 1),
        (EZ | {"offer_dragon7": True, "offer_panda8": True}, 3),
    ],
)
def test_provisions_that_no_edition_shows_give_a_warning(game: str, options: dict[str, Any], warnings: int) -> None:
    for day in (EARLY, LATE):
        assert found(game, day, options) == [("warning", "not shown")] * warnings


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("option", ["offer_dragon7", "offer_panda8"])
def test_dragon_7_and_panda_8_need_the_variant_without_vigorish(game: str, option: str) -> None:
    assert ("breach", "not permitted") in found(game, LATE, {option: True})
    with pytest.raises(ValueError, match="only with banker_variant = no_vig_dragon7_push"):
        Layout.of(game, LATE, {option: True})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"vigorish_pct": 3}, "vigorish_pct is 3; permitted: 4, 5"),
        ({"vigorish_pct": 6}, "vigorish_pct is 6; permitted: 4, 5"),
        ({"decks": 5}, "decks is 5; permitted: a whole number, 6 or more"),
        ({"cut_card_from_end": 13}, "cut_card_from_end is 13; permitted: a whole number, 14 or more"),
        ({"tie_payout": "7 to 1"}, "7 to 1 is too low; permitted: 8 to 1 or more"),
        ({"bonus_pay_table": "C"}, "bonus_pay_table is C; permitted: A, B"),
        ({"vigorish_rounding": "up"}, "permitted: none, up_to_quarter"),
    ],
)
def test_a_choice_that_is_not_permitted_is_refused_with_the_permitted_ones(
    game: str, options: dict[str, Any], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        Layout.of(game, LATE, options)


@pytest.mark.parametrize("game", GAMES)
def test_odds_may_be_stated_by_wager(game: str) -> None:
    assert found(game, LATE, {}, {"tie": "9 to 1"}) == []
    assert found(game, LATE, {}, {"player_hand": "2 to 1"}) == [("breach", "not permitted")]
    assert found(game, LATE, {"offer_cards_wagers": True}, {"cards_4": "1 to 1"}) == [("breach", "not permitted")]
    layout = Layout.of(game, LATE, odds={"tie": "9 to 1"})
    assert f"{price(layout)['tie'].house_edge:.5f}" == "0.04844"


def test_mini_baccarat_is_a_game_since_august_1986() -> None:
    with pytest.raises(ValueError, match="mini-baccarat since 1986-08-04"):
        Layout.of("mini-baccarat", date(1986, 8, 3))
    assert Layout.of("mini-baccarat", date(1986, 8, 4)).cite("7.9") == "N.J.A.C. 19:47-7.9"
    with pytest.raises(ValueError, match="continuous since 1996-03-11"):
        Layout.of("mini-baccarat", date(1990, 1, 1), {"shuffler": "continuous"})


@pytest.mark.parametrize("game", GAMES)
def test_every_permitted_choice_has_prices_and_a_table(game: str) -> None:
    for name, option in rules_of(game).options.items():
        values = [choice.value for choice in option.values] or [option.default, 9, 30]
        for value in values:
            if option.range is not None and not option.range.holds(value):
                continue
            extra = EZ if name in ("offer_dragon7", "offer_panda8") else {}
            for wager in price(Layout.of(game, LATE, {name: value} | extra)).wagers:
                assert wager.exact is not None
