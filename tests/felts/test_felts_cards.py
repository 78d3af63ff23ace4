"""Card table felts have a place for every wager at every position, and can draw every piece."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games
from pitboss.equipment import CARDS, FACE_DOWN, ScriptedSource, Suit
from pitboss.felts import Area, Felt, Piece
from pitboss.felts.cards import card_svg
from pitboss.felts.generic import GenericFelt
from pitboss.library.felts import felt_of
from pitboss.table import PUBLIC, Action, Dealer, State, game_on, view
from tests.shared.felt_checks import states

SIDE_WAGERS = {
    "progressive": "on",
    "bj_bonus": "on",
    "streak": "on",
    "match_dealer": "on",
    "twenty_point": "B",
    "optional_bonus": "on",
    "in_between": "alternative",
}
TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "blackjack": ("blackjack", 6, {}),
    "blackjack of 1980": ("blackjack", 7, {"on": date(1980, 6, 1), "options": {"boxes": 7, "surrender": "early"}}),
    "blackjack over and under": ("blackjack", 6, {"options": {"additional_wager": "over_under", "soft17": "hit"}}),
    "blackjack with all side wagers": ("blackjack", 7, {"options": SIDE_WAGERS | {"boxes": 7}}),
    "blackjack multiple action": ("blackjack", 6, {"options": {"multiple_action": "on"}}),
    "blackjack four hands": ("blackjack", 6, {"options": {"max_split_hands": 4, "resplit_aces": True}}),
    "blackjack shared": ("blackjack", 6, {"options": {"boxes": 3, "players_per_box": 2, "boxes_per_player": 3}}),
    "blackjack double shoe": (
        "blackjack",
        2,
        {"on": date(2008, 6, 1), "options": {"double_shoe": "on", "hole_card": "none"}},
    ),
    "punto banco": ("baccarat-punto-banco", 14, {}),
    "punto banco of 1985": ("baccarat-punto-banco", 10, {"on": date(1985, 6, 1)}),
    "punto banco with all wagers": (
        "baccarat-punto-banco",
        14,
        {"options": {"offer_cards_wagers": True, "offer_bonus_wager": True, "offer_pairs": True}, "unlawful": True},
    ),
    "mini-baccarat": ("mini-baccarat", 7, {"options": {"deal_method": "face_down"}}),
    "mini-baccarat without vigorish": (
        "mini-baccarat",
        9,
        {
            "options": {
                "banker_variant": "no_vig_dragon7_push",
                "offer_dragon7": True,
                "offer_panda8": True,
                "shuffler": "continuous",
            },
            "unlawful": True,
        },
    ),
    "three card poker": ("three-card-poker", 6, {}),
    "three card poker on two positions": (
        "three-card-poker",
        7,
        {"options": {"offer_six_card_bonus": True, "two_positions": True, "six_card_bonus_table": "SCB-5"}},
    ),
    "caribbean stud": ("caribbean-stud", 7, {}),
    "caribbean stud of 1996": (
        "caribbean-stud",
        6,
        {"on": date(1996, 6, 1), "options": {"positions": 6, "dealing_method": "hand"}},
    ),
    "let it ride": ("let-it-ride", 7, {}),
    "let it ride of 1996": ("let-it-ride", 5, {"on": date(1996, 6, 1)}),
    "double down stud": ("double-down-stud", 7, {}),
    "flop poker": ("flop-poker", 8, {"options": {"positions": 8}}),
    "flop poker without bonus": ("flop-poker", 1, {"options": {"offer_three_card_bonus": False}}),
    "ultimate texas hold 'em": ("ultimate-texas-holdem", 6, {}),
    "ultimate texas hold 'em progressive": (
        "ultimate-texas-holdem",
        7,
        {"options": {"offer_progressive": True, "positions": 7, "dealing_method": "automated_shoe"}},
    ),
    "pai gow": ("pai-gow", 6, {"options": {"dragons_eye": "A", "player_bank": False}}),
    "pai gow on two areas": (
        "pai-gow",
        7,
        {"options": {"areas_per_player": 2, "positions": 7, "dice_method": "rng", "player_bank": False}},
    ),
    "a stranger's": ("high-card", 5, {}),
}
every_table = pytest.mark.parametrize("name", TABLES)


@pytest.fixture(params=[False, True], ids=["wide", "upright"])
def upright(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def table(name: str, upright: bool = False) -> tuple[Layout, Felt, int]:
    game, seats, chosen = TABLES[name]
    layout = Layout.of(game, **chosen)
    felt = felt_of(layout, seats)
    return layout, felt.upright if upright else felt, seats


def seated(layout: Layout, seats: int) -> State:
    dealer = Dealer(game_on(layout), ScriptedSource())
    for position in range(1, seats + 1):
        dealer.act(position, Action("sit", amount=1000_00, name=f"P{position}"))
    assert dealer.ask is not None
    return dealer.ask.state


# ---- Areas


def shape_of(area: Area) -> list[tuple[float, float]]:
    """Return an area's corners; all shapes are convex, and a circle is a polygon with many corners."""
    drawn = ElementTree.fromstring(area.shape)
    if drawn.tag == "circle":
        x, y, r = (float(drawn.attrib[name]) for name in ("cx", "cy", "r"))
        return [(x + r * math.cos(at * math.pi / 12), y + r * math.sin(at * math.pi / 12)) for at in range(24)]
    if drawn.tag == "rect":
        x, y, width, height = (float(drawn.attrib[name]) for name in ("x", "y", "width", "height"))
        return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    points = [pair.split(",") for pair in drawn.attrib["points"].split()]
    return [(float(x), float(y)) for x, y in points]


