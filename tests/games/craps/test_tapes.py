"""A stored tape with one changed byte is refused at its entry."""

import pytest

from pitboss.table import BadTape
from pitboss.table.tape import read_entries
from tests.shared.tapes import SCRIPTS, tape_of


def test_tape_with_one_changed_byte_is_refused_at_that_entry() -> None:
    lines = tape_of(next(script for script in SCRIPTS if script.stem == "03-dont-pass-odds-seven")).read_text()
    position = 0
    for number, line in enumerate(lines.splitlines(keepends=True), 1):
        for place in range(position, position + len(line) - 1, 3):
            changed = chr(ord(lines[place]) ^ 1)
            with pytest.raises(BadTape, match=rf"^entry {number}[ :]"):
                list(read_entries((lines[:place] + changed + lines[place + 1 :]).split("\n")[:number]))
        position += len(line)
