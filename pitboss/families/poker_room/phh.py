"""Hand histories in the PHH format (TOML): write a hand from the steps of its round, and read one to deal it again.

Players are p1, p2, … in the order of the deal. Amounts are dollar chips. Burns are not written; a draw is written with
all discards first and the new cards after them. The house's record shows every card; those for others show the cards
they could see at any time during the hand, and `??` for the rest. Options in the chapter that the format does not cover
are in `_options`; the format allows extra keys with an underscore.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents, dollars
from pitboss.chapter.rules import Value
from pitboss.equipment import CARDS, Card, ScriptedSource, cards
from pitboss.families.poker_room.betting import FIXED, NO_LIMIT, POT
from pitboss.families.poker_room.round import PokerRoom
from pitboss.families.poker_room.state import BLINDS, DISCARD, FORCED_BET, KILL, STRADDLE, PokerState
from pitboss.table.dealer import Dealer
from pitboss.table.game import game_on
from pitboss.table.steps import Acted, Action, AskCard, AskDecision, Said, Step
from pitboss.table.tape import Tape
from pitboss.table.view import SURVEILLANCE

VARIANTS = {
    ("holdem", FIXED): "FT",
    ("holdem", NO_LIMIT): "NT",
    ("omaha_high", POT): "PO",
    ("omaha_hilo8", FIXED): "FO/8",
    ("stud7_high", FIXED): "F7S",
    ("stud7_hilo8", FIXED): "F7S/8",
    ("stud7_low", FIXED): "FR",
    ("draw_triple_27", FIXED): "F2L3D",
    ("badugi", FIXED): "FB",
}
"""The format's code for a variant and a structure."""
PLAYED = {code: key for key, code in VARIANTS.items()}
UNSEEN = "??"
CHOSEN = (
    *("rake_method", "rake_percent", "rake_cap", "rake_schedule", "no_flop_no_drop", "show_all_called"),
    *("max_raises", "stud_odd_chip", "last_card_shortage", "smallest_chip"),
)
"""Licensee options that affect a hand but are not covered by the format."""
ASSUMED: Mapping[str, Value] = {"rake_percent": 0}
"""Their values if a history does not give them; all others have their defaults."""


@dataclass
class _Hand:
    """Cards dealt and discarded since the last act: all discards first, then each player's new cards together."""

    names: dict[int, str]
    seen: frozenset[Card]
    discards: list[str] = field(default_factory=list)
    dealt: dict[int, list[Card]] = field(default_factory=dict)
    board: list[Card] = field(default_factory=list)

    def flush(self) -> list[str]:
        """Return the lines for these cards, and start over."""
        new = ((name, self.dealt.get(position)) for position, name in self.names.items())
        found = [*self.discards, *(f"d dh {name} {_text(some, self.seen)}" for name, some in new if some)]
        found += [f"d db {_text(self.board, self.seen)}"] if self.board else []
        self.discards, self.dealt, self.board = [], {}, []
        return found


def write_history(game: PokerRoom, steps: Sequence[Step], eyes: int = SURVEILLANCE) -> str:
    """A hand as PHH, from the steps of its round; raises ValueError for a variant that the format does not cover.

    `eyes` is the view whose cards are written in addition to public ones: a position, or `PUBLIC` for none.
    """
    key = (game.room.id, game.stakes.structure)
    if key not in VARIANTS:
        raise ValueError(f"PHH has no code for {game.room.variant.name} at {key[1]}, only {', '.join(PLAYED)}")
    states = [step.state for step in steps]
    first = next((state for state in states if isinstance(state, PokerState) and state.hands), None)
    if first is None:
        raise ValueError("no hand was dealt in this round")
    seats = [held.position for held in first.hands]
    begins = {seat.number: seat.rack + sum(w.amount for w in first.wagers_of(seat.number)) for seat in first.positions}
    _check_expressible(steps, game, seats)
    seen = visible_cards(steps, eyes)
    actions = list(_actions(steps, {position: f"p{place}" for place, position in enumerate(seats, 1)}, seen))
    ends = steps[-1].state
    lines: dict[str, Any] = {"variant": VARIANTS[key], "ante_trimming_status": True}
    lines["antes"] = [_chips(game.room.ante)] * len(seats)
    if game.room.variant.button:
        lines["blinds_or_straddles"] = [*(_chips(amount) for _, amount in game.room.blinds)]
        lines["blinds_or_straddles"] += [0] * (len(seats) - len(lines["blinds_or_straddles"]))
    else:
        lines["bring_in"] = _chips(game.room.forced_bet)
    if key[1] == FIXED:
        lines |= {"small_bet": _chips(game.stakes.lower), "big_bet": _chips(game.stakes.upper)}
    else:
        lines["min_bet"] = _chips(game.stakes.least)
    lines["starting_stacks"] = [_chips(begins[position]) for position in seats]
    lines["actions"] = actions
    lines["seats"] = seats
    lines["players"] = [next(seat.name for seat in first.positions if seat.number == one) for one in seats]
    lines["finishing_stacks"] = [_chips(ends.rack(position)) for position in seats]
    usual = Layout.of(game.layout.rules, game.layout.on, {"variant": game.room.id})
    chosen = {name: game.layout.options[name] for name in CHOSEN if name in game.layout.options}
    options = {
        name: str(value) for name, value in chosen.items() if value != ASSUMED.get(name, usual.options.get(name))
    }
    if options:
        lines["_options"] = options
    return "".join(f"{name} = {_toml(value)}\n" for name, value in lines.items())


