"""Counting systems as data: built-in tags, custom files, and one-line errors."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.equipment import Card
from pitboss.pricing.counting.systems import CountingSystem, CountingSystemError, builtin, builtin_ids, system_of

GOOD = """
name = "Ten count"
balanced = true
[tags]
A = 4
2 = 4
3 = 4
4 = 4
5 = 4
6 = 4
7 = 4
8 = 4
9 = 4
T = -9
"""


def test_the_nine_well_known_systems_come_first() -> None:
    known = ("hi-lo", "ko", "red-7", "hi-opt-i", "hi-opt-ii", "omega-ii", "zen", "halves", "uston-apc")
    assert builtin_ids()[:9] == known


@pytest.mark.parametrize(
    ("id", "tags"),
    [
        # blackjackapprenticeship.com/resources/card-counting-systems, in the order 2 3 4 5 6 7 8 9 T A
        ("hi-lo", "1 1 1 1 1 0 0 0 -1 -1"),
        ("ko", "1 1 1 1 1 1 0 0 -1 -1"),
        ("hi-opt-i", "0 1 1 1 1 0 0 0 -1 0"),
        ("hi-opt-ii", "1 1 2 2 1 1 0 0 -2 0"),
        ("halves", "0.5 1 1 1.5 1 0.5 0 -0.5 -1 -1"),
        ("omega-ii", "1 1 2 2 2 1 0 -1 -2 0"),
        ("zen", "1 1 2 2 2 1 0 0 -2 -1"),
        # lolblackjack.com/blackjack/card-counting/systems/uston-apc
        ("uston-apc", "1 2 2 3 2 2 1 -1 -3 0"),
    ],
)
def test_tags_as_published(id: str, tags: str) -> None:
    system = builtin(id)
    assert [str(system.plain_tags()[rank]) for rank in "23456789TA"] == tags.split()


def test_the_red_seven_counts_red_sevens_only() -> None:
    system = builtin("red-7")
    assert [system.tag(Card(f"7{suit}")) for suit in "cdhs"] == [0, 1, 1, 0]


@pytest.mark.parametrize("id", builtin_ids())
def test_every_system_names_its_source(id: str) -> None:
    assert all(source.startswith("http") for source in builtin(id).sources)
    assert builtin(id).sources


def test_initial_counts_end_a_shoe_at_the_same_count() -> None:
    """With six decks the Knock-Out count starts at -20 and ends at +4; the Red Seven goes from -12 to 0."""
    for id, first, last in (("ko", -20, 4), ("red-7", -12, 0)):
        system = builtin(id)
        assert system.initial.of(6) == first
        assert first + 6 * Fraction(sum(system.whole_tags), system.scale) == last


def test_tags_of_fractions_become_whole() -> None:
    halves = builtin("halves")
    assert halves.scale == 2
    assert halves.whole_tags[Card("5h").index] == 3


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "ten-count.toml"
    path.write_text(GOOD, "utf-8")
    system = system_of(str(path))
    assert (system.id, system.tag(Card("Kh"))) == ("ten-count", -9)
    assert CountingSystem.parse(system.to_toml(), "again.toml").tags == system.tags


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("T = -9", "T = -8"), "the tags of 52 cards add up to 16, so it is not balanced"),
        (("A = 4\n", ""), "there is no tag for Ac, Ad, Ah, As"),
        (("2 = 4", "1 = 4"), "'1' is not a card; use A, 2 to 9, T"),
        (("3 = 4", "3 = 40"), "3 counts 40; from -20 to 20 is allowed"),
        (("4 = 4", '4 = "four"'), "'four' is not a number"),
        (("balanced = true", ""), "balanced: Field required"),
        (("[tags]", "colour = 1\n[tags]"), "colour: Extra inputs are not permitted"),
        (("[tags]", "[tags"), "it is not TOML"),
    ],
)
def test_a_file_that_is_wrong_says_why_in_one_line(change: tuple[str, str], says: str) -> None:
    with pytest.raises(CountingSystemError, match=r"ten\.toml is not a counting system") as error:
        CountingSystem.parse(GOOD.replace(*change), "ten.toml")
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_an_unknown_system_names_those_there_are() -> None:
    with pytest.raises(CountingSystemError, match="unknown counting system 'hilo'; use hi-lo, ko"):
        system_of("hilo")
