"""Pai gow poker, pai gow and Asia poker: deal every row of seven cards with a joker, of three dice, and of the bank.

As in `hands`, rows are found without the evaluator. A joker is an ace, or completes a straight or a flush.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

from pitboss.equipment import Card, outcomes
from tests.shared.rows import hands
from tests.shared.rows.hands import DECK, JOKER, card_of
from tests.shared.rows.offers import LOSES
from tests.shared.rows.placing import Placing
from tests.shared.rows.tables import UNKNOWN_ROW, Dealt, Reached, Table

MINE, DEALERS = "position 1", "dealer"
HAND = 7
FIVE = ("royal_flush", "straight_flush", "flush", "straight")
HIGH = {f"{name.removesuffix('s')}_high": rank for name, rank in hands.NUMBERS.items()}
HIGH["six_high"] = 6
ATTEMPTS = 60


# ---- What the rows mean


def _completed(held: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """The cards with the joker replaced by each other card in turn."""
    natural = tuple(one for one in held if not one.is_joker)
    if len(natural) == len(held):
        yield natural
    else:
        yield from ((*natural, other) for other in DECK if other not in natural)


def _ranks(held: Sequence[Card]) -> Counter[int]:
    """The number of cards of each rank; a joker counts as an ace."""
    return Counter(hands.ACE if one.is_joker else int(one.rank) for one in held)


def _whole_run(held: Sequence[Card]) -> bool:
    return any(hands.is_suited(whole) and hands.is_run([int(one.rank) for one in whole]) for whole in _completed(held))


def _some_five(row: str, held: Sequence[Card]) -> bool:
    return any(hands.makes(row, whole) for some in combinations(held, 5) for whole in _completed(some))


def _royal_match(held: Sequence[Card]) -> bool:
    for pair in combinations(held, 2):
        if any(one.is_joker for one in pair) or not hands.is_suited(pair):
            continue
        rest = [one for one in held if one not in pair]
        if {int(one.rank) for one in pair} == {hands.KING, hands.QUEEN} and any(
            hands.makes("royal_flush", whole) for whole in _completed(rest)
        ):
            return True
    return False


def _high(held: Sequence[Card]) -> int:
    """The highest card of a hand without a pair, straight or flush; 0 for any other hand."""
    ranks = _ranks(held)
    if max(ranks.values()) > 1 or any(_some_five(row, held) for row in FIVE):
        return 0
    return max(ranks)


def makes_of_seven(row: str, held: Sequence[Card]) -> bool:
    alike = sorted(_ranks(held).values(), reverse=True)
    joker = any(one.is_joker for one in held)
    if row in FIVE:
        return _some_five(row, held)
    if row in HIGH:
        return _high(held) == HIGH[row]
    return {
        "five_aces": lambda: alike[0] == 5,
        "four_of_a_kind": lambda: alike[0] >= 4,
        "full_house": lambda: alike[0] >= 3 and alike[1] >= 2,
        "three_of_a_kind": lambda: alike[0] >= 3,
        "three_pairs": lambda: alike[:3] == [2, 2, 2],
        "seven_card_straight_flush": lambda: not joker and _whole_run(held),
        "seven_card_straight_flush_with_joker": lambda: joker and _whole_run(held),
        "royal_match": lambda: _royal_match(held),
    }[row]()


def makes_of_three(row: str, held: Sequence[Card]) -> bool:
    joker = any(one.is_joker for one in held)
    if row in ("straight_flush", "straight_flush_with_joker"):
        return joker == row.endswith("joker") and any(hands.makes("straight_flush", one) for one in _completed(held))
    if row in ("straight", "flush"):
        return any(hands.makes(row, whole) for whole in _completed(held))
    return max(_ranks(held).values()) >= (3 if row == "three_of_a_kind" else 2)


# ---- Hands built for a row


def built(row: str, rest: Random) -> list[tuple[Card, ...]]:
    """Hands that satisfy a row of seven cards, with and without a joker."""
    if row in HIGH:
        return [_built_high(HIGH[row], rest) for _ in range(4)]
    if row.startswith("seven_card_straight"):
        whole = [hands.suited(ranks, at) for at, ranks in enumerate(hands.runs(HAND))]
        return whole if not row.endswith("joker") else _with_joker(whole)
    if row == "royal_match":
        royals = [hands.suited(range(10, 15), suit) for suit in range(4)]
        royals += _with_joker(royals)
        king_queen = [hands.suited((13, 12), suit) for suit in range(4)]
        return [(*one, *two) for one in royals for two in king_queen if not {*one} & {*two}]
    if row == "five_aces":
        return [(*(card_of(14, suit) for suit in range(4)), JOKER)]
    if row == "three_pairs":
        three = [rest.sample(range(2, 15), 3) for _ in range(6)] + [[14, 9, 4]]
        found = [tuple(card_of(rank, rank + at) for rank in ranks for at in (0, 1)) for ranks in three]
        return [*found, (*found[-1][1:], JOKER)]
    found = list(hands.built(5)[row])
    if row in FIVE:
        return found + _with_joker(found)
    return found + [(*(one for one in held if one != ace), JOKER) for held in found for ace in held if ace.rank == 14]


def _with_joker(several: Sequence[tuple[Card, ...]]) -> list[tuple[Card, ...]]:
    """Each hand with one card replaced by the joker, a different one in each."""
    return [(*held[: at % len(held)], JOKER, *held[at % len(held) + 1 :]) for at, held in enumerate(several)]


def _built_high(top: int, rest: Random) -> tuple[Card, ...]:
    while True:
        ranks = [top, *rest.sample(range(2, top), HAND - 1)]
        held = tuple(card_of(rank, rest.randrange(4)) for rank in ranks)
        if top == hands.ACE and rest.random() < 0.3:
            held = (JOKER, *held[1:])
        if _high(held) == top:
            return held


def built_three(row: str) -> list[tuple[Card, ...]]:
    kinds = hands.built(3)
    if row == "straight_flush_with_joker":
        return _with_joker([*kinds["straight_flush"], *kinds["mini_royal"]])
    found = [*kinds[row], *(kinds["mini_royal"] if row == "straight_flush" else ())]
    if row in ("straight", "flush"):
        found += _with_joker(found)
    return found + ([(card_of(14, 0), card_of(14, 1), JOKER)] if row == "three_of_a_kind" else [])


# ---- What must be paid


def expected(table: Table, wager: str, amount: int, dealt: Dealt) -> tuple[list[str], int] | None:
    """The rows that the cards satisfy, best first, and the winnings (-1: paid by the meter); None for other wagers."""
    game, layout = table.game, table.layout
    odds, mine = layout.odds_table(wager), tuple(dealt.cards.get(MINE, ()))
    settles = getattr(game, "settles", {}).get(wager)
    if settles in ("bonus", "seven_card", "insurance"):
        return best(odds, [row for row in odds if makes_of_seven(row, mine)], amount)
    if settles == "three_card":
        return best(odds, [row for row in odds if makes_of_three(row, mine[:3])], amount)
    if settles == "imperial":
        lines, theirs = layout.fact("imperial_lines"), tuple(dealt.cards[DEALERS])
        one = best(odds, [row for row in lines["player"] if makes_of_seven(row, mine)], amount)
        other = best(odds, [row for row in lines["banker"] if makes_of_seven(row, theirs)], amount)
        limit = game.imperial_limit
        won = one[1] + other[1]
        return [*one[0], *other[0]], won if limit is None else min(won, limit)
    if settles == "progressive":
        rows = (*layout.rules.wagers[wager].terms["meter"], *odds)
        made = [row for row in rows if makes_of_seven(row, mine)]
        return made, -1
    return None


def best(odds: Mapping[str, object], rows: Sequence[str], amount: int) -> tuple[list[str], int]:
    """The rows, best-paid first, and what the first pays."""
    found = sorted(rows, key=lambda row: odds[row].ratio, reverse=True)
    return found, odds[found[0]].pays(amount) if found else 0


def note(table: Table, dealt: Dealt) -> set[Reached]:
    """Record what a round reached, and check every payment."""
    found: set[Reached] = {(one.wager, one.bonus, one.row) for one in dealt.outcomes if one.row != UNKNOWN_ROW}
    for outcome in dealt.outcomes:
        must = expected(table, outcome.wager, outcome.step.wager.amount, dealt)
        if must is None:
            continue
        rows, won = must
        where = f"{outcome.wager}: {dealt.cards} makes {rows}, and is {outcome} on {table.layout}"
        both = table.game.settles[outcome.wager] == "imperial"
        if outcome.row == LOSES:
            assert not rows, where
        else:
            assert won in (-1, outcome.step.winnings), where
            assert both or outcome.row in (rows[0], UNKNOWN_ROW), where
        found |= {(outcome.wager, False, row) for row in (rows if both else rows[:1])}
        table.pairs.update((outcome.wager, False, rows[0], other) for other in rows[1:])
    table.reached.update(found)
    return found


def reach(table: Table, rest: Random, each: int) -> None:
    """Deal every row, and every pair of rows that one hand can satisfy, `each` times."""
    placing = Placing(table)
    for _ in range(12 * each):
        note(table, placing.deal({}, rest))
    settles = getattr(table.game, "settles", {})
    seven: dict[str, list[tuple[Card, ...]]] = {}
    for wager in table.kernel_wagers:
        rows = [row for row in table.rows_of(wager) if row]
        if settles.get(wager) == "dice" or wager == "dragons_eye_sum":
            _throw(table, placing, wager, rows, rest)
        elif settles.get(wager) == "three_card":
            three = {row: built_three(row) for row in rows}
            _lay(table, placing, wager, three, 3, rest, each)
            _both(table, placing, three, 3, rest, each)
        elif rows:
            seven |= {row: built(row, rest) for row in rows if row not in seven}
            _lay(table, placing, wager, {row: seven[row] for row in rows}, HAND, rest, each)
    _both(table, placing, seven, HAND, rest, each)
    if set(settles.values()) & {"queens_dragon", "colour", "imperial"}:
        _bank(table, placing, rest)


def _throw(table: Table, placing: Placing, wager: str, rows: Sequence[str], rest: Random) -> None:
    """Roll every total that is paid, and one that is not."""
    rolls = outcomes(3)
    for total in (*map(int, rows), 11):
        throw = rest.choice([at for at, roll in enumerate(rolls) if sum(roll) == total])
        found = note(table, placing.deal({}, rest, (len(rolls), throw)))
        assert (wager, False, str(total) if str(total) in rows else LOSES) in found


def _lay(
    table: Table,
    placing: Placing,
    wager: str,
    by_row: Mapping[str, list[tuple[Card, ...]]],
    number: int,
    rest: Random,
    each: int,
) -> None:
    """Deal every row of a wager."""
    mine = placing.places[MINE][:number]
    for row, several in by_row.items():
        rest.shuffle(several)
        for attempt in range(ATTEMPTS):
            if table.reached[wager, False, row] >= each:
                break
            held = dict(zip(rest.sample(mine, len(mine)), several[attempt % len(several)], strict=False))
            note(table, placing.deal(held, rest))


def _both(
    table: Table, placing: Placing, by_row: Mapping[str, list[tuple[Card, ...]]], number: int, rest: Random, each: int
) -> None:
    """Deal hands for every pair of rows, and hands in which all cards belong together."""
    mine = placing.places[MINE][:number]
    whole = hands.whole(number) if by_row else []
    for held in [*(held for _, _, held in hands.unions_of(by_row, number, each)), *whole, *_with_joker(whole)]:
        note(table, placing.deal(dict(zip(rest.sample(mine, len(mine)), held, strict=False)), rest))


def _bank(table: Table, placing: Placing, rest: Random) -> None:
    """Deal the dealer every pai gow hand that a wager looks at, and seven cards of one colour."""
    theirs = placing.places[DEALERS]
    for row in ("nine_high", "ten_high", "jack_high", "queen_high"):
        for _ in range(2):
            note(table, placing.deal(dict(zip(theirs, built(row, rest)[0], strict=True)), rest))
    for suits in ((1, 2), (0, 3)):
        held = [card_of(rank, suits[at % 2]) for at, rank in enumerate(rest.sample(range(2, 15), HAND))]
        note(table, placing.deal(dict(zip(theirs, held, strict=True)), rest))
