"""The table of craps: one roll of the dice, from the wagers before it to the settlement after it.

Read `CrapsTable.round` first; the rest is in the order of Subchapter 1, whose numbers are in the headings. A round is
one roll. `CrapsState` holds wagers, point and shooter between rolls. Every total, odds, limit and section is in the
game's rules.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import same_value
from pitboss.equipment.dice import Dice, outcomes
from pitboss.families.dice.terms import Terms, landing
from pitboss.table.allowed import may_add_coupon, no
from pitboss.table.amounts import Amounts
from pitboss.table.game import YES, Answer, Game
from pitboss.table.hosting import Hosting, OffersFirst
from pitboss.table.irregularities import Irregularities
from pitboss.table.state import State, Wager, replace, replace_wager, set_wager
from pitboss.table.steps import Acted, Action, AskDecision, AskDice, Irregularity, Round, Said


class CrapsState(State):
    """The state of a craps table between rolls.

    If `point` is 0, the next roll is a come-out roll. If `shooter` is 0, no player has the dice; they are offered
    starting at the left of `offered_from`. `came_out` means that this shooter has thrown a come-out roll; `fire_closed`
    means that no fire bet may be made until a loser 7.
    """

    point: int = 0
    shooter: int = 0
    offered_from: int = 0
    came_out: bool = False
    fire_closed: bool = False
    in_air: bool = False
    last: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """The announcements for the shooter and the dice."""

    offered: str = "do you take the dice?"
    taken: str = "takes two dice and is the shooter."
    untaken: str = "No one takes the dice: no roll."
    given_up: str = "No pass or don't pass wager: the shooter gives up the dice."
    passed: str = "passes the dice"
    only_shooter: str = "only the shooter can pass the dice"
    loser_seven: str = "Loser seven: the dice pass to the next player."
    roll: str = "roll"


class CrapsTableHosting(OffersFirst):
    """Hosting: a new shooter is offered the dice before betting opens, and makes a wager before the come-out roll."""

    game: CrapsTable

    def is_ready(self, state: CrapsState, position: int) -> Answer:
        game = self.game
        if position != state.shooter or state.point or game.shooter_wagered(state):
            return super().is_ready(state, position)
        wanted = " or ".join(game.name(kind) for kind in game.layout.fact("shooter_wagers") if kind in game.terms)
        text = f"you have the dice: make a {wanted} before the come-out {game.words.roll}"
        return no(text, game.sections["shooter_wagers"])


class CrapsTableAmounts(Amounts["CrapsTable"]):
    """Wagers on points and numbers, and the odds that can be added to them."""

    def removal_section(self, kind: str) -> str:
        """1.3(d) allows don't wagers to be removed at any time; 1.3(c) covers all others."""
        return (
            self.game.sections["no_replacing"]
            if kind in self.game.layout.fact("no_replacing")
            else self.game.sections["removal"]
        )

    def spots(self, state: CrapsState, position: int, wager: str) -> tuple[str, ...]:
        flat = self.game.layout.rules.wagers[wager].tied
        if self.game.terms[wager].kind == "odds" and self.game.terms[flat].kind == "come":
            return tuple(held.spot for held in state.wagers_of(position) if held.kind == flat and held.spot)
        return ("",)

    def most(self, state: CrapsState, position: int, wager: str, spot: str) -> int | None:
        """1.6: odds are limited by the flat wager, and laid odds by what they can win."""
        terms = self.game.terms[wager]
        if terms.kind != "odds":
            return None
        held = state.find(position, self.game.layout.rules.wagers[wager].tied, spot)
        point = spot or str(state.point or "")
        return self.game.odds_limit(wager, point, held.amount) if held and point else 0

    def winning_outcomes(self, state: CrapsState, kind: str, spot: str) -> tuple[str, ...] | None:
        return (spot or str(state.point),) if self.game.terms[kind].kind == "odds" else None

    def parts(self, kind: str) -> dict[str, int]:
        return self.game.terms[kind].parts or {kind: 1}

    def breakdown(self, kind: str, amount: int) -> list[tuple[str, int]]:
        """Whirl is broken down, and so is horn high if it has no area on the layout."""
        terms = self.game.terms[kind]
        if not terms.booked_as:
            return [(kind, amount)]
        broken = all(
            same_value(value, self.game.layout.options.get(option, "")) for option, value in terms.booked_when.items()
        )
        units = sum(terms.booked_as.values())
        if not broken or amount % units:
            return [(kind, amount)]
        return [(part, amount // units * share) for part, share in terms.booked_as.items()]


class CrapsTableIrregularities(Irregularities["CrapsTable"]):
    """Irregularities of a throw of the dice."""

    effects = Irregularities.effects | {"no_roll", "not_accepted", "dice_passed"}


class CrapsTable(Game[CrapsState]):
    """The procedure on one layout."""

    state_type = CrapsState
    terms_type = None
    verbs = ("pass_dice",)
    hosting_type: ClassVar[type[Hosting[Any]]] = CrapsTableHosting
    amounts_type = CrapsTableAmounts
    irregularities_type = CrapsTableIrregularities
    words: Words = Words()
    covered: ClassVar[bool] = False
    """Whether the dice are thrown in a covered shaker, so that no wager is late."""
    seated: str = ""
    """The section that keeps players with wagers seated; none if they stand around the table."""
    passing: ClassVar[str] = "dice_passed"
    """The effect of irregularities after which the next player throws."""
    fact_kinds: ClassVar[Mapping[str, Any]] = {
        **Game.fact_kinds,
        "contract": list[str],
        "dice": int,
        "no_replacing": list[str],
        "odds_multiples": dict[str, dict[str, int]],
        "point_numbers": list[int],
        "seven": int,
        "shooter_wagers": list[str],
    }

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.terms = layout.terms(Terms)
        self.points: tuple[int, ...] = tuple(layout.fact("point_numbers"))
        self.seven: int = layout.fact("seven")
        self.kinds = {kind: terms.kind for kind, terms in self.terms.items()}
        self.odds_on = {rule.tied: kind for kind, rule in layout.permissible.items() if rule.tied}
        self.section = {kind: rule.section for kind, rule in layout.permissible.items()}
        self.lands = {
            kind: {dice: landing(terms, dice) for dice in outcomes(layout.fact("dice"))}
            for kind, terms in self.terms.items()
            if terms.kind == "one_roll"
        }

    # ---- The round: 1.7 to 1.11

    def round(self, state: CrapsState) -> Round[CrapsState]:
        """One roll."""
        state = yield from self.before_the_throw(state)
        state, dice = yield from self.throw(state)
        if dice is None:
            return state
        state = replace(state, last=str(dice))
        yield Said(state, self.sections["call"], self.call(state, dice))
        state = yield from self.settle_one_roll_wagers(state, dice)
        state = yield from self.settle_number_wagers(state, dice)
        state = yield from self.settle_come_points(state, dice)
        state = yield from self.settle_waiting_come_bets(state, dice)
        state = yield from self.settle_line(state, dice)
        state = yield from self.settle_fire_bets(state, dice)
        return (yield from self.move_the_point(state, dice))

    # ---- 1.7, 1.11: the shooter

    def before_the_throw(self, state: CrapsState) -> Round[CrapsState]:
        """Find a shooter and take wagers. If no player will shoot, the returned state has no shooter."""
        declined: set[int] = set()
        if not state.positions:
            state = yield from self.take_wagers(state, self.sections["wagers"])
        while state.positions:
            if not state.shooter:
                state = yield from self.offer_the_dice(state, declined)
            state = yield from self.take_wagers(state, self.sections["wagers"])
            if state.shooter and (state.point or self.shooter_wagered(state)):
                return state
            if state.shooter:
                declined.add(state.shooter)
                section = self.sections["shooter_wagers"]
                yield Said(state, section, self.words.given_up, state.shooter)
                state = _dice_down(state)
            elif not self.left_to_ask(state, declined):
                return state
        return state

    def left_to_ask(self, state: CrapsState, declined: set[int]) -> list[int]:
        """The positions to which the dice may still be offered, clockwise from the left of the last shooter."""
        seats = [seat.number for seat in state.positions]
        after = [number for number in seats if number > state.offered_from]
        return [number for number in (*after, *(n for n in seats if n <= state.offered_from)) if number not in declined]

    def offer_the_dice(self, state: CrapsState, declined: set[int]) -> Round[CrapsState]:
        """Offer the dice around the table; the first player to accept is the shooter."""
        offer = self.sections["dice_passed"] if state.offered_from else self.sections["dice_offered"]
        for number in self.left_to_ask(state, declined):
            question = f"Position {number}, {self.words.offered}"
            reply = yield AskDecision(state, offer, number, question, ("accept", "decline"), "accept", formality=True)
            if reply == "accept":
                state = replace(state, shooter=number, came_out=False)
                section = self.sections.get("dice_taken", offer)
                yield Said(state, section, f"Position {number} {self.taken()}", number)
                return state
            declined.add(number)
        yield Said(state, offer, self.words.untaken)
        return state

    def taken(self) -> str:
        """The announcement when a player accepts the dice."""
        return self.words.taken

    def shooter_wagered(self, state: CrapsState) -> bool:
        """Whether the shooter has one of the wagers required before the come-out roll."""
        return any(state.find(state.shooter, kind) for kind in self.layout.fact("shooter_wagers"))

    # ---- 1.8, 1.9: the throw

    def throw(self, state: CrapsState) -> Round[Any]:
        """Throw the dice until a roll is valid. Returns the state and the dice, or None if no player throws."""
        while state.shooter:
            air = replace(state, in_air=True)
            try:
                reply = yield AskDice(
                    air, self.sections["throw"], self.layout.fact("dice"), state.shooter, self.covered
                )
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
                if self.layout.irregularities[event.id].effect in ("no_roll", self.passing):
                    state = yield from self.before_the_throw(state)
                continue
            if isinstance(reply, tuple):
                late = yield from self.act(air, *reply)
                state = replace(late, in_air=False)
                continue
            return state, reply
        return state, None

    def handle_irregularity(self, state: CrapsState, event: Irregularity) -> Round[CrapsState]:
        """Handle an event according to its `effect` in rules.toml."""
        state = yield from super().handle_irregularity(state, event)
        if self.layout.irregularities[event.id].effect == self.passing and state.shooter:
            state = _dice_down(state)
        return state

    def call(self, state: CrapsState, dice: Dice) -> str:
        """The stickperson's call."""
        hard = " the hard way" if dice.is_hard and dice.total in self.points else ""
        if not state.point:
            point = f"; the point is {dice.total}" if dice.total in self.points else ""
            return f"{dice}: {dice.total}{hard} on the come-out {self.words.roll}{point}."
        made = "; the point is made" if dice.total == state.point else ""
        return f"{dice}: {dice.total}{hard}{'; seven out' if dice.total == self.seven else made}."

    # ---- 1.2(a)11-39: one-roll wagers

    def settle_one_roll_wagers(self, state: CrapsState, dice: Dice) -> Round[CrapsState]:
        for wager in state.wagers:
            kind = self.kinds[wager.kind]
            if kind == "one_roll":
                outcome = self.lands[wager.kind][dice]
                if outcome is None:
                    state = yield from self.lose(state, wager, self.section[wager.kind])
                else:
                    state = yield from self.pay(state, wager, outcome, self.section[wager.kind])
            elif kind == "parts":
                state = yield from self.settle_parts(state, wager, dice)
        return state

    def settle_parts(self, state: CrapsState, wager: Wager, dice: Dice) -> Round[CrapsState]:
        """Settle a wager that is paid as several (1.4(c), (d)): what its parts win less what they lose."""
        parts = self.terms[wager.kind].parts
        unit = wager.amount // sum(parts.values())
        section = self.layout.paid(wager.kind).section
        landed = {part: self.lands[part][dice] for part in parts}
        if all(outcome is None for outcome in landed.values()):
            return (yield from self.lose(state, wager, section))
        winnings = sum(
            -unit * parts[part] if outcome is None else self.odds[part][outcome].pays(unit * parts[part])
            for part, outcome in landed.items()
        )
        return (yield from self.win(state, wager, winnings, section))

    # ---- 1.2(a)5-10, 1.5: place, buy, lay and hardways

    def settle_number_wagers(self, state: CrapsState, dice: Dice) -> Round[CrapsState]:
        for wager in state.wagers:
            if self.kinds[wager.kind] not in ("number", "hardway") or not self.working(state, wager):
                continue
            terms = self.terms[wager.kind]
            if dice.total not in (terms.number, self.seven):
                continue
            thrown = dice.total == terms.number and (terms.kind == "number" or dice.is_hard)
            if thrown == (terms.side == "right"):
                state = yield from self.pay(state, wager, "", self.section[wager.kind], stays=True)
            else:
                state = yield from self.lose(state, wager, self.section[wager.kind])
        return state

    def working(self, state: CrapsState, wager: Wager) -> bool:
        """Whether a wager is on: some are off on the come-out roll unless they have an On button (1.3(e))."""
        return wager.on or bool(state.point) or not self.terms[wager.kind].off_on_come_out

    # ---- 1.2(a)3-4, 1.6(c)-(d): come and don't come

    def settle_come_points(self, state: CrapsState, dice: Dice) -> Round[CrapsState]:
        """Settle come bets on a number before waiting ones: a come bet on 5 is paid before another moves there."""
        for wager in state.wagers:
            if self.kinds[wager.kind] == "come" and wager.spot:
                state = yield from self.settle_on_point(state, wager, int(wager.spot), dice)
        return state

    def settle_waiting_come_bets(self, state: CrapsState, dice: Dice) -> Round[CrapsState]:
        for wager in state.wagers:
            if self.kinds[wager.kind] != "come" or wager.spot:
                continue
            if dice.total in self.points:
                state = replace_wager(state, wager, replace(wager, spot=str(dice.total)))
                text = f"{self.name(wager.kind)} {dollars(wager.amount)} moves to {dice.total}."
                yield Said(state, self.sections["come_point"], text, wager.position)
            else:
                state = yield from self.settle_first_roll(state, wager, dice)
        return state

    # ---- 1.2(a)1-2, 1.6(a)-(b): the line

    def settle_line(self, state: CrapsState, dice: Dice) -> Round[CrapsState]:
        for wager in state.wagers:
            if self.kinds[wager.kind] != "line":
                continue
            if state.point:
                state = yield from self.settle_on_point(state, wager, state.point, dice)
            elif dice.total not in self.points:
                state = yield from self.settle_first_roll(state, wager, dice)
        return state

    def settle_first_roll(self, state: CrapsState, wager: Wager, dice: Dice) -> Round[CrapsState]:
        """Settle a line wager on a roll that decides it at once or voids it."""
        terms = self.terms[wager.kind]
        if dice.total in terms.wins.totals:
            return (yield from self.pay(state, wager, "", terms.wins.section))
        if dice.total in terms.loses.totals:
            return (yield from self.lose(state, wager, terms.loses.section))
        return (yield from self.push(state, wager, terms.void.section, result_void=True))

    def settle_on_point(self, state: CrapsState, wager: Wager, point: int, dice: Dice) -> Round[CrapsState]:
        """Settle a wager that waits for its point or a seven, with its odds."""
        if dice.total not in (point, self.seven):
            return state
        terms = self.terms[wager.kind]
        wins = (dice.total == point) == (terms.side == "right")
        section = terms.made if dice.total == point else terms.missed
        if odds := state.find(wager.position, self.odds_on[wager.kind], wager.spot):
            if not self.working(state, odds):
                state = yield from self.give_back(state, odds, self.sections["on_button"])
            elif wins:
                state = yield from self.pay(state, odds, str(point), self.section[odds.kind])
            else:
                state = yield from self.lose(state, odds, self.section[odds.kind])
        if wins:
            return (yield from self.pay(state, wager, "", section))
        return (yield from self.lose(state, wager, section))

    # ---- 1.12: the fire bet

    def settle_fire_bets(self, state: CrapsState, dice: Dice) -> Round[CrapsState]:
        """Mark points made, pay at once if all of them are made, and settle the rest on a loser 7."""
        for wager in state.wagers:
            if self.kinds[wager.kind] != "fire":
                continue
            if state.point and dice.total == state.point and state.point not in wager.marks:
                wager, before = replace(wager, marks=(*wager.marks, state.point)), wager
                state = replace_wager(state, before, wager)
                if len(wager.marks) == len(self.points):
                    state = yield from self.pay(state, wager, self.fire_step(wager), self.section[wager.kind])
                    state = replace(state, fire_closed=True)
            elif state.point and dice.total == self.seven:
                reached = self.fire_step(wager)
                if reached:
                    state = yield from self.pay(state, wager, reached, self.section[wager.kind])
                else:
                    state = yield from self.lose(state, wager, self.section[wager.kind])
            elif not state.point and not wager.on:
                state = replace_wager(state, wager, replace(wager, on=True))
        return state

    def fire_step(self, wager: Wager) -> str:
        """The highest pay table step reached by the points made; "" if none."""
        reached = [step for step in self.odds[wager.kind] if int(step) <= len(wager.marks)]
        return max(reached, key=int, default="")

    # ---- 1.10, 1.11: point and shooter after the roll

    def move_the_point(self, state: CrapsState, dice: Dice) -> Round[CrapsState]:
        if not state.point:
            state = replace(state, came_out=True)
            if dice.total in self.points:
                off = tuple(
                    replace(wager, on=False) if wager.on and self.kinds[wager.kind] != "fire" else wager
                    for wager in state.wagers
                )
                state = replace(state, point=dice.total, wagers=off)
        elif dice.total == state.point:
            state = replace(state, point=0)
        elif dice.total == self.seven:
            state = replace(_dice_down(state), point=0, fire_closed=False)
            yield Said(state, self.sections["loser_seven"], self.words.loser_seven)
        return state

    # ---- paying

    def pay(
        self, state: CrapsState, wager: Wager, outcome: str, section: str, stays: bool = False
    ) -> Round[CrapsState]:
        """Pay a winning wager at its odds; a match play coupon counts in the winnings and is collected."""
        odds = self.odds[wager.kind][outcome]
        winnings = odds.pays(wager.amount + wager.coupon)
        return (yield from self.win(state, wager, winnings, section, odds, stays))

    # ---- 1.3, 1.6: making and removing wagers

    def may(self, state: CrapsState, position: int, action: Action) -> Answer:
        if state.in_air and not (answer := self.may_in_the_air(action)):
            return answer
        if action.verb in self.verbs:
            if position != state.shooter:
                return self.no(self.words.only_shooter, self.sections["dice_passed"])
            return YES
        if action.verb == "leave" and self.seated and state.wagers_of(position):
            text = f"position {position} has wagers on the layout and stays seated until they are decided or removed"
            return self.no(text, self.seated)
        if not action.wager:
            return YES
        if action.verb in ("make", "increase"):
            return self.may_make(state, position, action)
        if action.verb in ("reduce", "remove"):
            return self.may_remove(state, position, action)
        return self.may_turn(state, action)

    def may_in_the_air(self, action: Action) -> Answer:
        """Whether an action is allowed once the dice are thrown: never, unless the game has late wagers."""
        return self.no("the dice are thrown; wait for the roll", self.sections["wagers"])

    def may_make(self, state: CrapsState, position: int, action: Action) -> Answer:
        terms, name = self.terms[action.wager], self.name(action.wager)
        section = self.section[action.wager]
        if not (answer := may_add_coupon(self, state, action)):
            return answer
        if terms.kind == "odds":
            return self.may_make_odds(state, position, action)
        point = action.spot if terms.kind == "come" else state.point
        if terms.kind in ("line", "come") and point and state.find(position, action.wager, action.spot):
            dont = action.wager in self.layout.fact("no_replacing")
            text = f"{name} cannot be increased once its point is set (it is {point})"
            return self.no(text, self.sections["no_replacing"] if dont else section)
        if terms.kind == "line" and state.point:
            text = f"{name} can only be made before a come-out {self.words.roll}; the point is {state.point}"
            return self.no(text, section)
        if terms.kind == "come" and not state.point:
            roll = self.words.roll
            return self.no(f"{name} can only be made after the come-out {roll}; this is a come-out {roll}", section)
        if action.spot:
            return self.no(f"{name} is not made on a number; omit {action.spot}", section)
        if terms.kind == "fire":
            return self.may_make_fire_bet(state, position, action)
        return YES

    def may_make_odds(self, state: CrapsState, position: int, action: Action) -> Answer:
        """1.6: the player is entitled to odds, up to the licensee's limit."""
        flat = self.layout.rules.wagers[action.wager].tied
        name, section = self.name(action.wager), self.section[action.wager]
        held = state.find(position, flat, action.spot)
        come = self.terms[flat].kind == "come"
        point = action.spot if come else str(state.point or "")
        if held is None or not point:
            where = "its come point" if come else "a come-out point"
            on = [wager.spot for wager in state.wagers_of(position) if wager.kind == flat and wager.spot]
            hint = f"; there is one on {', '.join(on)}" if on else ""
            return self.no(f"{name} needs a {self.name(flat)} with {where} set{hint}", section)
        there = state.find(position, action.wager, action.spot)
        total = action.amount + (there.amount if there else 0)
        most = self.amounts.most(state, position, action.wager, action.spot) or 0
        if total > most:
            limit = self.layout.option(self.terms[action.wager].cap)
            text = f"{dollars(total)} exceeds the limit of {limit}: on {point} at most {dollars(most)}"
            return self.no(f"{text} in support of {dollars(held.amount)}", section)
        return YES

    def may_make_fire_bet(self, state: CrapsState, position: int, action: Action) -> Answer:
        held = state.find(position, action.wager)
        if state.came_out or state.point or (held and held.on):
            return self.no(
                "a fire bet is made or changed only before a new shooter's first come-out roll",
                self.section[action.wager],
            )
        if state.fire_closed:
            return self.no(
                "all points were made; the next fire bet is for a new shooter after a loser 7",
                self.section[action.wager],
            )
        return YES

    def may_remove(self, state: CrapsState, position: int, action: Action) -> Answer:
        """1.3(c), (d): any wager may be withdrawn except a pass or come bet with a point."""
        held = state.find(position, action.wager, action.spot)
        point = action.spot or (state.point if self.terms[action.wager].kind == "line" else 0)
        if action.wager in self.layout.fact("contract") and point:
            name = self.name(action.wager)
            section = self.sections["contract"]
            return self.no(f"{name} cannot be removed or reduced once its point is set (it is {point})", section)
        if self.terms[action.wager].kind == "fire" and held and held.on:
            return self.no(
                "a fire bet is made or changed only before a new shooter's first come-out roll",
                self.section[action.wager],
            )
        return YES

    def may_turn(self, state: CrapsState, action: Action) -> Answer:
        """1.3(e): wagers that are off on a come-out roll may be called on; with a point no wager can be called off."""
        section = self.sections["on_button"]
        if not self.terms[action.wager].off_on_come_out:
            return self.no(f"{self.name(action.wager)} is always on", section)
        if state.point:
            return self.no("with a point every wager is on; remove it instead", section)
        return YES

    def odds_limit(self, wager: str, point: str, flat: int) -> int:
        """The maximum odds on a point that may support a flat wager."""
        terms = self.terms[wager]
        limit = str(self.layout.option(terms.cap))
        named = self.layout.fact("odds_multiples").get(limit)
        times = Fraction(named[point]) if named else Fraction(limit.removesuffix("x"))
        if terms.side == "right":
            return floor(times * flat)
        return floor(times * flat / self.odds[wager][point].ratio)

    def after_reduction(self, state: CrapsState, position: int, held: Wager, left: int) -> Round[CrapsState]:
        """Return odds whose flat wager is gone, and excess odds if it was reduced."""
        odds = state.find(position, self.odds_on.get(held.kind, ""), held.spot)
        if odds is None:
            return state
        point = held.spot or str(state.point)
        step = self.amounts.step(state, odds.kind, held.spot)
        keep = min(odds.amount, self.odds_limit(odds.kind, point, left) // step * step) if left else 0
        if keep == odds.amount:
            return state
        state = set_wager(state, replace(odds, amount=keep))
        text = f"{self.name(odds.kind)}: {dollars(odds.amount - keep)} is returned with it"
        yield Acted(
            state, self.section[odds.kind], position, Action("reduce", odds.kind, odds.amount - keep, odds.spot), text
        )
        return state

    # ---- 1.2(a)20-21, 1.4(c)-(d): wagers in parts

    # ---- 1.5: the vigorish on buy and lay bets

    def vigorish(self, kind: str, amount: int) -> int:
        """The vigorish on an amount; 0 if the game has no such wagers."""
        return 0

    # ---- the dice change hands

    def do_own_verb(self, state: CrapsState, position: int, action: Action) -> Round[CrapsState]:
        state = _dice_down(state)
        section = self.sections["dice_passed"]
        yield Acted(state, section, position, action, f"position {position} {self.words.passed}")
        return state

    def after_leaving(self, state: CrapsState, position: int) -> Round[CrapsState]:
        return _dice_down(state) if position == state.shooter else state
        yield

    def status(self, state: CrapsState) -> list[str]:
        point = f"the point is {state.point}" if state.point else f"come-out {self.words.roll}"
        shooter = state.seat(state.shooter)
        return [point, f"shooter: {shooter.name}" if shooter else "no shooter"]


def _dice_down(state: CrapsState) -> CrapsState:
    """The shooter gives up the dice; they are next offered to that position's left. Points and wagers stay."""
    return replace(state, shooter=0, offered_from=state.shooter or state.offered_from, came_out=False)


__all__ = ["CrapsState", "CrapsTable", "Words"]
