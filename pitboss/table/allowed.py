"""Checks whether an action is allowed at a table, before anything is sent into the round. Checking changes nothing.

`allowed` checks what holds in every game (a known wager, whole chips, payable odds, limits, the bankroll) and calls
`Game.may` for the rules of one game. A refusal carries its reason and its section. `offers` answers the opposite
question: the wagers that a position may make now.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd, lcm
from typing import TYPE_CHECKING, TypeVar

from pitboss.chapter.odds import LARGEST_AMOUNT, Odds, dollars
from pitboss.chapter.rules import value_text
from pitboss.table.state import Position, State, Wager, replace
from pitboss.table.steps import VERBS, Action

if TYPE_CHECKING:
    from pitboss.table.game import Game

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Answer:
    """Yes, or no with a reason and a section."""

    ok: bool
    reason: str = ""
    section: str = ""

    def __bool__(self) -> bool:
        return self.ok


@dataclass(frozen=True, slots=True)
class Offer:
    """A wager that a position may make now, with its minimum and, if there is one, its maximum.

    `written` is the format of a place that cannot be listed (`Amounts.spot_format`); `spot` is then an example.
    """

    wager: str
    spot: str
    least: int
    most: int | None
    written: str = ""


YES = Answer(True)
MOST = LARGEST_AMOUNT
LONGEST_NAME = 40
SEATING = ("sit", "buy_in", "leave", "grant")
"""Verbs that apply to a position and name no wager."""


def no(reason: str, section: str = "") -> Answer:
    return Answer(False, reason, section)


def allowed(game: Game[S], state: S, position: int, action: Action) -> Answer:
    """Whether a position may do this now."""
    if not (answer := _of_right_form(game, action)):
        return answer
    if action.verb == "sit":
        return _may_sit(game, state, position, action)
    seat = state.seat(position)
    if seat is None:
        return no(f"no one is at position {position}; sit down first", game.sections.get("seated", ""))
    if action.verb == "grant":
        return _may_grant(game, action)
    if action.chips:
        if not (answer := _may_count(game, state, position, action)):
            return answer
        action = count_chips(game, state, position, action)
    if action.verb in ("buy_in", "leave", *game.verbs):
        if action.coupon and not (answer := may_add_coupon(game, state, action)):
            return answer
        return _may_as_seated(game, state, position, action)
    if action.wager not in game.layout.wagers:
        return _unknown_wager(game, action.wager)
    held = state.find(position, action.wager, action.spot)
    if not (answer := _fits_what_is_there(game, position, action, held)):
        return answer
    if not (answer := game.may(state, position, action)):
        return answer
    if not (answer := may_add_coupon(game, state, action) and _coupon_fits(game, state, position, action, held)):
        return answer
    if action.verb in ("make", "increase", "reduce"):
        return _may_change(game, state, seat, action, held)
    return YES


def _of_right_form(game: Game[S], action: Action) -> Answer:
    """Whether the verb is known and its amounts are valid."""
    if action.verb not in VERBS and action.verb not in game.verbs:
        return no(f"{action.verb!r} is not an action; the actions are: {', '.join((*VERBS, *game.verbs))}")
    for name in ("amount", "coupon", "chips"):
        amount = getattr(action, name)
        if isinstance(amount, bool) or not isinstance(amount, int) or not 0 <= amount <= MOST:
            unit = "" if name == "chips" else " of cents"
            return no(f"{name} {amount!r} is not a whole number{unit} from 0 to {MOST}")
    if action.accepted and action.verb not in ("make", "increase"):
        return no("a wager is accepted outside the limits as it is made or increased", "8.2")
    if action.limits is not None and not _are_limits(action):
        return no("granted limits are a minimum above 0 and a maximum no lower than it, both in cents")
    if action.verb in SEATING and (action.wager or action.spot or action.coupon):
        return no(f"{action.verb} applies to a position: it takes no wager, spot or coupon")
    return YES


# ---- Sitting down, buying in, leaving


def _may_sit(game: Game[S], state: S, position: int, action: Action) -> Answer:
    if not (answer := game.may_sit(state, position)):
        return answer
    if state.seat(position) is not None:
        return no(f"position {position} is taken", game.hosting.seats_section)
    if not 1 <= position <= game.seats:
        text = f"there is no position {position}; there are positions 1 to {game.seats}"
        return no(text, game.hosting.seats_section)
    if len(action.name) > LONGEST_NAME or not action.name.isprintable():
        return no(f"a name must be printable and at most {LONGEST_NAME} characters long")
    return YES


def _may_as_seated(game: Game[S], state: S, position: int, action: Action) -> Answer:
    if action.verb == "buy_in" and not action.amount:
        return no("how much? a buy-in must be more than $0")
    if not (answer := game.may(state, position, action)):
        return answer
    if action.verb == "leave" and len(state.wagers_of(position)) > len(game.amounts.forfeited(state, position)):
        return no(f"position {position} has wagers on the layout; take them down or wait for their decision")
    return YES


def _are_limits(action: Action) -> bool:
    least, most = action.limits or (0, 0)
    whole = all(isinstance(one, int) and not isinstance(one, bool) for one in (least, most))
    return action.verb == "grant" and whole and 0 < least <= most <= MOST


def _may_grant(game: Game[S], action: Action) -> Answer:
    """Whether the licensee lets a patron wager below the minimum or above the maximum at this table."""
    if game.amounts.limits_by_option:
        return no("the structure of the game sets its limits: there are none to grant", "8.2")
    if not game.layout.limits.individual:
        return no("limits are not granted to individual patrons here (limits.individual is not chosen)", "8.2")
    return YES


# ---- Amounts in a player's own chips


def _may_count(game: Game[S], state: S, position: int, action: Action) -> Answer:
    """Whether a position may state an amount in its own chips."""
    if action.verb not in ("make", "increase", "reduce") or action.amount:
        return no("a number of chips replaces the amount when a wager is made, increased or reduced")
    if not game.amounts.chip_value(state, position):
        return no(f"position {position} has no chips of its own; give the amount in dollars")
    return YES


def count_chips(game: Game[S], state: S, position: int, action: Action) -> Action:
    """Return the action with its chips converted to cents."""
    if not action.chips:
        return action
    return replace(action, amount=action.chips * game.amounts.chip_value(state, position), chips=0)


# ---- Wagers


def _unknown_wager(game: Game[S], name: str) -> Answer:
    layout = game.layout
    known = layout.rules.wagers.get(name)
    if known is not None and known.retired and known.in_force(layout.on):
        unknown = "no available text says what it pays, so it is not offered here"
        text = f"{known.name} is permitted on {layout.on}, but {unknown}"
        return no(text, known.section)
    if known is not None and name not in layout.permissible:
        when = f"since {known.since}" if known.since and known.since > layout.on else f"until {known.until}"
        return no(f"{known.name} is permitted only {when}, not on {layout.on}", known.section)
    if known is not None:
        needs = ", ".join(f"{key} = {' or '.join(map(value_text, values))}" for key, values in known.offered.items())
        return no(f"{known.name} is not offered at this table (it needs {needs})", known.section)
    near = difflib.get_close_matches(name, layout.wagers, 3, 0.5)
    hint = f"; did you mean {' or '.join(near)}?" if near else f"; the wagers are: {', '.join(layout.wagers)}"
    return no(f"there is no wager {name!r}{hint}", game.sections.get("only_listed", ""))


def _fits_what_is_there(game: Game[S], position: int, action: Action, held: Wager | None) -> Answer:
    """Whether the wager to be changed exists and can be changed by this amount."""
    if action.verb in ("reduce", "remove", "on", "off") and held is None:
        where = f" on {action.spot}" if action.spot else ""
        return no(f"position {position} has no {game.name(action.wager)}{where}")
    alone = action.verb == "make" and action.coupon and game.amounts.takes_coupon_alone(action.wager)
    if alone and held is None:
        return no(f"position {position} has no {game.name(action.wager)} to put a coupon on")
    if action.verb in ("reduce", "increase", "make") and not action.amount and not alone:
        what = "a wager is" if action.verb == "make" else f"to {action.verb} a wager takes"
        return no(f"how much? {what} more than $0", game.amounts.payable_section(action.wager))
    if action.verb == "increase" and held is None:
        return no(f"there is no {game.name(action.wager)} to increase; make one")
    if action.verb == "reduce" and held is not None and action.amount >= held.amount:
        return no(f"{dollars(held.amount)} cannot be reduced by {dollars(action.amount)}; remove it instead")
    return YES


def _may_change(game: Game[S], state: S, seat: Position, action: Action, held: Wager | None) -> Answer:
    """Whether the changed wager is payable, within the limits and covered by the position's chips."""
    had = held.amount if held else 0
    after = had + (-action.amount if action.verb == "reduce" else action.amount)
    changes = [(action.wager, had, after)]
    if action.verb != "reduce" and (booked := game.amounts.breakdown(action.wager, action.amount)) != [
        (action.wager, action.amount)
    ]:
        there = [(kind, amount, state.find(seat.number, kind, action.spot)) for kind, amount in booked]
        changes = [(kind, old.amount if old else 0, amount + (old.amount if old else 0)) for kind, amount, old in there]
    # Check a combined wager as a whole first, so that the refusal names the amount the player gave.
    if not (answer := payable(game, state, action.wager, action.spot, after)):
        return answer
    for kind, _, total in changes:
        if kind != action.wager and not (answer := payable(game, state, kind, action.spot, total)):
            return answer
    # A wager that the dealer has accepted stands in full, whatever limits are posted.
    if not action.accepted and not (answer := _within_limits(game, seat, action.wager, action.spot, after)):
        return answer
    if action.verb == "reduce":
        return YES
    vigorish = game.amounts.vigorish_when_made
    cost = action.amount + sum(vigorish(kind, new) - vigorish(kind, old) for kind, old, new in changes)
    available = game.amounts.available(state, seat)
    if cost > available:
        plus = f" with its percentage, {dollars(cost)}," if cost > action.amount else ""
        return no(f"{dollars(action.amount)}{plus} is more than the {dollars(available)} available")
    return YES


