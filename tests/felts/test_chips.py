"""Chip values add up, and chip labels are legible."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.felts import ink
from pitboss.felts.chips import CHIPS, TALLEST, WHEEL_CHIPS, counted, stack
from pitboss.felts.dice import die, faces


@given(st.integers(1, 20_000_00))
def test_counted_chips_are_worth_the_amount(amount: int) -> None:
    chips = counted(amount, most=10**6)
    assert sum(chip.value for chip in chips) == amount
    assert [chip.value for chip in chips] == sorted((chip.value for chip in chips), reverse=True)


@given(st.integers(1, 10**15), st.integers(0, 64), st.booleans(), st.sampled_from(["", *WHEEL_CHIPS, "mauve"]))
def test_any_amount_is_a_stack(amount: int, position: int, mine: bool, color: str) -> None:
    svg = stack(amount, position, mine, wheel_chip=color, value=5_00 if color else 0)
    ElementTree.fromstring(f"<g>{svg}</g>")
    assert len(counted(amount)) <= TALLEST


def test_no_two_chips_look_alike() -> None:
    assert len({chip.color for chip in CHIPS}) == len(CHIPS)
    assert len({chip.figure for chip in CHIPS}) == len(CHIPS)


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio defined by WCAG 2."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(
    ("written", "ground"),
    [
        *((chip.ink, chip.color) for chip in CHIPS),
        *((inked, color) for color, inked in WHEEL_CHIPS.values()),
        *(
            (written, ground)
            for written in (ink.IVORY, ink.BRASS)
            for ground in (ink.FELT, ink.SHADE, ink.RED, ink.RAIL)
        ),
        (ink.INK, ink.BRASS),
        (ink.INK, ink.IVORY),
    ],
)
def test_a_written_strategy_can_be_read_back(written: str, ground: str) -> None:
    assert contrast(written, ground) >= 4.5


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_shows_its_pips(face: int) -> None:
    assert die(face).count("<circle") == face


def test_a_roll_is_read_as_it_is_written() -> None:
    assert faces("4-2") == (4, 2)
    assert faces("") == ()
