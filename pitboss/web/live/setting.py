"""Setting cards into hands: tap, drag, or press a card's number; a foul is reported before it is final.

The arrangement stays on this page until it is confirmed. The last hand gets every card that is not in another hand:
tapping a card there moves it to the first hand with room, and tapping a card elsewhere returns it. The game itself
names the hands and detects fouls.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from pitboss.equipment import Card, Tile
from pitboss.felts import tiles
from pitboss.felts.cards import HEIGHT, WIDTH, card_svg
from pitboss.table.setting import HOUSE_WAY, Setting
from pitboss.web.live.buttons import button, may_press
from pitboss.web.live.hints import Hint, money

SET_KEY = "enter"
HOUSE_KEY = "j"


def _box(card: Card) -> str:
    """Return the view box of a card; a tile is narrower and leaves room on the right for its key."""
    wide = tiles.WIDTH if isinstance(card, Tile) else WIDTH
    return f"{-wide / 2 - 1:g} {-HEIGHT / 2 - 1:g} {WIDTH + 3} {HEIGHT + 4}"


@dataclass(frozen=True, slots=True)
class Made:
    """The hands of a setting: the name of each, and the reason if it is a foul."""

    names: tuple[str, ...]
    foul: str = ""


@dataclass(frozen=True, slots=True)
class ToSet:
    """The cards that a player must set: the hands, the cards as dealt, and the game's verdict on a setting."""

    setting: Setting
    cards: tuple[Card, ...]
    made: Callable[[str], Made]

    @property
    def called(self) -> str:
        """The word for the pieces: "cards" or "tiles"."""
        return "tiles" if isinstance(self.cards[0], Tile) else "cards"


def how_to_set(setting: Setting, called: str) -> str:
    """Instruct the player how to arrange the cards.

    >>> how_to_set(Setting((("high", 4), ("medium", 2), ("low", 1))), "cards")
    'Tap or drag 4 cards into the high hand and 2 into the medium hand; the rest are the low hand.'
    """
    (name, size), *others = setting.hands[:-1]
    into = [f"{size} {called} into the {name} hand", *(f"{size} into the {name} hand" for name, size in others)]
    return f"Tap or drag {' and '.join(into)}; the rest are the {setting.names[-1]} hand."


