"""A guide's steps match its table and the choices that the guide lists next to them.

Every game is laid out with each value of each option in turn, and every step is checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pitboss.chapter.finding import Unlawful
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Option, Rules, Value, registered_games, rules_of
from pitboss.documents.document import Listed
from pitboss.library.papers.guide_texts import GuideTexts, guide_texts
from pitboss.library.papers.guides import _round
from pitboss.library.papers.paragraphs import gists, paragraphs_of
from pitboss.library.papers.words import chosen

WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBER = re.compile(rf"\b(\d+|{'|'.join(WORDS[2:])})\b")
OPEN = re.compile(r"\blicensee\b|where (it is )?(offered|permitted)|in the form that is offered|may offer")
"""Words that leave something open in a rule, although the table's choices have decided it."""


def steps(layout: Layout) -> list[str]:
    return [item for block in _round(layout) if isinstance(block, Listed) for item in block.items]


def tables(rules: Rules) -> Iterator[Layout]:
    """Yield the default table, and one for each lawful value of each option."""
    yield Layout.of(rules)
    for option in rules.options.values():
        for value in values(option):
            try:
                yield Layout.of(rules, options={option.id: value})
            except Unlawful:
                continue


def values(option: Option) -> list[Value]:
    listed = [choice.value for choice in option.values]
    if option.range is None:
        return listed
    return [*listed, *(value for value in range(1, 9) if option.range.holds(value))]


def numbers(text: str) -> set[int]:
    return {int(found) if found.isdigit() else WORDS.index(found) for found in NUMBER.findall(text)}


@pytest.mark.parametrize("game", registered_games())
def test_no_step_offers_a_choice_that_the_table_has_made(game: str) -> None:
    for layout in tables(rules_of(game)):
        for step in steps(layout):
            assert not OPEN.search(step), (layout, step)


@pytest.mark.parametrize("game", registered_games())
def test_a_step_names_no_other_value_of_an_option_than_the_table_has(game: str) -> None:
    """Text that depends on an integer option contradicts the list if it mentions a different value."""
    rules = rules_of(game)
    about: dict[str, list[str]] = {}
    for option in rules.options.values():
        for paragraph in paragraphs_of(game):
            if f"option.{option.id}" in paragraph.data or (paragraph.id, option.id) in guide_texts(game).options():
                about.setdefault(option.id, []).append(paragraph.id)
    for layout in tables(rules):
        for name, paragraphs in about.items():
            value = layout.options.get(name)
            others = {int(one) for one in values(rules.options[name]) if isinstance(one, int) and one > 1}
            if not isinstance(value, int) or isinstance(value, bool) or len(others) < 2:
                continue
            for paragraph in paragraphs:
                words = guide_texts(game).step(paragraph, layout)
                gist = next(one.gist for one in paragraphs_of(game) if one.id == paragraph)
                shown = {one.text for one in gists(layout, "round")}
                if (words or gist) in shown:
                    named = numbers(words or gist)
                    assert value in named or not named & others, (layout, name, words or gist)


@pytest.mark.parametrize("hands", [2, 3, 4])
def test_a_guide_splits_pairs_as_often_as_it_lists(hands: int) -> None:
    layout = Layout.of("blackjack", options={"max_split_hands": hands})
    assert ("Most hands from splitting a pair", str(hands)) in [(one.name, one.value) for one in chosen(layout)]
    wording = " ".join(steps(layout))
    assert ("split a pair only once, into two hands" in wording) == (hands == 2)
    assert ("into at most" in wording) == (hands > 2)
    assert hands == 2 or f"into at most {hands} hands" in wording
    assert "more splits" not in wording


@pytest.mark.parametrize(
    ("hole_card", "wording"),
    [("none", "dealt after the players"), ("unpeeked", "turned after the players"), ("reader", "card reader shows")],
)
def test_a_guide_describes_one_way_to_deal_the_second_card(hole_card: str, wording: str) -> None:
    [step] = [
        step for step in steps(Layout.of("blackjack", options={"hole_card": hole_card})) if "second card is" in step
    ]
    assert wording in step


def test_words_of_a_guide_that_name_no_option_are_refused() -> None:
    wording = GuideTexts.model_validate({"steps": {"2.6": [{"when": {"colour": ["red"]}, "says": "{size} cards"}]}})
    assert list(wording.options()) == [("2.6", "colour"), ("2.6", "size")]
