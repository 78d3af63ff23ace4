"""Roulette: one spin of the ball, from the wagers before it to the settlement after it.

Read `Roulette.round` first; the rest follows the order of the subchapter. A round is one spin. `RouletteState` holds
wagers en prison, wheel chips and the last numbers between spins. `places` lists the numbers each wager covers; every
figure is in rules.toml.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.games.roulette.places import Terms, cells, in_order, numbers, places, wheel, zeros
from pitboss.games.roulette.zero_rule import Fate, ZeroRule
from pitboss.table.allowed import may_add_coupon
from pitboss.table.amounts import Amounts
from pitboss.table.codec import FrozenStruct
from pitboss.table.game import YES, Answer, Game
from pitboss.table.irregularities import Irregularities
from pitboss.table.speech import Speech
from pitboss.table.state import State, Wager, replace, replace_wager
from pitboss.table.steps import Acted, Action, AskNumber, Irregularity, Round, Said

Fates = Sequence[tuple[Wager, Fate]]
"""Every wager as it lay when the ball came to rest, and its result."""

_WORDS = re.compile(r"\d+|[a-z]+")
_ORDINALS = {"first": "1", "second": "2", "third": "3"}


class WheelChips(FrozenStruct):
    """A position's non-value chips: their color, and their value in cents."""

    position: int
    color: str
    value: int


class RouletteState(State):
    """The state of a roulette table between spins.

    `last` lists the last numbers for a display, the latest first; `spins` counts the valid spins. The spot of a wager
    held en prison says so.
    """

    last: tuple[str, ...] = ()
    spins: int = 0
    wheel_chips: tuple[WheelChips, ...] = ()


class RouletteSpeech(Speech["Roulette"]):
    """Parses wagers, whose spots may be named by their numbers in any order."""

    def parse_wager(self, kind: str, words: str) -> tuple[str, str]:
        """Parse a wager by name, by numbers in any order, or by both: "split 20-17", "17", "0-1-2-3 corner"."""
        said = [_ORDINALS.get(word, word) for word in _WORDS.findall(words.lower()) if word not in _ENDINGS]
        given = [word for word in said if word.isdecimal()]
        if self.game.is_imprisoned(words) or (said and len(given) != len(said)):
            return super().parse_wager(kind, words)
        for exactly in (True, False):
            for candidate in [kind] if kind else self.game.places:
                if (place := self.game.place_of(candidate, given, exactly)) is not None:
                    return candidate, place
        if not kind:
            by_count = {terms.numbers: name for name, terms in self.game.terms.items() if terms.kind == "inside"}
            kind = by_count.get(len(given), "")
        return (kind, "-".join(given)) if kind else super().parse_wager(kind, words)


class RouletteAmounts(Amounts["Roulette"]):
    """Wager amounts on numbers; each player's wheel chips have their own value."""

    def divisor(self, kind: str) -> int:
        """The divisor of amounts: an even-chance wager must be divisible in half if half of it can be lost."""
        return self.game.zero_rule.part if self.game.zero_rule.halves and self.game.terms[kind].even_chance else 1

    def spots(self, state: RouletteState, position: int, wager: str) -> tuple[str, ...]:
        return self.game.offered[wager]

    def chip_value(self, state: RouletteState, position: int) -> int:
        held = self.game.wheel_chips(state, position)
        return held.value if held else 0


class RouletteIrregularities(Irregularities["Roulette"]):
    """Irregularities involving the wheel and the ball."""

    effects = Irregularities.effects | {"no_spin", "not_accepted"}


