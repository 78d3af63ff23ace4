"""Handlers of the commands to a live table."""

from __future__ import annotations

import time
from functools import singledispatch
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pitboss.floor.changes import PendingChange, describe_changes, least_minutes
from pitboss.floor.commands import (
    MOST,
    AcceptWager,
    Act,
    AddBot,
    BuyIn,
    CallIrregularity,
    CancelChange,
    Close,
    CloseTable,
    Command,
    Credit,
    Decide,
    Draw,
    EndRound,
    Fill,
    GrantLimits,
    HandOver,
    Leave,
    NoticeChange,
    Ready,
    RemoveBot,
    SeatEntrant,
    Sit,
)
from pitboss.floor.people import THE_HOUSE, Person, Role
from pitboss.floor.refusals import refusal
from pitboss.floor.sight import has_hand_left
from pitboss.table import Action, Answer, Refused, dollars
from pitboss.table.allowed import SEATING, count_chips
from pitboss.table.game import YES
from pitboss.table.steps import AskDecision, AskWagers

if TYPE_CHECKING:
    from pitboss.floor.live import LiveTable

WAGERING = ("make", "increase", "write")
"""Verbs that put chips on the layout."""


def carry_out(table: LiveTable, person: Person, command: Command) -> None:
    """Apply a command to the table in memory, or raise `Refused`."""
    if table.info.closed and isinstance(command, CloseTable) and table.state.meter:
        table.books.return_house_money(person.name)  # an earlier version closed the table and left the meter as it was
        return
    if table.info.closed and not isinstance(command, Leave):
        raise refusal(f"{table.info.name} is closed")
    if table.info.tournament is not None and isinstance(command, (Sit, BuyIn, Leave, AddBot, RemoveBot)):
        raise refusal("the house gives out the seats and chips of a tournament; enter it on its page")
    if isinstance(command, (Act, Ready)) and isinstance(table.dealer.ask, AskWagers) and table.procedure.over:
        raise refusal(f"all {table.settings.hands} hands of this table are dealt")
    if person.role is Role.PLAYER and _plays(command):
        table.floor.protection.check_playing(person)
    _handle(command, table, person)
    table.seats.note_activity(person)


def _plays(command: Command) -> bool:
    """Whether a command starts or continues play, so that excluded people may not give it."""
    return isinstance(command, (Sit, BuyIn, AddBot)) or (isinstance(command, Act) and command.verb in WAGERING)


@singledispatch
def _handle(command: Any, table: LiveTable, person: Person) -> None:
    raise NotImplementedError(command)


@_handle.register(Sit)
def _(command: Sit, table: LiveTable, person: Person) -> None:
    if held := table.seats.position_of(person):
        raise refusal(f"you already sit at position {held}")
    table.clock.newcomer_waits()
    table.seats.seat(person.id, person.name, command.position or table.seats.first_free(), command.amount)


@_handle.register(BuyIn)
def _(command: BuyIn, table: LiveTable, person: Person) -> None:
    table.dealer.act(table.seats.own_position(person), Action("buy_in", amount=command.amount))
    table.books.post(f"{person.name} buys in", person.id)


@_handle.register(Leave)
def _(command: Leave, table: LiveTable, person: Person) -> None:
    position = table.seats.own_position(person)
    if table.game.hosting.posts_when_due and not isinstance(table.dealer.ask, AskWagers):
        table.seats.stand_up(position)
    else:
        table.seats.vacate(position)


@_handle.register(Act)
def _(command: Act, table: LiveTable, person: Person) -> None:
    position = table.seats.own_position(person, command.position)
    if command.verb in SEATING:
        raise refusal(f"{command.verb} is a command, not an action at the layout")
    table.notices.check(position, command.action())
    _check_terms(table, position, command.action())
    if command.verb in WAGERING and isinstance(table.dealer.ask, AskWagers):
        table.floor.protection.check_wager(table, person, position, command.amount)
    if _postpone(table, position, command.action()):
        return
    try:
        table.dealer.act(position, command.action())
    except Refused as refused:
        if refused.answer.section == "8.2":  # the dealer may accept it nevertheless
            table.offered_outside_limits[position] = (table.state.rounds, person.id), command.action()
        raise
    table.ready.discard(position)
    table.books.post(f"{command.verb} {command.wager}".strip())


def _postpone(table: LiveTable, position: int, action: Action) -> bool:
    """Postpone an action until after the round, or withdraw a postponed one; returns whether it did either."""
    verb, waiting = action.verb, table.settings.afterwards.get(position)
    if verb not in table.game.hosting.after_round or isinstance(table.dealer.ask, AskWagers):
        return False
    if waiting is not None and verb == table.game.hosting.after_round[waiting]:
        table.seats.set_afterwards(position, None)
        return True
    if not (answer := table.game.allowed(table.state, position, action)):
        raise _refused(table, answer)
    table.seats.set_afterwards(position, verb)
    return True


