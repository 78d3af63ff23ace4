"""Keno by section, beyond the worked examples."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout, Limits
from pitboss.equipment import SeededSource
from pitboss.games.keno.round import Keno, KenoState
from pitboss.games.keno.ticket import read_ticket, ways_by_catch
from pitboss.library.checks import check
from pitboss.table import Acted, Action, Dealer, Refused, Said, Step
from pitboss.table.script import play_script
from pitboss.table.speech import parse_action
from tests.shared.played_script import in_order

HEAD = "game keno\non 2008-06-01\n"
DRAW = "draw " + " ".join(map(str, range(41, 61)))


def steps(script: str, **options: Any) -> list[str]:
    """Return a script's announcements and actions."""
    steps: list[Step] = []
    chosen = "".join(f"set {name}={value}\n" for name, value in options.items())
    play_script(f"{HEAD}{chosen}1: sit Ann 1000\n{script}", watch=steps.append)
    return [step.text for step in steps if isinstance(step, Said | Acted)]


def at_table(**options: str | int | bool) -> Dealer:
    dealer = Dealer(Keno(Layout.of("keno", options=options)), SeededSource(15))
    dealer.act(1, Action("sit", amount=1000_00, name="Ann"))
    return dealer


def test_15_1_game_king_and_way_are_counted_by_their_groups() -> None:
    assert read_ticket("[7][1 2 3][4 5 6] 2/4 1/7 @1.00").kind == "combination"
    assert ways_by_catch(((1, 1), (3, 3), (3, 0)), 4) == {4: 1, 1: 1}


@pytest.mark.parametrize(
    ("line", "section", "why"),
    [
        ("[0 1] 1/2 @1", "15.2", "1 to 80"),
        ("[1 x] 1/2 @1", "15.2", "1 to 80"),
        ("[] 1/2 @1", "15.2", "group is empty"),
        ("[1 2][3 4] 1/3 @1", "15.2", "no groups"),
        ("[1 2] 1/2 @1 1/2 @2", "15.2", "twice"),
        ("[1 2] hello @1", "15.2", "not understood"),
        ("[1 2] 1/2 @1.005", "15.3", "not an amount"),
        ("[1 2] 1/2", "15.3", "rate of a way is missing"),
        ("[1 2] 1/2 @1 x0", "15.4", "at least one game"),
        ("[1 2] 1/2 @600 x2", "", "more than the"),
        ("quick pick 81 1", "15.2", "at most 80"),
        ("void [1 2]", "15.4", "has no ticket"),
    ],
)
def test_15_2_bad_input_is_refused_with_its_section_and_changes_nothing(line: str, section: str, why: str) -> None:
    dealer = at_table()
    before = dealer.ask
    with pytest.raises(Refused, match=why) as refusal:
        dealer.act(1, parse_action(dealer.game, line))
    assert refusal.value.answer.section == section
    assert dealer.ask is before


def test_15_4_ticket_of_several_games_continues_and_the_last_game_is_recorded() -> None:
    script = f"{HEAD}1: sit Ann 1000\n1: [1 2] 1/2 @1 x2\n1: [3 4] 1/2 @1\n{DRAW}\n"
    dealer = play_script(script)
    state = dealer.state
    assert isinstance(state, KenoState)
    assert [(one.position, one.spot) for one in state.played] == [(1, "[1 2] x2"), (1, "[3 4]")]
    assert [dealer.game.amounts.in_progress(wager.spot) for wager in state.wagers] == [True]
    assert not any(dealer.game.amounts.in_progress(one.spot) for one in state.played)
    assert dealer.game.status(state) == ["game 2 is open"]


def test_15_2_quick_pick_is_refused_if_not_offered() -> None:
    dealer = at_table(quick_pick=False)
    with pytest.raises(Refused, match="quick picks are not offered"):
        dealer.act(1, parse_action(dealer.game, "quick pick 8 1"))


@pytest.mark.parametrize(
    ("kind", "spot", "why"),
    [
        ("4_spot", "[3][1 2]", "no groups of .* have 4 numbers together; it has 3"),
        ("4_spot", "[1 3][2]", "is written"),
        ("4_spot", "[4 3 2 1]", r"is written \[1 2 3 4\]"),
    ],
)
def test_15_2_straight_way_and_combination_have_whole_groups_in_order(kind: str, spot: str, why: str) -> None:
    dealer = at_table()
    with pytest.raises(Refused, match=why) as refusal:
        dealer.act(1, Action("make", kind, 1_00, spot))
    assert refusal.value.answer.section == "15.2"


