"""The poker room's felt shows every player and every piece, in every variant."""

from itertools import combinations
from xml.etree import ElementTree

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.families.poker_room.felt import PokerFelt
from pitboss.felts import Felt
from pitboss.felts.cards import HEIGHT
from pitboss.felts.cards import WIDTH as CARD
from pitboss.library.felts import felt_of
from pitboss.table import PUBLIC, view
from tests.shared.felt_checks import states

VARIANTS = [one.value for one in rules_of("poker").options["variant"].values]


def felts(layout: Layout, seats: int) -> tuple[Felt, Felt]:
    felt = felt_of(layout, seats)
    return felt, felt.upright


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_piece_is_on_the_felt_and_no_face_down_card_is_revealed(variant: str) -> None:
    layout = Layout.of("poker", options={"variant": variant})
    for state in states(layout, 5, 5, rounds=2, every=7):
        for me in (2, PUBLIC):
            seen = view(state, me)
            for felt in felts(layout, 6):
                pieces = felt.pieces(seen, me)
                assert len({piece.id for piece in pieces}) == len(pieces)
                for piece in pieces:
                    drawn = ElementTree.fromstring(f"<g>{piece.svg}</g>")
                    assert 0 <= piece.x <= felt.width, piece.id
                    assert 0 <= piece.y <= felt.height, piece.id
                    if piece.id.startswith("card|hand|"):
                        _, _, whose, at = piece.id.split("|")
                        held = next(one for one in seen["hands"] if one["position"] == int(whose))
                        card = [*held.get("down", ()), *held.get("up", ())][int(at)]
                        shown = [node.attrib["data-card"] for node in drawn.iter() if "data-card" in node.attrib]
                        assert shown == ([] if card == "??" else [card])
                bets = [wager for wager in seen.get("wagers", ()) if wager.get("spot") != "pot"]
                assert {f"chips|{one['position']}|{one['kind']}|" for one in bets} <= {piece.id for piece in pieces}


@pytest.mark.parametrize("seats", [2, 6, 8, 11])
def test_the_viewer_sits_at_the_lower_edge_and_no_plates_overlap(seats: int) -> None:
    for felt in felts(Layout.of("poker"), seats):
        assert isinstance(felt, PokerFelt)
        wide, high = felt.size.plate
        for me in range(seats + 1):
            places = [felt.place(number, me) for number in range(1, seats + 1)]
            if me:
                assert max(places, key=lambda place: place.y).number == me
                after = places[me % seats]
                assert after.x < felt.width / 2 or seats == 2, "the next to play is on the viewer's left"
            for one, other in combinations(places, 2):
                assert abs(one.x - other.x) >= wide or abs(one.y - other.y) >= high, (seats, one, other)


@pytest.mark.parametrize("seats", [6, 8, 9, 11])
@pytest.mark.parametrize("cards", [2, 4, 5, 7])
def test_the_viewers_cards_cover_no_other_plate(seats: int, cards: int) -> None:
    hand = {"position": 3, "down": ["As", "Kd", "9h", "4c", "2s", "7d", "Jc"][:cards]}
    for felt in felts(Layout.of("poker"), seats):
        assert isinstance(felt, PokerFelt)
        wide, high = felt.size.plate
        half, tall = CARD * felt.size.own / 2, HEIGHT * felt.size.own / 2
        others = [felt.place(number, 3) for number in range(1, seats + 1) if number != 3]
        lying = [piece for piece in felt.pieces({"hands": [hand]}, 3) if piece.id.startswith("card|")]
        assert len(lying) == cards
        for card in lying:
            for one in others:
                beside = abs(card.x - one.x) >= wide / 2 + half
                assert beside or abs(card.y - one.y) >= high / 2 + tall, (seats, card.id, one)
