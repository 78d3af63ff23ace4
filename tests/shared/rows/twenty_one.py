"""Twenty-one games: deal every row for the hands and the side wagers.

The rows of the side wagers are defined here a second time, independently, and the best one must be paid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from pitboss.equipment import Card
from tests.shared.rows.hands import ACE, KING, QUEEN, RANKS, card_of, is_run, is_suited
from tests.shared.rows.offers import LOSES
from tests.shared.rows.shoes import Wish, dealt_as_wished
from tests.shared.rows.tables import UNKNOWN_ROW, Dealt, Outcome, Reached, Table

BOX, SPOT, DEALER = "box 1", ("spot 1, hand 1", "spot 1, hand 2"), "dealer"


def value(card: Card, ace: int = 11) -> int:
    return ace if card.rank == ACE else min(10, int(card.rank))


def is_blackjack(held: Sequence[Card]) -> bool:
    return len(held) == 2 and sum(map(value, held)) == 21


def one_colour(held: Sequence[Card]) -> bool:
    return len({card.suit.is_red for card in held}) == 1


def leading(held: Sequence[Card], rank: int) -> list[Card]:
    found = []
    for card in held:
        if card.rank != rank:
            break
        found.append(card)
    return found


NUMBER = ("", "one", "two", "three", "four")
ON_METER = "four_colour"
"""The row of the progressive wager that is paid by the meter."""


def rows_made(table: Table, wager: str, dealt: Dealt) -> list[str] | None:
    """The rows of a side wager that the cards satisfy; None if that is not defined here."""
    terms, odds = table.game.terms[wager], table.layout.odds_table(wager)
    if SPOT[0] in dealt.cards:
        mine = [card for to in SPOT for card in dealt.cards[to][:2]]
    else:
        mine = [card for _, to, card in dealt.given if to.startswith(("box", "the wager on box"))]
    two, dealer = mine[:2], dealt.cards[DEALER]
    up = dealer[0]
    match terms.settles:
        case "over":
            return [""] if sum(value(card, 1) for card in two) > terms.number else []
        case "under":
            return [""] if sum(value(card, 1) for card in two) < terms.number else []
        case "same_suit":
            royal = {card.rank for card in two} == {KING, QUEEN}
            return (["royal"] * royal + ["suited"]) if is_suited(two) else []
        case "player_blackjack":
            return [""] if is_blackjack(two) else []
        case "dealer_blackjack":
            return [""] if is_blackjack(dealer[:2]) else []
        case "match_dealer":
            rows = [("suited" if card.suit == up.suit else "unsuited") for card in two if card.rank == up.rank]
            decks = [int(row.rpartition("_")[2]) for row in odds]
            most = max((one for one in decks if one <= int(table.layout.options["decks"])), default=min(decks))
            return [f"{row}_{most}" for row in rows]
        case "twenty_point":
            if sum(map(value, two)) != 20:
                return []
            queens = all(card is card_of(QUEEN, 2) for card in two)
            rows = ["queens_dealer_blackjack"] * (queens and is_blackjack(dealer[:2])) + ["queens"] * queens
            return [*rows, *["identical"] * (two[0] is two[1]), *["suited"] * is_suited(two), "any"]
        case "three_card":
            three = [*two, up]
            ranks = [int(card.rank) for card in three]
            return [""] if is_suited(three) or is_run(ranks) or len(set(ranks)) == 1 else []
        case "in_between":
            low, high = sorted(int(card.rank) for card in two)
            if low == high == up.rank:
                return ["three_equal"]
            return [f"spread_{min(4, high - low - 1)}"] if low < up.rank < high else []
        case "four_ranks":
            alike = Counter(Counter(card.rank for card in mine[:4]).values())
            rows = ["four_of_a_kind"] * alike[4] + ["two_pair"] * (alike[2] == 2) + ["three_of_a_kind"] * alike[3]
            return [*rows, *["pair"] * (alike[2] == 1)]
        case "dealer_third":
            if len(dealer) != 3 or _total(dealer) <= 21:
                return []
            eights = all(card.rank == terms.number for card in dealer)
            suits = ["suited"] * is_suited(dealer) + ["colour"] * one_colour(dealer)
            return [*(suits if eights else ()), f"third_{value(dealer[2])}"]
        case "progressive":
            aces = leading(mine[: terms.cards], ACE)
            found = [ON_METER] * (len(aces) == terms.cards and one_colour(aces))
            for number in range(1, len(aces) + 1):
                some = aces[:number]
                name = NUMBER[number]
                found += [f"{name}_suited"] * (number > 1 and is_suited(some))
                found += [f"{name}_colour"] * (number > 1 and one_colour(some)) + [name]
            return [row for row in found if row in odds or row == ON_METER]
    return None


def _total(held: Sequence[Card]) -> int:
    low = sum(value(card, 1) for card in held)
    return low + 10 if low <= 11 and any(card.rank == ACE for card in held) else low


def note(table: Table, dealt: Dealt) -> None:
    """Record what a round reached, and check every side wager."""
    found = {(one.wager, one.bonus, one.row) for one in dealt.outcomes if one.row != UNKNOWN_ROW}
    for outcome in dealt.outcomes:
        if table.game.terms[outcome.wager].role == "side":
            made = rows_made(table, outcome.wager, dealt)
            found |= set() if made is None else _checked(table, outcome, made, dealt)
    table.reached.update(found)


def _checked(table: Table, outcome: Outcome, made: Sequence[str], dealt: Dealt) -> set[Reached]:
    """Check how a side wager was paid; return the rows by which it was."""
    odds, step = table.layout.odds_table(outcome.wager), outcome.step
    where = f"{outcome.wager}: {dealt.cards} makes {made}, and is {outcome} on {table.layout}"
    if not made:
        assert outcome.row == LOSES, where
        return set()
    if ON_METER in made:
        assert step.odds is None, where
        paid = [ON_METER]
    elif table.game.terms[outcome.wager].settles == "match_dealer":
        paid = list(made)
    else:
        paid = [max(made, key=lambda row: odds[row].ratio)]
    if ON_METER not in made:
        winnings = sum(odds[row].pays(step.wager.amount) for row in paid)
        assert winnings == (step.winnings if step.result == "wins" else 0), where
    table.pairs.update((outcome.wager, False, paid[0], other) for other in made if other not in paid)
    return {(outcome.wager, False, row) for row in paid}


# ---- The deals


def first_cards(places: Sequence[str], rest: Random, most: int) -> list[Wish]:
    """Two cards of any ranks, and a dealer's card that equals one of them, lies between them, or could make a
    blackjack.
    """
    found = []
    for one, two in product(RANKS, repeat=2):
        for first, second in SUITS:
            ups = {card_of(one, one % 3), card_of((one + two) // 2, 3), card_of(ACE, 1), card_of(8, 0)}
            found += [_laid(places, [card_of(one, first), card_of(two, second)], [up]) for up in sorted(ups, key=str)]
    return rest.sample(found, min(most, len(found)))


SUITS = ((0, 0), (1, 2), (0, 1), (2, 2))
"""One suit, one colour, two colours, and hearts."""


def _laid(places: Sequence[str], mine: Sequence[Card], dealers: Sequence[Card]) -> Wish:
    """The player's cards, divided where a spot has two hands, and the dealer's."""
    if len(places) == 1:
        return {places[0]: mine, DEALER: dealers}
    return {places[0]: [*mine[:1], *mine[2:3]], places[1]: [*mine[1:2], *mine[3:4]], DEALER: dealers}


def alike(places: Sequence[str]) -> Iterator[Wish]:
    """One to four sevens or aces in every pattern of suits."""
    patterns = ((2,) * 4, (2, 1, 2, 1), (1, 1, 2, 2), (2, 2, 0, 1), (0, 1, 2, 3), (3, 0, 3, 0))
    for rank in (7, ACE):
        for suits in dict.fromkeys(pattern[:number] for pattern in patterns for number in (1, 2, 3, 4)):
            held = [card_of(rank, suit) for suit in suits]
            for up in (card_of(6, 3), card_of(7, 2)):
                yield _laid(places, [*held, *[card_of(9, 0)] * 2], [up])


def particular(places: Sequence[str]) -> Iterator[Wish]:
    """Deals that certain rows need, and every way in which the dealer's hand can end."""
    seven, eight, ace, ten = 7, 8, 14, KING
    for two in ((KING, QUEEN), (QUEEN, KING), (KING, 9), (9, 9)):
        for suit in range(4):
            yield _laid(places, [card_of(two[0], suit), card_of(two[1], suit)], [card_of(7, suit)])
    for high in (4, 5, 6, 7, 9, ace):
        yield _laid(places, [card_of(2, 0), card_of(high, 1)], [card_of(3, 2)])
        yield _laid(places, [card_of(high, 0), card_of(2, 1)], [card_of(high, 2)])
        yield _laid(places, [card_of(high, 0), card_of(high, 1)], [card_of(high, 2)])
    queens = [card_of(QUEEN, 2)] * 2
    for dealers in ([ace, KING], [KING, ace], [ace, 9], [ten, 9], [9, 9]):
        yield _laid(places, queens, [card_of(rank, at) for at, rank in enumerate(dealers)])
        yield _laid(places, [card_of(ace, 1), card_of(KING, 1)], [card_of(rank, at) for at, rank in enumerate(dealers)])
        yield _laid(places, [card_of(ace, 1), card_of(KING, 1)], [card_of(rank, 3) for rank in dealers])
        yield _laid(places, [card_of(9, 1), card_of(8, 1)], [card_of(rank, 2) for rank in dealers])
    for suits in ((3, 3, 3), (0, 3, 0), (0, 1, 2), (1, 1, 1)):
        yield _laid(places, [card_of(ten, 1), card_of(ten, 2)], [card_of(eight, suit) for suit in suits])
    for third in (6, 7, 8, 9, ten):
        yield _laid(places, [card_of(ten, 1), card_of(9, 2)], [card_of(ten, 0), card_of(6, 1), card_of(third, 2)])
        yield _laid(places, [card_of(ten, 1), card_of(9, 2)], [card_of(6, 0), card_of(ten, 1), card_of(third, 2)])
    for suits in ((3, 3, 3), (1, 1, 1), (0, 1, 3)):
        for ranks in ((6, 7, 8), (8, 6, 7), (7, 7, 7)):
            held = [card_of(rank, suit) for rank, suit in zip(ranks, suits, strict=True)]
            yield _laid(places, held, [card_of(ten, 2), card_of(9, 1)])
            yield _laid(places, held, [card_of(seven, 2), card_of(ten, 1)])
    for ranks in ((2, 3, 4, 5, 7), (2, 2, 3, 4, 3, 7), (2, 2, 2, 3, 3, 4, 5), (2, 2, 2, 3, 3, 3, 3, 3)):
        yield _laid(places, [card_of(rank, at) for at, rank in enumerate(ranks)], [card_of(ten, 2), card_of(9, 1)])
    for one in (8, ace, 9, 6):
        held = [card_of(one, 0), card_of(one, 1), card_of(3, 2), card_of(ten, 3), card_of(7, 1)]
        yield _laid(places, held, [card_of(6, 0), card_of(ten, 3), card_of(ten, 1)])
        yield _laid(places, held, [card_of(6, 0), card_of(ten, 3), card_of(5, 1)])
    for mine in ((13, 12), (13, 7), (5, 6), (11, 12)):
        for dealers in ((13, 7), (13, 11), (6, 12, 13), (6, 5, 11), (13, 6, 6)):
            yield _laid(
                places,
                [card_of(rank, at) for at, rank in enumerate(mine)],
                [card_of(rank, at + 1) for at, rank in enumerate(dealers)],
            )