def overlap(one: Sequence[tuple[float, float]], other: Sequence[tuple[float, float]]) -> bool:
    """Whether two convex shapes share more than an edge, by the separating axis theorem."""
    for shape in (one, other):
        for (x0, y0), (x1, y1) in pairwise([*shape, shape[0]]):
            length = math.hypot(x1 - x0, y1 - y0)
            if not length:
                continue
            across = (y1 - y0) / length, (x0 - x1) / length
            spans = [[x * across[0] + y * across[1] for x, y in points] for points in (one, other)]
            if max(spans[0]) <= min(spans[1]) + 0.6 or max(spans[1]) <= min(spans[0]) + 0.6:
                return False
    return True


@every_table
def test_every_position_has_an_area_for_every_wager_of_the_layout(name: str, upright: bool) -> None:
    layout, felt, seats = table(name, upright)
    for me in range(1, seats + 1):
        mine = {area.wager for area in felt.areas(me) if area.position == me}
        assert mine == set(layout.wagers), f"position {me}"


@every_table
def test_areas_lie_on_the_felt_apart_from_each_other(name: str, upright: bool) -> None:
    _, felt, seats = table(name, upright)
    for me in range(seats + 1):
        areas = felt.areas(me)
        assert len({area.id for area in areas}) == len(areas)
        for area in areas:
            corners = shape_of(area)
            assert all(0 <= x <= felt.width and 0 <= y <= felt.height for x, y in [*corners, (area.x, area.y)]), area.id
            assert not {"fill", "stroke", "style"} & ElementTree.fromstring(area.shape).attrib.keys()
            assert area.label
        shapes = {area.id: shape_of(area) for area in areas if area.position == (me or area.position)}
        for (one, first), (other, second) in combinations(shapes.items(), 2):
            if me or one.rpartition("|")[2] == other.rpartition("|")[2]:
                assert not overlap(first, second), f"{one} lies over {other}"


@every_table
def test_every_offer_of_a_position_can_be_clicked(name: str) -> None:
    """Every wager that the game offers, on the player's own box and on others, highlights an area."""
    layout, felt, seats = table(name)
    state, game = seated(layout, seats), game_on(layout)
    offered = {me: list(game.offers(state, me)) for me in range(1, seats + 1)}
    assert any(offered.values())
    for me, offers in offered.items():
        assert len(felt.lit(offers, me)) == len(offers), f"position {me}"


