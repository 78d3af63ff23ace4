"""The smallest registered game, a page of Python and data, is dealt, priced, checked and played on the floor."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss import check, price
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games
from pitboss.contract import contract_of
from pitboss.equipment import ScriptedSource, SeededSource
from pitboss.library.felts import felt_of
from pitboss.table import Action, Dealer, Refused, Tape, game_on, replay
from pitboss.table.bots import RandomBot

from .counter import counter
from .house import House

pytestmark = pytest.mark.anyio

GAME = "high-die"
FOLDER = Path(__file__).parents[1] / "smallest"


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game's package, installed as an entry point for the duration of a test."""
    monkeypatch.syspath_prepend(FOLDER)
    registered_games.cache_clear()
    yield
    registered_games.cache_clear()


def lines(name: str) -> int:
    """The number of lines of a file that are not blank."""
    return sum(bool(line.strip()) for line in (FOLDER / "high_die" / name).read_text("utf-8").splitlines())


def test_it_fits_on_one_screen() -> None:
    assert lines("round.py") + lines("price.py") <= 30
    assert lines("rules.toml") <= 30


def test_it_is_dealt_and_its_tape_replays() -> None:
    tape: list[str] = []
    dealer = Dealer(game_on(Layout.of(GAME)), ScriptedSource(dice=["5", "4"]), tape=Tape(tape.append))
    dealer.act(1, Action("sit", amount=100_00, name="Ann"))
    dealer.act(1, Action("make", "high", 10_00))
    dealer.finish()
    assert dealer.state.rack(1) == 118_00
    dealer.act(1, Action("make", "high", 10_00))
    dealer.finish()
    assert dealer.state.rack(1) == 108_00
    assert replay(tape).states[-1] == dealer.state
    with pytest.raises(Refused):
        dealer.act(1, Action("make", "high", 200_00))


def test_bots_play_it() -> None:
    dealer = Dealer(game_on(Layout.of(GAME)), SeededSource(1))
    dealer.act(1, Action("sit", amount=1000_00, name="Ann"))
    for _ in range(20):
        dealer.finish(RandomBot(1))
    assert dealer.state.rounds == 20
    assert dealer.state.chips == dealer.state.bought_in


def test_it_is_priced() -> None:
    (wager,) = price(GAME).wagers
    assert wager.exact == str(Fraction(4, 6) - Fraction(2, 6) * Fraction(9, 5))


def test_it_declares_no_simulation_and_is_otherwise_complete() -> None:
    assert contract_of(GAME).simulation is None


def test_a_table_file_is_checked() -> None:
    assert not check(f'game = "{GAME}"\n').findings
    assert check(f'game = "{GAME}"\n[odds]\nhigh = "1 to 1"\n').findings


def test_its_felt_is_drawn_with_its_wager() -> None:
    assert "high" in felt_of(Layout.of(GAME), 5).svg().lower()


async def test_it_is_played_on_the_floor(sqlite_house: House) -> None:
    async with counter(sqlite_house) as desk:
        ann = await desk.guest()
        table = await desk.table(GAME)
        await desk.done(table, ann, do="sit", amount=100_00)
        await desk.done(table, ann, do="act", verb="make", wager="high", amount=10_00)
        await desk.done(table, ann, do="ready")
        seen = (await desk.get(f"/tables/{table}", ann)).json()
    assert seen["state"]["rounds"] == 1
    assert seen["rack"] in (90_00, 118_00)
