"""Scripts that call every irregularity in 2.15 and related sections, and check its effect on the table."""

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.equipment import CARDS, Shoe
from pitboss.families.twenty_one.round.hands import Box, Hand
from pitboss.table import AskDecision, AskShuffle, Refused, Said, game_on
from pitboss.table.irregularities import applies_here
from pitboss.table.state import replace
from tests.shared.tapes import GAMES

from .table import deal, game


def test_2_15_every_irregularity_has_its_script() -> None:
    scripts = (GAMES / "blackjack" / "irregularities").glob("*.script")
    lines = [line for script in scripts for line in script.read_text().splitlines()]
    thrown = {line.split()[1] for line in lines if line.startswith(("throw ", "interrupt "))}
    assert thrown == set(rules_of("blackjack").irregularities)


@pytest.mark.parametrize("up", ["Ad", "Kd", "Td"])
def test_2_15_a_reader_is_not_misused_with_an_ace_or_a_ten_up(up: str) -> None:
    """Calling it at that point would void what the reader has correctly shown."""
    table = deal(f"1: blackjack 10\ncards 2c Ts {up} 9h 5s\n")
    with pytest.raises(Refused, match="neither an ace nor a card worth ten"):
        table.dealer.throw("reader_misused_seen")


def test_2_15_a_player_who_refused_an_exposed_card_takes_none_on_the_second_box() -> None:
    body = "1: blackjack 1 10\n1: blackjack 2 10\ncards 2c Ts 5s 6d 6h 6s Td\ninterrupt drawn_in_error_exposed\n"
    table = deal(body + "cards Th\n1: stand\n", "boxes_per_player=2")
    assert "T♥ to the dealer" in table.said()
    assert [net for _, _, net in table.settled()] == [1000, 1000]


def test_2_15_an_exposed_card_that_nobody_can_use_is_burned() -> None:
    table = deal("1: blackjack 10\ncards 2c Ts 9d 6h Td\ninterrupt drawn_in_error_exposed\ncards 5h\n1: stand\n")
    assert "No one can use 5♥, so it is burned." in table.said()
    assert table.state.shoe.burned == 2


def test_2_15_a_card_that_the_dealer_overdrew_in_a_dead_round_is_not_burned_in_the_next() -> None:
    dead = "1: blackjack 10\ncards 2c Ts 5d 9h Td\ninterrupt dealer_overdrew\ninterrupt reader_misused_seen\n"
    table = deal(f"{dead}1: blackjack 10\ncards Ts 9d 9h Td\n1: stand\n")
    assert table.state.rounds == 2
    assert table.state.shoe.burned == 1


def test_2_15_a_shuffler_taken_off_the_table_no_longer_shuffles() -> None:
    body = "1: blackjack 10\nthrow other_shuffle_method\ncards 2c Ts 9d 9h Td\n1: stand\n"
    assert "batch is in play" not in deal(body, "shuffle_method=automated").said()


def test_2_15_other_method_not_at_a_game_from_the_hand_which_must_have_its_shuffler() -> None:
    game = game_on(Layout.of("blackjack", options={"dealt_from": "hand", "decks": 2, "shuffle_method": "automated"}))
    refusal = applies_here(game, game.layout.irregularities["other_shuffle_method"])
    assert not refusal
    assert "only with" in refusal.reason
    assert "dealt_from shoe" in refusal.reason


def test_2_15_a_shuffler_fails_where_there_is_one_of_either_kind() -> None:
    by_hand = game_on(Layout.of("blackjack"))
    refusal = applies_here(by_hand, by_hand.layout.irregularities["shuffler_failure"])
    assert not refusal
    wanted = "only with shuffle_method automated or continuous_shuffler on; at this table they are manual and off"
    assert wanted in refusal.reason
    for chosen in ({"shuffle_method": "automated"}, {"continuous_shuffler": "on"}):
        game = game_on(Layout.of("blackjack", options=chosen))
        assert applies_here(game, game.layout.irregularities["shuffler_failure"])


def order_of_decisions(body: str, *choices: str) -> list[int]:
    """Return the positions asked to decide, without repetitions, at a table of three players with one box each."""
    wagers = "1: blackjack 10\n2: blackjack 10\n3: blackjack 10\ncards 2c\n"
    steps = deal(wagers + body, *choices, people=("Ann", "Bob", "Cy")).steps
    asked = [step.position for step in steps if isinstance(step, AskDecision) and "yours to cut" not in step.question]
    return list(dict.fromkeys(asked))


def test_2_15_a_hand_that_died_with_one_card_leaves_the_order_of_play_as_it_was() -> None:
    body = "cards Ts 9s 8s 6d 9h\nthrow one_card_dealt\ncards 7h\n2: dead\ncards Td\n1: stand\n3: stand\ncards 5c\n"
    assert order_of_decisions(body) == [2, 1, 3]


def test_2_15_boxes_with_one_card_are_asked_from_the_dealers_left() -> None:
    body = "cards Ts 9s 8s 6d\nthrow one_card_dealt\nthrow one_card_dealt\ncards 7h\n1: take\ncards 9h\n"
    assert order_of_decisions(body) == [1, 2]


def test_2_15_cards_that_were_missed_come_from_the_dealers_left() -> None:
    missed = "1: draw\nthrow draw_missed\n1: later\n2: draw\nthrow draw_missed\n2: later\n3: stand\n"
    body = "cards Ts 9s 8s 6d 2h 3h 9h Td\n" + missed + "cards 7c\n1: stand\ncards 6c\n2: stand\ncards 5c\n"
    table = deal("1: blackjack 10\n2: blackjack 10\n3: blackjack 10\ncards 2c\n" + body, people=("Ann", "Bob", "Cy"))
    given = [line for line in table.said().splitlines() if line.startswith(("7♣", "6♣"))]
    assert [line.split(" (")[0] for line in given] == ["7♣ to box 1", "6♣ to box 2"]


def test_2_15_a_dealer_who_misses_a_card_gets_both_after_the_players() -> None:
    table = deal("1: blackjack 10\ncards 2c\nthrow dealer_card_missed\ncards Ts 9h 6d Td\n")
    assert [str(card) for card in table.state.hands[0].cards] == ["Ts", "9h"]
    assert [str(card) for card in table.state.dealer] == ["6d"]


def test_2_15_an_exposed_card_that_was_refused_is_burned_also_where_the_dealer_has_a_blackjack() -> None:
    body = "1: blackjack 10\ncards 2c Ts Kd 6h Ad\ninterrupt drawn_in_error_exposed\ncards 5h\n1: stand\n"
    table = deal(body, "hole_card=unpeeked")
    assert "No one can use 5♥, so it is burned." in table.said()
    assert table.state.shoe.burned == 2


def test_2_15_the_only_card_left_is_dealt_and_not_burned() -> None:
    """The shoe has run out, and one card from the deck is not on the table."""
    table = game(decks=1)
    *there, last = (card for card in CARDS if not card.is_joker)
    hands = (Hand(1, cards=tuple(there)),)
    shoe = Shoe.new(1).shuffled()
    state = replace(table.opening(), shoe=shoe, boxes=(Box(1, (1,)),), hands=hands)
    refilling = table.refill(state)
    step = next(refilling)
    while not isinstance(step, AskShuffle):
        step = next(refilling)
    assert isinstance(refilling.send(""), Said)
    with pytest.raises(StopIteration) as done:
        next(refilling)
    left = done.value.value.shoe
    assert (left.left, left.count(last)) == (1, 1)
