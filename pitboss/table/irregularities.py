"""Irregularities: which can be called now, and their possible subjects.

Theory of operation:

1. `[irregularity.ID]` in rules.toml says at which steps it can be discovered (`at`), whom or what it `concerns`, under
   which choices of the licensee it can happen (`when`; a list of tables means any of them), which conditions must hold
   at the table (`given`), and its `effect`.
2. A game's `Irregularities` declare the `effects` that its round carries out and the `conditions` that `holds` answers.
   An unknown word in the data is an error that names file and line, so every announced effect is carried out.
3. `subjects` lists the irregularity's possible subjects now. If none are named, `implied` gives the subject, or the
   call is refused.
4. The irregularity thrown into the round has its subjects in `Irregularity.about`; the game's `handle_irregularity`
   applies the effect to them.
5. An irregularity that is discovered after everything is dealt and decided is called at `settlement`: before it settles
   anything, a round does `state = yield from self.before_settlement(state, section)`. A dealer with `halts` stops
   there.

For example, at twenty-one a misread up card has `when = { card_reader = [true] }` (the equipment) and
`given = ["up_card_low", "dealt"]` (the table; `holds` looks at the up card). A card refused by a player has
`concerns = "position"`: `event.about` names the player, and `handle_irregularity` skips all of the player's boxes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from pitboss.chapter.rules import Irregularity as Rule
from pitboss.chapter.rules import RulesError, Value, same_value, value_text
from pitboss.table.allowed import YES, Answer, no
from pitboss.table.steps import (
    Ask,
    AskDecision,
    AskDice,
    AskDraw,
    AskNumber,
    AskSettlement,
    AskWagers,
    Irregularity,
)

if TYPE_CHECKING:
    from pitboss.table.game import Game

G = TypeVar("G", bound="Game[Any]")


class Irregularities(Generic[G]):
    """Irregularities at one table. A game that does more than void a round declares a subclass as
    `irregularities_type`.
    """

    effects: ClassVar[frozenset[str]] = frozenset({"void", "stands"})
    """The effects that this game's round carries out; rules.toml may name no other. A game extends its family's."""
    conditions: ClassVar[Mapping[str, str]] = {}
    """The conditions that `given` may name in rules.toml, each with the refusal where it does not hold."""

    def __init__(self, game: G) -> None:
        self.game = game

    def subjects(self, state: Any, concerns: str) -> Mapping[str, str]:
        """Return the ids of an irregularity's possible subjects now, each with a name: by default, positions with
        wagers.

        `concerns` is position, hand or card. An id is short and contains no space.
        """
        there = {wager.position for wager in state.wagers} if concerns != "card" else ()
        return {str(seat.number): seat.name for seat in state.positions if seat.number in there}

    def implied(self, state: Any, ask: Ask, concerns: str) -> tuple[str, ...]:
        """Return the subjects to assume if none are named: by default, the position that is asked to decide."""
        return (str(ask.position),) if isinstance(ask, AskDecision) else ()

    def holds(self, state: Any, condition: str, about: tuple[str, ...]) -> bool:
        """Whether one of the `conditions` holds."""
        return True

    def holds_at(self, ask: Ask, condition: str, about: tuple[str, ...]) -> bool:
        """Whether a condition holds at this ask; it may depend, for example, on who receives the next card."""
        return self.holds(ask.state, condition, about)

    def may_call(self, ask: Ask | None, event: str, about: tuple[str, ...] = ()) -> Answer:
        """Whether an irregularity can be called now about these subjects. Asking changes nothing."""
        return may_call(self.game, ask, event, about)


@dataclass(frozen=True, slots=True)
class Call:
    """An irregularity that can be called now, about one of the `subjects`, or about any number of them if `several`."""

    rule: Rule
    subjects: Mapping[str, str]
    several: bool = False


def check_irregularities(game: Game[Any]) -> None:
    """Check that rules.toml names only moments, effects and conditions that this game knows."""
    rules = game.layout.rules
    moments = {ask.kind for ask in Ask.__subclasses__()}
    for name, rule in rules.irregularities.items():
        if unknown := set(rule.at) - moments:
            there = f"a round has: {', '.join(sorted(moments))}"
            raise RulesError(f"{rules.at('irregularity', name, 'at')}: no moment {min(unknown)!r}; {there}")
        if rule.effect not in game.irregularities.effects:
            there = f"this game does: {', '.join(sorted(game.irregularities.effects))}"
            raise RulesError(f"{rules.at('irregularity', name, 'effect')}: no effect {rule.effect!r}; {there}")
        for condition in rule.given:
            if condition not in game.irregularities.conditions:
                there = f"this game answers: {', '.join(sorted(game.irregularities.conditions)) or 'none'}"
                where = rules.at("irregularity", name, "given")
                raise RulesError(f"{where}: no condition {condition!r}; {there}")


def may_call(game: Game[Any], ask: Ask | None, event: str, about: tuple[str, ...] = ()) -> Answer:
    """Whether an irregularity can be called now about these subjects, or the implied ones if none are named."""
    known = game.layout.irregularities
    rule = known.get(event)
    if rule is None:
        return no(f"there is no irregularity {event!r}; use one of: {', '.join(known)}")
    if ask is None or ask.kind not in rule.at:
        at = f"can happen at {' or '.join(rule.at)}" if rule.at else "happens automatically"
        return no(f"{rule.name}: {at}, not at {ask.kind if ask else 'the end of a round'}", rule.section)
    if not (answer := applies_here(game, rule)):
        return answer
    named = about or _meant(game, ask, rule)
    if not (answer := _concerns(game, ask, rule, named)):
        return answer
    for condition in rule.given:
        if not game.irregularities.holds_at(ask, condition, named):
            return no(f"{rule.name}: {game.irregularities.conditions[condition]}", rule.section)
    return YES


def callable_now(game: Game[Any], ask: Ask | None) -> Iterator[Call]:
    """Yield the irregularities that can be called now, each with the subjects that it may concern."""
    if ask is None:
        return
    for name, rule in game.layout.irregularities.items():
        subjects = _subjects(game, ask, rule)
        there = {one: said for one, said in subjects.items() if may_call(game, ask, name, (one,))}
        if there or (not rule.concerns and may_call(game, ask, name)):
            yield Call(rule, there, rule.concerns.endswith("s"))


def called_at_settlement(game: Game[Any]) -> bool:
    """Whether any irregularity can be called just before wagers are settled."""
    return any(AskSettlement.kind in rule.at for rule in game.layout.irregularities.values())


def make_irregularity(game: Game[Any], ask: Ask, event: str, about: tuple[str, ...] = ()) -> Irregularity:
    """Return the irregularity to throw into the round, with its implied subjects if none are named."""
    rule = game.layout.irregularities.get(event)
    if rule is None:
        raise ValueError(f"there is no irregularity {event!r}")
    return Irregularity(event, ask.state, about or _meant(game, ask, rule))


def describe_ask(ask: Ask | None) -> str:
    """Describe what a round waits for: "a card", but "the dice" and "the wheel".

    >>> describe_ask(None)
    'a new round'
    """
    if isinstance(ask, (AskDraw, AskNumber)):
        return f"the {ask.what}"
    if isinstance(ask, (AskDice, AskSettlement)):
        return f"the {ask.kind}"
    return "a wager" if isinstance(ask, AskWagers) else f"a {ask.kind}" if ask else "a new round"


def applies_here(game: Game[Any], rule: Rule) -> Answer:
    """Whether the table has the equipment and procedure under which an irregularity can happen."""
    missing = [_missing(game, under) for under in rule.when]
    if not missing or any(one is None for one in missing):
        return YES
    wanted = " or ".join(one[0] for one in missing if one)
    here = " and ".join(one[1] for one in missing if one)
    there = "it is" if len(missing) == 1 else "they are"
    return no(f"{rule.name}: only with {wanted}; at this table {there} {here}", rule.section)


def _missing(game: Game[Any], under: Mapping[str, tuple[Value, ...]]) -> tuple[str, str] | None:
    """Return the first setting that does not match: the required value and the table's."""
    options = game.layout.options
    for option, values in under.items():
        if option not in options or not any(same_value(options[option], value) for value in values):
            here = value_text(options[option]) if option in options else "not offered"
            return f"{option} {' or '.join(map(value_text, values))}", here
    return None


