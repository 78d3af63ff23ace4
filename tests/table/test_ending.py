"""A floorperson ends a round, in every game and at every kind of ask: all players get back what they brought."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import ScriptedSource, SeededSource
from pitboss.table import Acted, Action, AskDecision, AskWagers, Dealer, Settled, State, Tape, game_on, replay
from pitboss.table.bots import RandomBot
from pitboss.table.tape import BadTape, Entry, read_entries, seal
from tests.shared.every_game import every_game, one_of_each_family

STAKE = 2_000_00
ASKS = 100


class Table:
    """A table of a game with three random players, and its tape."""

    def __init__(self, game: str, seed: str) -> None:
        self.lines: list[str] = []
        self.game = game_on(Layout.of(game))
        self.dealer = Dealer(self.game, SeededSource(seed), tape=Tape(self.lines.append), halts=True)
        self.bot = RandomBot(seed)
        self.random = Random(seed)
        for number in (1, 2, 3):
            self.dealer.act(number, Action("sit", amount=STAKE, name=f"Player {number}"))

    @property
    def state(self) -> State:
        return self.dealer.ask.state if self.dealer.ask is not None else self.dealer.state

    def chips(self) -> dict[int, int]:
        """Each position's chips at the beginning of the current round, plus what it has bought in for since."""
        began, bought = self.dealer.state, {seat.number: seat.bought_in for seat in self.dealer.state.positions}
        held = {
            seat.number: seat.rack + sum(lies.amount + lies.vig for lies in began.wagers_of(seat.number))
            for seat in began.positions
        }
        now = self.state.positions
        return {one.number: held.get(one.number, 0) + one.bought_in - bought.get(one.number, 0) for one in now}

    def copy(self) -> Dealer:
        """Another dealer at the same moment of the same round."""
        entries = list(read_entries(self.lines))
        whole = max(place for place, entry in enumerate(entries) if entry.kind in ("open", "end", "void"))
        return Dealer.resume(self.game, SeededSource("copy"), self.dealer.state, entries[whole + 1 :])

    def next(self) -> None:
        self.dealer.next(self.bot)


@every_game()
def test_ending_a_round_anywhere_returns_all_chips(game: str) -> None:
    table = Table(game, f"ended {game}")
    at: set[str] = set()
    for _ in range(ASKS):
        ask, chips = table.dealer.ask, table.chips()
        assert ask is not None
        at.add(ask.kind)
        inventory = table.dealer.state.inventory
        copy = table.copy()
        copy.end_round("a floorperson")
        assert {seat.number: seat.rack for seat in copy.state.positions} == chips, ask.kind
        assert (copy.state.wagers, copy.state.rounds) == ((), table.dealer.state.rounds + 1)
        assert copy.state.chips == copy.state.bought_in
        lay = sum(lies.amount for lies in table.dealer.state.wagers if not lies.position)
        returned = sum(lies.vig for lies in table.dealer.state.wagers)
        assert copy.state.inventory == inventory + lay - returned, "the house has what it had"
        closed = table.copy()
        closed.end_round("a floorperson", [seat.number for seat in table.state.positions], closes=True)
        assert (closed.state.positions, closed.state.wagers, closed.ask) == ((), (), None)
        assert closed.state.chips == closed.state.bought_in
        table.next()
    assert "wagers" in at
    assert at & {"card", "dice", "number", "draw", "shuffle"}


@every_game()
def test_the_table_plays_on_after_an_ended_round_and_its_tape_verifies(game: str) -> None:
    table = Table(game, f"played on {game}")
    ended = 0
    for _ in range(ASKS):
        if table.random.random() < 0.1:
            chips = table.chips()
            table.dealer.end_round("a floorperson")
            assert {seat.number: seat.rack for seat in table.dealer.state.positions} == chips
            ended += 1
        table.next()
    rounds = table.dealer.state.rounds
    for _ in range(3):
        table.dealer.finish(table.bot)
    assert table.dealer.state.rounds == rounds + 3
    replayed = replay(table.lines)
    assert replayed.states[-1] == table.dealer.state
    assert ended


def test_ending_a_round_reverses_its_settlements() -> None:
    """Each settlement is announced as reversed, and the settlements of the round add up to zero."""
    found: set[str] = set()
    for game in one_of_each_family():
        table = Table(game, f"taken back {game}")
        for _ in range(ASKS):
            if any(step.net for step in table.dealer.steps if isinstance(step, Settled)):
                copy = table.copy()
                before = len(copy.steps)
                ended = copy.end_round("a floorperson", closes=True)
                assert tuple(copy.steps[before:]) == ended.steps
                nets = [step.net for step in copy.steps if isinstance(step, Settled) and step.result != "void"]
                assert sum(nets) == 0, game
                found.add(game)
            table.next()
    assert len(found) >= 4, found


def test_a_game_that_fails_is_reset_with_all_chips(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("baccarat-punto-banco", "anew")
    while isinstance(table.dealer.ask, AskWagers) or table.dealer.ask is None:
        table.next()
    chips = table.chips()

    def broken(self: object, state: State, section: str) -> object:
        raise OverflowError("too much")

    monkeypatch.setattr(type(table.game), "void", broken)
    table.dealer.end_round("a floorperson")
    assert {seat.number: seat.rack for seat in table.dealer.state.positions} == chips
    assert table.dealer.state.shoe is None
    monkeypatch.undo()
    assert replay(table.lines).states[-1] == table.dealer.state, "the tape says that the table was reset"
    table.copy().end_round("a floorperson", [1, 2, 3], closes=True)


def test_a_player_who_left_and_returned_keeps_the_chips_they_returned_with() -> None:
    dealer = Dealer(game_on(Layout.of("craps")), ScriptedSource(dice=["5-6"]))
    dealer.act(1, Action("sit", amount=500_00, name="Ann"))
    dealer.act(1, Action("make", "pass", 100_00))
    dealer.finish()
    assert dealer.state.rack(1) == 600_00
    dealer.act(1, Action("leave"))
    dealer.act(1, Action("sit", amount=200_00, name="Ann"))
    dealer.act(1, Action("make", "pass", 50_00))
    dealer.end_round("a floorperson")
    assert dealer.state.rack(1) == 200_00


def test_a_tape_cannot_claim_a_different_end() -> None:
    table = Table("three-card-poker", "claimed")
    while not isinstance(table.dealer.ask, AskDecision):
        table.next()
    table.dealer.end_round("a floorperson")
    entries = [entry.data for entry in read_entries(table.lines)]
    last = entries[-1]
    last["state"]["positions"][0]["rack"] += 5_00
    last["state"]["positions"][1]["rack"] -= 5_00
    assert last["entry"] == "void"
    lines, before = [], "0" * 64
    for entry in entries:
        line, before = seal(entry, before)
        lines.append(line)
    with pytest.raises(BadTape, match="does not end in the state on the tape"):
        replay(lines)
    followed = [Entry(number, data["entry"], data) for number, data in enumerate(entries[1:], 2)]
    opening = replay(lines[:1]).opening
    with pytest.raises(ValueError, match="does not end in the state on the tape"):
        Dealer.resume(table.game, SeededSource(1), opening, followed)


def test_leaving_is_announced_with_the_chips() -> None:
    table = Table("roulette", "left")
    ended = table.dealer.end_round("a floorperson", [1, 2, 3], closes=True)
    assert [step.position for step in ended.steps if isinstance(step, Acted)] == [1, 2, 3]
