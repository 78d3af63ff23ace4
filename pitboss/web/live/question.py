"""The pending question and the player's options: one big button, or the choices of a decision."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nicegui import ui
from nicegui.element import Element

from pitboss.chapter.odds import cents, dollars
from pitboss.equipment import Card
from pitboss.families import Family
from pitboss.floor.commands import Command
from pitboss.floor.sight import OfferView, VisibleTable
from pitboss.table.setting import HOUSE_WAY
from pitboss.web.live import keys
from pitboss.web.live.bet_slider import BetSlider, Stakes
from pitboss.web.live.buttons import button, may_press, rekey
from pitboss.web.live.discards import DiscardBoard
from pitboss.web.live.hints import Hint
from pitboss.web.live.log import spoken
from pitboss.web.live.setting import SettingBoard, ToSet

SIT_DOWN = (100_00, 500_00, 1_000_00, 5_000_00)
USUAL_BUY_IN = 500_00
LEAST_CHIP = 1_00
FEW = 2
"""With at most this many choices, there is room for a field next to them."""
CENTS = 100
WORDS = {"draw": "Draw (hit)", "insure": "Insure", "even_money": "Even money"}
"""Labels of choices that also have another name."""


@dataclass(frozen=True, slots=True)
class Doing:
    """The page's handlers for a player's actions."""

    go: Callable[[], Awaitable[None]]
    skip: Callable[[], None]
    decide: Callable[[str, bool], Awaitable[None]]
    to_set: Callable[[], ToSet | None]
    hint: Callable[[], Awaitable[None]]
    sit: Callable[[int], Awaitable[None]]
    clear: Callable[[], Awaitable[None]]
    again: Callable[[], Awaitable[None]]
    double: Callable[[], Awaitable[None]]
    undo: Callable[[], Awaitable[None]]
    touch: Callable[[str], Awaitable[None]]
    company: Callable[[Sequence[int]], Awaitable[None]]
    buy_in: Callable[[int], Awaitable[None]]
    make: Callable[[str, int], Awaitable[None]]
    stakes: Callable[[str], Stakes | None]
    to_discard: Callable[[], Sequence[Card]]
    card_of: Callable[[str], str]
    do: Callable[[Command], Awaitable[bool]]


class Asking:
    """The part of the page with the player's pending question."""

    def __init__(
        self,
        family: Family,
        doing: Doing,
        names: Mapping[str, str],
        runs_on: Callable[[str], bool] = lambda spot: False,
        posts: bool = False,
        decisions: Sequence[str] = (),
    ) -> None:
        """`names` maps wager ids to names; wagers carried over from an earlier game (`runs_on`) are neither doubled nor
        cleared.

        With `posts`, antes and blinds are posted automatically and nothing is placed before a round. `decisions` are
        all the choices that the game ever offers: each key means the same in all of its questions, so that the key for
        calling never means all-in in the next one.
        """
        self._decisions = decisions
        self._doing, self._names, self._runs_on, self._posts = doing, names, runs_on, posts
        self._wagers = family.wagers
        self._go, self._go_key = family.go, keys.DEAL if family.go == "Deal" else keys.ROLL
        self._playing = False
        self._key: tuple[Any, ...] = ()
        self._choosing: dict[str, Element] = {}
        self._setting: SettingBoard | None = None
        self._discards: DiscardBoard | None = None
        self._bets: BetSlider | None = None
        self._own: Sequence[tuple[str, Command]] = ()
        self._hand_in: tuple[str, str] | None = None
        self._hinting: Element
        self._asking = ui.element("div").classes("asking")
        with self._asking:
            self._question = ui.label().classes("question").props('role="status"')
            # Hints appear above the choices, so that the choices do not move.
            self._hint_text = ui.element("div").classes("hint").props('role="status"')
            self._choices = ui.element("div").classes("answers")
        with ui.element("div").classes("going"):
            self._clock = ui.element("span").classes("clock").props('aria-hidden="true"')
            self._big = button(self._go, self._pressed, classes="big", key=self._go_key)

    # ---- what is shown

    def show(
        self,
        seen: VisibleTable,
        again: str,
        bankroll: int | None,
        undo: str = "",
        own: Sequence[tuple[str, Command]] = (),
        hand_in: tuple[str, str] | None = None,
    ) -> None:
        """Show the pending question. `again` labels the button for repeating wagers, if there are any.

        `undo` describes the last chip, if it can be taken back. Without a bankroll (staff), the viewer only watches.
        `own` are this game's additional actions between rounds. `hand_in` is the button that hands in a marked slip,
        as its label and the cell it touches.
        """
        self._playing = False
        self._own, self._hand_in = own, hand_in
        rekey(self._big, self._go_key)
        ask = seen.ask or {}
        mine = ask.get("kind") == "decision" and ask["position"] == seen.you
        key = (
            seen.you,
            ask.get("kind"),
            ask.get("position"),  # one player after another may be asked the same question
            ask.get("question"),
            tuple(ask.get("choices", ())),
            tuple((offer.wager, offer.least, offer.most) for offer in seen.offers or ()) if mine else (),
            again,
            undo,
            self._lies(seen) > 0,
            seen.offers == [],
            movable(seen, self._runs_on),
            self._broke(seen),
            tuple(name for name, _ in own) if not mine else (),  # A choice must not move while it is being pressed.
            hand_in,
            tuple(opponents(seen)),
            seen.table.closed,
        )
        if key != self._key:
            self._key = key
            self._hint_text.clear()
            self._choices.clear()
            with self._choices:
                if mine:
                    self._deciding(ask)
                    self._hint_for(ask)
                    if self._bets is None:
                        self._amounts(seen, folded=len(ask["choices"]) > FEW)
                    self._asking.client.run_javascript("pitbossLive.asked()")
                elif seen.table.closed and seen.table.tournament is not None:
                    ui.link("To the tournament", f"/tournaments/{seen.table.tournament}").classes("press brass")
                elif seen.table.closed:
                    ui.link("To the other tables", "/").classes("press")
                elif not seen.you and bankroll is not None and seen.table.tournament is None:
                    self._seating(bankroll)
                elif seen.you and ask.get("kind") == "wagers":
                    self._wagering(seen, again, undo)
                elif seen.you and self._posts:
                    self._own_doings()
        self._question.set_text(self._question_of(seen, mine, bankroll is not None))
        self._asking.props(f"data-entry={seen.entry}")
        self._big_button(seen)
        self._set_clock(seen)

    def playing(self) -> None:
        """Clear the question during playback; the button skips it."""
        if self._playing:
            return
        self._playing = True
        self._key = ()
        self._choices.clear()
        self._hint_text.clear()
        self._question.set_text("")
        self._label("Skip")
        rekey(self._big, keys.SKIP)
        self._big.set_visibility(True)
        self._clock.set_visibility(False)
        may_press(self._big, True)

    def hinted(self, hint: Hint) -> None:
        """Show a hint: the best choice, and the average result of each choice."""
        self._hint_text.clear()
        with self._hint_text:
            ui.label(spoken(hint.says))
            shown = "Each choice shows its average result. " if hint.worth and self._setting is None else ""
            ui.label(f"{shown}For training: section 8.1 forbids such aids at a live table.").classes("quiet")
        if self._setting is not None:
            self._setting.hinted(hint)
        if self._discards is not None and hint.best:
            self._discards.mark(hint.best)
        for choice, made in self._choosing.items():
            if choice == hint.best:
                made.classes("best")
            if worth := hint.worth.get(choice):
                with made:
                    ui.label(worth).classes("press-worth").props('title="on average"')
        # Keep its space, so that the choices do not move.
        self._hinting.classes("spent")

    # ---- parts

    def _question_of(self, seen: VisibleTable, mine: bool, plays: bool) -> str:
        ask = seen.ask or {}
        if mine:
            return own_words(spoken(str(ask["question"])), seen.you)
        if ask.get("kind") == "decision":
            asked = ask.get("positions", [ask["position"]])
            *others, last = [seat.name for seat in seen.seats if seat.position in asked] or ["Another player"]
            return f"{', '.join(others)} and {last} decide." if others else f"{last} decides."
        if seen.table.closed and seen.table.tournament is not None:
            return "All hands at this table have been dealt. Remaining players keep their chips."
        if seen.table.closed:
            return "This table is closed." + (" Chips were returned to the players." if plays else "")
        if not seen.you:
            sits = plays and seen.table.tournament is None
            return "Watch, or sit down and play." if sits else "You are watching."
        if ask.get("kind") == "wagers" and self._posts:
            if seen.you in seen.state.get("away", ()):
                return "You are sitting out. Come back whenever you like."
            if self._broke(seen):
                return "Buy in to be dealt the next hand."
            return sentence(seen.lacking) or "The next hand is dealt automatically."
        if ask.get("kind") == "wagers":
            if seen.players_missing and seen.lacking:
                return sentence(seen.lacking)
            if seen.offers == [] and not self._lies(seen) and not self._broke(seen):
                return (
                    sentence(seen.lacking)
                    or f"There is nothing for you to wager on yet: {self._go.lower()} when ready."
                )
            lays = "Buy in to continue" if self._broke(seen) else self._wagers
            return sentence(seen.lacking) if self._lies(seen) else f"{lays}, then {self._go.lower()}."
        return "Waiting for the dealer." if seen.table.dealer == "person" else ""

    def _seating(self, bankroll: int) -> None:
        for amount in SIT_DOWN:
            if amount <= bankroll:
                usual = "brass" if amount == USUAL_BUY_IN else ""
                choice_button = button(
                    f"Sit down with {dollars(amount)}", _bound(self._doing.sit, amount), classes=usual
                )
                choice_button.props["data-sit"] = str(amount)
        if bankroll < SIT_DOWN[0]:
            ui.label("Your bankroll is too small to sit down. Get more at the cage in the lobby.")

    def _deciding(self, ask: dict[str, Any]) -> None:
        choices = list(ask["choices"])
        self._choosing.clear()
        self._discards = self._bets = None
        to_set = self._doing.to_set() if ask.get("sets") else None
        self._setting = SettingBoard(to_set, self._doing.decide) if to_set is not None else None
        if to_set is not None:
            # Alternatives to setting the hand, such as surrender, appear beside it.
            choices = [one for one in choices if one != HOUSE_WAY and one not in to_set.setting.choices]
        elif cards := self._doing.to_discard():
            self._discards = DiscardBoard(cards, self._doing.decide)
            return
        key_of = keys.keys_of(choices, self._decisions)
        for choice in choices:
            usual = "usual" if choice == ask["default"] else ""
            name = WORDS.get(choice, choice.replace("_", " ").capitalize())
            element = button(name, _bound(self._decided, choice), classes=f"choice {usual}", key=key_of[choice])
            element.props["data-choice"] = choice
            self._choosing[choice] = element
            if (stakes := self._doing.stakes(choice)) is not None:
                self._bets = BetSlider(choice, name, stakes, element)
            elif means := ask.get("means", {}).get(choice) or self._doing.card_of(choice):
                with element:
                    ui.label(means).classes("press-means")

    async def _decided(self, choice: str) -> None:
        if self._bets is not None and self._bets.wager == choice:
            await self._doing.make(choice, self._bets.amount)
        else:
            await self._doing.decide(choice, False)

    def _amounts(self, seen: VisibleTable, folded: bool) -> None:
        """Add fields for wagers of any amount, collapsed if there are several choices, since few players want them."""
        ask = seen.ask or {}
        offers = [one for one in seen.offers or () if not laid_by_a_choice(one, ask)]
        if folded and offers:
            with ui.element("details").classes("amounts"):
                with ui.element("summary").classes("press quiet"):
                    ui.label("Other amount")
                for offer in offers:
                    self._amount(offer, seen.rack)
            return
        for offer in offers:
            self._amount(offer, seen.rack)

    def _amount(self, offer: OfferView, rack: int) -> None:
        """Add a field and a button for a wager that can be made during a decision."""
        most = rack if offer.most is None else min(rack, offer.most)
        if most < offer.least:
            return
        step = offer.least if most % offer.least == 0 else 1
        name = self._names.get(offer.wager, offer.wager.replace("_", " "))

        async def pressed() -> None:
            text = str(field.value if field.value is not None else "")
            try:
                amount = cents(text)
            except ValueError:
                amount = 0
            await self._doing.make(offer.wager, amount)

        with ui.element("span").classes("amount"):
            field = ui.number(
                f"{dollars(offer.least)} to {dollars(most)}",
                value=most / CENTS,
                min=offer.least / CENTS,
                max=most / CENTS,
                step=step / CENTS,
            ).props(f'outlined dense inputmode=decimal data-amount="{offer.wager}" aria-label="{name}: how much"')
            made = button(f"{name}: bet this amount", pressed, classes="choice")
            made.props["data-wager"] = offer.wager
        field.on("keydown.enter", pressed)

    def _hint_for(self, ask: dict[str, Any]) -> None:
        if not ask.get("formality"):
            title = "Show the best decision. For training only: section 8.1 forbids such aids at a live table"
            self._hinting = button("Hint", self._doing.hint, classes="quiet hinting", key=keys.HINT, title=title)

    def _wagering(self, seen: VisibleTable, again: str, undo: str) -> None:
        laid = self._lies(seen)
        if seats := opponents(seen):
            element = button(against(len(seats)), _bound(self._doing.company, seats), classes="brass")
            element.props["data-does"] = "company"
        if self._hand_in is not None:
            label, cell = self._hand_in
            button(label, _bound(self._doing.touch, cell), classes="brass").props["data-does"] = "hand-in"
        if self._posts:
            self._own_doings()
        if not laid and self._broke(seen):
            button(f"Buy in for {dollars(USUAL_BUY_IN)}", _bound(self._doing.buy_in, USUAL_BUY_IN), classes="brass")
        elif again and seen.offers != []:  # The banker at pai gow wagers nothing else.
            button(again, self._doing.again, key=keys.AGAIN).props["data-does"] = "again"
        if movable(seen, self._runs_on):
            if seen.offers != []:
                button("Double", self._doing.double, key=keys.TWICE).props["data-does"] = "double"
            button("Clear", self._doing.clear, key=keys.CLEAR).props["data-does"] = "clear"
        if undo:
            element = button("Undo", self._doing.undo, key=keys.UNDO, title=f"Take back {undo}")
            element.props["data-does"] = "undo"

    def _own_doings(self) -> None:
        """Add buttons for this game's additional actions."""
        for name, command in self._own:
            button(name, _bound(self._doing.do, command)).props["data-does"] = command.do

    def _broke(self, seen: VisibleTable) -> bool:
        return seen.rack < LEAST_CHIP

    def _lies(self, seen: VisibleTable) -> int:
        return sum(wager["amount"] for wager in seen.state.get("wagers", ()) if wager["position"] == seen.you)

    def _big_button(self, seen: VisibleTable) -> None:
        kind = (seen.ask or {}).get("kind")
        wagering = kind == "wagers" and bool(seen.you)
        self._big.set_visibility(wagering)
        if not wagering:
            return
        people = [seat.position for seat in seen.seats if not seat.bot]
        waiting = [position for position in people if position not in seen.ready]
        if seen.you in seen.ready and waiting:
            self._label(f"Waiting for {len(waiting)}")
        elif seen.table.dealer == "person":
            self._label("Waiting for the dealer")
        else:
            self._label(self._go if len(people) < 2 else f"Ready to {self._go.lower()}")
        lies = bool(seen.state.get("wagers"))
        may_press(self._big, not seen.lacking and seen.you not in seen.ready and seen.table.dealer == "automatic")
        self._big.props["title"] = sentence(seen.lacking) if lies else f"{self._wagers} first"

    def _label(self, text: str) -> None:
        label = next(iter(self._big.default_slot.children))
        assert isinstance(label, ui.label)
        label.set_text(text)

    def _set_clock(self, seen: VisibleTable) -> None:
        """Start the countdown ring, which runs in the browser and is only sent the remaining time."""
        self._clock.set_visibility(seen.deadline is not None)
        if seen.deadline is not None:
            self._clock.client.run_javascript(f"pitbossLive.clock({self._clock.html_id!r}, {seen.deadline:.2f})")

    async def _pressed(self) -> None:
        if self._playing:
            self._doing.skip()
        elif "aria-disabled" not in self._big.props:
            await self._doing.go()


