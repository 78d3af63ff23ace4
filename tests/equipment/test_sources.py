import copy
import hashlib
import pickle
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from math import sqrt

import pytest

from pitboss.equipment import (
    CARDS,
    SPANISH,
    STANDARD,
    Card,
    Dice,
    Opening,
    RandomSource,
    ScriptedSource,
    ScriptExhausted,
    SeededSource,
    Snapshot,
    SystemSource,
    cards,
    composition,
    outcomes,
    spread,
    verify_opening,
)

DECK = composition()


@pytest.fixture(params=[SystemSource, lambda: SeededSource("secret seed")], ids=["system", "seeded"])
def source(request: pytest.FixtureRequest) -> SystemSource | SeededSource:
    return request.param()


def deal(source: RandomSource, number: int, shoe_id: str = "shoe") -> list[Card]:
    return [source.card(shoe_id) for _ in range(number)]


def too_uneven(counts: Iterable[int], cells: int) -> bool:
    """Whether chi-square is more than four standard deviations above its mean: about one chance in 10,000 for a fair
    source.
    """
    counts = [*counts]
    counts += [0] * (cells - len(counts))
    expected = sum(counts) / cells
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    return chi_square > (cells - 1) + 4 * sqrt(2 * (cells - 1))


# Shoes


def test_a_shoe_deals_its_cards_once_each_and_then_stops(source: SystemSource | SeededSource) -> None:
    counts = composition(2, SPANISH.with_jokers())
    source.shuffle("shoe", counts)
    dealt = deal(source, 98)
    assert Counter(dealt) == Counter(spread(counts))
    assert dealt != spread(counts)
    with pytest.raises(LookupError, match="'shoe' is empty: all its 98 cards"):
        source.card("shoe")


def test_the_commitment_holds_for_the_order_that_was_dealt(source: SystemSource | SeededSource) -> None:
    commitment = source.shuffle("shoe", DECK)
    dealt = deal(source, 30)
    source.finish("shoe")
    opening = source.opening("shoe")
    assert list(opening.order[:30]) == dealt
    assert verify_opening(commitment, opening)
    text = opening.nonce + " " + " ".join(map(str, opening.order))
    assert hashlib.sha256(text.encode()).hexdigest() == commitment


def test_a_changed_order_or_nonce_does_not_verify(source: SystemSource | SeededSource) -> None:
    commitment = source.shuffle("shoe", DECK)
    source.finish("shoe")
    opening = source.opening("shoe")
    first, second, *others = opening.order
    assert not verify_opening(commitment, replace(opening, order=(second, first, *others)))
    assert not verify_opening(commitment, replace(opening, nonce="0" * 64))
    assert not verify_opening(commitment, replace(opening, order=opening.order[:-1]))


def test_a_shoe_in_play_is_not_opened(source: SystemSource | SeededSource) -> None:
    commitment = source.shuffle("other", DECK)
    with pytest.raises(LookupError, match="'other' cannot be opened"):
        source.opening("other")
    source.shuffle("other", DECK)
    assert verify_opening(commitment, source.opening("other"))


def test_a_finished_shoe_deals_no_more(source: SystemSource | SeededSource) -> None:
    source.shuffle("shoe", DECK)
    source.finish("shoe")
    with pytest.raises(LookupError, match="'shoe' is not in play"):
        source.card("shoe")
    with pytest.raises(LookupError, match="'nowhere' is not in play"):
        source.finish("nowhere")


def test_shoes_do_not_mix(source: SystemSource | SeededSource) -> None:
    source.shuffle("left", DECK)
    source.shuffle("right", DECK)
    left, right = [], []
    for _ in range(52):
        left += deal(source, 1, "left")
        right += deal(source, 1, "right")
    assert set(left) == set(right) == set(CARDS[:52])
    assert left != right


def test_the_same_cards_have_another_commitment_each_time(source: SystemSource | SeededSource) -> None:
    only_aces = composition(1, STANDARD.without(*(card for card in CARDS if str(card) != "As"), name="one ace"))
    assert len({source.shuffle("shoe", only_aces) for _ in range(10)}) == 10


def test_every_source_has_the_protocol() -> None:
    sources: list[RandomSource] = [SystemSource(), SeededSource(1), ScriptedSource()]
    assert all(isinstance(source, RandomSource) for source in sources)


# Secrecy


