"""Checks of rules that the house poker subchapters share; a test names the section and calls one.

A `Sample` is one complete round of a game: the cards of one player up to the first decision, dealt one at a time and in
stacks, and what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value
from pitboss.equipment import CARDS, SeededSource
from pitboss.table import AskDecision, AskShuffle, Dealer, Refused, Said, Tape, game_on, replay
from pitboss.table.bots import RandomBot
from pitboss.table.speech import parse_action
from pitboss.table.steps import Action
from tests.shared.poker_table import PokerTable


@dataclass(frozen=True)
class Sample:
    table: Callable[..., PokerTable]
    singly: str
    stacked: str
    rest: Callable[[PokerTable], object]

    def dealt(self, *players: int, **options: Any) -> PokerTable:
        """Return a table at a single player's first decision."""
        table = self.table(*players, **options).say(self.table.first, by=(players or (1,))[0])
        method = str(table.game.layout.options["dealing_method"])
        return table.deal(self.stacked if method == "automated_shoe" else self.singly)

    def asked(self, *players: int, **options: Any) -> PokerTable:
        """Return a table on which everyone has wagered, waiting for the first card."""
        return self.table(*players, **options).all_say().until_card()


def _wagered(table: PokerTable) -> int:
    return sum(wager.amount for wager in table.state.wagers)


# ---- Cards


def one_deck(sample: Sample, cards: int, jokers: int = 0) -> None:
    shoe = sample.asked().state.shoe
    assert shoe is not None
    assert (shoe.size, shoe.counts[52]) == (cards, jokers)


def second_deck_alternates(sample: Sample) -> None:
    table = sample.table(second_deck=True)
    decks = []
    for _ in range(3):
        table.all_say().deal(_cards(sample, table))
        sample.rest(table)
        decks.append(table.state.deck)
    assert decks == [1, 0, 1]
    with pytest.raises(ValueError, match="second deck may be used only with an automated shuffling device"):
        sample.table(second_deck=True, shuffler=False)


def shuffled_before_every_round(sample: Sample) -> None:
    table = sample.dealt()
    sample.rest(table)
    table.all_say().until_card()
    assert sum(isinstance(step, AskShuffle) for step in table.steps) == 2


def _cards(sample: Sample, table: PokerTable) -> str:
    return sample.stacked if table.game.layout.options["dealing_method"] == "automated_shoe" else sample.singly


def stub_counted(sample: Sample, method: str, section: str, **options: Any) -> int:
    """Return in how many of ten rounds the stub is counted under a section."""
    table = sample.table(dealing_method=method, **options)
    for _ in range(10):
        table.all_say().deal(_cards(sample, table))
        sample.rest(table)
    said = [text for text in table.said(section) if "stub" in text.lower()]
    assert len(said) == 10
    return sum("counted" in text for text in said)


# ---- Wagers


def closed_after_the_call(sample: Sample, section: str) -> None:
    table = sample.asked()
    assert table.said(section)[0] == "No more bets."
    for line in (sample.table.first, f"remove {sample.table.first.split()[0]}"):
        with pytest.raises(Refused, match=rf"No more bets.*{section}"):
            table.say(line)


def taken_down_before_the_call(sample: Sample) -> None:
    table = sample.table().all_say()
    first = sample.table.first.split()[0]
    assert not table.say(f"remove {first}").state.wagers


def only_listed(sample: Sample, section: str) -> None:
    with pytest.raises(Refused, match=rf"'roulette'.*{section}"):
        sample.table().dealer.act(1, Action("make", "roulette", 10_00))


def one_position(sample: Sample, section: str) -> None:
    first = sample.table.first.split()[0]
    with pytest.raises(Refused, match=rf"your own position.*{section}"):
        sample.table().dealer.act(1, Action("make", first, 10_00, "3"))


def no_more_positions_than(sample: Sample, most: int) -> None:
    with pytest.raises(Refused, match=f"positions 1 to {most}"):
        sample.table(most + 1)


def odds_with_to(sample: Sample, wager: str, better: str, worse: str, section: str, **options: Any) -> None:
    """Odds are stated with "to"; they may be better than the chapter's but not worse."""
    layout = sample.table().game.layout

    def found(odds: str) -> list[tuple[str, str]]:
        reported = findings(layout.rules, layout.on, options, {wager: odds}, None)
        return [(one.section, one.kind) for one in reported]

    assert found(better) == found(better.replace(" to ", " win ")) == []
    assert found(better.replace(" to ", " for ")) == [(section, "not permitted")]
    assert found(worse) == [(section, "not permitted")]