def visible_cards(steps: Iterable[Step], eyes: int) -> frozenset[Card]:
    """The cards seen from a view at any time during a hand; all of them for surveillance."""
    found: set[Card] = set()
    for step in steps:
        if isinstance(state := step.state, PokerState):
            found |= set(state.board)
            for held in state.hands:
                found |= set(held.up)
                found |= {one.card for one in held.down if eyes == SURVEILLANCE or eyes in one.known_to}
    return frozenset(found)


def _check_expressible(steps: Iterable[Step], game: PokerRoom, seats: Sequence[int]) -> None:
    """Refuse a straddle, a kill, or a missed blind, which a history cannot express."""
    posted = {step.position: step.action.wager for step in steps if isinstance(step, Acted)}
    due = {name for name, _ in game.room.blinds}
    blinds = [position for position, kind in posted.items() if kind in BLINDS]
    if {STRADDLE, KILL} & set(posted.values()) or len(blinds) > len(due):
        raise ValueError("PHH cannot express a straddle, a kill or a missed blind")


def _actions(steps: Iterable[Step], names: Mapping[int, str], seen: frozenset[Card]) -> Iterator[str]:
    """The deals, acts, discards and shows, from the steps' states."""
    hand, before = _Hand(dict(names), seen), PokerState()
    for step in steps:
        state = step.state
        if not isinstance(state, PokerState) or not state.hands:
            continue
        # A street begins with a burn: a card that is new at its first step was the last card of the previous one.
        _dealt(hand, before, state)
        if state.street != before.street:
            yield from hand.flush()
        if isinstance(step, Said) and step.position and (drawn := _discards(before, state, step, names, seen)):
            hand.discards.append(drawn)
        if act := _act(before, state, step, names) or _shown(before, state, names, seen):
            yield from hand.flush()
            yield act
        before = state
    yield from hand.flush()


def _discards(
    before: PokerState, state: PokerState, step: Said, names: Mapping[int, str], seen: frozenset[Card]
) -> str:
    """A player's discards; without cards the player stands pat."""
    if before.asked != DISCARD:
        return ""
    had, held = before.hand(step.position), state.hand(step.position)
    gone = [one.card for one in had.down if one not in held.down] if had and held else []
    return f"{names[step.position]} sd {_text(gone, seen)}".strip()


def _dealt(hand: _Hand, before: PokerState, state: PokerState) -> None:
    for held in state.hands:
        had = before.hand(held.position)
        if not held.live:
            continue
        old = set(had.cards) if had else set()
        hand.dealt.setdefault(held.position, []).extend(card for card in held.cards if card not in old)
    hand.board += state.board[len(before.board) :]


def _act(before: PokerState, state: PokerState, step: Step, names: Mapping[int, str]) -> str:
    """The act between two states: none, a forced bet, a fold, a check or call, a bet or raise."""
    if isinstance(step, Acted) and step.action.wager == FORCED_BET:
        return f"{names[step.position]} pb"
    old, new = before.betting, state.betting
    if (
        old is None
        or new is None
        or not old.due
        or old.seats != new.seats
        or old == new
        or before.street != state.street
    ):
        return ""
    place = old.due[0]
    name = names[old.seats[place]]
    if new.folded[place] and not old.folded[place]:
        return f"{name} f"
    if new.seen[place] == old.seen[place]:
        return ""
    return f"{name} cbr {_chips(new.bet)}" if new.last == old.seats[place] and new.bet > old.bet else f"{name} cc"