def limits_at(game: Game[S], seat: Position | None, kind: str) -> tuple[int, int | None]:
    """Return the minimum and maximum of a wager at a position: the posted limits, widened by those granted to its
    patron.
    """
    least, most = game.layout.limits.of(kind)
    if seat is None or seat.limits is None:
        return least, most
    return min(least, seat.limits[0]), None if most is None else max(most, seat.limits[1])


def _within_limits(game: Game[S], seat: Position, kind: str, spot: str, amount: int) -> Answer:
    """Whether each share of an amount is within the limits. A wager that depends on another has no limits."""
    if game.layout.wagers[kind].tied or game.amounts.limits_by_option:
        return YES
    least, most = limits_at(game, seat, kind)
    amount //= game.amounts.shares(kind, spot)
    if amount < least or (most is not None and amount > most):
        upto = f" to {dollars(most)}" if most is not None else " or more"
        whose = "limits granted here" if seat.limits else "posted limits"
        return no(f"{dollars(amount)} is outside the {whose}, {dollars(least)}{upto}", "8.2")
    return fits_increment(game, amount)


def fits_increment(game: Game[S], amount: int) -> Answer:
    """Whether an amount is a multiple of the posted increment."""
    increment = game.layout.limits.increment
    return no(f"wagers are in steps of {dollars(increment)} here", "8.2") if amount % increment else YES