# ---- Irregularities


def one_face_up_is_discarded(sample: Sample) -> None:
    table = sample.asked()
    before = table.state.shoe
    table.deck.chosen = []
    table.throw("card_face_up")
    table.deal(sample.singly.split()[-1])
    assert before is not None
    assert table.state.shoe is not None
    assert (table.state.shoe.left, table.state.shoe.on_table) == (before.left - 1, 0)


def several_face_up_void_all(sample: Sample) -> None:
    table = sample.asked().throw("card_face_up").deal(sample.singly.split()[-1])
    table.throw("card_face_up")
    assert table.up() == 0
    assert not table.state.wagers
    assert {result for _, _, result, _ in table.settled()} == {"void"}


def drawn_in_error_is_the_next_card(sample: Sample) -> None:
    table = sample.asked()
    shoe = table.state.shoe
    table.throw("drawn_in_error")
    assert table.state.shoe == shoe
    assert table.order()[0] == table.order()[-1]


def hand_is_void(sample: Sample, *players: int) -> None:
    """One hand is void and its wagers are returned; the deal continues for the other."""
    table = sample.asked(*(players or (1, 4)))
    held = _wagered(table)
    table.throw("player_wrong_number", "1")
    assert table.up(1) == 0
    assert 0 < _wagered(table) < held
    assert {position for position, _, _, _ in table.settled()} == {1}


def all_is_void(sample: Sample, event: str, at_decision: bool = True) -> None:
    table = sample.dealt() if at_decision else sample.asked()
    assert _wagered(table)
    table.throw(event)
    assert not table.state.wagers
    assert {result for _, _, result, _ in table.settled()} == {"void"}
    assert table.up() == 0


def devices(sample: Sample) -> None:
    """Check that a shuffler or shoe can jam, and that a device can be removed."""
    table = sample.table().all_say()
    table.dealer.close()
    table.throw("shuffler_jams")
    assert isinstance(table.dealer.ask, AskShuffle)
    table = sample.asked(dealing_method="automated_shoe").throw("shoe_jams")
    assert not table.state.wagers
    assert table.up() == 0
    with pytest.raises(Refused, match="automated_shoe"):
        sample.asked(dealing_method="hand").throw("shoe_jams")
    table = sample.table().throw("change_of_device")
    assert table.state.by_hand
    table.all_say()
    table.dealer.close()
    with pytest.raises(Refused, match="taken off the table"):
        table.throw("shuffler_jams")


def information_forfeits(sample: Sample) -> None:
    with pytest.raises(Refused, match="only players who have seen cards"):
        sample.dealt().throw("information_exchanged", "1")
    table = sample.table(1, 2).all_say()
    table.deck.chosen = [CARDS[7 * place % 52] for place in range(52)]
    while not isinstance(table.dealer.ask, AskDecision):
        table.dealer.next()
    held = sum(wager.amount for wager in table.state.wagers if wager.position == 1)
    table.throw("information_exchanged", "1")
    assert table.up() == -held
    assert {wager.position for wager in table.state.wagers} == {2}


def question(table: PokerTable) -> AskDecision:
    assert isinstance(table.dealer.ask, AskDecision)
    return table.dealer.ask


def last_said(table: PokerTable) -> str:
    return [step.text for step in table.steps if isinstance(step, Said)][-1]


# ---- Refusals


def refused_alike(table: PokerTable, by: int, said: str | Action, section: str, words: list[str]) -> None:
    """Check that an action is refused under this section with these words, and that neither table nor tape changes."""
    action = parse_action(table.game, said) if isinstance(said, str) else said
    ask, steps, tape = table.dealer.ask, list(table.steps), list(table.tape)
    with pytest.raises(Refused) as refused:
        table.dealer.act(by, action)
    assert refused.value.answer.section == section
    assert all(word in str(refused.value) for word in words), str(refused.value)
    assert (table.dealer.ask, table.steps, table.tape) == (ask, steps, tape)


def replays_alike(game: str, day: date, options: Mapping[str, Value]) -> None:
    """Check that the tape of two players' random rounds replays to the same table."""
    lines: list[str] = []
    dealer = Dealer(game_on(Layout.of(game, day, options)), SeededSource(5), tape=Tape(lines.append))
    for position in (1, 3):
        dealer.act(position, Action("sit", amount=10_000_00))
    for _ in range(12):
        dealer.finish(RandomBot(5))
    assert replay(lines).states[-1] == dealer.state
