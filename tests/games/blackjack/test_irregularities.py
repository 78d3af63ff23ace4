"""Every irregularity of 2.15 and its sisters has a script that throws it; and what each asks of the table."""

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.table import Refused, game_on
from pitboss.table.irregularities import in_use
from tests.shared.tapes import GAMES

from .table import deal


def test_2_15_every_irregularity_has_its_script() -> None:
    scripts = (GAMES / "blackjack" / "irregularities").glob("*.script")
    lines = [line for script in scripts for line in script.read_text().splitlines()]
    thrown = {line.split()[1] for line in lines if line.startswith(("throw ", "interrupt "))}
    assert thrown == set(rules_of("blackjack").irregularities)


@pytest.mark.parametrize("up", ["Ad", "Kd", "Td"])
def test_2_15_a_reader_is_not_misused_with_an_ace_or_a_ten_up(up: str) -> None:
    """Called then, it would void what the reader has rightly found."""
    table = deal(f"1: blackjack 10\ncards 2c Ts {up} 9h 5s\n")
    with pytest.raises(Refused, match="no ace and no card worth ten"):
        table.dealer.throw("reader_misused_seen")


def test_2_15_who_refused_an_exposed_card_takes_none_on_the_second_box() -> None:
    body = "1: blackjack 1 10\n1: blackjack 2 10\ncards 2c Ts 5s 6d 6h 6s Td\ninterrupt drawn_in_error_exposed\n"
    table = deal(body + "cards Th\n1: stand\n", "boxes_per_player=2")
    assert "T♥ to the dealer" in table.said()
    assert [net for _, _, net in table.settled()] == [1000, 1000]


def test_2_15_an_exposed_card_that_nobody_can_use_is_burned() -> None:
    table = deal("1: blackjack 10\ncards 2c Ts 9d 6h Td\ninterrupt drawn_in_error_exposed\ncards 5h\n1: stand\n")
    assert "Nobody can use 5♥: it is burned." in table.said()
    assert table.state.shoe.burned == 2


def test_2_15_a_card_that_the_dealer_overdrew_in_a_dead_round_is_not_burned_in_the_next() -> None:
    dead = "1: blackjack 10\ncards 2c Ts 5d 9h Td\ninterrupt dealer_overdrew\ninterrupt reader_misused_seen\n"
    table = deal(f"{dead}1: blackjack 10\ncards Ts 9d 9h Td\n1: stand\n")
    assert table.state.rounds == 2
    assert table.state.shoe.burned == 1


def test_2_15_a_shuffler_that_was_taken_off_shuffles_no_more() -> None:
    body = "1: blackjack 10\nthrow other_shuffle_method\ncards 2c Ts 9d 9h Td\n1: stand\n"
    assert "batch is in play" not in deal(body, "shuffle_method=automated").said()


def test_2_15_other_method_not_at_a_game_from_the_hand_which_must_have_its_shuffler() -> None:
    game = game_on(Layout.of("blackjack", options={"dealt_from": "hand", "decks": 2, "shuffle_method": "automated"}))
    refusal = in_use(game, game.layout.irregularities["other_shuffle_method"])
    assert not refusal
    assert "only with" in refusal.reason
    assert "dealt_from shoe" in refusal.reason


def test_2_15_a_shuffler_fails_where_there_is_one_of_either_kind() -> None:
    by_hand = game_on(Layout.of("blackjack"))
    refusal = in_use(by_hand, by_hand.layout.irregularities["shuffler_failure"])
    assert not refusal
    wanted = "only with shuffle_method automated or continuous_shuffler on; at this table they are manual and off"
    assert wanted in refusal.reason
    for chosen in ({"shuffle_method": "automated"}, {"continuous_shuffler": "on"}):
        game = game_on(Layout.of("blackjack", options=chosen))
        assert in_use(game, game.layout.irregularities["shuffler_failure"])
