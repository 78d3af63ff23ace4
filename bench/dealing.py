"""Dealing craps: rolls per second through the real `round.py` with ten wagers, compared with PyPI's crapssim."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from bench import rate
from pitboss.chapter.layout import Layout
from pitboss.equipment import SeededSource
from pitboss.table import Action, Ask, Dealer, Tape, game_on

# Ten wagers that crapssim also offers; each is made again as soon as it is decided.
WAGERS = (
    ("pass", 1000),
    ("place_win_5", 1000),
    ("place_win_6", 1200),
    ("place_win_8", 1200),
    ("place_win_9", 1000),
    ("hard_4", 500),
    ("hard_6", 500),
    ("hard_8", 500),
    ("hard_10", 500),
    ("field", 500),
)


def measure() -> list[dict[str, Any]]:
    ours = rate(_pitboss(None), 0.5)
    taped = rate(_pitboss([]), 0.5)
    theirs = rate(_crapssim(), 0.5)
    what, unit = "craps dealt, ten wagers down", "rolls a second"
    return [
        {"what": what, "who": "pitboss", "figure": ours, "unit": unit, "ratio": _ratio(ours, theirs)},
        {"what": f"{what}, on tape", "who": "pitboss", "figure": taped, "unit": unit, "ratio": _ratio(taped, theirs)},
        {"what": what, "who": "crapssim", "figure": theirs, "unit": unit, "ratio": "1.0" if theirs else "-"},
    ]


def _ratio(ours: float | None, theirs: float | None) -> str:
    return f"{ours / theirs:.2f}" if ours and theirs else "-"


def _pitboss(lines: list[str] | None) -> Callable[[int], None]:
    layout = Layout.of("craps", date(2008, 6, 1))
    tape = Tape(lines.append) if lines is not None else None
    dealer = Dealer(game_on(layout), SeededSource(7), tape=tape)
    dealer.act(1, Action("sit", amount=10**12))
    actions = [(kind, Action("make", kind, amount)) for kind, amount in WAGERS]

    def bet(dealer: Dealer, ask: Ask) -> Any:
        if ask.kind != "wagers":
            return None
        down = {wager.kind for wager in ask.state.wagers}
        for kind, action in actions:
            if kind not in down and (kind != "pass" or not ask.state.point):  # type: ignore[attr-defined]
                return 1, action
        return None

    def roll(number: int) -> None:
        for _ in range(number):
            dealer.finish(bet)
        if lines is not None:
            lines.clear()

    return roll


def _crapssim() -> Callable[[int], None] | None:
    try:
        from crapssim.bet import Field, HardWay, PassLine, Place
        from crapssim.strategy.tools import Strategy
        from crapssim.table import Table, TableUpdate
    except ImportError:
        return None

    class TenWagers(Strategy):  # type: ignore[misc]
        def completed(self, player: Any) -> bool:
            return False

        def update_bets(self, player: Any) -> None:
            wanted = [
                *([PassLine(10)] if player.table.point.number is None else []),
                *(Place(number, amount) for number, amount in ((5, 10), (6, 12), (8, 12), (9, 10))),
                *(HardWay(number, 5) for number in (4, 6, 8, 10)),
                Field(5),
            ]
            for bet in wanted:
                if not player.already_placed(bet):
                    player.add_bet(bet)

    table = Table(seed=7)
    table.add_player(bankroll=10**10, strategy=TenWagers())
    update = TableUpdate()

    def roll(number: int) -> None:
        for _ in range(number):
            update.run(table, verbose=False)

    return roll