def movable(seen: VisibleTable, runs_on: Callable[[str], bool]) -> bool:
    """Whether the player has a wager placed for this round that can be changed."""
    mine = [wager for wager in seen.state.get("wagers", ()) if wager["position"] == seen.you]
    return any(not runs_on(wager.get("spot", "")) for wager in mine)


OPPONENTS = 3
NUMBERS = ("no", "one", "two", "three")


def opponents(seen: VisibleTable) -> list[int]:
    """Return the empty seats for which bots are offered, if a round needs more players."""
    if not seen.you or not seen.players_missing or seen.table.tournament is not None:
        return []
    taken = {seat.position for seat in seen.seats}
    free = [place for place in range(1, seen.table.seats + 1) if place not in taken]
    return free[: max(OPPONENTS, seen.players_missing)]


def against(bots: int) -> str:
    """Label the button that seats bots.

    >>> against(1), against(3)
    ('Play against one bot', 'Play against three bots')
    """
    number = NUMBERS[bots] if bots < len(NUMBERS) else str(bots)
    return f"Play against {number} bot{'' if bots == 1 else 's'}"


def sentence(words: str) -> str:
    """Turn words into a sentence.

    >>> sentence("place a wager first"), sentence("")
    ('Place a wager first.', '')
    """
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def own_words(question: str, you: int) -> str:
    """Reword a question asked of a position for the player sitting there.

    >>> own_words("Position 3, box 3: 8♦ 7♥ (15) against 5♥:", 3), own_words("Position 3: call, or fold?", 3)
    ('8♦ 7♥ (15) against 5♥:', 'Call, or fold?')
    >>> own_words("Position 3, box 2: 8♦ 7♥ (15) against 5♥:", 3)
    'Box 2: 8♦ 7♥ (15) against 5♥:'
    >>> own_words("set 2 for the low hand, the rest for the high hand; or the house way?", 3)
    'Set 2 for the low hand, the rest for the high hand; or the house way?'
    """
    for begins in (f"Position {you}, box {you}: ", f"Position {you}: ", f"Position {you}, "):
        if question.startswith(begins):
            question = question.removeprefix(begins)
            break
    return question[:1].upper() + question[1:]


def _bound(do: Callable[[Any], Awaitable[object]], value: object) -> Callable[[], Awaitable[object]]:
    return lambda: do(value)


def laid_by_a_choice(offer: OfferView, ask: Mapping[str, Any]) -> bool:
    """Whether a choice makes the only lawful wager by itself, so that no amount is needed."""
    if offer.least != offer.most:
        return False
    more = f"{dollars(offer.least)} more"
    return offer.wager in ask.get("choices", ()) or more in ask.get("means", {}).values()
