"""The tutorial's finished game can be priced, replayed and drawn on a felt, and its rounds conserve chips."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from docs.generator.examples import EXAMPLES, install
from pitboss import check, price
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games
from pitboss.contract import contract_of
from pitboss.equipment import SeededSource
from pitboss.library.felts import felt_of
from pitboss.table import Action, Dealer, Tape, game_on, replay
from pitboss.table.bots import RandomBot

from .counter import counter
from .house import House

pytestmark = pytest.mark.anyio
GAME = "over-seven"
STEPS = sorted(path.name for path in (EXAMPLES / "first-game").iterdir())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package after all of the tutorial's steps."""
    place = tmp_path_factory.mktemp("first-game")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(place)
        for step in STEPS:
            install(f"first-game/{step}")
    return place


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[None]:
    """The game as the tutorial installs it, for the duration of a test."""
    monkeypatch.syspath_prepend(folder)
    registered_games.cache_clear()
    yield
    registered_games.cache_clear()


def test_the_procedure_of_the_first_step_has_ten_lines() -> None:
    text = (EXAMPLES / "first-game" / "1" / "over_seven" / "round.py").read_text("utf-8")
    body = text.partition("    def round(")[2].partition("\n\n")[0].splitlines()
    assert len(body) <= 10


def test_it_is_dealt_by_bots_and_its_tape_replays() -> None:
    tape: list[str] = []
    dealer = Dealer(game_on(Layout.of(GAME, options={"offer_seven": True})), SeededSource(1), tape=Tape(tape.append))
    dealer.act(1, Action("sit", amount=1000_00, name="Ann"))
    for _ in range(20):
        dealer.finish(RandomBot(1))
    assert dealer.state.rounds == 20
    assert dealer.state.chips == dealer.state.bought_in
    assert replay(tape).states[-1] == dealer.state


def test_it_offers_all_that_the_tutorial_says() -> None:
    assert price(GAME)["over"].exact == str(Fraction(1, 6))
    assert contract_of(GAME).simulation is not None
    assert not check(f'game = "{GAME}"\non = 2026-06-01\n').findings
    assert "over" in felt_of(Layout.of(GAME), 5).svg().lower()


async def test_it_is_played_on_the_floor(sqlite_house: House) -> None:
    async with counter(sqlite_house) as desk:
        ann = await desk.guest()
        table = await desk.table(GAME)
        await desk.done(table, ann, do="sit", amount=100_00)
        await desk.done(table, ann, do="act", verb="make", wager="over", amount=10_00)
        await desk.done(table, ann, do="ready")
        seen = (await desk.get(f"/tables/{table}", ann)).json()
    assert seen["state"]["rounds"] == 1
    assert seen["rack"] in (90_00, 110_00)
