"""Pokette: one spin of the wheel of cards, and the poker hand made by successive spins.

The round is the one for games decided by one draw (`families/one_draw`). Pokette adds the sections covered by a wager
(`places`), the hand that continues between spins, and the effect of a joker on it. Only the text of 12.6 was found; the
rest is a reconstruction, as rules.toml says for each provision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card
from pitboss.families.one_draw.round import DrawState, Lands, OneDraw, OneDrawIrregularities
from pitboss.games.pokette.places import Places, parse_sections
from pitboss.table.amounts import Amounts
from pitboss.table.game import YES, Answer
from pitboss.table.speech import Speech
from pitboss.table.state import Wager, replace
from pitboss.table.steps import Action, Ask, AskNumber, Irregularity, Round, Said

WRONG_CARD = "wrong_card_shown"
"""The irregularity that must be corrected before the wheel is spun."""


class PoketteState(DrawState):
    """The state between spins: the cards shown of the poker hand in progress.

    `spun` is the card spun last, while a wrong one is shown in its place.
    """

    hand: tuple[str, ...] = ()
    spun: str = ""


class PoketteSpeech(Speech["Pokette"]):
    """Parses wagers, whose spots may be named by the cards they cover."""

    def parse_wager(self, kind: str, words: str) -> tuple[str, str]:
        """Parse a wager by name, by cards in any order, or by both: "split Qh-Qs", "Qs", "single rank q"."""
        if words.lower() in self.game.places.on_layout.get(kind, ()):
            return kind, words.lower()
        named = parse_sections(words, self.game._known)
        for candidate in [kind] if kind else self.game.places.on_layout:
            for place, covered in self.game.places.on_layout.get(candidate, {}).items():
                if named and set(named) in (set(covered), set(place.split("-"))):
                    return candidate, place
        return (kind, words) if kind else super().parse_wager(kind, words)


class PoketteAmounts(Amounts["Pokette"]):
    """Wagers on places of the layout."""

    def spots(self, state: PoketteState, position: int, wager: str) -> tuple[str, ...]:
        if self.game.places.terms[wager].standing:
            return ("",) if self.game.places.completing(wager, state.hand) else ()
        return tuple(self.game.places.on_layout[wager])


class PoketteIrregularities(OneDrawIrregularities):
    """Irregularities involving the wheel and the cards."""

    game: Pokette
    effects = OneDrawIrregularities.effects | {"wrong_card"}
    conditions: ClassVar[Mapping[str, str]] = {"hand_stands": "no card of a poker hand is standing"}

    def subjects(self, state: PoketteState, concerns: str) -> Mapping[str, str]:
        """The cards that the dealer may show instead of the one spun or, while one is shown, the one spun."""
        if concerns != "card" or not state.hand:
            return {}
        cards = [state.spun] if state.spun else [card for card in self.game.places.cards if card != state.hand[-1]]
        return {card: self.game.spelled(card) for card in cards}

    def holds(self, state: PoketteState, condition: str, about: tuple[str, ...]) -> bool:
        return bool(state.hand)


class Pokette(OneDraw[PoketteState]):
    """The procedure of Subchapter 12 on one layout."""

    fact_kinds: ClassVar[Mapping[str, Any]] = {
        **OneDraw.fact_kinds,
        "hand": int,
        "jokers": dict[str, list[str]],
        "ranks": list[str],
        "rim": dict[str, list[str]],
        "suits": list[str],
        "turns": int,
    }
    state_type = PoketteState
    speech_type = PoketteSpeech
    amounts_type = PoketteAmounts
    irregularities_type = PoketteIrregularities
    terms_type = None

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.places = Places(layout)
        self.seats = int(str(layout.option("positions")))
        self._known = {section.lower(): section for section in (*self.places.rim, *self.places.ranks)} | {
            section.replace("10", "t").lower(): section for section in self.places.cards
        }

    # ---- 12.7: the spin

    @property
    def outcomes(self) -> Sequence[str]:
        return self.places.rim

    def ask(self, state: PoketteState) -> Ask:
        return AskNumber(state, self.sections["turns"], len(self.places.rim), "wheel", self.places.rim)

    def drawing(self) -> str:
        said = str(self.layout.fact("no_more_wagers")).capitalize()
        return f"{said}. The wheel spins at least {self.layout.fact('turns')} times."

    def call(self, drawn: str) -> str:
        return f"The wheel stops at {self.spelled(drawn)}."

    def spelled(self, section: str) -> str:
        """A section as the dealer announces it: the queen of hearts, joker 1."""
        if section in self.places.jokers:
            return section.replace("_", " ")
        return f"the {Card(section.replace('10', 'T')).name}"

    # ---- 12.5, 12.8: the effect of a section on a wager

    def lands(self, kind: str, spot: str, drawn: str) -> Lands:
        """The result of a card wager, which wins on the sections it covers."""
        return "" if drawn in self.places.on_layout[kind].get(spot, ()) else None

    def fate(self, state: PoketteState, wager: Wager, drawn: str) -> Lands:
        """The result of a poker hand wager, which wins on the cards that complete the standing hand."""
        if not self.places.terms[wager.kind].standing:
            return self.lands(wager.kind, wager.spot, drawn)
        return "" if drawn in self.places.completing(wager.kind, state.hand) else None

    # ---- 12.8: the poker hand

    def after_draw(self, state: PoketteState, drawn: str) -> Round[PoketteState]:
        """Show the card from the deck; after the last card of a hand, or a joker, the next spin opens a new one."""
        hand, said = self.hand_after(state.hand, drawn)
        if said:
            section = self.sections["joker_clears" if drawn in self.places.jokers else "hand"]
            state = replace(state, hand=hand)
            yield Said(state, section, said)
        return state

    def hand_after(self, hand: tuple[str, ...], drawn: str) -> tuple[tuple[str, ...], str]:
        """The standing hand after a section, and the announcement."""
        if drawn in self.places.jokers:
            if not hand:
                return (), ""
            if self.layout.option("joker_in_hand") == "respin":
                return hand, f"The joker is not part of the hand, which is still {' '.join(hand)}."
            return (), "A joker ends the hand."
        made = (*hand, drawn)
        if len(made) == self.layout.fact("hand"):
            return (), f"{drawn} is shown: the hand was {' '.join(made)}. The next spin opens a new one."
        return made, f"{drawn} is shown: the hand is {' '.join(made)}."

    def clear_layout(self, state: PoketteState) -> PoketteState:
        return replace(state, hand=(), spun="")

    # ---- 12.4, 12.5, 12.8: wagers

    def may_place(self, state: PoketteState, position: int, action: Action) -> Answer:
        """Whether the layout has this spot and the standing cards allow the wager."""
        kind, spot = action.wager, action.spot
        if not self.places.terms[kind].standing:
            return self.may_lie(kind, spot)
        name = self.name(kind)
        if spot:
            return self.no(f"{name} has only one place on the layout; omit {spot}", self.sections["places"])
        if self.places.completing(kind, state.hand):
            return YES
        standing = f"the hand is {' '.join(state.hand)}" if state.hand else "no card is standing"
        there = [self.name(one) for one in self.layout.wagers if self.places.completing(one, state.hand)]
        allowed = f"it allows: {', '.join(there)}" if there else "a card must be spun first"
        return self.no(f"{name} cannot be made now: {standing}; {allowed}", self.sections["standing"])

    def may_lie(self, kind: str, spot: str) -> Answer:
        """Whether a card wager has this spot; if not, the answer lists valid ones."""
        there = self.places.on_layout[kind]
        if spot in there:
            return YES
        name, section = self.name(kind), self.sections["places"]
        if "" in there:
            return self.no(f"{name} has only one place on the layout; omit {spot}", section)
        shown = list(there)
        few = len(shown) <= len(self.places.ranks)
        hint = f"choose from: {', '.join(shown)}" if few else f"choose for example {shown[0]} or {shown[-1]}"
        return self.no(f"there is no {name} {spot!r}; {hint}", section)

    # ---- 12.9

    def handle_irregularity(self, state: PoketteState, event: Irregularity) -> Round[PoketteState]:
        """Show a wrong card, or replace it with the card that was spun."""
        state = yield from super().handle_irregularity(state, event)
        rule = self.layout.irregularities[event.id]
        if rule.effect == "wrong_card" and state.spun:
            state = yield from self.show_spun(state)
        elif rule.effect == "wrong_card":
            state = replace(state, hand=(*state.hand[:-1], *event.about), spun=state.hand[-1])
            yield Said(state, rule.section, f"{event.about[0]} is shown instead of {state.spun}.")
        return state

    def take_wagers(self, state: PoketteState, section: str) -> Round[PoketteState]:
        """Correct a wrong card that was not called, before the wheel is spun."""
        state = yield from super().take_wagers(state, section)
        return (yield from self.show_spun(state)) if state.spun else state

    def show_spun(self, state: PoketteState) -> Round[PoketteState]:
        """Show the card that was spun; return poker hand wagers that it does not allow."""
        section = self.layout.irregularities[WRONG_CARD].section
        state = replace(state, hand=(*state.hand[:-1], state.spun), spun="")
        yield Said(state, section, f"The card that was spun is shown: the hand is {' '.join(state.hand)}.")
        for wager in state.wagers:
            if self.places.terms[wager.kind].standing and not self.places.completing(wager.kind, state.hand):
                state = yield from self.give_back(state, wager, section)
        return state

    def status(self, state: PoketteState) -> list[str]:
        hand = [f"the hand: {' '.join(state.hand)}"] if state.hand else []
        return [*super().status(state), *hand]


GAME = Pokette