def may_add_coupon(game: Game[S], state: S, action: Action) -> Answer:
    """Whether this wager can take a match play coupon: the fact `match_play` must list it, and the coupon must be
    payable.
    """
    if not action.coupon:
        return YES
    if "match_play" not in game.sections or action.verb not in ("make", "increase"):
        return no("a match play coupon is not accepted here", game.sections.get("match_play", ""))
    listed = game.layout.fact("match_play")
    if action.wager not in listed:
        taken = ", ".join(game.name(kind) for kind in listed)
        return no(f"a match play coupon is accepted only on: {taken}", game.sections["match_play"])
    step = game.amounts.step(state, action.wager, action.spot)
    if action.coupon % step:
        what = f"a match play coupon of {dollars(action.coupon)} on {game.name(action.wager)}"
        text = f"{what} cannot be paid exactly; it must be a multiple of {dollars(step)}"
        return no(text, game.sections.get("payable", ""))
    return YES


def _coupon_fits(game: Game[S], state: S, position: int, action: Action, held: Wager | None) -> Answer:
    """Whether the chips on a coupon are worth at least as much as the coupon, and the position has no other coupon."""
    section = game.sections.get("match_play", "")
    had, lies = (held.amount, held.coupon) if held else (0, 0)
    if action.coupon and any(wager.coupon for wager in state.wagers_of(position)):
        return no("only one match play coupon per round; another is on the layout already", section)
    if action.coupon > had + action.amount:
        text = f"a match play coupon of {dollars(action.coupon)} needs chips of at least its value"
        return no(f"{text}, not {dollars(had + action.amount)}", section)
    if action.verb == "reduce" and had - action.amount < lies:
        text = f"a match play coupon of {dollars(lies)} is on it and needs chips of at least its value"
        return no(f"{text}; take the wager down to get both back", section)
    return YES


