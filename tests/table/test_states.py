"""States written to a tape read back as the same value, at every moment of every game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from pitboss.chapter.check import findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games, rules_of
from pitboss.equipment import CARDS, TILES, Card, Hidden, SeededSource, Shoe, cards
from pitboss.table import Action, Dealer, State, Step, Tape, game_on
from pitboss.table.bots import RandomBot
from pitboss.table.codec import FrozenStruct, from_plain, to_plain
from pitboss.table.state import Position, Wager

ASKS = 120
"""The maximum number of questions to answer, enough for several rounds of most games."""
CHOICES = 4
"""The number of layouts of a game besides the default one."""


def layouts(game: str) -> Iterator[Layout]:
    """The default layout of a game, and some with another value of one option."""
    layout, rules, left = Layout.of(game), rules_of(game), CHOICES
    yield layout
    for name, option in rules.options.items():
        for choice in option.values[1:]:
            chosen = {name: choice.value}
            in_force = option.in_force(layout.on) and choice.in_force(layout.on)
            if left and in_force and not any(one.stops() for one in findings(rules, layout.on, chosen, {}, None)):
                left -= 1
                yield Layout.of(game, layout.on, chosen)


def read_back(kind: type[State], state: State) -> State:
    return from_plain(kind, json.loads(json.dumps(to_plain(state))))


@pytest.mark.parametrize("game", list(registered_games()))
def test_every_state_of_every_game_reads_back_equal(game: str) -> None:
    for layout in layouts(game):
        table = game_on(layout)

        def see(step: Step, kind: type[State] = table.state_type) -> None:
            assert read_back(kind, step.state) == step.state

        dealer = Dealer(table, SeededSource(27), watch=see, tape=Tape(len), halts=True)
        for position in (1, 2, 3):
            dealer.act(position, Action("sit", amount=2000_00, name=f"P{position}"))
        bot = RandomBot(27)
        for _ in range(ASKS):
            dealer.next(bot)


# ---- values of every class in a state, made by Hypothesis from the types of their fields


def parts_of(kind: Any) -> Iterator[type[FrozenStruct]]:
    """The struct classes in a type."""
    if isinstance(kind, type) and issubclass(kind, FrozenStruct):
        yield kind
        for hint in get_type_hints(kind).values():
            yield from parts_of(hint)
    for part in get_args(kind):
        yield from parts_of(part)


KINDS = tuple(
    dict.fromkeys(part for game in registered_games() for part in parts_of(game_on(Layout.of(game)).state_type))
)
TEXT = st.text(st.characters(codec="utf-8"), max_size=8)
SHOES = st.builds(
    lambda decks, dealt, cut: Shoe.new(decks).shuffled(on_table=CARDS[:dealt]).cut(cut),
    st.integers(1, 8),
    st.integers(0, 42),
    st.integers(0, 10),
)


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a type."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return st.one_of(*map(values_of, args))
    if origin is Literal:
        return st.sampled_from(args)
    if origin is tuple and args[1:] == (Ellipsis,):
        return st.lists(values_of(args[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values_of, args))
    if kind is Card:
        return st.sampled_from((*CARDS, *TILES))
    if kind is Hidden:
        return st.builds(Hidden, values_of(Card), st.lists(st.integers(1, 9), max_size=3).map(tuple))
    if kind is Shoe:
        return SHOES
    if issubclass(kind, FrozenStruct):
        hints = get_type_hints(kind)
        required = {field.name: values_of(hints[field.name]) for field in fields(kind) if field.required}
        optional = {field.name: values_of(hints[field.name]) for field in fields(kind) if not field.required}
        return st.fixed_dictionaries(required, optional=optional).map(lambda given: kind(**given))
    simple = {int: st.integers(-(2**63), 2**63 - 1), str: TEXT, bool: st.booleans(), type(None): st.none()}
    return simple[kind]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
@given(data=st.data())
@settings(max_examples=25)
def test_any_value_reads_back_equal_and_is_written_without_its_defaults(
    kind: type[FrozenStruct], data: st.DataObject
) -> None:
    value = data.draw(values_of(kind))
    written = json.loads(json.dumps(to_plain(value)))
    back = from_plain(kind, written)
    assert back == value
    assert hash(back) == hash(value)
    assert to_plain(back) == written
    held = {field.name for field in fields(kind) if field.required or getattr(value, field.name) != field.default}
    assert set(written) == held


def test_malformed_data_is_not_read() -> None:
    seat = {"number": 1, "name": "Ann", "rack": 100, "bought_in": 100}
    assert from_plain(Position, seat) == Position(1, "Ann", 100, 100)
    for wrong in ({**seat, "rack": "100"}, {**seat, "rack": True}, {**seat, "chips": 5}, {"number": 1}, [], None):
        with pytest.raises(ValueError, match="this is not a Position"):
            from_plain(Position, wrong)


@pytest.mark.parametrize("wrong", ["XX", 5, None, {"card": "??"}])
def test_only_cards_are_read_as_cards(wrong: Any) -> None:
    with pytest.raises(ValueError, match="this is not a Card"):
        from_plain(Card, wrong)
    with pytest.raises(ValueError, match="this is not a Hidden"):
        from_plain(Hidden, {"card": wrong})


def test_a_state_cannot_be_changed_and_a_copy_keeps_the_rest() -> None:
    wager = Wager(1, "pass", 500)
    with pytest.raises(AttributeError):
        wager.amount = 5
    assert replace(wager, on=True) == Wager(1, "pass", 500, on=True)
    hidden = Hidden(cards("Ah")[0], (1,))
    for change in (lambda: setattr(hidden, "known_to", ()), lambda: delattr(hidden, "card")):
        with pytest.raises(AttributeError, match="cannot be changed"):
            change()


def test_values_that_no_state_holds_are_not_written() -> None:
    with pytest.raises(TypeError, match="a state cannot hold a complex"):
        to_plain(State(rounds=1j))
