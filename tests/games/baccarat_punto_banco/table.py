"""A baccarat table for tests: scripts supply the players' actions and the cards."""

from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.equipment import Shoe
from pitboss.equipment import cards as read_cards
from pitboss.equipment.decks import composition
from pitboss.families.baccarat.round import BaccaratState
from pitboss.table import Dealer, Game, Position, Settled, Step, Wager
from pitboss.table.script import play_script
from pitboss.table.state import replace
from pitboss.table.steps import Said

GAME = "baccarat-punto-banco"
BURNED = "cards As 2c"
"""The cards at the head of every shoe in these tests: an ace is shown, and one more card is burned."""


class Played:
    """A played script: all its steps, and the table at the end."""

    def __init__(self, *lines: str, on: str = "2012-06-01", game: str = GAME, **options: Any) -> None:
        head = [f"game {game}", f"on {on}", *(f"set {name}={str(value).lower()}" for name, value in options.items())]
        self.steps: list[Step] = []
        self.tape: list[str] = []
        self.refused: list[str] = []
        self.dealer: Dealer = play_script(
            "\n".join([*head, *lines]),
            write=self.tape.append,
            watch=self.steps.append,
            refused=lambda error: self.refused.append(str(error)),
        )

    @property
    def state(self) -> BaccaratState:
        assert self.dealer.ask is not None
        assert isinstance(self.dealer.ask.state, BaccaratState)
        return self.dealer.ask.state

    def said(self, section: str) -> list[str]:
        """Return the announcements made under a section."""
        return [step.text for step in self.steps if isinstance(step, Said) and step.section == section]

    def won(self) -> dict[str, int]:
        """Return each wager's total net in cents, including vigorish."""
        found: dict[str, int] = {}
        for step in self.steps:
            if isinstance(step, Settled):
                found[step.wager.kind] = found.get(step.wager.kind, 0) + step.net
        return found


def small_shoe(text: str) -> Shoe:
    """Return a shuffled shoe of a few cards."""
    counts = [0] * len(composition())
    for card in read_cards(text):
        counts[card.index] += 1
    return Shoe(8, full=tuple(counts), counts=tuple(counts), shuffles=1)


def laid_out(game: Game[Any], shoe: Shoe, amount: int, **changes: Any) -> BaccaratState:
    """Return a table with this shoe, and `amount` on every wager it offers."""
    wagers = tuple(Wager(1, kind, amount) for kind in game.layout.wagers)
    rack = 100_000_00
    seat = Position(1, "Ann", rack, rack + amount * len(wagers))
    state: BaccaratState = replace(
        game.opening(), positions=(seat,), wagers=wagers, bought_in=seat.bought_in, shoe=shoe, declined=True, **changes
    )
    return state


def everything(game: str = GAME, **options: Any) -> Layout:
    """Return a layout that offers every wager."""
    offered = dict.fromkeys(("offer_cards_wagers", "offer_bonus_wager", "offer_pairs"), True)
    if options.get("banker_variant") == "no_vig_dragon7_push":
        offered |= {"offer_dragon7": True, "offer_panda8": True}
    return Layout.of(game, options=offered | options)