@_handle.register(Decide)
def _(command: Decide, table: LiveTable, person: Person) -> None:
    position = table.seats.own_position(person, command.position)
    ask = table.dealer.ask
    mine = ask.for_position(position) if isinstance(ask, AskDecision) else None
    if isinstance(ask, AskDecision) and mine is None:
        section = table.game.choices.refusal_out_of_turn(
            ask, position, table.game.speech.resolve_choice(command.choice)
        ).section
        raise _refused(table, Answer(False, f"{_deciding(ask)} now, not position {position}", section))
    if mine is not None and not command.confirmed:
        _check_caution(table, mine, command.choice)
    table.dealer.decide(command.choice, position)
    # Other players are not shown how a player sets their cards.
    table.books.post("decision: cards set" if mine is not None and mine.sets else f"decision: {command.choice}")


def _check_caution(table: LiveTable, ask: AskDecision, said: str) -> None:
    """`Refused`, with a reason, for a choice that is almost certainly a mistake."""
    try:
        choice = table.game.speech.parse_answer(ask, said)
    except ValueError:
        return  # the dealer explains the error
    answer = table.game.choices.warning(ask, choice) if choice in ask.choices else YES
    if not answer:
        raise _refused(table, answer)


@_handle.register(Ready)
def _(command: Ready, table: LiveTable, person: Person) -> None:
    position = table.seats.own_position(person)
    if not isinstance(table.dealer.ask, AskWagers):
        raise refusal("the betting is already closed")
    if not (answer := table.game.hosting.is_ready(table.dealer.ask.state, position)):
        raise _refused(table, answer)
    table.ready.add(position)


@_handle.register(AddBot)
def _(command: AddBot, table: LiveTable, person: Person) -> None:
    of_player = person.role is Role.PLAYER
    if of_player:
        table.seats.own_position(person)
        table.bots.check_may_add(person)
    amount = command.amount or table.bots.bankroll
    table.bots.check_bankroll(amount)
    position = command.position or table.seats.first_free()
    bot = table.floor.bot_person(table.info.id, position)
    table.seats.seat(bot.id, bot.name, position, amount, command.strategy)
    table.bots.set_owner(position, person.id if of_player else None)


@_handle.register(RemoveBot)
def _(command: RemoveBot, table: LiveTable, person: Person) -> None:
    if person.role is Role.PLAYER:
        table.seats.own_position(person)
    seat = table.seats.taken.get(command.position)
    if seat is None or not seat.bot:
        raise refusal(f"there is no bot at position {command.position}")
    table.bots.check_may_remove(command.position, person)
    table.bots.send_away(command.position)


@_handle.register(Close)
def _(command: Close, table: LiveTable, person: Person) -> None:
    table.procedure.close_betting()


@_handle.register(Draw)
def _(command: Draw, table: LiveTable, person: Person) -> None:
    table.procedure.draw()
    while command.all and table.dealer.ask is not None and table.dealer.ask.chance:
        table.procedure.draw()


@_handle.register(CallIrregularity)
def _(command: CallIrregularity, table: LiveTable, person: Person) -> None:
    table.dealer.throw(command.irregularity, *command.about)
    table.tally.mistake()
    table.books.post(" ".join(["irregularity:", command.irregularity, *command.about]))


@_handle.register(HandOver)
def _(command: HandOver, table: LiveTable, person: Person) -> None:
    table.change_settings(dealer=command.dealer)


@_handle.register(AcceptWager)
def _(command: AcceptWager, table: LiveTable, person: Person) -> None:
    when, offered = table.offered_outside_limits.pop(command.position, (None, None))
    seat = table.seats.taken.get(command.position)
    if offered is None or seat is None or when != (table.state.rounds, seat.person):
        raise refusal(f"position {command.position} has offered no wager outside the limits", "8.2")
    if table.info.tournament is not None:
        raise refusal("a tournament's table takes no wager outside its limits", "8.6(e)")
    table.notices.check(command.position, offered)
    _check_terms(table, command.position, offered)
    table.dealer.act(command.position, replace(offered, accepted=True))
    table.ready.discard(command.position)
    table.books.post(f"accepted outside the limits: {offered.verb} {offered.wager}")


@_handle.register(GrantLimits)
def _(command: GrantLimits, table: LiveTable, person: Person) -> None:
    if table.info.tournament is not None:
        raise refusal("all players at a tournament's table have the same limits", "8.6(e)")
    limits = table.game.layout.limits
    granted = None
    if command.minimum is not None or command.maximum is not None:
        if command.minimum and command.maximum and command.minimum > command.maximum:
            raise refusal(f"the minimum, {dollars(command.minimum)}, is above the maximum", "8.2")
        least = command.minimum or limits.minimum or 1
        granted = least, max(command.maximum or limits.maximum or least, least)
    table.dealer.act(command.position, Action("grant", limits=granted))
    table.books.post(f"limits of position {command.position}, by {person.name}")