def streaks(places: Sequence[str]) -> Iterator[Wish]:
    """Six wins in a row, then a loss."""
    for _ in range(6):
        yield _laid(places, [card_of(11, 0), card_of(KING, 1)], [card_of(11, 2), card_of(7, 3)])
    yield _laid(places, [card_of(11, 0), card_of(7, 1)], [card_of(11, 2), card_of(9, 3)])


def spots(places: Sequence[str]) -> Iterator[Wish]:
    """The four cards of a spot, in every pattern of ranks."""
    for ranks in ((9, 9, 9, 9), (9, 9, 5, 5), (9, 5, 9, 5), (9, 9, 9, 5), (9, 9, 5, 4), (9, 5, 4, 3), (14, 14, 12, 12)):
        yield _laid(places, [card_of(rank, at) for at, rank in enumerate(ranks)], [card_of(11, 2), card_of(7, 3)])


def reach(table: Table, rest: Random, each: int) -> None:
    """Deal everything above; if mutually exclusive wagers take turns, also in an odd unit."""
    places = SPOT if table.layout.rules.game.id == "blackjack-switch" else (BOX,)
    standing = table.kernel.standing.table
    if standing.streaks:
        _deal(table, [list(streaks(places))] * each, rest)
        return
    alone = [*particular(places), *spots(places), *first_cards(places, rest, 60 * each)]
    if any(
        table.game.settles[id] in ("sevens", "progressive") or "777" in str(table.rows_of(id))
        for id in table.kernel_wagers
    ):
        alone += alike(places)
    _deal(table, [[wish] for wish in alone], rest)
    if standing.takes_turns:
        _deal(table, [[wish] for wish in first_cards(places, rest, 30 * each)], rest, unit=1)


def _deal(table: Table, runs: Sequence[Sequence[Wish]], rest: Random, unit: int = 0) -> None:
    for dealt in dealt_as_wished(table, runs, rest, unit):
        note(table, dealt)
