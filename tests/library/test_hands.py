"""A hand is analysed through the decision that the round itself would ask for."""

import pytest

from pitboss.chapter.layout import Layout
from pitboss.library.hands import analyse, questions_in, starting_hands

BLACKJACK = Layout.of("blackjack")


def choices(own: str, shown: str) -> set[tuple[str, ...]]:
    return {one.question.choices for one in analyse(BLACKJACK, own, shown)}


def test_the_available_choices_depend_on_the_cards() -> None:
    assert choices("9s 7d", "5h") == {("stand", "draw", "double")}
    assert choices("8s 8d", "5h") == {("stand", "draw", "double", "split")}
    assert choices("9s 2d 5c", "Th") == {("stand", "draw")}
    # Against an ace, insurance comes first.
    assert ("insure", "decline") in choices("9s 7d", "Ah")


def test_the_best_choice_has_the_highest_value() -> None:
    (one,) = analyse(BLACKJACK, "Ts 6d", "Th")
    assert one.best == "draw"
    assert max(one.worth, key=lambda choice: one.worth[choice]) == "draw"
    assert one.worth["stand"] == pytest.approx(-0.54, abs=0.01)


def test_cards_without_a_decision_are_refused_with_the_accepted_numbers() -> None:
    with pytest.raises(
        ValueError, match=r"has no decision with 2 cards of your own and 0 face up, only with 3 of your own"
    ):
        analyse(Layout.of("three-card-poker"), "As Kd")
    with pytest.raises(ValueError, match="is not a card"):
        analyse(Layout.of("three-card-poker"), "As Kd Xx")
    with pytest.raises(ValueError, match=r"the ace of spades \(As\) appears more than once"):
        analyse(Layout.of("three-card-poker"), "As As Kd")
    with pytest.raises(ValueError, match=r"Three card poker has no decision with 1 card of your own"):
        analyse(Layout.of("three-card-poker"), "As")


def test_against_the_dealers_bank_the_players_hand_is_set_too() -> None:
    """At a table with a rotating bank, the dealer banks if no player does."""
    (one,) = analyse(Layout.of("pai-gow-poker"), "Ks 7d 9c 9d 4s 3h 2d")
    assert one.best == "house_way"
    assert one.question.sets == (("low", 2), ("high", 5))


def test_10_7_tiles_are_set_as_they_are_written() -> None:
    pai_gow = Layout.of("pai-gow")
    (one,) = analyse(pai_gow, "6-6 1-1 5-4 1-3")
    assert one.best in ("1-3", "2-4")  # a wong and a gong, whichever tile of each is named
    assert one.worth[one.best] == max(one.worth.values()) > one.worth["house_way"] > one.worth["1-2"]
    for wrong, why in {
        "6-6 6-6 4-5 4-5": r"the Nine \(4-5\) appears only once in a set",
        "Ks 6-6 1-1 1-3": "K♠ is a card: write tiles by the spots of their two ends",
        "6-6 1-1": "has no decision with 2 tiles of your own and 0 face up, only with 4 of your own",
    }.items():
        with pytest.raises(ValueError, match=why):
            analyse(pai_gow, wrong)


@pytest.mark.parametrize(
    ("game", "patterns"),
    [
        ("casino-war", [(1, 1)]),
        ("red-dog", [(0, 2)]),
        ("let-it-ride", [(3, 0), (3, 1)]),
        ("mini-tex-3-card-holdem", [(2, 0), (2, 2)]),
        ("chemin-de-fer", [(2, 0), (2, 1)]),
        ("pai-gow-poker", [(7, 0)]),
        ("pai-gow", [(4, 0)]),
    ],
)
def test_a_hand_analysis_returns_the_questions_of_the_round(game: str, patterns: list[tuple[int, int]]) -> None:
    assert [one.pattern for one in questions_in(Layout.of(game))] == patterns


def test_only_a_holdem_game_has_first_hands() -> None:
    assert starting_hands(Layout.of("three-card-poker")) == starting_hands(Layout.of("chemin-de-fer")) == []
    rows = starting_hands(Layout.of("mini-tex-3-card-holdem"))
    assert [len(row) for row in rows] == [13] * 13
    cells = dict(cell for row in rows for cell in row)
    assert len(cells) == 169
    assert {cells["AA"], cells["AKs"]} == {"flop"}