@every_table
def test_on_a_phone_the_wagers_of_the_players_box_can_be_clicked(name: str) -> None:
    layout, felt, seats = table(name, upright=True)
    state, game = seated(layout, seats), game_on(layout)
    for me in range(1, seats + 1):
        offered = {offer.wager for offer in game.offers(state, me)}
        lit = felt.lit(list(game.offers(state, me)), me)
        assert {id.partition("|")[0] for id in lit} == offered, f"position {me}"
    for area in felt.areas(1):
        corners = shape_of(area)
        if area.wager in offered:
            assert max(x for x, _ in corners) - min(x for x, _ in corners) >= 32, area.id
            assert max(y for _, y in corners) - min(y for _, y in corners) >= 32, area.id


@pytest.mark.parametrize("game", ["double-cross-poker", "let-it-ride", "mississippi-stud"])
def test_on_a_phone_three_wagers_side_by_side_lie_within_the_frame_of_their_box(game: str) -> None:
    felt = felt_of(Layout.of(game), 6).upright
    frame = re.search(r'<rect x="([-\d.]+)"', felt.frame("turn", place := felt.place(1, 1), "").svg)
    assert frame is not None
    left = min(x for area in felt.areas(1) if area.position == 1 for x, _ in shape_of(area))
    assert left > place.x + float(frame[1]) + 2


def test_a_bystander_has_nothing_to_click_on_a_phone() -> None:
    _, felt, _ = table("three card poker", upright=True)
    assert felt.areas() == ()


# ---- Printed text


@every_table
def test_the_print_is_well_formed(name: str, upright: bool) -> None:
    _, felt, _ = table(name, upright)
    ElementTree.fromstring(felt.svg())
    assert felt.width == (400 if upright else 1200)
    assert felt.upright.width == 400


def words(svg: str) -> str:
    """Return all text in a picture."""
    return " | ".join("".join(element.itertext()) for element in ElementTree.fromstring(svg).iter() if element.text)


def test_blackjack_prints_its_own_rules(upright: bool) -> None:
    def printed(**options: Any) -> str:
        felt = felt_of(Layout.of("blackjack", options=options), 6)
        return words((felt.upright if upright else felt).svg())

    usual = printed()
    assert "BLACKJACK PAYS 3 TO 2" in usual
    assert "Dealer must draw to 16 and stand on all 17s" in usual
    assert "INSURANCE PAYS 2 TO 1" in usual
    assert "BLACKJACK PAYS 6 TO 5" in printed(blackjack_pays="6 to 5")
    assert "hit soft 17" in printed(soft17="hit")
    assert "1000 to 1" in printed(twenty_point="A")
    assert "1000 to 1" not in usual


def test_pay_tables_are_those_of_the_layout(upright: bool) -> None:
    def printed(game: str, **options: Any) -> str:
        felt = felt_of(Layout.of(game, options=options), 6)
        return words((felt.upright if upright else felt).svg())

    assert "33 to 1" in printed("three-card-poker", pair_plus_table="PP-5")
    assert "33 to 1" not in printed("three-card-poker")
    assert "The dealer needs queen high or better" in printed("three-card-poker")
    assert "$25,000" in printed("let-it-ride")
    assert "25000" not in printed("let-it-ride")
    assert "100% of meter" in printed("caribbean-stud")
    assert "10% of meter" not in printed("caribbean-stud", straight_flush_progressive="fixed_5000")
    assert "push" in printed("double-down-stud")
    assert "9 to 1" in printed("mini-baccarat", tie_payout="9 to 1")


# ---- Cards


def test_each_card_is_identified_by_shape_letter_and_name() -> None:
    drawn = [card_svg(str(card)) for card in CARDS]
    assert len(set(drawn)) == 53
    for card, svg in zip(CARDS, drawn, strict=True):
        assert f'data-card="{card}"' in svg
        assert f"<title>{card.name}</title>" in svg
        ElementTree.fromstring(svg)
    for one, other in combinations(Suit, 2):
        shapes = [set(re.findall(r' d="([^"]+)"', card_svg(f"A{suit.value}"))) for suit in (one, other)]
        assert not shapes[0] & shapes[1]
    assert "data-card" not in card_svg(FACE_DOWN)


