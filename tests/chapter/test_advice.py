"""The `--set …` flags in advice are accepted as printed, for every game, wager and value."""

from __future__ import annotations

import shlex

import pytest

from pitboss.chapter.advice import as_flags, how_to_offer
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games, rules_of, same_value, value_text
from pitboss.cli.common import layout_of


def typed(flags: str) -> list[str]:
    """Return the values of the `--set` flags in a command line, split as a shell would."""
    words = shlex.split(flags)
    assert words[::2] == ["--set"] * (len(words) // 2)
    return words[1::2]


@pytest.mark.parametrize("game", registered_games())
def test_the_advised_options_offer_the_wager(game: str) -> None:
    layout = Layout.of(game)
    for wager in layout.permissible:
        if wager not in layout.wagers:
            assert wager in layout_of(game, choices=typed(how_to_offer(layout, wager))).wagers


@pytest.mark.parametrize("game", registered_games())
def test_every_value_is_read_as_it_is_printed_in_any_case(game: str) -> None:
    for option in rules_of(game).options.values():
        for choice in option.values:
            (pair,) = typed(as_flags({option.id: choice.value}))
            _, _, printed = pair.partition("=")
            for written in (printed, printed.lower(), printed.upper()):
                assert same_value(option.parse(written), choice.value), (option.id, written)


def test_values_that_differ_only_in_case_are_read_exactly() -> None:
    option = rules_of("blackjack").options["twenty_point"]
    both = option.model_copy(update={"values": (*option.values, option.values[-1].model_copy(update={"value": "b"}))})
    assert [both.parse("b"), both.parse("B")] == ["b", "B"]


def test_a_value_typed_in_lower_case_is_the_printed_one() -> None:
    assert layout_of("blackjack", choices=["twenty_point=a"]).options["twenty_point"] == "A"
    assert layout_of("pai-gow-poker", choices=["dragons_eye=a"]).options["dragons_eye"] == "A"


def test_advice_that_another_choice_forbids_says_so() -> None:
    advice = how_to_offer(Layout.of("blackjack", options={"decks": 1}), "sevens")
    assert advice.startswith("--set additional_wager=sevens, but ")
    assert "the sevens wager needs at least four decks (N.J.A.C. " in advice


def test_advice_skips_values_that_the_other_choices_forbid() -> None:
    layout = Layout.of("poker", options={"seats": 9})
    assert value_text(layout.options["seats"]) == "9"
    for wager in layout.permissible:
        if wager not in layout.wagers and ", but" not in (flags := how_to_offer(layout, wager)):
            assert wager in layout_of("poker", choices=["seats=9", *typed(flags)]).wagers