class Arranged:
    """Tracks which card is in which hand, by places counted from 1.

    >>> two = Arranged(Setting((("high", 2), ("low", 2))))
    >>> two.tap(1), two.tap(4), two.choice
    (None, None, '1-4')
    >>> two.tap(2), two.choice  # the hand was full, so its earliest card is returned
    (None, '2-4')
    >>> two.tap(4), two.choice, two.lies(4)
    (None, '', 1)
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._named: list[list[int]] = [[] for _ in setting.hands[:-1]]

    def lies(self, place: int) -> int:
        """Return the hand that a card is in."""
        return next((at for at, hand in enumerate(self._named) if place in hand), len(self._named))

    def tap(self, place: int) -> None:
        """Move a card to the first hand with room, or return it."""
        if self.lies(place) < len(self._named):
            self.put(place, len(self._named))
            return
        sizes = self.setting.sizes
        room = (at for at, hand in enumerate(self._named) if len(hand) < sizes[at])
        self.put(place, next(room, 0))

    def put(self, place: int, hand: int) -> None:
        """Move a card to a hand; if that is full, its earliest card is returned."""
        for other in self._named:
            if place in other:
                other.remove(place)
        if hand < len(self._named):
            self._named[hand].append(place)
            if len(self._named[hand]) > self.setting.sizes[hand]:
                self._named[hand].pop(0)

    def hands(self) -> tuple[tuple[int, ...], ...]:
        """Return the places of the cards in each hand, in the order dealt."""
        placed = {place for hand in self._named for place in hand}
        rest = tuple(place for place in range(1, sum(self.setting.sizes) + 1) if place not in placed)
        return (*(tuple(sorted(hand)) for hand in self._named), rest)

    @property
    def choice(self) -> str:
        """The setting as a choice, if every hand is complete, otherwise ""."""
        complete = all(len(hand) == size for hand, size in zip(self.hands(), self.setting.sizes, strict=True))
        return "/".join("-".join(map(str, hand)) for hand in self.hands()[:-1]) if complete else ""


FEW = 4
"""With more cards than this, the buttons go below the cards."""


class SettingBoard:
    """One player's cards, to be arranged in hands."""

    def __init__(self, to_set: ToSet, decide: Callable[[str, bool], Awaitable[None]]) -> None:
        self._to_set, self._decide = to_set, decide
        self._arranged = Arranged(to_set.setting)
        self._hint: Hint | None = None
        self._warned = ""
        self._board = ui.element("div").classes("setting").props(f'role="group" aria-label="Set your {to_set.called}"')
        if len(to_set.cards) > FEW:
            self._board.classes("wide")
        self._says = ui.element("div").classes("setting-says").props('role="status"')
        self._set = button("Set these hands", self._pressed, classes="choice brass", key=SET_KEY)
        self._set.props["data-choice"] = "set"
        house = button("House way", lambda: decide(HOUSE_WAY, False), classes="choice usual", key=HOUSE_KEY)
        house.props["data-choice"] = HOUSE_WAY
        house.props["title"] = f"The dealer sets your {to_set.called} by the house way"
        self._draw()

    def hinted(self, hint: Hint) -> None:
        """Store a hint; from now on the current arrangement's cost is shown."""
        self._hint = hint
        self._draw()

    # ---- display

    def _draw(self) -> None:
        self._board.clear()
        made = self._to_set.made(self._arranged.choice) if self._arranged.choice else Made(())
        with self._board:
            for at, (places, (name, size)) in enumerate(
                zip(self._arranged.hands(), self._to_set.setting.hands, strict=True)
            ):
                box = ui.element("div").classes("set-hand").props(f'data-hand="{at}"')
                with box:
                    ui.label(name).classes("set-name")
                    with ui.element("div").classes("set-cards").style(f"--cards: {size}"):
                        for place in places:
                            self._card(place)
                    ui.label(made.names[at] if made.names else "").classes("set-made")
        self._tell(made)

    def _card(self, place: int) -> Element:
        card = self._to_set.cards[place - 1]
        element = ui.element("button").classes("set-card").props("type=button")
        element.props["data-key"] = str(place)
        element.props["data-place"] = str(place)
        element.props["aria-label"] = (
            f"{card.name}, in the {self._to_set.setting.names[self._arranged.lies(place)]} hand"
        )
        with element:
            ui.html(f'<svg viewBox="{_box(card)}" aria-hidden="true">{card_svg(str(card))}</svg>', sanitize=False)
            ui.label(str(place)).classes("set-key").props('aria-hidden="true"')
        element.on("click", lambda: self._changed(lambda: self._arranged.tap(place)))
        element.on("put", lambda event: self._dropped(place, event), args=["detail"])
        return element

    def _tell(self, made: Made) -> None:
        """Show a message about the current hands, and enable or disable the button."""
        choice = self._arranged.choice
        may_press(self._set, bool(choice))
        label = next(iter(self._set.default_slot.children))
        assert isinstance(label, ui.label)
        label.set_text("Set it anyway" if made.foul and self._warned == choice else "Set these hands")
        self._says.clear()
        with self._says:
            if not choice:
                ui.label(how_to_set(self._to_set.setting, self._to_set.called)).classes("quiet")
            elif made.foul:
                ui.label(f"{made.foul[:1].upper()}{made.foul[1:]}.").classes("set-foul")
            elif costs := self._costs(choice):
                ui.label(costs).classes("set-cost")

    def _costs(self, choice: str) -> str:
        """Describe the setting's average result and its cost compared with the best one, once a hint was requested."""
        if self._hint is None or choice not in self._hint.brings:
            return ""
        brings = self._hint.brings[choice]
        less = max(self._hint.brings.values()) - brings
        difference = f"; {money(less)} less than the best." if less >= 1 else ", the same as the best."
        return f"Average result {money(brings)}{difference}"

    # ---- actions

    def _dropped(self, place: int, event: GenericEventArguments) -> None:
        """Handle a dropped card; input from the browser must name an existing hand."""
        value = event.args.get("detail") if isinstance(event.args, dict) else event.args
        hand = int(str(value)) if str(value).isdecimal() else -1
        if 0 <= hand < len(self._to_set.setting.hands):
            self._changed(lambda: self._arranged.put(place, hand))

    def _changed(self, change: Callable[[], None]) -> None:
        change()
        self._warned = ""
        self._draw()

    async def _pressed(self) -> None:
        choice = self._arranged.choice
        if not choice:
            return
        if self._to_set.made(choice).foul and self._warned != choice:
            self._warned = choice
            self._draw()
            return
        await self._decide(choice, self._warned == choice)


__all__ = ["Arranged", "Made", "SettingBoard", "ToSet", "how_to_set"]
