"""Card-by-card commitments: opened cards are proven, and the others stay closed."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from pitboss.equipment import CARDS, Opening
from pitboss.floor.card_proofs import (
    Disclosure,
    commitment_of,
    commitment_to_cards,
    disclose,
    is_by_card,
    is_opening,
)

NONCE = "5a" * 32
ORDER = Opening(NONCE, CARDS[:52])


@given(st.integers(1, 120).flatmap(lambda count: st.tuples(st.just(count), st.sets(st.integers(1, count)))))
def test_any_cards_of_any_shuffle_prove_its_commitment(drawn: tuple[int, set[int]]) -> None:
    count, places = drawn
    opening = Opening(NONCE, tuple(CARDS[place % 52] for place in range(count)))
    disclosure = disclose(opening, places)
    assert commitment_of(disclosure) == commitment_to_cards(opening)
    assert [one.place for one in disclosure.cards] == sorted(places)
    assert [one.card for one in disclosure.cards] == [str(opening.order[place - 1]) for place in sorted(places)]


def test_a_stranger_can_compute_a_proof_by_hand() -> None:
    """Three cards, the second of which is opened, computed as the API describes."""
    opening = Opening(NONCE, CARDS[:3])
    disclosure = disclose(opening, [2])
    (card,) = disclosure.cards
    first, third = disclosure.hidden

    def hashed(text: str) -> str:
        return sha256(text.encode()).hexdigest()

    left = hashed(f"node {first} {hashed(f'card 2 {card.card} {card.salt}')}")
    assert hashed(f"shuffle 3 {hashed(f'node {left} {third}')}") == commitment_to_cards(opening)


def test_closed_cards_cannot_be_found_by_trying_all_cards() -> None:
    disclosure = disclose(ORDER, [1])
    salts = [one.salt for one in disclosure.cards]
    tried = {
        sha256(f"card {place} {card} {salt}".encode()).hexdigest()
        for place in range(2, 53)
        for card in CARDS
        for salt in (*salts, "", "0" * 64, NONCE)
    }
    assert not tried & set(disclosure.hidden)
    assert NONCE not in disclosure.model_dump_json()


def test_each_card_has_a_salt_of_its_own() -> None:
    salts = [one.salt for one in disclose(ORDER, range(1, 53)).cards]
    assert len({*salts, *(one.salt for one in disclose(Opening("5b" * 32, CARDS[:52]), range(1, 53)).cards)}) == 104


def spoiled(change: dict[str, Any], place: int = 0) -> Disclosure:
    data = disclose(ORDER, [3, 7, 20]).model_dump()
    data["cards"][place] |= change
    return Disclosure.model_validate(data)


@pytest.mark.parametrize("change", [{"card": "2c"}, {"place": 4}, {"salt": "0" * 64}])
def test_another_card_proves_another_commitment(change: dict[str, Any]) -> None:
    assert str(ORDER.order[2]) != "2c"
    found = ""
    try:
        found = commitment_of(spoiled(change))
    except ValueError:
        return
    assert found != commitment_to_cards(ORDER)


@pytest.mark.parametrize(
    "change",
    [{"card": "2C"}, {"card": "10c"}, {"card": "xx"}, {"place": 0}, {"place": 53}, {"place": 7}, {"salt": "5A" * 32}],
)
def test_an_invalid_disclosure(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 of several kinds
        commitment_of(spoiled(change))


def test_hashes_too_few_and_too_many() -> None:
    whole = disclose(ORDER, [3])
    for hidden in (whole.hidden[:-1], [*whole.hidden, "0" * 64], ["x", *whole.hidden[1:]]):
        with pytest.raises(ValueError, match="hash"):
            commitment_of(whole.model_copy(update={"hidden": hidden}))
    with pytest.raises(ValidationError):
        Disclosure(count=10**12, cards=[], hidden=["0" * 64])


def test_the_commitment_includes_the_number_of_cards() -> None:
    """A tree with fewer leaves cannot be passed off as a card of a larger one."""
    two, three = Opening(NONCE, CARDS[:2]), Opening(NONCE, CARDS[:3])
    shorter = disclose(two, []).model_copy(update={"count": 3})
    assert commitment_of(shorter) != commitment_to_cards(two)
    assert commitment_of(disclose(three, [])) == commitment_to_cards(three)


def test_a_commitment_of_an_earlier_version_is_recognized() -> None:
    assert is_opening(ORDER.commitment, ORDER)
    assert not is_by_card(ORDER.commitment, ORDER)
    assert is_opening(commitment_to_cards(ORDER), ORDER)
    other = Opening(NONCE, (*CARDS[1:52], CARDS[0]))
    assert not is_opening(ORDER.commitment, other)
    assert not is_opening(commitment_to_cards(ORDER), other)
