"""A table page's computations: the wagers to repeat, the lawful alternative, and how long to show a result."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.chapter.layout import Layout, Limits
from pitboss.equipment import ScriptedSource
from pitboss.floor.sight import STEPS_PER_ROUND, MomentView, OfferView, SeatView, TableInfo, VisibleTable
from pitboss.table import Action, Dealer, game_on
from pitboss.web.live.lawful_amount import nearest
from pitboss.web.live.playback import Tally, lingering
from pitboss.web.live.question import laid_by_a_choice, movable
from pitboss.web.live.rebet import Laid, Laying

YOU = 3


def wager(kind: str, amount: int, position: int = YOU, spot: str = "") -> dict[str, Any]:
    return {"position": position, "kind": kind, "amount": amount} | ({"spot": spot} if spot else {})


def moment(seq: int, step: str, *wagers: dict[str, Any], **more: Any) -> MomentView:
    return MomentView(seq=seq, step={"step": step, **more}, state={"wagers": list(wagers)})


def seen(*wagers: dict[str, Any], game: str = "craps", **more: Any) -> VisibleTable:
    info = TableInfo(id=1, name="x", game=game, title="x", on="2026-01-01", dealer="automatic", seats=8)
    given = {"table": info, "entry": 1, "seq": 1, "round": 1, "you": YOU, "state": {"wagers": list(wagers)}}
    return VisibleTable(**given | more)


# ---- same again


def test_the_wagers_on_the_layout_at_the_deal_are_repeated() -> None:
    laying = Laying(Layout.of("craps"))
    line, field, theirs = wager("pass", 10_00), wager("field", 5_00), wager("field", 25_00, position=1)
    for one in (
        moment(1, "AskWagers"),
        moment(2, "Acted", line),
        moment(3, "Acted", line, field, theirs),
        moment(4, "AskDice", line, field, theirs),
        moment(5, "Settled", line, wager=field),
        moment(STEPS_PER_ROUND + 1, "AskWagers", line),
    ):
        laying.remember(one, YOU)
    assert laying.last == (Laid("pass", "", 10_00), Laid("field", "", 5_00))
    assert laying.missing(seen(line)) == (Laid("field", "", 5_00),)
    assert laying.named(seen(line)) == "Same again, $5"
    assert laying.named(seen(line, field)) == ""


def test_a_round_that_the_player_only_watched_changes_nothing() -> None:
    laying = Laying(Layout.of("craps"))
    for seq, wagers in ((1, (wager("pass", 10_00),)), (10_001, ())):
        laying.remember(moment(seq, "AskWagers", *wagers), YOU)
        laying.remember(moment(seq + 1, "AskDice", *wagers), YOU)
    assert laying.last == (Laid("pass", "", 10_00),)


def test_wagers_made_later_in_a_round_are_not_repeated() -> None:
    laying = Laying(Layout.of("blackjack"))
    first, double = wager("blackjack", 10_00, spot="3"), wager("double", 10_00, spot="3")
    for one in (
        moment(1, "Acted", first),
        moment(2, "AskCard", first),
        moment(3, "AskDecision", first),
        moment(4, "Acted", first, double),
        moment(5, "AskCard", first, double),
        moment(6, "AskDecision", first, double, position=1),
        moment(STEPS_PER_ROUND + 1, "AskWagers"),
    ):
        laying.remember(one, YOU)
    assert laying.named(seen(game="blackjack")) == "Same again, $10"


def test_3_6_a_shoe_that_is_shuffled_before_the_first_wager_forgets_none() -> None:
    laying = Laying(Layout.of("baccarat-punto-banco"))
    for one in (
        moment(1, "AskShuffle"),
        moment(2, "AskCard"),
        moment(3, "AskWagers"),
        moment(4, "Acted", wager("banker_hand", 10_00)),
        moment(5, "AskCard", wager("banker_hand", 10_00)),
        moment(STEPS_PER_ROUND + 1, "AskWagers"),
    ):
        laying.remember(one, YOU)
    assert laying.named(seen(game="baccarat-punto-banco")) == "Same again, $10"


def test_a_running_ticket_is_not_repeated() -> None:
    laying = Laying(Layout.of("keno"), lambda spot: spot.endswith("x2 of 3"))
    runs, once = wager("2_spot", 2_00, spot="[1 2] x2 of 3"), wager("2_spot", 1_00, spot="[3 4]")
    for one in (moment(1, "AskWagers", runs), moment(2, "Acted", runs, once), moment(3, "AskDraw", runs, once)):
        laying.remember(one, YOU)
    assert laying.last == (Laid("2_spot", "[3 4]", 1_00),)


def test_a_running_ticket_is_neither_doubled_nor_cleared() -> None:
    runs, once = wager("2_spot", 2_00, spot="[1 2] x2 of 3"), wager("2_spot", 1_00, spot="[3 4]")

    def runs_on(spot: str) -> bool:
        return spot.endswith("x2 of 3")

    assert not movable(seen(runs, game="keno"), runs_on)
    assert movable(seen(runs, once, game="keno"), runs_on)
    assert not movable(seen(runs, wager("2_spot", 1_00, 1, "[3 4]"), game="keno"), runs_on)


def test_an_offer_of_the_dice_does_not_close_the_wagers() -> None:
    laying = Laying(Layout.of("craps"))
    laying.remember(moment(1, "Acted", wager("pass", 10_00)), YOU)
    laying.remember(moment(2, "AskDecision", wager("pass", 10_00), formality=True), YOU)
    assert laying.last == ()


@pytest.mark.parametrize(
    ("game", "offers", "named"),
    [
        ("craps", [("field", "", 1_00), ("pass", "", 5_00)], "$10 on Pass Bet"),
        ("craps", [("place_win_6", "", 6_00)], "$6 on Place Bet 6 to Win"),
        ("roulette", [("straight", "3", 1_00), ("five_numbers", "", 1_00), ("red", "", 5_00)], "$10 on Red"),
        ("blackjack", [("blackjack", "2", 5_00), ("blackjack", "3", 25_00)], "$25 on Blackjack wager"),
        ("blackjack-switch", [("hand_1", "3", 5_00)], "$20 on First hand and Second hand"),
        ("craps", [], ""),
    ],
)
def test_a_newcomer_is_offered_a_simple_wager(game: str, offers: list[tuple[str, str, int]], named: str) -> None:
    made = [OfferView(wager=kind, spot=spot, least=least) for kind, spot, least in offers]
    assert Laying(Layout.of(game)).named(seen(game=game, offers=made)) == named


@pytest.mark.parametrize("game", ["boston-5-stud", "flop-poker", "let-it-ride", "ultimate-texas-holdem"])
def test_a_dependent_wager_is_neither_repeated_nor_doubled_separately(game: str) -> None:
    layout = Layout.of(game)
    goes_with = next(one for one in layout.wagers if layout.rules.wagers[one].terms.get("beside"))
    first = layout.rules.wagers[goes_with].terms["beside"]
    dealer = Dealer(game_on(layout), ScriptedSource())
    dealer.act(1, Action("sit", amount=1_000_00, name="Ann"))
    dealer.act(1, Action("make", first, 10_00))
    assert dealer.ask is not None
    lying = [Laid(one.kind, one.spot, one.amount) for one in dealer.ask.state.wagers_of(1)]
    assert goes_with in [one.wager for one in lying]
    for laid in Laying(layout).by_hand(lying):
        dealer.act(1, Action("make", laid.wager, laid.amount))
    doubled = {one.kind: one.amount for one in dealer.ask.state.wagers_of(1)}
    fixed = {one.wager for one in lying if layout.rules.wagers[one.wager].terms.get("amount")}
    assert doubled == {one.wager: one.amount * (1 if one.wager in fixed else 2) for one in lying}


def test_a_player_who_has_placed_a_wager_gets_no_suggestion() -> None:
    made = [OfferView(wager="pass", least=5_00)]
    assert Laying(Layout.of("craps")).named(seen(wager("field", 5_00), offers=made)) == ""


# ---- the lawful alternative


@pytest.mark.parametrize(
    ("kind", "amount", "lawful"),
    [
        ("place_win_6", 5_00, 6_00),
        ("place_win_6", 8_00, 6_00),
        ("place_win_6", 10_00, 12_00),
        ("pass", 3_00, 5_00),
        ("pass", 900_00, 500_00),
        ("come", 10_00, None),
    ],
)
def test_the_nearest_amount_that_the_rules_allow(kind: str, amount: int, lawful: int | None) -> None:
    layout = Layout.of("craps", limits=Limits(5_00, 500_00))
    dealer = Dealer(game_on(layout), ScriptedSource(dice=[]))
    dealer.act(1, Action("sit", amount=1_000_00))
    assert dealer.ask is not None
    wanted = Action("make", kind, amount)
    assert not dealer.allowed(1, wanted)
    found = nearest(dealer.game, dealer.ask.state, 1, wanted)
    assert found == lawful
    if found is not None:
        assert dealer.allowed(1, Action("make", kind, found))


def test_chips_already_placed_count_toward_the_nearest_amount() -> None:
    dealer = Dealer(game_on(Layout.of("craps")), ScriptedSource(dice=[]))
    dealer.act(1, Action("sit", amount=100_00))
    dealer.act(1, Action("make", "place_win_6", 12_00))
    assert dealer.ask is not None
    assert nearest(dealer.game, dealer.ask.state, 1, Action("make", "place_win_6", 5_00)) == 6_00
    assert nearest(dealer.game, dealer.ask.state, 1, Action("remove", "place_win_6")) is None


def test_a_coupon_requires_chips_of_its_value() -> None:
    dealer = Dealer(game_on(Layout.of("craps")), ScriptedSource(dice=[]))
    dealer.act(1, Action("sit", amount=100_00))
    assert dealer.ask is not None
    assert nearest(dealer.game, dealer.ask.state, 1, Action("make", "pass", 5_00, coupon=25_00)) == 25_00
    assert nearest(dealer.game, dealer.ask.state, 1, Action("make", "field", 5_00, coupon=25_00)) is None
    dealer.act(1, Action("make", "pass", 10_00))
    assert nearest(dealer.game, dealer.ask.state, 1, Action("make", "pass", 5_00, coupon=25_00)) == 15_00


# ---- the end of a round


def test_the_end_of_a_round_stays_on_the_felt_until_the_next_action() -> None:
    over = [
        moment(1, "AskDice", wager("pass", 10_00)),
        moment(2, "Settled", wager("pass", 10_00)),
        moment(3, "Said", text="The cards are taken up."),
    ]
    asked = moment(STEPS_PER_ROUND + 1, "AskWagers")
    assert lingering(seen(moments=[*over, asked])) == over[1].state
    assert lingering(seen(moments=[*over, asked, moment(STEPS_PER_ROUND + 2, "Acted", wager("field", 5_00))])) is None
    assert lingering(seen(moments=[asked])) is None
    # Announcements do not clear it either: the shoe passes to another curator (3.11), or a game opens.
    passed = moment(STEPS_PER_ROUND + 1, "Said", text="Position 3 takes the shoe and is curator.")
    assert lingering(seen(moments=[*over, passed, moment(STEPS_PER_ROUND + 2, "AskWagers")])) == over[1].state
    assert lingering(seen(moments=[*over, moment(STEPS_PER_ROUND + 1, "AskShuffle"), passed])) is None
    # But a player who is asked something afterwards, for example to cover a new bank (4.6), sees the question.
    assert lingering(seen(moments=[*over, passed, moment(STEPS_PER_ROUND + 2, "AskDecision")])) is None
    # Offering a bank first does not clear the layout; accepting it, or dealing a card, does.
    offered = moment(STEPS_PER_ROUND + 1, "AskDecision")
    assert lingering(seen(moments=[*over, offered])) == over[1].state
    assert lingering(seen(moments=[offered]), over[1].state) == over[1].state
    assert lingering(seen(moments=[*over, offered, moment(STEPS_PER_ROUND + 2, "Acted", wager("bank", 5_00))])) is None
    assert (
        lingering(
            seen(moments=[*over, moment(STEPS_PER_ROUND + 1, "AskCard"), moment(STEPS_PER_ROUND + 2, "AskDecision")])
        )
        is None
    )


def test_a_bots_wager_does_not_clear_the_end_of_a_round() -> None:
    ended = moment(2, "Settled", wager("pass", 10_00), wager=wager("pass", 10_00))
    asked, bots = (
        moment(STEPS_PER_ROUND + 1, "AskWagers"),
        moment(STEPS_PER_ROUND + 2, "Acted", wager("field", 5_00), position=1),
    )
    seats = [SeatView(position=1, name="Bot 1", bot="best"), SeatView(position=YOU, name="Ann")]
    assert lingering(seen(moments=[ended, asked, bots], seats=seats)) == ended.state
    # The same if the next event is late or never arrives.
    assert lingering(seen(moments=[bots], seats=seats), ended.state) == ended.state
    assert lingering(seen(moments=[], seats=seats), ended.state) == ended.state
    mine = moment(STEPS_PER_ROUND + 3, "Acted", wager("pass", 5_00), position=YOU)
    assert lingering(seen(moments=[mine], seats=seats), ended.state) is None
    assert lingering(seen(moments=[moment(STEPS_PER_ROUND + 4, "AskCard")], seats=seats), ended.state) is None


# ---- the result of a round


def test_a_wager_settled_early_is_reported_once_when_its_round_is_over() -> None:
    tally = Tally()
    match, hand, theirs = wager("match", 5_00), wager("hand_1", 5_00), wager("hand_1", 5_00, position=1)
    early = moment(5, "Settled", wager=match, result="wins")
    late = moment(9, "Settled", wager=hand, result="loses")
    for one in (early, early, moment(8, "Settled", wager=theirs, result="loses"), late):
        tally.note(one, YOU)
    assert tally.over(seen(moments=[early], round=0)) == []
    assert tally.over(seen(moments=[late], round=1)) == [early, late]
    assert tally.over(seen(moments=[late], round=1)) == []


@pytest.mark.parametrize(
    ("offer", "ask", "laid"),
    [
        # A third attack is as large as the first: `raise` makes it, so a field for the amount would accept only one
        # value.
        (OfferView(wager="third_attack", least=5_00, most=5_00), {"means": {"raise": "$5 more"}}, True),
        (OfferView(wager="double_attack", least=2, most=5_00), {"means": {"raise": "$5 more"}}, False),
        (OfferView(wager="raise", least=5_00, most=5_00), {"choices": ("raise", "fold")}, True),
        (OfferView(wager="bank", least=5_00, most=5_00), {"choices": ("pass",), "means": {}}, False),
    ],
)
def test_no_amount_field_is_shown_if_a_choice_makes_the_only_wager(
    offer: OfferView, ask: dict[str, Any], laid: bool
) -> None:
    assert laid_by_a_choice(offer, ask) == laid
