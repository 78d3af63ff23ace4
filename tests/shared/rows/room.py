"""The poker room: it has no pay tables, so there are only pots to win, share and lose."""

from __future__ import annotations

from random import Random

from tests.shared.rows import hands
from tests.shared.rows.hands import card_of
from tests.shared.rows.placing import Placing
from tests.shared.rows.tables import UNKNOWN_ROW, Table


def reach(table: Table, rest: Random, each: int) -> None:
    placing = Placing(table)
    board, mine, theirs = (placing.places.get(to, []) for to in ("community cards", "position 1", "position 2"))
    deals = [{} for _ in range(6 * each)]
    for several in hands.built(5).values():
        held = rest.choice(several)
        deals += [dict(zip(places, held, strict=False)) for places in (board, [*mine, *board], [*theirs, *board])]
    level = {
        place: card_of(rank, at)
        for places in (mine, theirs)
        for at, (place, rank) in enumerate(zip(places, (14, 13), strict=False))
    }
    deals.append(
        {
            place: card_of(int(card.rank), at % 2 + 2 * (place in theirs))
            for at, (place, card) in enumerate(level.items())
        }
    )
    for held in deals:
        dealt = placing.deal(held, rest)
        table.reached.update({(one.wager, one.bonus, one.row) for one in dealt.outcomes if one.row != UNKNOWN_ROW})