def test_15_2_multi_game_and_quick_pick_are_kinds_of_tickets() -> None:
    tickets = ("[1 2] 1/2 @1", "[1 2][3 4] 2/2 @1", "[1][2 3] 1/3 @1")
    assert [*(read_ticket(one).kind for one in tickets), "multi-game", "quick pick"] == Layout.of("keno").fact("kinds")
    quick = read_ticket("[?8] 1/8 @1 x5")
    assert (quick.quick, quick.games) == ((8,), 5)


def test_15_2_quick_pick_is_drawn_by_the_system_from_unused_numbers() -> None:
    assert Layout.of("keno").fact("kinds")[-1] == "quick pick"
    numbers = "1 2 3 4 5 6"
    assert f"[7 8][{numbers}] 1/8 @1.00" in steps(f"1: [7 8][?6] 1/8 @1\ndraw {numbers}\n")[-1]


def test_15_3_price_of_a_ticket_is_fixed_and_cannot_be_paid_by_coupon() -> None:
    dealer = at_table()
    for action, why in (
        (Action("write", amount=5_00, spot="[1 2] 1/2 @1"), "has its own price"),
        (Action("make", "2_spot", 1_00, "[1 2]", coupon=1_00), "no match play coupons"),
        (Action("write", spot="[1][2 3] 1/1 1/2 @600"), r"costs \$1,200, more than the \$1,000 available"),
    ):
        with pytest.raises(Refused, match=why) as refusal:
            dealer.act(1, action)
        assert refusal.value.answer.section == "15.3"
    assert Layout.of("keno").fact("tender") == ["cash", "value chips"]


def test_15_3_theoretical_return_and_aggregate_limit_are_bounded() -> None:
    for option, given, lawful in (("min_return", 1.01, 1), ("aggregate_limit", 0.99, 1), ("aggregate_from", 0, 0.01)):
        with pytest.raises(Unlawful, match=r"15\.3"):
            Layout.of("keno", options={option: given})
        assert str(Layout.of("keno", options={option: lawful}).options[option]) == str(lawful)


@pytest.mark.parametrize(("since", "most"), [(99, 100_00), (100, 100_00), (101, None)])
def test_15_3_aggregate_limit_binds_unless_only_larger_prizes_are_counted(since: int, most: int | None) -> None:
    game = Keno(Layout.of("keno", options={"aggregate_limit": 100, "aggregate_from": since}))
    assert {game.amounts.payout_limit(kind) for kind in game.layout.wagers} == {most}


def test_15_3_minimum_and_maximum_apply_to_the_rate_of_a_way() -> None:
    layout = Layout.of("keno", limits=Limits(minimum=1_00, maximum=5_00))
    dealer = Dealer(Keno(layout), SeededSource(1))
    dealer.act(1, Action("sit", amount=1000_00))
    dealer.act(1, parse_action(dealer.game, "[1 2][3 4][5 6] 3/2 3/4 @5.00"))
    for rate in ("0.50", "5.01"):
        with pytest.raises(Refused, match=r"outside the posted limits, \$1 to \$5"):
            dealer.act(1, parse_action(dealer.game, f"[11 12][13 14][15 16] 3/2 @{rate}"))


@pytest.mark.parametrize(("since", "net"), [(86, 48), (87, 84)])
def test_15_3_aggregate_limit_counts_a_prize_of_exactly_the_minimum(since: int, net: int) -> None:
    """Two prizes of $86 under a limit of $100: each is paid $50, unless they are too small to count."""
    ways = "".join(f"{n}: sit P{n} 1000\n{n}: [1 2 3 4 5 6 31 32 33] 1/9 @2.00\n" for n in (1, 2))
    limit = f"set aggregate_limit=100\nset aggregate_from={since}\n"
    drawn = "draw 1 2 3 4 5 6 " + " ".join(map(str, range(41, 55)))
    play_script(f"{HEAD}{limit}{ways}{drawn}\n= 1: {net:+}\n= 2: {net:+}\n")


