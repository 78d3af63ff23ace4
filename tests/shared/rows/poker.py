"""House poker: deals hands built for each row to wherever the wager looks for them.

Which cards a wager looks at, and the size of its hands, come from the game's rules.toml. The row of a hand does not:
`hands.has` searches the cards for every row, and the best-paid one must be paid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import TypeVar

from pitboss.equipment import Card
from pitboss.families.house_poker.terms import WagerTerms
from tests.shared.rows import hands
from tests.shared.rows.offers import LOSES
from tests.shared.rows.placing import Placing
from tests.shared.rows.tables import Dealt, Table

T = TypeVar("T")
ROLES = {"own": "position 1", "community": "community cards", "dealer": "dealer"}
ATTEMPTS = 60
"""The most rounds to deal for a row; the other cards may make a better hand, or one that folds."""


@dataclass(frozen=True)
class Sight:
    """A wager with several rows, or its bonus: the cards it looks at, and the size of its hands."""

    wager: str
    bonus: bool
    rows: tuple[str, ...]
    sees: tuple[str, ...]
    community: int
    spare: int
    "The number of community cards, from the first, that are discarded unseen."
    size: int
    early: bool
    "Whether it is settled on the first `size` cards, before the others are dealt."
    side: bool

    def of(self, by_role: Mapping[str, Sequence[T]]) -> list[T]:
        """The cards, or the places in the deck, that the wager looks at, given those for every role."""
        found: list[T] = []
        for name in self.sees:
            there = by_role.get(ROLES[name], ())
            if name == "community":
                there = there[self.spare :][: self.community or None]
            found += there[: self.size] if self.early else there
        return found

    def pools(self, table: Table, dealt: Dealt) -> list[tuple[Card, ...]]:
        """The sets of cards in which to search for a hand: several where not all cards can be combined."""
        own = tuple(self.of({ROLES["own"]: dealt.cards[ROLES["own"]]}))
        shared = tuple(self.of({ROLES["community"]: dealt.cards.get(ROLES["community"], ())}))
        if self.side or not shared:
            return [tuple(self.of(dealt.cards))]
        rules = table.layout.rules
        if "discard" in rules.facts:
            return [(*kept(dealt, len(own) - 1), *shared)]
        if "own_cards" in rules.facts:
            rest = self.size - rules.fact("own_cards")
            return [(*own, *some) for some in combinations(shared, rest)]
        if "community_rows" in rules.facts:
            return [(*own, *(shared[at - 1] for at in row)) for row in rules.fact("community_rows")]
        return [(*own, *shared)]


def sights(table: Table) -> Iterator[Sight]:
    """The wagers and bonuses of a table that have named rows."""
    declared = table.game.declarations
    spare = declared.dealing.spare
    for wager in table.kernel_wagers:
        terms: WagerTerms = declared.wagers[wager]
        rows = dict.fromkeys(
            (*terms.awards.get(declared.table_of(wager), ()), *terms.meter, *table.layout.odds_table(wager))
        )
        sees = ("own",) if terms.holdings else terms.sees
        if any(rows):
            size = 2 if terms.holdings else declared.orders[wager].size
            early = terms.side and sees == ("own",) and size < declared.order.size
            yield Sight(wager, False, tuple(rows), sees, terms.community, spare, size, early, terms.side)
        if terms.bonus:
            rows = tuple(declared.bonus_odds(wager))
            yield Sight(wager, True, rows, terms.bonus_sees, 0, spare, declared.order.size, False, False)


def worth(table: Table, sight: Sight, row: str) -> float:
    """The value of a row, for comparison: rows paid by a meter or in dollars rank first, in their order."""
    odds = dict(table.bonus_odds(sight.wager) if sight.bonus else table.layout.odds_table(sight.wager))
    above = [one for one in sight.rows if one not in odds]
    terms = table.game.declarations.wagers[sight.wager]
    on_meter = [one for one, award in terms.meter.items() if table.game.declarations.applies(award.when)]
    if row in above or row in on_meter:
        return 1e9 - sight.rows.index(row)
    return float(odds[row].ratio)


def satisfied(table: Table, sight: Sight, dealt: Dealt) -> list[str]:
    """The rows that the cards satisfy, best-paid first."""
    pools = sight.pools(table, dealt)
    found = [row for row in sight.rows if any(hands.has(row, pool, sight.size) for pool in pools)]
    if "both_have_aces" in found and not _aces(dealt.cards["dealer"]):
        found.remove("both_have_aces")
    return sorted(found, key=lambda row: worth(table, sight, row), reverse=True)


def kept(dealt: Dealt, number: int) -> tuple[Card, ...]:
    """The player's cards after a discard."""
    there = [hand.all for step in dealt.steps for hand in step.state.hands if hand.box == 1 and len(hand.all) == number]
    return there[-1] if there else ()


