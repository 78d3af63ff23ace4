import pytest

from pitboss.equipment import CARDS, JOKER, SPANISH, STANDARD, Card, Rank, composition, spread


def test_standard_deck_has_each_card_once_and_no_joker() -> None:
    assert spread(composition()) == list(CARDS[:52])


def test_spanish_deck_has_no_tens_but_its_court_cards() -> None:
    ranks = {card.rank for card in spread(SPANISH.counts)}
    assert SPANISH.size == 48
    assert set(Rank) - ranks == {Rank.TEN}


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_jokers_are_added_to_the_52(jokers: int) -> None:
    deck = STANDARD.with_jokers(jokers)
    assert deck.size == 52 + jokers
    assert spread(composition(2, deck)).count(JOKER) == 2 * jokers


def test_any_deck_can_be_stripped_of_ranks_and_of_cards() -> None:
    deck = STANDARD.with_jokers().without(Rank.TWO, Card("As"), JOKER, name="stripped")
    assert deck.size == 47
    assert not {Card("2c"), Card("2s"), Card("As"), JOKER} & set(spread(deck.counts))


def test_composition_of_many_decks() -> None:
    assert composition(decks=8) == (8,) * 52 + (0,)
    assert sum(composition(decks=6, deck=SPANISH)) == 288
    with pytest.raises(ValueError, match="at least one"):
        composition(decks=0)


@pytest.mark.parametrize("counts", [[1] * 52, [1] * 54, [1] * 52 + [-1]])
def test_an_invalid_composition_is_refused(counts: list[int]) -> None:
    with pytest.raises(ValueError, match="53 counts"):
        spread(counts)
