"""The figures that the documentation caches or compares are up to date."""

from __future__ import annotations

import json
from datetime import date

import pytest

from docs.generator import options, published, ranges
from docs.generator.installed import our_games


@pytest.mark.parametrize("game", ["mini-dice", "big-six", "casino-war", "baccarat-punto-banco"])
def test_the_cached_worth_of_options_is_that_of_today(game: str) -> None:
    assert json.loads(options.FILE.read_text("utf-8"))[game] == options.computed(game)


@pytest.mark.slow
@pytest.mark.parametrize("game", [one.id for one in our_games()])
def test_the_cached_worth_of_every_game_is_that_of_today(game: str) -> None:
    assert json.loads(options.FILE.read_text("utf-8"))[game] == options.computed(game)


def test_every_game_has_its_options_cached() -> None:
    assert sorted(json.loads(options.FILE.read_text("utf-8"))) == sorted(one.id for one in our_games())


def test_the_cached_ranges_have_the_rows_and_days_of_the_page() -> None:
    held = ranges.read()
    assert list(held) == [title for title, _, _ in ranges.ROWS]
    for title, game, wager in (ranges.ROWS[2], ranges.ROWS[4]):
        assert held[title]["1996-03-11"] == ranges.cell(game, wager, date(1996, 3, 11))


@pytest.mark.slow
def test_the_cached_ranges_are_those_of_today() -> None:
    held = ranges.read()
    days = tuple(date.fromisoformat(day) for day in next(iter(held.values())))
    assert ranges.computed(days) == held


@pytest.mark.parametrize("game", dict.fromkeys(one.game for one in published.figures()))
def test_a_published_figure_agrees_with_ours_or_has_a_reason(game: str) -> None:
    for one in published.figures():
        if one.game == game:
            assert one.agrees == (not one.reason), f"{one.wager}: published {one.published}, ours {one.rounded()}"