def _shown(before: PokerState, state: PokerState, names: Mapping[int, str], seen: frozenset[Card]) -> str:
    """The shown hands; to players who have not seen it, a hand discarded unseen is a show without cards."""
    for held in state.hands:
        had = before.hand(held.position)
        if had is None or not held.live:
            continue
        unseen = held.down and not any(one.known_to for one in held.down) and any(one.known_to for one in had.down)
        if (held.shown and not had.shown) or unseen:
            cards = _text(had.cards, seen) if set(had.cards) <= seen else ""
            return f"{names[held.position]} sm {cards}".strip()
    return ""


def _text(some: Iterable[Card], seen: frozenset[Card]) -> str:
    return "".join(str(card) if card in seen else UNSEEN for card in some)


def _chips(amount: int) -> int | float:
    return amount // 100 if amount % 100 == 0 else amount / 100


def _toml(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_toml(one)}" for name, one in value.items()) + " }"
    return ("true" if value else "false") if isinstance(value, bool) else repr(value).replace("'", '"')


# ---- Reading


@dataclass(frozen=True)
class History:
    """A parsed hand: the table, who sits where with what stack, and the actions."""

    options: Mapping[str, Value]
    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    names: tuple[str, ...]
    actions: tuple[str, ...]
    finishing: tuple[int, ...] = ()

    @property
    def hides(self) -> bool:
        """Whether any cards are unknown."""
        return any(UNSEEN in action for action in self.actions)


def read_history(text: str) -> History:
    """Parse a PHH hand; raises ValueError for anything that the chapter's poker room does not support."""
    given = tomllib.loads(text)
    code = str(given.get("variant", ""))
    if code not in PLAYED:
        raise ValueError(f"variant {code!r} is not played in the poker room; its variants are {', '.join(PLAYED)}")
    missing = [name for name in ("starting_stacks", "actions") if name not in given]
    if missing:
        raise ValueError(f"a hand history needs {' and '.join(missing)}")
    variant, structure = PLAYED[code]
    antes = {cents(str(one)) for one in given.get("antes", [0])}
    if len(antes) > 1:
        raise ValueError("antes must be equal in the poker room (14.10(b))")
    options: dict[str, Value] = {"variant": variant, "structure": structure, "rake_percent": 0, "min_buy_in": 1}
    options["ante"] = Decimal(antes.pop()) / 100
    blinds = [one for one in given.get("blinds_or_straddles", []) if one]
    for name, amount in zip(("small_blind", "big_blind", "third_blind"), blinds, strict=False):
        options[name] = Decimal(str(amount))
    if "bring_in" in given:
        options["forced_bet"] = Decimal(str(given["bring_in"]))
    least = given.get("small_bet", given.get("min_bet", 1))
    options |= {"lower_limit": Decimal(str(least)), "upper_limit": Decimal(str(given.get("big_bet", least)))}
    options |= _chosen(given.get("_options", {}))
    stacks = tuple(cents(str(one)) for one in given["starting_stacks"])
    seats = tuple(range(1, len(stacks) + 1))
    names = tuple(map(str, given.get("players", [f"p{number}" for number in seats])))
    ends = tuple(cents(str(one)) for one in given.get("finishing_stacks", ()))
    return History(options, seats, stacks, names, tuple(map(str, given["actions"])), ends)


def _chosen(stated: Any) -> dict[str, Value]:
    """A licensee's options in a history; they are checked like those of any table."""
    if not isinstance(stated, dict) or set(stated) - set(CHOSEN):
        raise ValueError(f"_options has an option that does not affect a hand; it may have {', '.join(CHOSEN)}")
    return {str(name): option_value(str(value)) for name, value in stated.items()}


def option_value(text: str) -> Value:
    """An option's value as written."""
    if text in ("True", "False"):
        return text == "True"
    return Decimal(text) if text.replace(".", "", 1).isdigit() else text


