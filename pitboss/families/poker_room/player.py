"""A fair, simple player for company: he sees what his seat sees, and plays by his chance against hands at random.

His chance is sampled: so often are the cards that he does not see dealt to those who are in, and the hand dealt to its
end. He calls where the pot offers more than his chance asks, bets and raises where he is well ahead of his share, and
discards what does not fit. The same cards make the same choice: nothing is drawn but from what he holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS, Card
from pitboss.families.poker_room.ranking import MadeOf, strength
from pitboss.families.poker_room.terms import Room
from pitboss.pricing.contract import Advice
from pitboss.table.decisions import NONE

Cards = tuple[Card, ...]
DEALS = 100
"""So often is a hand dealt to its end."""
AHEAD = 1.5
"""So many times his even share of the pot is well ahead."""


MOST_RAISES = 3
"""He goes no further in a round of betting: others may have what they say."""


def situation(board: int, opponents: int, to_call: int, pot: int, raises: int) -> str:
    """What a player knows beside the cards: `Game.before` tells it him."""
    return f"{board} {opponents} {to_call} {pot} {raises}"


def fair_player(layout: Layout) -> Advice:
    """Own cards, open cards and choices in, and what his seat knows of the betting; the choice out."""
    room = Room(layout)

    @lru_cache(maxsize=1000)
    def chances(own: Cards, board: Cards, others: Cards, opponents: int) -> float:
        return share(room, own, board, others, opponents)

    def advise(
        own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], known: str = "0 1 0 0 0"
    ) -> str | None:
        if NONE in choices:
            return discards(room, own)
        if not own or not {"check", "call", "forced_bet"} & set(choices):
            return None
        board, opponents, to_call, pot, raises_made = map(int, known.split())
        chance = chances(tuple(own), tuple(shown[:board]), tuple(shown[board:]), opponents)
        ahead = chance * (opponents + 1) > AHEAD
        raises = next((choice for choice in ("bet", "raise") if choice in choices), "")
        if ahead and raises and raises_made < MOST_RAISES:
            return raises
        if "check" in choices or "forced_bet" in choices:
            return "check" if "check" in choices else "forced_bet"
        return "call" if chance * (pot + to_call) >= to_call else "fold"

    return advise


def share(room: Room, own: Sequence[Card], board: Sequence[Card], others: Sequence[Card], opponents: int) -> float:
    """The part of the pot that a hand wins on average, of hands at random dealt to their end."""
    seen = {*own, *board, *others}
    stub = [card for card in CARDS[:52] if card not in seen]
    random = Random(" ".join(map(str, (*own, *board, opponents))))
    community = sum(street.community for street in room.streets)
    to_come, missing = community - len(board), room.own - len(own)
    won = 0.0
    opponents = min(opponents, (len(stub) - to_come - missing) // room.own)
    for _ in range(DEALS):
        dealt = random.sample(stub, to_come + missing + room.own * opponents)
        table = (*board, *dealt[:to_come])
        mine = (*own, *dealt[to_come : to_come + missing])
        rest = dealt[to_come + missing :]
        theirs = [rest[turn * room.own : (turn + 1) * room.own] for turn in range(opponents)]
        won += _part(room, mine, theirs, table)
    return won / DEALS


def _part(room: Room, mine: Sequence[Card], theirs: Sequence[Sequence[Card]], board: Sequence[Card]) -> float:
    """Of one pot: the whole, a half, or its part of what is shared."""
    parts = [part for made in (room.high, room.low) if made for part in [_won(made, mine, theirs, board)]]
    if len(parts) == 2 and parts[1] is None:
        return parts[0] or 0.0
    return sum(part or 0.0 for part in parts) / len(parts)


def _won(made: MadeOf, mine: Sequence[Card], theirs: Sequence[Sequence[Card]], board: Sequence[Card]) -> float | None:
    """What is won in one order; None where nobody has a hand in it."""
    own = strength(made, mine, board)
    others = [strength(made, hand, board) for hand in theirs]
    best = max((own, *others))
    return None if not best else 1 / (1 + others.count(best)) if own == best else 0.0


def discards(room: Room, own: Sequence[Card]) -> str:
    """Which cards go: in high poker what is not paired, else what is paired or high; in badugi also what is suited."""
    ranks = Counter(card.rank for card in own)
    if room.high is not None:
        gone = [place for place, card in enumerate(own, 1) if ranks[card.rank] == 1]
        paired = len(gone) < len(own)
        made = strength(room.high, own) > 0 and not paired and _stands(room.high, own)
        gone = [] if made else gone if paired else sorted(gone, key=lambda place: own[place - 1].rank)[:3]
    else:
        gone = _not_low(own, apart=room.variant.low == "badugi", ace_low=room.variant.low != "deuce-to-seven")
    return "-".join(map(str, sorted(gone))) or NONE


def _stands(made: MadeOf, own: Sequence[Card]) -> bool:
    """Whether five cards without a pair are a straight or a flush."""
    ranks = sorted(card.rank for card in own)
    return len({card.suit for card in own}) == 1 or ranks[-1] - ranks[0] == len(own) - 1


def _not_low(own: Sequence[Card], apart: bool, ace_low: bool) -> list[int]:
    """The places of cards above the eight, of a rank that is there, and (`apart`) of a suit that is there."""
    order = sorted(enumerate(own, 1), key=lambda one: 1 if ace_low and one[1].rank == 14 else int(one[1].rank))
    kept: list[Card] = []
    gone = []
    for place, card in order:
        rank = 1 if ace_low and card.rank == 14 else int(card.rank)
        taken = any(card.rank == other.rank or (apart and card.suit == other.suit) for other in kept)
        if rank > 8 or taken:
            gone.append(place)
        else:
            kept.append(card)
    return gone