@_handle.register(SeatEntrant)
def _(command: SeatEntrant, table: LiveTable, person: Person) -> None:
    if table.info.tournament is None:
        raise refusal(f"{table.info.name} is not a table of a tournament")
    held = next((number for number, seat in table.seats.taken.items() if seat.person == command.person), 0)
    if held:
        if not has_hand_left(table.dealer.ask, table.dealer.state.rounds, table.settings.hands):
            raise refusal(f"the last of the {table.settings.hands} hands of this table is in progress or over")
        table.dealer.act(held, Action("buy_in", amount=command.amount))
        table.books.post(f"{command.name} gets more chips", command.person)
    else:
        table.seats.seat(command.person, command.name, command.position, command.amount, command.bot)


@_handle.register(NoticeChange)
def _(command: NoticeChange, table: LiveTable, person: Person) -> None:
    if table.notices.coming is not None:
        raise refusal("a change is already announced; cancel it first", "8.3")
    if table.info.tournament is not None:
        raise refusal("a tournament's table cannot be changed", "8.6(e)")
    after = table.notices.layout_after(command)
    least = least_minutes(table.game.layout, after)
    minutes = (least if table.seats.taken else 0) if command.minutes is None else command.minutes
    if minutes < least and (table.seats.taken or minutes):
        wrong = f"announced {minutes} minutes in advance, but {least} are required with players at the table"
        raise refusal(
            wrong if table.seats.taken else f"{wrong}, and someone may sit down; use 0 for an immediate change", "8.3"
        )
    now = time.time()
    what = describe_changes(table.game.layout, after)
    table.notices.post(
        PendingChange(what=what, effective=now + 60 * minutes, noticed=now, by=person.name, layout=after.plain())
    )


@_handle.register(CancelChange)
def _(command: CancelChange, table: LiveTable, person: Person) -> None:
    if table.notices.coming is None:
        raise refusal("no change is announced at this table", "8.3")
    if time.time() >= table.notices.coming.effective:
        raise refusal("the change is due, and comes into force as soon as the remaining wagers are decided", "8.3")
    table.notices.cancel(person.name)


@_handle.register(Fill)
def _(command: Fill, table: LiveTable, person: Person) -> None:
    table.books.slip(command.amount, person.name, f"fill by {person.name}")


@_handle.register(Credit)
def _(command: Credit, table: LiveTable, person: Person) -> None:
    if command.amount > (spare := max(0, table.books.inventory - table.books.least_inventory)):
        raise refusal(
            f"at most {dollars(spare)} of the table inventory, {dollars(table.books.inventory)}, can be returned"
        )
    table.books.slip(-command.amount, person.name, f"credit by {person.name}")


@_handle.register(EndRound)
def _(command: EndRound, table: LiveTable, person: Person) -> None:
    table.procedure.end_round(person)


@_handle.register(CloseTable)
def _(command: CloseTable, table: LiveTable, person: Person) -> None:
    if table.info.tournament is not None and not table.procedure.over:
        if person != THE_HOUSE:
            raise refusal("a tournament's table closes when its hands are dealt", "8.6(e)")
        if table.state.wagers or not isinstance(table.dealer.ask, AskWagers):
            table.procedure.limit_hands(table.dealer.state.rounds + 1)  # finish the round in progress
            return
    leaving = all(table.dealer.allowed(position, Action("leave")) for position in table.seats.taken)
    if person == THE_HOUSE and (table.state.wagers or not leaving):
        raise refusal("wagers remain on the layout; the table can be closed when the round is over")
    table.procedure.close_table(person)


def _check_terms(table: LiveTable, position: int, action: Action) -> None:
    """`Refused` for a wager beyond the house's limits at this table."""
    if table.terms is None or action.verb not in WAGERING:
        return
    if table.state.rack(position) > MOST:
        raise refusal(f"you have more than {dollars(MOST)} in front of you; no table takes wagers from that much")
    lost, most = -table.state.inventory, 100 * table.terms.loss
    if most and lost >= most and isinstance(table.dealer.ask, AskWagers):
        raise refusal(f"the house has lost {dollars(lost)} at this table, and stakes no more than {dollars(most)} here")
    for wager in table.game.amounts.wagers_made_by(action):
        if wager.wager not in table.game.layout.wagers:
            continue
        counted = count_chips(table.game, table.state, position, wager)
        held = table.state.find(position, counted.wager, counted.spot)
        amount = counted.amount + (held.amount if held is not None else 0)
        if reason := table.terms.objection_to_wager(table.game, counted.wager, amount):
            raise refusal(reason)


def _deciding(ask: AskDecision) -> str:
    """The positions deciding now, as the subject of a sentence."""
    *others, last = (str(one.position) for one in ask.open_questions)
    return f"positions {', '.join(others)} and {last} decide" if others else f"position {last} decides"


def _refused(table: LiveTable, answer: Answer) -> Refused:
    """A refusal that cites its section as the table's layout does."""
    return Refused(answer, table.game.layout.cite(answer.section) if answer.section else "")