def test_15_3_aggregate_limit_reached_exactly_reduces_no_prize() -> None:
    drawn = "draw 1 2 3 4 5 6 " + " ".join(map(str, range(41, 55)))
    said = steps(f"1: [1 2 3 4 5 6 31 32 33] 1/9 @2.00\n{drawn}\n= 1: +84", aggregate_limit="86", aggregate_from="86")
    assert not any("Aggregate limit" in one for one in said)


def test_15_6_a_way_that_returns_its_price_is_returned() -> None:
    script = f"{HEAD}1: sit Ann 1000\n1: [1 2 3] 1/3 @1\ndraw 1 2 {' '.join(map(str, range(41, 59)))}\n"
    assert in_order(script) == ["1 3_spot returned"]


def test_15_2_ticket_may_have_any_number_up_to_80() -> None:
    steps("1: [1 80] 1/2 @1\ndraw 1 80 " + " ".join(map(str, range(41, 59))) + "\n= 1: +11")


def test_15_3_price_of_a_ticket_is_games_times_ways_times_rate() -> None:
    assert read_ticket("[10][20][30] 3/1@0.50 3/2@0.25 1/3@1.00 x4").price == 4 * 3_25


def test_15_3_theoretical_return_below_the_minimum_is_a_finding() -> None:
    table = 'game = "keno"\non = 2008-06-01\n[options]\nmin_return = 0.72\n'
    found = check(table)
    # In the model table only the 1-, 2-, 3- and 4-spot tickets return this much.
    assert {one.where for one in found.findings} == {f"odds.{spots}_spot" for spots in (6, 7, 8, 9, 10, 5)}
    assert all(one.section == "15.3" for one in found.findings)
    raised = table + '[odds]\n"8_spot.8" = "99999 to 1"\n'
    assert "odds.8_spot" not in {one.where for one in check(raised).findings}
    assert check(table.replace("0.72", "0")).lawful


def test_15_3_posted_pay_tables_may_have_any_figures() -> None:
    assert check('game = "keno"\non = 2008-06-01\n[odds]\n"8_spot.8" = "9 to 1"\n').lawful


def test_15_4_what_a_ticket_shows() -> None:
    said = steps(f"1: [5 6] 1/2 @1.00\n{DRAW}\n1: [1 2][3 4] 2/2 1/4 @0.50 x3")
    assert said[-1] == "ticket 2 for games 2 to 4, station 1: [1 2][3 4] 2/2 1/4 @0.50 x3, price $4.50"


def test_15_4_games_of_a_ticket_are_at_most_the_licensees_maximum() -> None:
    assert steps("refused by 15.4 1: [1 2] 1/2 @1 x4\n1: [1 2] 1/2 @1 x3", multi_game_max="3")[-1].endswith("price $3")


def test_15_4_numbers_of_a_quick_pick_are_drawn_and_on_the_ticket() -> None:
    said = steps("1: [1 2][?2] 2/2 1/4 @1\ndraw 9 8")
    assert "[1 2][8 9] 2/2 1/4 @1.00" in said[-1]


def test_15_4_void_slip_cancels_all_conditions_and_games() -> None:
    assert steps("1: [1 2][3 4] 2/2 1/4 @1 x2\n1: void [1 2][3 4] x2")[-1].endswith("is voided, $6 returned")
    said = steps(f"1: [1 2] 1/2 @1 x2\n{DRAW}\nrefused by 15.4 1: void [1 2] x1 of 2")
    assert said[-1] == "Game 2 is open."


def test_15_4_void_slip_is_required_to_withdraw_one_wager_of_a_ticket() -> None:
    dealer = at_table()
    dealer.act(1, parse_action(dealer.game, "[1 2][3 4] 2/2 1/4 @1"))
    with pytest.raises(Refused, match="as a whole"):
        dealer.act(1, Action("reduce", "2_spot", 1_00, "[1 2][3 4]"))
    dealer.act(1, Action("remove", "4_spot", spot="[1 2][3 4]"))
    assert dealer.ask is not None
    assert not dealer.ask.state.wagers
    assert dealer.ask.state.rack(1) == 1000_00


