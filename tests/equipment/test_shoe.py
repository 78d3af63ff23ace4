import json
import pickle
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.equipment import CARDS, JOKER, SPANISH, STANDARD, Card, Deck, Shoe, cards, composition
from pitboss.table.codec import from_plain, to_plain

decks = st.sampled_from([STANDARD, SPANISH, STANDARD.with_jokers(2)])
steps = st.lists(
    st.tuples(
        st.sampled_from(["draw", "burn", "discard"]),
        st.sampled_from(cards("2c Ah Td Jk")) | st.sampled_from(CARDS),
        st.integers(0, 4),
    )
)


def deal(shoe: Shoe, text: str) -> Shoe:
    for card in cards(text):
        shoe = shoe.draw(card)
    return shoe


@given(st.integers(1, 2), decks, steps)
def test_no_card_is_lost_or_created(number: int, deck: Deck, steps: list[tuple[str, Card, int]]) -> None:
    shoe = Shoe.new(number, deck).shuffled()
    out: Counter[Card] = Counter()
    table = rack = 0
    for step, card, n in steps:
        before = shoe.values()
        if step == "discard" and n <= table:
            following = shoe.discard(n)
            table, rack = table - n, rack + n
        elif step == "discard":
            following = shoe
            with pytest.raises(ValueError, match=f"{n} cards cannot be discarded: {table} are on the table"):
                shoe.discard(n)
        elif out[card] < number * deck.counts[card.index]:
            following = getattr(shoe, step)(card)
            out[card] += 1
            table, rack = (table + 1, rack) if step == "draw" else (table, rack + 1)
        else:
            following = shoe
            with pytest.raises(ValueError, match=rf"no {card.name} \({card}\) .* had {out[card]}, and 0 are left"):
                getattr(shoe, step)(card)
        assert shoe.values() == before
        shoe = following
        assert shoe.left + table + rack == shoe.size == number * deck.size
        assert (shoe.on_table, shoe.discards, shoe.dealt) == (table, rack, out.total())
        assert all(shoe.count(card) + out[card] == number * deck.counts[card.index] for card in CARDS)
        assert shoe.stub_count_correct(on_table=table)
        assert not shoe.stub_count_correct(on_table=table + 1)


def test_an_impossible_card_is_refused_with_the_count() -> None:
    shoe = deal(Shoe.new(decks=2).shuffled(), "Ah Ah")
    with pytest.raises(ValueError, match=r"ace of hearts \(Ah\).* had 2"):
        shoe.draw(Card("Ah"))
    with pytest.raises(ValueError, match=r"joker.* had 0"):
        shoe.burn(JOKER)
    with pytest.raises(ValueError, match=r"ten of clubs.* had 0"):
        Shoe.new(6, SPANISH).shuffled().draw(Card("Tc"))


def test_cards_come_only_after_a_shuffle() -> None:
    with pytest.raises(ValueError, match="not been shuffled"):
        Shoe.new(decks=1).draw(Card("Ah"))


def test_a_shuffle_brings_all_cards_back_and_takes_the_cutting_card_out() -> None:
    used = deal(Shoe.new(decks=1).shuffled().cut(10).burn(Card("2c")), "Ah Kd").discard(2)
    fresh = used.shuffled()
    assert fresh == Shoe(1, composition(), composition(), shuffles=2)


def test_a_shuffle_in_mid_round_leaves_the_cards_on_the_table() -> None:
    shoe = deal(Shoe.new(decks=1).shuffled(), "2c 3c 4c").discard(1).shuffled(on_table=cards("3c 4c"))
    assert (shoe.left, shoe.on_table, shoe.discards) == (50, 2, 0)
    assert shoe.count(Card("2c")) == 1
    assert shoe.count(Card("3c")) == 0


def test_the_cutting_card_is_reached_when_it_is_next() -> None:
    shoe = deal(Shoe.new(decks=1).shuffled().cut(49), "Ah Kd")
    assert not shoe.cut_card_reached
    assert shoe.draw(Card("Qs")).cut_card_reached
    assert deal(shoe, "Qs Js").cut_card_reached
    assert not Shoe.new(decks=1).shuffled().cut_card_reached
    for behind in (-1, 53):
        with pytest.raises(ValueError, match="52 are in the shoe"):
            Shoe.new(decks=1).shuffled().cut(behind)


def test_the_view_and_the_repr_show_counts_only() -> None:
    shoe = deal(Shoe.new(decks=8).shuffled().cut(16), "Ah Kd").discard(1)
    assert shoe.view() == {"decks": 8, "left": 414, "discards": 1, "cut_card_reached": False, "shuffles": 1}
    other = deal(Shoe.new(decks=8).shuffled().cut(16), "2c 3s").discard(1)
    assert repr(shoe) == repr(other)


def test_a_shoe_survives_json_and_pickle() -> None:
    shoe = deal(Shoe.new(decks=2).shuffled().cut(26).burn(Card("5d")), "Ah Kd").discard(1)
    assert from_plain(Shoe, json.loads(json.dumps(to_plain(shoe)))) == shoe
    assert pickle.loads(pickle.dumps(shoe)) == shoe


@pytest.mark.parametrize(
    "change", [{"dealt": 0}, {"discards": 3}, {"burned": 1}, {"counts": composition()}, {"full": composition(2)}]
)
def test_a_stored_shoe_that_does_not_add_up_is_refused(change: dict[str, Any]) -> None:
    stored = to_plain(deal(Shoe.new(decks=1).shuffled(), "Ah Kd"))
    with pytest.raises(ValueError, match=r"cards of the shoe|impossible"):
        from_plain(Shoe, {**stored, **change})