def test_the_colours_of_the_suits_are_read_on_ivory() -> None:
    """A contrast of at least 4.5 to 1, as defined by WCAG."""
    for suit in Suit:
        svg = card_svg(f"A{suit.value}")
        ivory = re.search(r'rx="5" fill="(#[0-9a-f]{6})" stroke', svg)
        ink = re.search(r'font-size="32"[^>]* fill="(#[0-9a-f]{6})"', svg)
        assert ivory
        assert ink
        light, dark = sorted((_luminance(ivory[1]), _luminance(ink[1])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, suit


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# ---- Pieces


def cards_in(seen: Any) -> Iterator[str]:
    """Yield every card in a view, including those face down."""
    if isinstance(seen, Mapping):
        for value in seen.values():
            yield from cards_in(value)
    elif isinstance(seen, list):
        for value in seen:
            yield from cards_in(value)
    elif isinstance(seen, str) and re.fullmatch(r"[2-9TJQKA][cdhs]|Jk|\?\?", seen):
        yield seen


def faces(pieces: Sequence[Piece]) -> dict[str, str]:
    """Return the drawn cards by piece id; a card's back is FACE_DOWN."""
    found = {piece.id: re.search(r'data-card="(\w+)"', piece.svg) for piece in pieces if piece.id.startswith("card|")}
    return {id: match[1] if match else FACE_DOWN for id, match in found.items()}


def check(felt: Felt, seen: Mapping[str, Any], me: int) -> list[Piece]:
    pieces = felt.pieces(seen, me)
    ids = [piece.id for piece in pieces]
    assert len(set(ids)) == len(ids), [id for id, number in Counter(ids).items() if number > 1]
    ElementTree.fromstring(f"<g>{''.join(piece.svg for piece in pieces)}</g>")
    for piece in pieces:
        assert 0 <= piece.x <= felt.width, piece.id
        assert 0 <= piece.y <= felt.height, piece.id
    shown = Counter(face for face in faces(pieces).values() if face != FACE_DOWN)
    # A blackjack view lists cards twice, by hand and in the order received, so only drawing more than it lists is an
    # error.
    visible = Counter(card for card in cards_in(seen) if card != FACE_DOWN)
    assert shown <= visible, f"drawn, but not to be seen: {shown - visible}"
    for piece in pieces:
        if not piece.id.startswith("card|"):
            assert "data-card" not in piece.svg
    return pieces


@every_table
def test_every_state_can_be_drawn_without_hidden_cards(name: str, upright: bool) -> None:
    layout, felt, seats = table(name, upright)
    for number, state in enumerate(states(layout, 1, seats, rounds=3)):
        for me in (PUBLIC, number % seats + 1):
            check(felt, view(state, me), me)


@pytest.mark.parametrize("game", list(registered_games()))
def test_the_generic_felt_can_draw_every_game(game: str, upright: bool) -> None:
    layout = Layout.of(game)
    felt: Felt = GenericFelt(game_on(layout), 4)
    felt = felt.upright if upright else felt
    assert {area.wager for area in felt.areas(2)} == set(layout.wagers)
    for number, state in enumerate(states(layout, 3, 4, rounds=2)):
        check(felt, view(state, number % 5), number % 5)


@pytest.mark.parametrize("name", ["three card poker", "ultimate texas hold 'em", "caribbean stud", "flop poker"])
def test_another_positions_cards_are_backs(name: str) -> None:
    layout, felt, _ = table(name)
    backs = 0
    for state in states(layout, 5, 3, rounds=3):
        seen = view(state, 2)
        drawn = faces(felt.pieces(seen, 2))
        for hand in seen.get("hands", ()):
            own = [face for id, face in drawn.items() if id.startswith(f"card|{hand['box']}|")]
            assert own == [*hand.get("cards", ()), *hand.get("down", ())]
            backs += own.count(FACE_DOWN)
            assert hand["box"] != 2 or FACE_DOWN not in own
    assert backs


@pytest.mark.parametrize("name", ["blackjack four hands", "three card poker", "let it ride", "punto banco"])
def test_a_card_stays_the_same_piece_while_it_lies_there(name: str) -> None:
    """From one step to the next, an id stays with the same card, even when it is turned face up."""
    layout, felt, _ = table(name)
    before: dict[str, str] = {}
    kept = 0
    for state in states(layout, 7, 4, rounds=12):
        now = faces(felt.pieces(view(state, 2), 2))
        for id in now.keys() & before.keys():
            assert before[id] in (now[id], FACE_DOWN), id
            kept += 1
        before = now
    assert kept > 100


# ---- Blackjack


def blackjack(cards: str, choices: Sequence[str], **options: Any) -> tuple[Felt, list[dict[str, Any]]]:
    """Play position 1 alone against the dealer with these cards and choices; return the view after each choice."""
    layout = Layout.of("blackjack", options={"hole_card": "unpeeked", "decks": 6} | options)
    dealer = Dealer(game_on(layout), ScriptedSource(cards=cards.split()))
    dealer.act(1, Action("sit", amount=1000_00, name="Ann"))
    dealer.act(1, Action("make", "blackjack", 10_00))
    seen = []
    dealer.watch = lambda step: seen.append(view(step.state, 1))
    dealer.close()
    for choice in (*choices, ""):
        while dealer.ask is not None and dealer.ask.chance:
            dealer.draw()
        if choice:
            dealer.decide(choice)
    return felt_of(layout, 6), seen


def piece(pieces: Sequence[Piece], id: str) -> Piece:
    return next(one for one in pieces if one.id == id)


def test_a_split_moves_a_card_to_a_hand_of_its_own(upright: bool) -> None:
    wide, seen = blackjack("2c 8h 6d 8s Tc 3d Kh 5s", ["cut", "split", "stand", "stand"])
    felt = wide.upright if upright else wide
    pair = next(one for one in seen if len(one.get("hands", [{}])[0].get("cards", ())) == 2)
    two = next(one for one in seen if [len(hand.get("cards", ())) for hand in one.get("hands", ())] == [2, 2])
    before, after = felt.pieces(pair, 1), felt.pieces(two, 1)
    assert faces(before) | {"card|1|0": "8h", "card|1|1": "8s"} == faces(before)
    assert faces(after) | {"card|1|0": "8h", "card|1|1": "8s", "card|1|2": "3d", "card|1|3": "Kh"} == faces(after)
    # The first hand is on the dealer's left, at the right of the picture; each stake is below its hand.
    assert piece(after, "card|1|0").x > piece(after, "card|1|1").x
    first, second = piece(after, "chips|1|blackjack|1"), piece(after, "chips|1|split|1-2")
    assert first.x > second.x
    assert first.y > piece(after, "card|1|0").y
    assert ">11<" in piece(after, "total|1|1").svg
    assert ">18<" in piece(after, "total|1|2").svg


def test_the_card_of_a_double_is_drawn_across() -> None:
    felt, seen = blackjack("2c 5h 6d 6s Tc 9d 5s", ["cut", "double"])
    doubled = next(one for one in seen if one.get("hands") and len(one["hands"][0].get("cards", ())) == 3)
    pieces = felt.pieces(doubled, 1)
    assert piece(pieces, "card|1|2").turn == 90
    assert piece(pieces, "card|1|1").turn == 0
    assert piece(pieces, "chips|1|double|1").x > piece(pieces, "chips|1|blackjack|1").x


def test_insurance_is_drawn_on_its_line_and_scores_are_shown(upright: bool) -> None:
    wide, seen = blackjack("2c Ah Ad 7s Tc 9d", ["cut", "insure"])
    felt = wide.upright if upright else wide
    insured = next(one for one in seen if any(wager["kind"] == "insurance" for wager in one.get("wagers", ())))
    pieces = felt.pieces(insured, 1)
    chips = piece(pieces, "chips|1|insurance|1")
    area = next(area for area in felt.areas(1) if area.id == "insurance|1|1")
    assert (round(chips.x), round(chips.y)) == (round(area.x), round(area.y))
    assert ">soft 18<" in piece(pieces, "total|1|1").svg
    assert not [one for one in pieces if one.id == "total|dealer"], "the hole card is not counted"


def test_the_result_of_a_stake_is_shown_when_it_is_decided() -> None:
    felt, seen = blackjack("2c Th 6d 8s Tc 9d", ["cut", "draw"])
    last = next(one for one in reversed(seen) if one.get("results"))
    assert ">lost $10<" in piece(felt.pieces(last, 1), "result|1|1").svg


# ---- Poker and baccarat


def test_a_hand_is_named_for_whoever_may_see_it() -> None:
    layout, felt, _ = table("three card poker")
    for state in states(layout, 11, 3, rounds=3):
        for me in (PUBLIC, 1, 2, 3):
            seen = view(state, me)
            named = {one.id for one in felt.pieces(seen, me) if one.id.startswith("name|")}
            for hand in seen.get("hands", ()):
                cards = [*hand.get("cards", ()), *hand.get("down", ())]
                full = len(cards) == 3 and FACE_DOWN not in cards and not hand.get("fate")
                assert (f"name|{hand['box']}" in named) == full
            assert ("name|dealer" in named) == (len(seen.get("dealer", ())) == 3)


def test_a_wager_that_was_taken_back_is_marked() -> None:
    layout, felt, _ = table("let it ride")
    marks = [
        one.id
        for state in states(layout, 2, 3, rounds=6)
        for one in felt.pieces(view(state, 1), 1)
        if one.id.startswith("back|")
    ]
    assert marks


def test_the_winner_of_a_coup_is_marked_when_neither_hand_draws() -> None:
    _, felt, _ = table("mini-baccarat")

    def marks(player: list[str], banker: list[str]) -> dict[str, bool]:
        pieces = felt.pieces({"player": player, "banker": banker}, 1)
        return {one.id: ">WINS<" in one.svg for one in pieces if one.id.startswith("count|")}

    assert marks(["9h", "Kd"], ["2h", "5d"]) == {"count|player": True, "count|banker": False}
    assert marks(["2h", "3d"], ["2h", "5d"]) == {"count|player": False, "count|banker": False}
    assert marks(["2h", "3d", "Tc"], ["2h", "5d"]) == {"count|player": False, "count|banker": True}
    assert marks(["2h", "3d", "6c"], ["2h", "4d"]) == {"count|player": False, "count|banker": False}
    third = felt.pieces({"player": ["2h", "3d", "6c"], "banker": ["2h", "4d"]}, 1)
    assert [one.turn for one in third if one.id.startswith("card|player")] == [0, 0, 90]
    assert "tie" in {one.id for one in felt.pieces({"player": ["9h", "Kd"], "banker": ["4h", "5d"]}, 1)}


def test_positions_are_numbered_from_the_dealers_left_and_at_the_large_table_counterclockwise() -> None:
    def seats(name: str) -> list[float]:
        _, felt, number = table(name)
        places = {one.id: one.x for one in felt.pieces({}, 1)}
        return [places[f"seat|{position}"] for position in range(1, number + 1)]

    for name in ("blackjack", "three card poker", "mini-baccarat"):
        assert seats(name) == sorted(seats(name), reverse=True), name
    assert seats("punto banco") == sorted(seats("punto banco"))


def test_marked_vigorish_is_in_the_numbered_box_of_its_seat() -> None:
    _, felt, _ = table("punto banco")
    owed = [{"position": 3, "amount": 1_25}, {"position": 9, "amount": 50}]
    pieces = felt.pieces({"owed": owed}, 3)
    assert "$1.25" in piece(pieces, "owed|3").svg
    assert piece(pieces, "owed|3").x < piece(pieces, "owed|9").x


def test_names_of_people_are_escaped() -> None:
    _, felt, _ = table("blackjack")
    sitting = [{"number": 1, "name": "<script>&", "rack": 100, "bought_in": 100}]
    for drawn in (felt, felt.upright):
        assert "<script" not in drawn.svg({"positions": sitting}, 2)