def _subjects(game: Game[Any], ask: Ask, rule: Rule) -> Mapping[str, str]:
    return game.irregularities.subjects(ask.state, rule.concerns.removesuffix("s")) if rule.concerns else {}


def _meant(game: Game[Any], ask: Ask, rule: Rule) -> tuple[str, ...]:
    """Return the only possible subject, or the one that the game implies."""
    subjects = _subjects(game, ask, rule)
    if len(subjects) == 1:
        return tuple(subjects)
    implied = game.irregularities.implied(ask.state, ask, rule.concerns.removesuffix("s")) if subjects else ()
    return tuple(one for one in implied if one in subjects)


def _concerns(game: Game[Any], ask: Ask, rule: Rule, named: tuple[str, ...]) -> Answer:
    """Whether the named subjects are possible, and as many as the irregularity requires."""
    if not rule.concerns:
        return no(f"{rule.name}: it concerns the whole table; name no one", rule.section) if named else YES
    what, subjects = rule.concerns, _subjects(game, ask, rule)
    there = ", ".join(subjects) or "there is none"
    if not named:
        return no(f"{rule.name}: say which {what.removesuffix('s')} it concerns: {there}", rule.section)
    if strange := [one for one in named if one not in subjects]:
        return no(f"{rule.name}: no {what.removesuffix('s')} {strange[0]!r} now; {there}", rule.section)
    if len(set(named)) != len(named):
        return no(f"{rule.name}: name each {what.removesuffix('s')} only once", rule.section)
    if len(named) > 1 and not what.endswith("s"):
        return no(f"{rule.name}: it concerns one {what}; name one of {there}", rule.section)
    return YES
