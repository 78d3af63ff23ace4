import copy
import json
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.equipment import CARDS, JOKER, Card, Rank, Suit, cards, distinct

NUMBERS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
STANDARD = [(number, letter, symbol) for number in NUMBERS for letter, symbol in zip("cdhs", "♣♦♥♠", strict=True)]


@pytest.mark.parametrize(("index", "number", "letter", "symbol"), [(i, *card) for i, card in enumerate(STANDARD)])
def test_every_notation_gives_the_one_card(index: int, number: str, letter: str, symbol: str) -> None:
    rank = "T" if number == "10" else number
    card = CARDS[index]
    assert str(card) == rank + letter
    assert card.pretty == rank + symbol
    for r in {rank, rank.lower(), number, number.lower()}:
        for s in (letter, letter.upper(), symbol, symbol + "\ufe0f"):
            assert Card(r + s) is card
            assert cards(r + s) == (card,)
    assert Card.parse(f" {rank}{letter} ") is card
    assert eval(repr(card)) is card
    assert Card.of(card.rank, card.suit) is card


@pytest.mark.parametrize("text", ["Joker", "joker", "JOKER", "Jk", "JK", "Jo", "🃏"])
def test_the_joker_is_the_last_card_and_has_no_rank(text: str) -> None:
    assert Card(text) is JOKER is CARDS[52]
    assert (str(JOKER), JOKER.name, JOKER.is_joker) == ("Jk", "joker", True)
    for missing in ("rank", "suit"):
        with pytest.raises(AttributeError, match=rf"Card\('Jk'\) has no {missing}"):
            getattr(JOKER, missing)


def test_names_ranks_and_suits() -> None:
    card = Card("Ah")
    assert (card.name, card.rank, card.suit, card.suit.is_red) == ("ace of hearts", Rank.ACE, Suit.HEARTS, True)
    assert Card("Td").name == "ten of diamonds"
    assert sum(card.suit.is_red for card in CARDS[:52]) == 26


def test_order_is_the_index_and_starts_with_the_deuce_of_clubs() -> None:
    mixed = list(CARDS)
    random.Random(1).shuffle(mixed)
    assert sorted(mixed) == list(CARDS)
    assert [str(card) for card in CARDS[:5]] == ["2c", "2d", "2h", "2s", "3c"]
    assert [str(card) for card in CARDS[-2:]] == ["As", "Jk"]
    assert Card("As") >= Card("Ah") > Card("Kd")


@pytest.mark.parametrize("card", CARDS)
def test_a_copy_of_a_card_is_the_card(card: Card) -> None:
    assert pickle.loads(pickle.dumps(card)) is card
    assert copy.deepcopy(card) is card
    assert Card(json.loads(json.dumps(card, default=str))) is card


def test_a_card_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        Card("Ah").index = 3
    with pytest.raises(AttributeError, match="cannot be changed"):
        del Card("Ah").rank
    assert Card("Ah").rank is Rank.ACE


@pytest.mark.parametrize("text", ["", "A", "h", "1h", "11h", "Ax", "AhA", "hA", "Ah Td", "0c", "Jokers"])
def test_an_invalid_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card") as error:
        Card(text)
    assert repr(text) in str(error.value)
    assert "T or 10" in str(error.value)
    assert "♥" in str(error.value)


@given(st.lists(st.sampled_from(CARDS)), st.sampled_from([" ", ",", ", ", "\n", ""]), st.booleans())
def test_many_cards_read_back(hand: list[Card], between: str, pretty: bool) -> None:
    text = between.join(card.pretty if pretty else str(card) for card in hand)
    assert cards(text) == tuple(hand)


def test_cards_run_together_with_tens_and_jokers() -> None:
    assert [str(card) for card in cards("10hJs10dJkJcJoker2♣")] == ["Th", "Js", "Td", "Jk", "Jc", "Jk", "2c"]


@pytest.mark.parametrize(("text", "wrong"), [("Ah Zz Td", "Zz"), ("AhT", "T"), ("Ah;Td", ";Td"), ("5c,1d", "1d")])
def test_the_bad_part_of_many_is_named(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=f"^'{wrong}' is not a card"):
        cards(text)


def test_distinct() -> None:
    hand = cards("Ah Td 5c")
    assert distinct(hand) == hand
    with pytest.raises(ValueError, match=r"ten of diamonds \(Td\)"):
        distinct(cards("Ah Td 5c Td"))


def test_html_shows_the_symbol_in_the_suit_s_colour() -> None:
    assert "#c00" in Card("Ah")._repr_html_()
    assert "A♥" in Card("Ah")._repr_html_()
    assert "#000" in Card("As")._repr_html_()
    assert "#000" in JOKER._repr_html_()