def test_a_source_does_not_print_its_secrets(source: SystemSource | SeededSource) -> None:
    source.shuffle("shoe", composition(8))
    deal(source, 5)
    snapshot = source.snapshot()
    shown = " ".join([repr(source), str(source), f"{source}", repr(snapshot), str(snapshot), repr(source._in_play)])
    assert not any(str(card) in shown or card.pretty in shown or card.name in shown for card in CARDS)
    assert "secret seed" not in shown  # the seed
    assert source._in_play["shoe"].opening.nonce not in shown
    for secret in (source, snapshot, source._in_play["shoe"]):
        assert not hasattr(secret, "__dict__")
        for leak in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError, match="keeps secrets"):
                leak(secret)


def test_a_restored_source_continues_with_the_same_shoe(source: SystemSource | SeededSource) -> None:
    source.shuffle("old", DECK)
    source.finish("old")
    commitment = source.shuffle("shoe", composition(2, STANDARD.with_jokers(2)))
    deal(source, 40)
    restored = type(source).restore(Snapshot(source.snapshot().reveal()))
    assert deal(restored, 68) == deal(source, 68)
    restored.finish("shoe")
    assert verify_opening(commitment, restored.opening("shoe"))
    assert restored.opening("old") == source.opening("old")


# The seeded source


def test_the_seeded_source_never_changes() -> None:
    source = SeededSource(1947)
    assert " ".join(str(source.dice()) for _ in range(12)) == "6-5 5-3 4-3 6-5 2-3 2-1 5-6 5-4 5-2 2-6 4-4 6-6"
    assert str(source.dice(3)) + " " + str(source.dice(1)) == "3-4-1 2"
    assert [source.number(38) for _ in range(8)] == [12, 31, 36, 5, 14, 8, 10, 14]
    assert [source.number(1000) for _ in range(4)] == [846, 188, 969, 717]
    assert source.shuffle("shoe", DECK) == "d50cf68ffc64a4b2209fe6a63688ee130344e11a51bdf438aa330fc176eb808d"
    assert " ".join(map(str, deal(source, 10))) == "2h Js Ks Ts 3h Jd 5h Qh 2d 8d"
    assert source.position == 116


def test_the_seeded_source_is_as_its_docstring_says() -> None:
    key = hashlib.sha256(b"pitboss:19:47").digest()
    stream = b"".join(hashlib.sha256(key + i.to_bytes(8, "big")).digest() for i in range(20))
    by_hand = [divmod(byte % 36, 6) for byte in stream if byte < 252]
    source = SeededSource("19:47")
    assert [source.dice().faces for _ in range(500)] == [(a + 1, b + 1) for a, b in by_hand[:500]]


@pytest.mark.parametrize("used", [0, 1, 31, 32, 33, 1000])
def test_a_position_resumes_the_stream(used: int) -> None:
    source = SeededSource(5)
    while source.position < used:
        source.dice()
    resumed = SeededSource(5, position=source.position)
    assert resumed.position == source.position
    assert [resumed.number(52) for _ in range(100)] == [source.number(52) for _ in range(100)]
    assert resumed.shuffle("a", DECK) == source.shuffle("a", DECK)
    assert resumed.position == source.position


def test_seeds_differ_but_not_by_type() -> None:
    rolls = [[source.dice() for _ in range(20)] for source in map(SeededSource, (7, "7", 8))]
    assert rolls[0] == rolls[1] != rolls[2]


# Fairness, on fixed seeds


@pytest.mark.parametrize("number", [1, 2, 3])
def test_dice_are_fair(number: int) -> None:
    source = SeededSource(f"fair dice {number}")
    rolls = Counter(source.dice(number) for _ in range(100_000))
    assert not too_uneven(rolls.values(), len(outcomes(number)))


def test_following_rolls_do_not_depend_on_each_other() -> None:
    source = SeededSource("pairs of rolls")
    pairs = Counter((source.dice().total > 7, source.dice().faces) for _ in range(72_000))
    high = [count for (above, _), count in pairs.items() if above]
    low = [count for (above, _), count in pairs.items() if not above]
    assert not too_uneven(high, 36)
    assert not too_uneven(low, 36)


@pytest.mark.parametrize("below", [1, 3, 37, 38, 80, 100, 129, 200, 255, 256, 257])
def test_numbers_are_unbiased(below: int) -> None:
    """Reduction without rejection fails here: with bytes taken modulo 200, 56 numbers come up twice as often."""
    source = SeededSource(f"below {below}")
    numbers = Counter(source.number(below) for _ in range(400 * below))
    assert set(numbers) == set(range(below))
    assert below == 1 or not too_uneven(numbers.values(), below)