def _cards(text: str) -> list[Card | None]:
    """Cards as written; None for an unknown one."""
    each = (text[at : at + 2] for at in range(0, len(text), 2))
    return [None if one == UNSEEN else cards(one)[0] for one in each]


class _Cards(ScriptedSource):
    """Cards in the order of a history; burns and unknown cards are unused ones."""

    def __init__(self, history: History, seed: int = 0) -> None:
        super().__init__()
        self.own: dict[int, list[Card | None]] = {number: [] for number in history.seats}
        self.unseen: dict[int, list[Card]] = {number: [] for number in history.seats}
        """Substitutes for each player's unknown cards, in dealing order."""
        self.board: list[Card] = []
        for action in history.actions:
            words = action.split()
            if words[:2] == ["d", "dh"]:
                self.own[int(words[2][1:])] += _cards(words[3])
            elif words[:2] == ["d", "db"]:
                self.board += cards(words[2])
        used = {*self.board, *(card for own in self.own.values() for card in own)}
        self.rest = [card for card in CARDS[:52] if card not in used]
        if history.hides:
            Random(seed).shuffle(self.rest)
        self.to = ""

    def card(self, shoe_id: str) -> Card:
        if self.to.startswith("position "):
            position = int(self.to.removeprefix("position "))
            known = self.own[position].pop(0)
            if known is not None:
                return known
            self.unseen[position].append(self.rest.pop())
            return self.unseen[position][-1]
        return self.board.pop(0) if self.to == "community cards" else self.rest.pop()

    def shuffle(self, shoe_id: str, composition: Any) -> str:
        return "as in the history"


def replay_history(game: PokerRoom, history: History, tape: Tape | None = None, seed: int = 0) -> Dealer:
    """Deal a history's hand by the chapter's procedure; raises ValueError or a refusal if it does not fit.

    Unknown cards are replaced by random ones from the seed; if they change the winner, the history does not fit either.
    """
    source = _Cards(history, seed)
    made = Dealer(game, source, tape=tape)
    for position, stack, name in zip(history.seats, history.stacks, history.names, strict=True):
        made.act(position, Action("sit", amount=stack, name=name[:40]))
    made.close()
    rounds = made.state.rounds
    acts = [action.split() for action in history.actions if action.startswith("p") and " sm" not in action]
    while made.state.rounds == rounds:
        ask = made.ask
        if isinstance(ask, AskCard):
            source.to = ask.to
            made.draw()
        elif isinstance(ask, AskDecision):
            if not acts:
                raise ValueError(f"the history ends early, at: {ask.question}")
            _does(source, made, ask, acts.pop(0))
        else:
            made.next()
    if acts:
        raise ValueError(f"the hand is over, but the history continues: {' '.join(acts[0])}")
    ends = tuple(made.state.rack(position) for position in history.seats)
    if history.finishing and history.finishing != ends:
        raise ValueError(f"the history ends with {_amounts(history.finishing)}; by the chapter it is {_amounts(ends)}")
    return made


def _amounts(amounts: Iterable[int]) -> str:
    return ", ".join(map(dollars, amounts))


def _does(source: _Cards, dealer: Dealer, ask: AskDecision, act: Sequence[str]) -> None:
    """Apply one act from a history."""
    position, verb = int(act[0][1:]), act[1]
    if position != ask.position:
        raise ValueError(f"{' '.join(act)}: it is the turn of p{ask.position}")
    if verb == "sd":
        stand_in = iter(list(source.unseen[position]))
        gone = [card or next(stand_in) for card in (_cards(act[2]) if len(act) > 2 else ())]
        source.unseen[position] = [card for card in source.unseen[position] if card not in gone]
        dealer.decide(f"discard {' '.join(map(str, gone))}" if gone else "none")
    elif verb == "cbr":
        dealer.act(position, Action("make", ask.wagers[0] if ask.wagers else "raise", cents(act[2])))
    elif verb in ("f", "pb", "cc"):
        passive = "check" if "check" in ask.choices else "call"
        dealer.decide({"f": "fold", "pb": FORCED_BET, "cc": passive}[verb])
    else:
        raise ValueError(f"{' '.join(act)}: the acts of a player are f, cc, cbr, pb and sd")


def game_of(history: History, room: str) -> PokerRoom:
    """A history's table."""
    made = game_on(Layout.of(room, None, history.options))
    assert isinstance(made, PokerRoom)
    return made
