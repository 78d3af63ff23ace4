"""The sans-I/O core of every table. Theory of operation:

1. A `Game` is a procedure over a layout; a `State` is everything on the table. States are frozen.
2. A round is a generator. It yields asks, which need a reply, and announcements, which do not (`steps`).
3. `Game.allowed` says whether an action is allowed. It is asked first, and asking changes nothing.
4. An irregularity is thrown into the round at the step where it happens. Its effect is data in rules.toml.
5. The `Dealer` drives rounds: chance comes from a random source, and people answer the rest.
6. Every reply is written to the `Tape` before it takes effect. Replaying the tape gives the same table to the cent.
7. `view` alone decides what a person may see.
8. Chips are cents and are conserved: `State.chips` equals `State.bought_in` after every step.
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
from pitboss.table.tape import BadTape, Replay, Tape, replay
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
    "Replay",
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
