"""Bad input is refused with one clear line that cites the rule's section, and changes neither table nor tape."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import Any

import pytest

from pitboss.equipment import SeededSource
from pitboss.table import Action, AskCard, AskDecision, AskWagers, Dealer, Refused, Tape
from pitboss.table.bots import RandomBot
from pitboss.table.script import play_script
from pitboss.table.speech import parse_action

from .table import game

DEAL = "1: sit Ann 1000\n1: blackjack 20\ncards 2c\ncards "
TABLES = {
    "opening": ("", ""),
    "seated": ("", "1: sit Ann 1000\n"),
    "bet": ("", "1: sit Ann 1000\n1: blackjack 20\n"),
    "unlike": ("set surrender=late\n", DEAL + "9s 6d 4h Td\n"),
    "drawn": ("set surrender=late\n", DEAL + "9s 6d 4h Td\n1: draw\ncards 2d\n"),
    "doubled twice": (
        "",
        DEAL + "4s 5d 4h Td\n1: split\ncards 7c\n1: double\ncards 9c\ncards 7d\n1: double\ncards 8c\n",
    ),
    "split": ("set surrender=late\n", DEAL + "8s 6d 8h Td\n1: split\ncards 8c\n"),
    "ace up": ("", DEAL + "9s Ad 4h 7d\n"),
    "over under": ("set additional_wager=over_under\n", "1: sit Ann 1000\n1: blackjack 20\n1: over_13 1\n"),
    "multiple": ("set multiple_action=on\n", "1: sit Ann 1000\n1: ma_1 10\n"),
    "variation": ("set blackjack_pays=6 to 5\n", "1: sit Ann 1000\n"),
}
REFUSED = [
    ("opening", "blackjack 10", ""),
    ("seated", "blackjack 7 10", "2.14"),
    ("seated", "blackjack x 10", "2.14"),
    ("seated", "over_13 1", "2.17(a)1"),
    ("seated", "insurance 5", "2.9"),
    ("seated", "double 5", "2.10"),
    ("seated", "ma_1 5", "2.18"),
    ("seated", "blackjack 2000", ""),
    ("seated", "blackjack 0.01", "2.3(e)"),
    ("seated", "baccarat 10", "2.3(a)"),
    ("bet", "on blackjack", "2.3(a)"),
    ("bet", "blackjack 2 10", "2.14"),
    ("bet", "reduce blackjack 20", ""),
    ("unlike", "split", "2.11(a)"),
    ("unlike", "insure", "2.9"),
    ("unlike", "double 21", "2.10"),
    ("unlike", "blackjack 10", "2.3(c)"),
    ("unlike", "fly", "2.12"),
    ("drawn", "double", "2.10"),
    ("drawn", "double 5", "2.10"),
    ("drawn", "surrender", "2.8"),
    ("doubled twice", "double", "2.10"),
    ("split", "split", "2.11(c)1"),
    ("split", "surrender", "2.8"),
    ("ace up", "insurance 10.50", "2.9"),
    ("ace up", "insurance 1000", "2.9"),
    ("ace up", "even money", "2.7"),
    ("ace up", "draw", "2.12"),
    ("over under", "under_13 1", "2.17(a)1"),
    ("over under", "increase over_13 1", "2.17(a)1"),
    ("multiple", "ma_2 15", "2.18"),
    ("multiple", "blackjack 10", "2.3(a)"),
    ("variation", "blackjack 12", "2.3(d)"),
]


@pytest.mark.parametrize(("table", "said", "section"), REFUSED, ids=[f"{table}: {said}" for table, said, _ in REFUSED])
def test_bad_input_is_refused_with_its_section_and_nothing_changes(table: str, said: str, section: str) -> None:
    sets, body = TABLES[table]
    lines: list[str] = []
    start = body or "1: sit Ann 1000\n1: leave\n"
    dealer = play_script(f"game blackjack\non 2008-06-01\n{sets}{start}", write=lines.append)
    before = (dealer.ask, dealer.state, list(dealer.steps), list(lines))
    with pytest.raises(Refused) as refused:
        _says(dealer, said)
    assert (dealer.ask, dealer.state, list(dealer.steps), list(lines)) == before
    assert refused.value.answer.section == section, str(refused.value)
    assert "\n" not in str(refused.value)
    if section:
        assert dealer.game.layout.cite(section) in str(refused.value)


def _says(dealer: Dealer, said: str) -> None:
    if dealer.game.speech.parse_choice(said) in dealer.game.decisions or said == "fly":
        dealer.decide(said)
    else:
        dealer.act(1, parse_action(dealer.game, said))


@pytest.mark.parametrize("seed", range(25))
def test_a_void_round_leaves_everybody_as_before_it(seed: int) -> None:
    """Voiding a round undoes every deal, split, double, insurance and payment, including streaks and the meter."""
    random = Random(seed)
    table = game(date(2012, 6, 1), streak="on", progressive="on", bj_bonus="on", players_per_box=2, surrender="late")
    lines: list[str] = []
    dealer = Dealer(table, SeededSource(seed), tape=Tape(lines.append))
    for position in range(1, 4):
        dealer.act(position, Action("sit", amount=2000_00))
    bot = RandomBot(seed)
    voided = 0
    while voided < 3:
        opened: Any = None
        while not isinstance(dealer.ask, AskCard) or random.random() < 0.85:
            if isinstance(dealer.ask, AskWagers):
                opened = dealer.ask.state
                dealer.next(bot)
            elif isinstance(dealer.ask, AskDecision):
                dealer.decide(random.choice(dealer.ask.choices))
            else:
                dealer.next()
        if opened is None:
            dealer.finish(bot)
            continue
        worth = [_worth(opened, seat.number) for seat in opened.positions]
        dealer.throw("two_face_up_in_shoe")
        after: Any = dealer.state
        assert [_worth(after, seat.number) for seat in after.positions] == worth
        assert all(wager.kind.startswith("streak") and wager.on for wager in after.wagers)
        assert (after.meter, after.inventory) == (opened.meter, opened.inventory)
        assert after.reshuffle
        voided += 1


def _worth(state: Any, position: int) -> int:
    return int(state.rack(position)) + sum(wager.amount for wager in state.wagers_of(position))