def test_15_4_the_ticket_governs_after_the_game_has_closed() -> None:
    said = steps("1: [1 2] 1/2 @1\nclose\ninterrupt ticket_differs 1\n")
    assert "the ticket governs" in said[-1]


def test_15_5_game_numbers_are_consecutive_including_void_games() -> None:
    said = steps(f"1: [1 2] 1/2 @1\nthrow malfunction\n{DRAW}")
    assert [one for one in said if one.endswith("open.")] == [f"Game {game} is open." for game in (1, 2, 3)]


def test_15_5_twenty_of_eighty_different_numbers_are_drawn() -> None:
    dealer = at_table()
    dealer.close()
    dealer.finish()
    assert isinstance(dealer.state, KenoState)
    assert len(set(dealer.state.drawn)) == 20
    assert set(dealer.state.drawn) <= set(range(1, 81))


def test_15_5_closing_ends_the_writing_of_tickets() -> None:
    said = steps("close\nrefused by 15.5 1: [1 2] 1/2 @1\ninterrupt late_ticket")
    assert "for the next game" in said[-1]


def test_15_5_past_games_are_listed_the_latest_first() -> None:
    dealer = at_table()
    for _ in range(10):
        dealer.finish()
    assert isinstance(dealer.state, KenoState)
    assert [one.game for one in dealer.state.results] == [10, 9, 8, 7, 6, 5, 4, 3]


def test_15_7_draw_resumed_keeps_what_was_drawn() -> None:
    first, rest = " ".join(map(str, range(1, 8))), " ".join(map(str, range(21, 34)))
    said = steps(f"1: [1 2] 1/2 @1\nthrow draw_resumed\nnumber 7\ndraw {first}\ndraw {rest}\n= 1: +11")
    assert f"Game 1: {first} {rest}." in said


@pytest.mark.parametrize("event", ["draw_resumed", "number_repeated"])
def test_15_7_draw_resumed_and_number_repeated_need_more_than_one_number_left(event: str) -> None:
    first = " ".join(map(str, range(1, 20)))
    drawn = f"throw draw_resumed\nnumber 19\ndraw {first}\n"
    steps(f"1: [1 2] 1/2 @1\n{drawn}refused by 15.7 throw {event}\ndraw 20\n= 1: +11")


def test_15_7_differing_ticket_is_voided_before_the_game_closes() -> None:
    said = steps("1: [1 2] 1/2 @5\ninterrupt ticket_differs 1\n= 1: 0")
    assert said[-1] == "ticket [1 2] is voided, $5 returned"


def test_15_7_late_void_is_not_accepted() -> None:
    assert "not accepted" in steps("1: [1 2] 1/2 @1\nclose\ninterrupt void_too_late 1")[-1]


def test_15_7_late_ticket_is_for_the_next_game() -> None:
    assert "not accepted" in steps("close\ninterrupt late_ticket")[-1]


def test_15_7_lost_ticket_is_paid_by_the_record() -> None:
    said = steps("1: [1 2] 1/2 @1\ninterrupt ticket_lost 1\ndraw " + " ".join(map(str, range(1, 21))) + "\n= 1: +11")
    assert any("it is valid; the record has [1 2]" in one for one in said)


def test_15_7_differing_ticket_found_before_the_settlement_governs() -> None:
    assert "the ticket governs" in steps(f"1: [1 2] 1/2 @1\n{DRAW}\nthrow ticket_differs 1\n= 1: -1")[-2]


def test_15_7_late_ticket_found_before_the_settlement_is_for_the_next_game() -> None:
    assert "may be handed in for the next game" in steps(f"1: [1 2] 1/2 @1\n{DRAW}\nthrow late_ticket\n= 1: -1")[-2]


def test_15_7_lost_ticket_found_before_the_settlement_stands() -> None:
    assert "it is valid" in steps(f"1: [1 2] 1/2 @1\n{DRAW}\nthrow ticket_lost 1\n= 1: -1")[-2]


def test_15_7_wrong_amount_paid_is_corrected_by_the_record() -> None:
    draw = "draw " + " ".join(map(str, range(1, 21)))
    assert "corrected to $12" in steps(f"1: [1 2] 1/2 @1\n{draw}\ninterrupt overpaid 1")[-1]