def test_every_card_is_in_every_place_equally_often() -> None:
    source = SeededSource("places")
    ranks = composition(1, STANDARD.without(*(card for card in CARDS[8:52]), name="eight cards"))
    places: Counter[tuple[int, Card]] = Counter()
    for _ in range(8_000):
        source.shuffle("shoe", ranks)
        places.update(enumerate(deal(source, 8)))
    assert not too_uneven(places.values(), 64)


def test_every_order_is_equally_likely() -> None:
    """The naive shuffle (swap with any place) fails here: 4^4 is not a multiple of 4!."""
    source = SeededSource("orders")
    deuces = [1] * 4 + [0] * 49
    orders: Counter[tuple[Card, ...]] = Counter()
    for _ in range(24_000):
        source.shuffle("shoe", deuces)
        orders[tuple(deal(source, 4))] += 1
    assert not too_uneven(orders.values(), 24)


def test_the_fairness_test_detects_unfairness() -> None:
    source = SeededSource("biased")
    assert too_uneven(Counter(source.number(256) % 200 for _ in range(80_000)).values(), 200)


def test_there_is_no_number_below_zero(source: SystemSource | SeededSource) -> None:
    assert {source.number(1) for _ in range(5)} == {0}
    for below in (0, -3):
        with pytest.raises(ValueError, match="below 1 or more"):
            source.number(below)


def test_the_system_source_gives_every_roll_and_number() -> None:
    source = SystemSource()
    assert {source.dice() for _ in range(3_000)} == set(outcomes(2))
    assert {source.number(38) for _ in range(3_000)} == set(range(38))


# The scripted source


def test_a_script_is_dealt_as_written() -> None:
    source = ScriptedSource(dice=["3-4", (6, 6, 1), Dice("5")], cards=["Ah", Card("Td"), "5c"], numbers=[0, 37])
    source.shuffle("shoe", DECK)
    assert (source.dice(), source.dice(3), source.dice(1)) == (Dice("3-4"), Dice("6-6-1"), Dice("5"))
    assert tuple(deal(source, 3)) == cards("Ah Td 5c")
    assert (source.number(38), source.number(38)) == (0, 37)
    assert source.unused == {"dice": (), "cards": (), "numbers": (), "draws": ()}


def test_a_script_that_runs_out_names_the_request_and_the_used_entries() -> None:
    source = ScriptedSource(dice=["3-4"], cards="Ah Td", numbers=[17])
    source.shuffle("shoe 1", DECK)
    source.dice()
    deal(source, 2, "shoe 1")
    with pytest.raises(ScriptExhausted, match=r"a card of shoe 'shoe 1' was asked for.* used: 3-4, Ah, Td"):
        source.card("shoe 1")
    with pytest.raises(ScriptExhausted, match="a roll of 2 dice was asked for"):
        source.dice()
    assert source.unused["numbers"] == (17,)
    with pytest.raises(ScriptExhausted, match="used: nothing"):
        ScriptedSource().number(38)


def test_an_entry_that_does_not_fit_is_refused_and_stays_in_the_script() -> None:
    source = ScriptedSource(dice=["3-4"], cards="Ah Ah", numbers=[38])
    source.shuffle("shoe", DECK)
    source.card("shoe")
    before = source.unused
    with pytest.raises(ValueError, match=r"ace of hearts \(Ah\), but shoe 'shoe' has none left"):
        source.card("shoe")
    with pytest.raises(ValueError, match="rolls 3-4, but 3 dice"):
        source.dice(3)
    with pytest.raises(ValueError, match="number 38, but one from 0 to 37"):
        source.number(38)
    assert source.unused == before
    source.shuffle("shoe", DECK)
    assert source.card("shoe") == Card("Ah")


def test_a_scripted_shoe_must_be_shuffled_and_can_be_opened() -> None:
    source = ScriptedSource(cards="Ah Td")
    with pytest.raises(LookupError, match="must first be shuffled"):
        source.card("shoe")
    commitment = source.shuffle("shoe", DECK)
    source.card("shoe")
    source.finish("shoe")
    assert source.opening("shoe") == Opening("script", cards("Ah Td"))
    assert verify_opening(commitment, source.opening("shoe"))