def _aces(held: Sequence[Card]) -> bool:
    return {int(one.rank) for one in held} == {hands.ACE}


def judge(table: Table, sight: Sight, dealt: Dealt) -> tuple[str, list[str]] | None:
    """The row that was paid, and all rows that the cards satisfy, best first; None if no row was paid.

    The best row must be paid. A side wager may lose only if no row is satisfied, or if a fold forfeits it.
    """
    makes = satisfied(table, sight, dealt)
    outcome = next((one for one in dealt.outcomes if (one.wager, one.bonus) == (sight.wager, sight.bonus)), None)
    folded = any(hand.fate == "folded" for step in dealt.steps for hand in getattr(step.state, "hands", ()))
    where = f"{sight.wager}: {dealt.cards} makes {makes}, and is {outcome} on {table.layout}"
    if outcome is None or outcome.row in ("(void)", LOSES, "(returned)"):
        assert not makes or folded or not (sight.side or sight.bonus), where
        return None
    if outcome.row == "":
        return None
    assert [outcome.row] == makes[:1], where
    return outcome.row, makes


def laid(sight: Sight, held: Sequence[Card], placing: Placing, rest: Random) -> dict[int, Card]:
    places = sight.of(placing.places)
    return dict(zip(rest.sample(places, len(places)), held, strict=False))


def against(row: str, placing: Placing) -> dict[int, Card]:
    """The dealer's cards that a row depends on: aces, or a qualifying hand that is lower than ace-king-queen."""
    places = placing.places.get("dealer", [])
    if row == "both_have_aces":
        return dict(zip(places, (hands.card_of(14, 0), hands.card_of(14, 1)), strict=True))
    if row == "high_card" and len(places) == 5:
        return {
            place: hands.card_of(rank, at + 2)
            for at, (place, rank) in enumerate(zip(places, (14, 13, 9, 7, 4), strict=True))
        }
    return {}


def note(table: Table, there: Sequence[Sight], dealt: Dealt) -> None:
    """Record what a round reached, and check every payment."""
    found = {(one.wager, one.bonus, one.row) for one in dealt.outcomes}
    for sight in there:
        judged = judge(table, sight, dealt)
        if judged is not None:
            paid, makes = judged
            found.add((sight.wager, sight.bonus, paid))
            table.pairs.update((sight.wager, sight.bonus, paid, other) for other in makes if other != paid)
    table.reached.update(found)


def reach(table: Table, rest: Random, each: int) -> None:
    """Deal every row, and every pair of rows that one hand can satisfy, `each` times."""
    placing, there = Placing(table), list(sights(table))
    for sight in there:
        for row in sight.rows:
            number = len(sight.of(placing.places))
            built = [one for one in hands.named(row, sight.size) if len(one) <= number and placing.holds(one)]
            rest.shuffle(built)
            for attempt in range(ATTEMPTS if built else 0):
                if table.reached[sight.wager, sight.bonus, row] >= each:
                    break
                held = laid(sight, built[attempt % len(built)], placing, rest)
                beside = against(row, placing)
                if set(beside.values()) & set(held.values()):
                    continue
                note(table, there, placing.deal({**beside, **held}, rest))
        number = len(sight.of(placing.places))
        both = [held for _, _, held in hands.unions(sight.rows, sight.size, number, each)]
        for held in filter(placing.holds, [*both, *(hands.whole(number) if number > sight.size else ())]):
            note(table, there, placing.deal(laid(sight, held, placing, rest), rest))
    _ends(table, placing, there, rest, each)


def _ends(table: Table, placing: Placing, there: Sequence[Sight], rest: Random, each: int) -> None:
    """Deal hands above, equal to and below the dealer's, so that every wager also loses."""
    mine, theirs = placing.places[ROLES["own"]], placing.places.get("dealer", [])
    for _ in range(5 * each):
        note(table, there, placing.deal({}, rest))
    size = min(len(mine), len(theirs))
    for _ in range(2 * each if size else 0):
        ranks = rest.sample(range(2, 15), size)
        level = {place: hands.card_of(rank, at) for at, (place, rank) in enumerate(zip(mine, ranks, strict=False))}
        level |= {
            place: hands.card_of(rank, at + 1) for at, (place, rank) in enumerate(zip(theirs, ranks, strict=False))
        }
        note(table, there, placing.deal(level, rest))
