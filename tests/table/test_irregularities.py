"""Irregularities: their subjects, their conditions, and the last moment at which they can be called."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from importlib.resources import files
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import RulesError, read_rules
from pitboss.equipment import SeededSource
from pitboss.table import Action, BadTape, Dealer, Refused, Settled, Step, Tape, game_on, replay
from pitboss.table.irregularities import callable_now
from pitboss.table.script import BadScript, play_script
from pitboss.table.tape import read_entries

HEAD = "game high-card\non 2012-06-01\n1: sit Ann 100\n2: sit Bob 100\n1: high 10\n2: high 20\n"
DEALT = f"{HEAD}cards Ah 7c 9d\n1: stay\n2: stay\n"


class Table:
    """High card with two players and a dealer that halts before the settlement."""

    def __init__(self, *players: int, halts: bool = True, **options: Any) -> None:
        self.lines: list[str] = []
        self.steps: list[Step] = []
        game = game_on(Layout.of("high-card", date(2012, 6, 1), options))
        tape = Tape(self.lines.append)
        self.dealer = Dealer(game, SeededSource(1), tape=tape, watch=self.steps.append, halts=halts)
        for number in players or (1, 2):
            self.dealer.act(number, Action("sit", amount=100_00))
            self.dealer.act(number, Action("make", "high", 10_00))

    def until(self, kind: str) -> Table:
        while self.dealer.ask is None or self.dealer.ask.kind != kind:
            self.dealer.next()
        return self

    def results(self) -> list[tuple[int, str]]:
        return [(step.wager.position, step.result) for step in self.steps if isinstance(step, Settled)]


def test_an_irregularity_concerns_the_named_hand() -> None:
    for named, other in ((1, 2), (2, 1)):
        table = Table().until("settlement")
        table.dealer.throw("marked_card", str(named))
        table.until("wagers")
        assert table.results()[0] == (named, "void")
        assert table.results()[1][0] == other


def test_only_possible_irregularities_are_offered_with_their_subjects() -> None:
    table = Table()
    assert [call.rule.id for call in callable_now(table.dealer.game, table.dealer.ask)] == ["drink_spilled"]
    (call,) = callable_now(table.dealer.game, table.until("settlement").dealer.ask)
    assert (call.rule.id, dict(call.subjects), call.several) == (
        "marked_card",
        {"1": "Position 1", "2": "Position 2"},
        False,
    )


@pytest.mark.parametrize(
    ("players", "options", "about", "said"),
    [
        ((1, 2), {}, ("3",), "no hand '3' now; 1, 2"),
        ((1, 2), {}, (), "say which hand it concerns: 1, 2"),
        ((1, 2), {}, ("1", "2"), "it concerns one hand"),
        ((1, 2), {}, ("1", "1"), "name each hand only once"),
        ((1,), {}, ("1",), "only if two hands are dealt"),
        ((1, 2), {"surrender": False}, ("1",), "only with surrender true; at this table it is false"),
    ],
)
def test_an_impossible_call_is_refused_with_reason_and_section(
    players: tuple[int, ...], options: dict[str, Any], about: tuple[str, ...], said: str
) -> None:
    table = Table(*players, **options).until("settlement")
    ask, written = table.dealer.ask, len(table.lines)
    with pytest.raises(Refused, match=said) as refusal:
        table.dealer.throw("marked_card", *about)
    assert refusal.value.answer.section == "8.4(c)"
    assert (table.dealer.ask, len(table.lines)) == (ask, written)


def test_an_irregularity_of_the_whole_table_names_no_subject() -> None:
    table = Table().until("card")
    with pytest.raises(Refused, match="concerns the whole table"):
        table.dealer.throw("misdeal", "1")


def test_a_dealer_that_does_not_halt_leaves_no_entry_before_the_settlement() -> None:
    tapes = {}
    for halts in (True, False):
        table = Table(halts=halts)
        while not table.dealer.state.rounds:
            assert table.dealer.ask is not None
            assert halts or table.dealer.ask.kind != "settlement"
            table.dealer.next()
        tapes[halts] = [json.loads(line) for line in table.lines]
        assert replay(table.lines).states[-1] == table.dealer.state
    recorded = [{key: value for key, value in entry.items() if key not in ("prev", "hash")} for entry in tapes[True]]
    quiet = [{key: value for key, value in entry.items() if key not in ("prev", "hash")} for entry in tapes[False]]
    assert [entry for entry in recorded if entry.get("to") != "settlement"] == quiet
    assert len(recorded) == len(quiet) + 1


def test_the_tape_records_subjects_and_replays() -> None:
    table = Table().until("settlement")
    table.dealer.throw("marked_card", "2")
    table.until("wagers")
    entries = [json.loads(line) for line in table.lines]
    thrown = next(entry for entry in entries if entry["entry"] == "throw")
    assert (thrown["to"], thrown["irregularity"], thrown["about"]) == ("settlement", "marked_card", ["2"])
    again = replay(table.lines)
    assert again.states[-1] == table.dealer.state
    assert [step for steps in again.rounds for step in steps if isinstance(step, Settled)] == [
        step for step in table.steps if isinstance(step, Settled)
    ]
    followed = Dealer.resume(table.dealer.game, SeededSource(1), again.states[0], list(read_entries(table.lines))[1:])
    assert followed.state == table.dealer.state


def test_a_tape_that_ends_before_the_settlement_resumes_there() -> None:
    table = Table().until("settlement")
    assert replay(table.lines).unfinished
    opening = replay(table.lines).states[0]
    again = Dealer.resume(table.dealer.game, SeededSource(1), opening, list(read_entries(table.lines))[1:])
    assert again.ask is not None
    assert again.ask.kind == "settlement"
    again.throw("marked_card", "1")


def test_a_throw_before_the_settlement_is_reached_is_a_bad_tape() -> None:
    table = Table(1).until("decision")
    with pytest.raises(BadTape, match="not asked"):
        replay([*table.lines, *_thrown(table.lines)])


def _thrown(lines: list[str]) -> Iterator[str]:
    """Yield entries that throw an irregularity at a settlement that the round has not reached."""
    made: list[str] = []
    Tape(made.append, json.loads(lines[-1])["hash"]).add("throw", to="settlement", irregularity="marked_card")
    yield from made


def test_a_script_names_subjects_and_may_state_a_refusal() -> None:
    dealer = play_script(f"{DEALT}throw marked_card 1\nsettles 1: high 0\nsettles 2: high -20")
    assert dealer.state.rounds == 1
    play_script(f"{DEALT}refused by 8.4(c) throw marked_card 7\n= 1: +10\n")
    with pytest.raises(BadScript, match="should be refused"):
        play_script(f"{DEALT}refused throw marked_card 2")


def test_an_effect_or_a_condition_that_the_game_does_not_know_names_file_and_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = (files("high_card") / "rules.toml").read_text("utf-8")
    for old, new, said in (
        ('effect = "hand_dead"', 'effect = "hand_blessed"', "no effect 'hand_blessed'; this game does: hand_dead, "),
        ('given = ["two_hands"]', 'given = ["full_moon"]', "no condition 'full_moon'; this game answers: two_hands"),
    ):
        rules = read_rules(text.replace(old, new), "high_card/rules.toml")
        line = next(number for number, row in enumerate(text.splitlines(), 1) if row == old)
        monkeypatch.setattr("pitboss.chapter.layout.rules_of", lambda game, rules=rules: rules)
        with pytest.raises(RulesError, match=rf"high_card/rules.toml:{line}: irregularity.marked_card.*{said}"):
            game_on(Layout.of("high-card", date(2012, 6, 1)))


def test_an_unknown_option_cannot_be_a_condition() -> None:
    text = (files("high_card") / "rules.toml").read_text("utf-8")
    with pytest.raises(RulesError, match=r"irregularity\.marked_card: shuffler is not an option"):
        read_rules(text.replace("when = { surrender", "when = { shuffler"), "high_card/rules.toml")
