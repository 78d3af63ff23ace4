"""A simple bot that sees only what its seat sees and plays by its estimated share of the pot.

1. The share is sampled: unseen cards are dealt to the players still in and the hand is played out many times. Cards
   that others show stay with them. A player who has bet gets the better of two hands, as an assumed range.
2. The bot calls when the pot odds justify it, bets and raises when it is well ahead of its fair share, and discards
   cards that do not fit.
3. At pot and no limit it sometimes bets half the pot or the pot, when it is far ahead (`bet_size`).
4. The same cards lead to the same choice, because the bot's own cards seed its randomness. `why` gives the figures as a
   hint.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from random import Random

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS, Card
from pitboss.families.poker_room.ranking import MadeOf, strength
from pitboss.families.poker_room.terms import PokerRoomTerms
from pitboss.table.decisions import NO_CARDS

Cards = tuple[Card, ...]
DEALS = 100
"""The number of sampled deals."""
AHEAD = 1.5
"""The multiple of its fair share of the pot at which a hand is well ahead."""
MOST_BETTORS = 2
"""The number of bettors assumed to have a strong hand."""
MOST_RAISES = 3
"""The bot raises no further than this in a round of betting, because others may have strong hands."""

SIZES = {"Pot": (0.6, 0.4), "½ pot": (0.3, 0.7)}
"""Bets above the least: how far ahead the bot must be, and how often it makes them."""


def situation(board: int, opponents: int, to_call: int, pot: int, raises: int) -> str:
    """The betting as a player sees it, passed on by `Choices.earlier_choices`."""
    return f"{board} {opponents} {to_call} {pot} {raises}"


class FairPlayer:
    """A bot: picks a choice, given its own cards, open cards, the choices and the state of the betting."""

    def __init__(self, layout: Layout) -> None:
        self.room = PokerRoomTerms(layout)
        self._chances = lru_cache(maxsize=1000)(self._share)

    def __call__(
        self, own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], known: str = "0 1 0 0 0"
    ) -> str | None:
        if NO_CARDS in choices:
            return discards(self.room, own)
        if not own or not {"check", "call", "forced_bet"} & set(choices):
            return None
        _, opponents, to_call, pot, raises_made = map(int, known.split())
        chance = self.chance(own, shown, known)
        ahead = chance * (opponents + 1) > AHEAD
        raises = next((choice for choice in ("bet", "raise") if choice in choices), "")
        if ahead and raises and raises_made < MOST_RAISES:
            return raises
        if "check" in choices or "forced_bet" in choices:
            return "check" if "check" in choices else "forced_bet"
        return "call" if chance * (pot + to_call) >= to_call else "fold"

    def choose_amount(
        self, own: Sequence[Card], shown: Sequence[Card], amounts: Mapping[str, int], known: str = "0 1 0 0 0"
    ) -> int | None:
        """The amount to bet at pot and no limit: more when further ahead, but not always, so that it reveals less.

        None means the least, or that there is no such choice.
        """
        _, opponents, _, _, raises = map(int, known.split())
        even = 1 / (opponents + 1)
        lead = (self.chance(own, shown, known) - even) / (1 - even)
        mood = Random(f"bets {' '.join(map(str, (*own, *shown)))} {raises}").random()
        wanted = next((word for word, (least, often) in SIZES.items() if lead >= least and mood < often), "")
        return amounts.get(wanted)

    def why(self, own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], known: str = "0 1 0 0 0") -> str:
        """The figures behind a decision: the average share of the pot, and what a call requires."""
        if NO_CARDS in choices or not own:
            return ""
        _, opponents, to_call, pot, _ = map(int, known.split())
        text = f"About {self.chance(own, shown, known):.0%} of the pot is yours against {opponents} "
        text += "hand" if opponents == 1 else "hands"
        return f"{text}; a call needs {to_call / (pot + to_call):.0%}." if to_call else f"{text}."

    def chance(self, own: Sequence[Card], shown: Sequence[Card], known: str) -> float:
        """The average share of the pot, as far as the seat can tell."""
        board, opponents, _, _, raises = map(int, known.split())
        posted = 1 if self.room.blinds and len(own) + board == self._first else 0
        bettors = min(opponents, MOST_BETTORS, max(0, raises - posted))
        return self._chances(tuple(own), tuple(shown[:board]), tuple(shown[board:]), opponents, bettors)

    @property
    def _first(self) -> int:
        """The number of cards a player sees on the first street, when the blind counts as a bet."""
        return int(self.room.streets[0].down + self.room.streets[0].up)

    def _share(self, own: Cards, board: Cards, others: Cards, opponents: int, bettors: int) -> float:
        return share(self.room, own, board, others, opponents, bettors)


def share(
    room: PokerRoomTerms,
    own: Sequence[Card],
    board: Sequence[Card],
    others: Sequence[Card],
    opponents: int,
    bettors: int = 0,
) -> float:
    """A hand's average share of the pot when played out against random hands.

    `others` are the cards that opponents show, the same number each; `bettors` of them get the better of two hands.
    """
    seen = {*own, *board, *others}
    stub = [card for card in CARDS[:52] if card not in seen]
    random = Random(" ".join(map(str, (*own, *board, opponents, bettors))))
    to_come = sum(street.community for street in room.streets) - len(board)
    missing = room.own - len(own)
    up = _shared_out(others, opponents)
    each = room.own - (len(up[0]) if up else 0)
    opponents = min(opponents, (len(stub) - to_come - missing) // each)
    bettors = min(bettors, (len(stub) - to_come - missing) // each - opponents)
    deals = DEALS // 2 if room.variant.uses else DEALS
    won = 0.0
    for _ in range(deals):
        dealt = random.sample(stub, to_come + missing + each * (opponents + bettors))
        table = (*board, *dealt[:to_come])
        rest = iter(dealt[to_come + missing :])
        theirs = [(*shows, *islice(rest, each)) for shows in up[:opponents]]
        for place in range(bettors):
            theirs[place] = _better(room, theirs[place], (*up[place], *islice(rest, each)), table)
        won += _part(room, (*own, *dealt[to_come : to_come + missing]), theirs, table)
    return won / deals


def _shared_out(others: Sequence[Card], opponents: int) -> list[tuple[Card, ...]]:
    """The cards each opponent shows; none if they cannot be attributed."""
    number, rest = divmod(len(others), opponents) if opponents else (0, 0)
    number = 0 if rest else number
    return [tuple(others[turn * number : (turn + 1) * number]) for turn in range(opponents)]


def _better(room: PokerRoomTerms, one: Cards, other: Cards, board: Sequence[Card]) -> Cards:
    """Return the stronger of two hands."""
    made = room.high or room.low
    assert made is not None
    return max(one, other, key=lambda hand: strength(made, hand, board))


def _part(room: PokerRoomTerms, mine: Sequence[Card], theirs: Sequence[Sequence[Card]], board: Sequence[Card]) -> float:
    """The share of one pot: all of it, a half, or a part in a tie."""
    parts = [part for made in (room.high, room.low) if made for part in [_won(made, mine, theirs, board)]]
    if len(parts) == 2 and parts[1] is None:
        return parts[0] or 0.0
    return sum(part or 0.0 for part in parts) / len(parts)


def _won(made: MadeOf, mine: Sequence[Card], theirs: Sequence[Sequence[Card]], board: Sequence[Card]) -> float | None:
    """The share won in one order; None if no hand qualifies."""
    own = strength(made, mine, board)
    others = [strength(made, hand, board) for hand in theirs]
    best = max((own, *others))
    return None if not best else 1 / (1 + others.count(best)) if own == best else 0.0


def discards(room: PokerRoomTerms, own: Sequence[Card]) -> str:
    """The cards to discard: the unpaired in high poker, otherwise paired or high ones; in badugi also suited ones."""
    ranks = Counter(card.rank for card in own)
    if room.high is not None:
        gone = [place for place, card in enumerate(own, 1) if ranks[card.rank] == 1]
        paired = len(gone) < len(own)
        made = strength(room.high, own) > 0 and not paired and _stands(room.high, own)
        gone = [] if made else gone if paired else sorted(gone, key=lambda place: own[place - 1].rank)[:3]
    else:
        low = room.low.order if room.low is not None else ""
        gone = _not_low(own, apart=low == "badugi", ace_low=low != "deuce-to-seven")
    return "-".join(map(str, sorted(gone))) or NO_CARDS


def _stands(made: MadeOf, own: Sequence[Card]) -> bool:
    """Whether five cards without a pair are a straight or a flush."""
    ranks = sorted(card.rank for card in own)
    return len({card.suit for card in own}) == 1 or ranks[-1] - ranks[0] == len(own) - 1


def _not_low(own: Sequence[Card], apart: bool, ace_low: bool) -> list[int]:
    """The indices of cards above the eight, of a rank already held and, with `apart`, of a suit already held."""
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
