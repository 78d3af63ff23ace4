"""The sans-I/O core of every table. Theory of operation:

1. A `Game` is a procedure over a layout; a `State` is what stands on the table. States are frozen.
2. A round is a generator. It yields `Ask`s, which want a reply, and announcements, which do not (`steps`).
3. Whether an action is allowed is asked first (`Game.allowed`), and asking changes nothing.
4. An irregularity is thrown into the round at the step where it happens. What it does is data in rules.toml.
5. The `Dealer` drives rounds: chance answers from a random source, people from wherever people are.
6. Every reply goes on the `Tape` before it counts. Replaying the tape gives the same table to the cent.
7. `view` alone decides what a person may see.
8. Chips are cents and are conserved: `State.chips` equals `State.bought_in`, after every step.
"""

from pitboss.chapter.odds import Odds, cents, dollars
from pitboss.equipment import Hidden
from pitboss.table.dealer import Dealer
from pitboss.table.game import YES, Answer, Game, Offer, Refused, game_on
from pitboss.table.state import Position, State, Wager
from pitboss.table.steps import (
    Acted,
    Action,
    Ask,
    AskCard,
    AskDecision,
    AskDice,
    AskDraw,
    AskNumber,
    AskShuffle,
    AskWagers,
    Irregularity,
    Reply,
    Round,
    Said,
    Settled,
    Step,
)
from pitboss.table.tape import BadTape, Replayed, Tape, replay
from pitboss.table.view import PUBLIC, SURVEILLANCE, view, view_step
from pitboss.table.walk import walk

__all__ = [
    "PUBLIC",
    "SURVEILLANCE",
    "YES",
    "Acted",
    "Action",
    "Answer",
    "Ask",
    "AskCard",
    "AskDecision",
    "AskDice",
    "AskDraw",
    "AskNumber",
    "AskShuffle",
    "AskWagers",
    "BadTape",
    "Dealer",
    "Game",
    "Hidden",
    "Irregularity",
    "Odds",
    "Offer",
    "Position",
    "Refused",
    "Replayed",
    "Reply",
    "Round",
    "Said",
    "Settled",
    "State",
    "Step",
    "Tape",
    "Wager",
    "cents",
    "dollars",
    "game_on",
    "replay",
    "view",
    "view_step",
    "walk",
]