class Roulette(Game[RouletteState]):
    """The procedure of sections 5.1 to 5.4 on one layout."""

    state_type = RouletteState
    speech_type = RouletteSpeech
    amounts_type = RouletteAmounts
    irregularities_type = RouletteIrregularities
    terms_type = None
    verbs = ("wheel_chips", "turn_in")
    fact_kinds: ClassVar[Mapping[str, Any]] = {
        **Game.fact_kinds,
        "converted_wheel_is": str,
        "crown": str,
        "display": int,
        "imprisoned": str,
        "layout_columns": int,
        "layout_rows": int,
        "surrendered_part": int,
        "wheel_chip_colors": list[str],
        "wheel_order": dict[str, list[str]],
        "zero_cells": dict[str, dict[str, list[int]]],
        "zero_rule_by_wheel": dict[str, str],
    }

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.terms = layout.terms(Terms)
        self.places = places(layout)
        self.wheel = wheel(layout)
        self.numbers = numbers(layout)
        self.zeros = zeros(layout)
        self.lie = cells(layout)
        self.offered = {kind: self.offered_places(kind) for kind in layout.wagers}
        self.prison: str = layout.fact("imprisoned")
        self.zero_rule = ZeroRule.of(layout)

    # ---- The round: 5.1, 5.3

    def round(self, state: RouletteState) -> Round[RouletteState]:
        """Play one spin. A void spin is also a round: nothing is settled, and every wager stays."""
        state = yield from self.take_wagers(state, "5.1")
        state, number = yield from self.spin(state)
        if number is None:
            return state
        state = self.shown(state, number)
        yield Said(state, "5.3", f"{self.call(number)}. The {self.layout.fact('crown')} is put on {number}.")
        fates = [(wager, self.fate(wager, number)) for wager in state.wagers]
        state = yield from self.apply_zero_rule(state, fates)
        state = yield from self.collect(state, fates)
        return (yield from self.pay_winners(state, fates))

    # ---- 5.3, 5.4: the spin

    def spin(self, state: RouletteState) -> Round[Any]:
        """Spin the ball. Returns the state and the number, or None if the spin was void."""
        yield Said(state, "5.3", "The ball is spun against the turn of the wheel.")
        yield Said(state, self.sections["no_more_wagers"], f"{self.closing_call()}!")
        while True:
            try:
                number = yield AskNumber(state, "5.3", len(self.wheel), "wheel", self.wheel)
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
                if self.layout.irregularities[event.id].effect == "no_spin":
                    return state, None
                continue
            if number not in self.numbers:
                state = yield from self.handle_irregularity(state, Irregularity("converted_double_zero"))
                return state, None
            return state, number

    def closing_call(self) -> str:
        """The dealer's call while the ball still circles."""
        said: str = self.layout.fact("no_more_wagers")
        return said.capitalize()

    def call(self, number: str) -> str:
        """The dealer's announcement: the number and the winning even chances."""
        if number in self.zeros:
            return number
        even_chances = [kind for kind, terms in self.terms.items() if terms.even_chance]
        winning = [self.name(kind).lower() for kind in even_chances if number in self.places[kind][""]]
        return ", ".join([number, *winning])

    def shown(self, state: RouletteState, number: str) -> RouletteState:
        """Add a number to the display."""
        last = (number, *state.last)[: self.layout.fact("display")]
        return replace(state, last=last, spins=state.spins + 1)

    # ---- 5.2: the result for each wager

    def fate(self, wager: Wager, number: str) -> Fate:
        imprisoned = self.is_imprisoned(wager.spot)
        covered = number in self.places[wager.kind]["" if imprisoned else wager.spot]
        return self.zero_rule.fate(covered, number in self.zeros, self.terms[wager.kind].even_chance, imprisoned)

    def apply_zero_rule(self, state: RouletteState, fates: Fates) -> Round[RouletteState]:
        """Apply the zero rule on 0 or 00: take half of an even-chance wager, or mark it and let it stay."""
        for wager, fate in fates:
            if fate == "half":
                state = yield from self.give_up(state, wager, self.zero_rule.loss(fate, wager.amount), "5.2")
            elif fate == "imprisoned":
                state = yield from self.imprison(state, wager)
            elif fate == "held":
                text = f"{self.name(wager.kind)} {dollars(wager.amount)} stays {self.prison}."
                yield Said(state, "5.2", text, wager.position)
        return state

    def imprison(self, state: RouletteState, wager: Wager) -> Round[RouletteState]:
        """Mark the wager in place, and keep it separate from the other wagers in its area."""
        held = [other.spot for other in state.wagers_of(wager.position) if other.kind == wager.kind]
        free = (f"{self.prison} {number}" if number > 1 else self.prison for number in range(1, len(held) + 2))
        state = replace_wager(state, wager, replace(wager, spot=next(spot for spot in free if spot not in held)))
        yield Said(state, "5.2", f"{self.name(wager.kind)} {dollars(wager.amount)} is {self.prison}.", wager.position)
        return state

    def collect(self, state: RouletteState, fates: Fates) -> Round[RouletteState]:
        """Collect losing wagers before paying any winning wager."""
        for wager, fate in fates:
            if fate == "lost":
                state = yield from self.lose(state, wager, "5.3")
        return state

    def pay_winners(self, state: RouletteState, fates: Fates) -> Round[RouletteState]:
        """Return released wagers without winnings; pay winning wagers, including match play coupons."""
        for wager, fate in fates:
            if fate == "released":
                state = yield from self.push(state, wager, "5.2")
            elif fate == "won":
                odds = self.odds[wager.kind][""]
                state = yield from self.win(state, wager, odds.pays(wager.amount + wager.coupon), "5.2", odds)
        return state

    def is_imprisoned(self, spot: str) -> bool:
        return spot.startswith(self.prison)

    # ---- 5.1: placement of wagers

    def may(self, state: RouletteState, position: int, action: Action) -> Answer:
        if action.verb == "wheel_chips":
            return self.may_buy_wheel_chips(state, position, action)
        if action.verb == "turn_in":
            return self.may_turn_in(state, position)
        if not action.wager:
            return YES
        if self.is_imprisoned(action.spot):
            name = self.name(action.wager)
            if state.find(position, action.wager, action.spot) is None:
                return self.no(f"position {position} has no {name} {action.spot}", self.sections["prison_kept"])
            text = f"{name} is {self.prison}: it cannot be moved, raised or removed, and the next spin decides it"
            return self.no(text, self.sections["prison_kept"])
        if action.verb in ("on", "off"):
            text = "roulette has no On and Off buttons: a wager is for the next spin; remove it instead"
            return self.no(text, self.sections["one_spin"])
        if action.verb in ("reduce", "remove"):
            return YES
        if not (answer := self.may_place(action.wager, action.spot)):
            return answer
        return may_add_coupon(self, state, action)

    def offered_places(self, kind: str) -> tuple[str, ...]:
        """A wager's spots that this table offers."""
        option = self.terms[kind].with_zero
        without = bool(option) and not self.layout.option(option)
        return tuple(
            place
            for place, covered in self.places.get(kind, {}).items()
            if not (without and any(zero in covered for zero in self.zeros))
        )

    def may_place(self, kind: str, place: str) -> Answer:
        """Whether the layout has this spot; if not, the answer lists valid ones."""
        if place in self.offered[kind]:
            return YES
        section = self.sections["places"]
        name, terms = self.name(kind), self.terms[kind]
        if place in self.places[kind]:
            return self.no(f"{name} {place} is not offered at this table (it needs {terms.with_zero} = true)", section)
        if "" in self.places[kind]:
            return self.no(f"{name} has only one place on the layout; omit {place}", section)
        if terms.kind == "outside":
            return self.no(f"there is no {name} {place!r}; choose from: {', '.join(self.places[kind])}", section)
        given = place.split("-") if place else []
        if unknown := [number for number in given if number not in self.numbers]:
            first, last = next(n for n in self.numbers if n not in self.zeros), self.numbers[-1]
            layout = f"the layout has {', '.join(self.zeros)} and {first} to {last}"
            return self.no(f"there is no number {unknown[0]!r} on this layout; {layout}", section)
        kind_, meant = self.speech.parse_wager(kind, place)
        if meant in self.places[kind_]:
            return self.no(f"{name} {place} is written {meant}", section)
        return self.no(self.there_is(kind, given), section)

    def there_is(self, kind: str, given: Sequence[str]) -> str:
        """Valid spots near numbers that are not adjacent."""
        name, count = self.name(kind), self.terms[kind].numbers
        example = next(reversed(self.places[kind]))
        if len(set(given)) != count and not (self.terms[kind].written == "ends" and len(set(given)) == 2):
            return f"{name} is on {count} {'number' if count == 1 else 'numbers'}, such as {example}"
        if count == 2:
            one, other = in_order(given)
            return f"{one} and {other} do not touch: {self.touching(one)}; {self.touching(other)}"
        near = ((number, [place for place, held in self.places[kind].items() if number in held]) for number in given)
        number, there = next((found for found in near if found[1]), ("", [example]))
        others = f"with {number} there {'are' if len(there) > 1 else 'is'}" if number else "there is, for example,"
        return f"{name} {'-'.join(given)} are not together on the layout; {others} {', '.join(there)}"

    def touching(self, number: str) -> str:
        others = in_order(other for other in self.numbers if self.lie[number].touches(self.lie[other]))
        return f"{number} touches {', '.join(others)}"

    # ---- 5.1: names of places

    def place_of(self, kind: str, given: Sequence[str], exactly: bool) -> str | None:
        """The place of a wager that covers exactly these numbers, or (not `exactly`) begins and ends with them."""
        for place, covered in self.places.get(kind, {}).items():
            if not given or self.terms[kind].kind == "outside":
                same = "-".join(given) == place
            else:
                same = set(given) == set(covered)
            ends = len(given) == 2 and in_order(given) == (covered[0], covered[-1])
            if same if exactly else ends:
                return place
        return None

    # ---- 5.1: wheel chips

    def wheel_chips(self, state: RouletteState, position: int) -> WheelChips | None:
        return next((chips for chips in state.wheel_chips if chips.position == position), None)

    def may_buy_wheel_chips(self, state: RouletteState, position: int, action: Action) -> Answer:
        """Whether the color is free, and the player's value for it allowed."""
        colors: list[str] = self.layout.fact("wheel_chip_colors")
        section = self.sections["wheel_chip_colors"]
        free = [color for color in colors if color not in self.colors_of_others(state, position)]
        if not action.amount:
            return self.no(
                "the value of a chip is missing; write for example: wheel chips 5", self.sections["wheel_chip_value"]
            )
        if action.amount > state.rack(position):
            text = f"chips of {dollars(action.amount)} are more than the {dollars(state.rack(position))} available"
            return self.no(text, self.sections["wheel_chip_value"])
        if state.wagers_of(position):
            text = "the value of wheel chips is fixed while wagers are on the layout; remove them or wait"
            return self.no(text, self.sections["wheel_chip_value"])
        if action.name and action.name not in colors:
            return self.no(f"there are no {action.name} wheel chips here; choose from: {', '.join(colors)}", section)
        if action.name and action.name not in free:
            left = f"choose from: {', '.join(free)}" if free else "no color is free"
            return self.no(f"another player has the {action.name} chips; {left}", section)
        if not free:
            return self.no(f"all {len(colors)} colors are in play; wager with value chips", section)
        return YES

    def colors_of_others(self, state: RouletteState, position: int) -> set[str]:
        return {chips.color for chips in state.wheel_chips if chips.position != position}

    def may_turn_in(self, state: RouletteState, position: int) -> Answer:
        section = self.sections["wheel_chip_value"]
        if self.wheel_chips(state, position) is None:
            return self.no(f"position {position} has no wheel chips to turn in", section)
        if state.wagers_of(position):
            return self.no("wheel chips cannot be turned in with wagers on the layout; remove them or wait", section)
        return YES

    def do_own_verb(self, state: RouletteState, position: int, action: Action) -> Round[RouletteState]:
        """Buy wheel chips at the player's own value, or turn them in."""
        others = tuple(chips for chips in state.wheel_chips if chips.position != position)
        if action.verb == "turn_in":
            state = replace(state, wheel_chips=others)
            yield Acted(state, "5.1", position, action, f"position {position} turns in its wheel chips")
            return state
        held = self.wheel_chips(state, position)
        free = [color for color in self.layout.fact("wheel_chip_colors") if color not in {one.color for one in others}]
        color = action.name or (held.color if held else free[0])
        state = replace(state, wheel_chips=(*others, WheelChips(position, color, action.amount)))
        text = f"position {position} plays {color} wheel chips of {dollars(action.amount)} each"
        yield Acted(state, "5.1", position, action, text)
        return state

    def after_leaving(self, state: RouletteState, position: int) -> Round[RouletteState]:
        """Clear a leaving player's wheel chips, which must not leave the table and so were turned in."""
        return replace(state, wheel_chips=tuple(one for one in state.wheel_chips if one.position != position))
        yield

    def status(self, state: RouletteState) -> list[str]:
        chips = [f"position {one.position}: {one.color} chips of {dollars(one.value)}" for one in state.wheel_chips]
        return [f"last numbers: {' '.join(state.last)}" if state.last else "no number yet", *chips]


_ENDINGS = ("st", "nd", "rd", "th")

GAME = Roulette

__all__ = ["GAME", "Roulette", "RouletteState", "WheelChips"]