# ---- Amounts that can be paid exactly


def payable(game: Game[S], state: S, kind: str, spot: str, amount: int) -> Answer:
    """Whether `amount` can be paid exactly, with the table's smallest chip, whenever the wager wins."""
    step = game.amounts.step(state, kind, spot)
    if amount % step == 0:
        return YES
    section = game.amounts.payable_section(kind)
    if amount % game.chip:
        return no(f"{dollars(amount)} is not a whole number of {dollars(game.chip)} chips", section)
    if amount % (shares := game.amounts.shares(kind, spot)):
        return no(
            f"{dollars(amount)} cannot be divided by {shares} to the cent; wager a multiple of {dollars(step)}", section
        )
    amount //= shares
    if amount % game.amounts.divisor(kind):
        parts = f"{dollars(amount)} on {game.name(kind)} cannot be divided by {game.amounts.divisor(kind)} to the cent"
        return no(f"{parts}; wager a multiple of {dollars(step)}", section)
    winning = _winning(game, kind, game.amounts.winning_outcomes(state, kind, spot))
    cannot = (odds for shares, share, odds in winning if not _exactly(amount * share, shares, odds, game.chip))
    if (
        odds := next(cannot, None)
    ) is None:  # The wager alone could be paid, but a wager that depends on it, or one of its parts, could not.
        text = f"{dollars(amount)} on {game.name(kind)} is not possible; wager a multiple of {dollars(step)}"
        return no(text, section)
    return no(
        f"{dollars(amount)} on {game.name(kind)} cannot be paid exactly at {odds} with "
        f"{dollars(game.chip)} chips; wager a multiple of {dollars(step)}",
        section,
    )


def least_payable(game: Game[S], kind: str, outcomes: tuple[str, ...] | None) -> int:
    """Return the least amount that can be paid exactly on these outcomes, or on all outcomes if None."""
    steps = [_least_exact(shares, share, odds, game.chip) for shares, share, odds in _winning(game, kind, outcomes)]
    return lcm(game.chip, *steps, game.amounts.divisor(kind))


def _least_exact(shares: int, share: int, odds: Odds, chip: int) -> int:
    """Return the least amount whose share and winnings are whole chips; only its multiples have this property."""
    part = lcm(chip, odds.stake * chip // gcd(odds.win, odds.stake * chip))
    return shares * part // gcd(share, shares * part)


def _winning(game: Game[S], kind: str, outcomes: tuple[str, ...] | None) -> list[tuple[int, int, Odds]]:
    """Return the odds at which a wager can win, each with the number of shares in the wager and the share that wins."""
    parts = game.amounts.parts(kind)
    return [
        (sum(parts.values()), share, odds)
        for part, share in parts.items()
        for outcome, odds in game.odds[part].items()
        if outcomes is None or outcome in outcomes
    ]


def _exactly(amount: int, shares: int, odds: Odds, chip: int) -> bool:
    """Whether a share of an amount, and its winnings, are whole chips."""
    return amount % (shares * chip) == 0 and odds.payable(amount // shares, chip)


# ---- What may be wagered


def offers(game: Game[S], state: S, position: int) -> Iterator[Offer]:
    """Yield the wagers that a position may make now, each with its minimum and maximum."""
    for kind in game.layout.wagers:
        written = game.amounts.spot_format(kind)
        open_spot = (game.amounts.random_spot(state, position, kind, lambda below: 0),) if written else ()
        for spot in open_spot or game.amounts.spots(state, position, kind):
            held = state.find(position, kind, spot)
            had = held.amount if held else 0
            posted_least, posted_most = limits_at(game, state.seat(position), kind)
            shares = game.amounts.shares(kind, spot)
            tied = bool(game.layout.wagers[kind].tied) or game.amounts.limits_by_option
            step = lcm(game.amounts.step(state, kind, spot), 1 if tied else game.layout.limits.increment * shares)
            floor = max(game.amounts.least(state, position, kind, spot), 0 if tied or had else posted_least * shares)
            least = max(step, -(-floor // step) * step)
            posted = None if tied or posted_most is None else posted_most * shares
            caps = [cap for cap in (game.amounts.most(state, position, kind, spot), posted) if cap is not None]
            most = min(caps) // step * step - had if caps else None
            if game.allowed(state, position, Action("make", kind, least, spot)):
                yield Offer(kind, spot, least, most, written)
