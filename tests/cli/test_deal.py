"""The terminal table, its tape, and replaying that tape."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.chapter.odds import dollars
from pitboss.cli.playthrough import playthrough
from pitboss.table import replay
from pitboss.table.tape import START, seal
from tests.shared.waiting import wait_until

PROGRAM = Path(sys.executable).parent / "pitboss"
PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"
TAPES = Path(__file__).parents[1] / "games" / "blackjack" / "tapes"
TABLE = ("deal", "craps", "--on", "2008-06-01", "--seed", "9")
POINT_OF_4 = "pass 10\n\n\n"
"""With this seed the player makes a Pass Bet and takes the dice, and 2-2 makes the point 4."""

Run = Callable[..., Any]


def test_a_round_is_dealt_and_every_step_has_its_section(pitboss: Run) -> None:
    ran = pitboss(*TABLE, stdin=POINT_OF_4 + "odds 10\nplace 6 12\ncome 10\n\n")
    assert ran.code == 0
    assert "✓ Pass Bet made for $10  19:47-1.2(a)1" in ran.out
    assert "2-2: 4 the hard way on the come-out roll; the point is 4.  19:47-1.10" in ran.out
    assert "│ 4 ON" in ran.out
    assert "the point is 4 · shooter: Guest · $990 and $10 on the layout" in ran.out
    assert "✓ Odds on the Pass Bet made for $10  19:47-1.6(a)" in ran.out
    assert "you  Place Bet 6 to Win $12 wins $14 at 7 to 6" in ran.out
    assert "19:47-1.2(a)5" in ran.out
    assert "+$14: $972 in the rack; still on the layout: Pass Bet $10" in ran.out
    assert "you  Come Bet $10 moves to 6." in ran.out
    assert ran.out.endswith("Goodbye. $1,014 after 2 rounds, $42 of it on the layout: +$14\n")


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("pass 10", "once its point is set"),
        (
            "take down pass",
            "Pass Bet cannot be removed or reduced once its point is set (it is 4) (N.J.A.C. 19:47-1.3(c))",
        ),
        ("place 6 1", "cannot be paid exactly at 7 to 6 with $1 chips; wager a multiple of $6 (N.J.A.C. 19:47-1.4(e))"),
        ("odds 20", "exceeds the limit of 1x: on 4 at most $10 in support of $10 (N.J.A.C. 19:47-1.6(a))"),
        ("field -5", "'-5' is not an amount"),
        ("field 5.005", "'5.005' is not an amount"),
        ("field 5000", "$5,000 is more than the $990 available"),
        ("feild 5", "there is no wager 'feild' (N.J.A.C. 19:47-1.2(b)); did you mean field?"),
        ("xyzzy 5", "type ? to list the wagers, or help"),
        ("fire bet 5", "permitted only since 2012-03-19"),
        ("6-7-8 5", "not offered at this table (it needs offer_678 = true) (N.J.A.C. 19:47-1.2(a)39)"),
        ("field", "how much? Say for example: field 10"),
        ("on field", "has no Field Bet"),
        ("bet 25", "on which wager? For example: come 25 or don't come 25; type ? to list them"),
        ("stand", "there is no wager 'stand'"),
        ("hop 7-7 5", "did you mean hop 5-5"),
        ("irregularity earthquake", "there is no irregularity 'earthquake'"),
        ("rules xyzzy", "which wager?"),
        ("leave", "has wagers on the layout"),
    ],
)
def test_a_refusal_is_one_line_and_changes_nothing(pitboss: Run, tmp_path: Path, said: str, why: str) -> None:
    with_it, without = tmp_path / "with.tape", tmp_path / "without.tape"
    ran = pitboss(*TABLE, "--tape", with_it, stdin=f"{POINT_OF_4}{said}\n\n")
    pitboss(*TABLE, "--tape", without, stdin=f"{POINT_OF_4}\n")
    [refused] = [line for line in ran.out.splitlines() if line.startswith("✗")]
    assert why in refused
    assert with_it.read_text() == without.read_text()


def test_a_bare_amount_is_placed_on_the_opening_wager(pitboss: Run) -> None:
    ran = pitboss("deal", "blackjack", "--seed", "9", stdin="stand\nbet 20\nstand\nstatus\nrules place 6\n\n\n\n")
    refused = [line for line in ran.out.splitlines() if line.startswith("✗")]
    assert [line.partition("; ")[2] for line in refused[:2]] == [
        "place a wager first (? lists them)",
        "press Enter, or type deal, to continue",
    ]
    assert refused[2].startswith("✗ there is no wager 'place 6' at Blackjack; which wager? type rules and one of: bet,")
    assert "✓ Blackjack wager (1) made for $20" in ran.out
    assert " main: Blackjack wager 1 $20" in ran.out
    assert "> \n  Enter: cut\n" in ran.out
    assert "> \n  Enter: stand\n" in ran.out


def test_1_2_a_a_hop_on_what_has_a_name_of_its_own_is_that_wager(pitboss: Run) -> None:
    ran = pitboss(*TABLE, stdin=f"{POINT_OF_4}hop 1-1 5\nhop 2-1 5\nhop 6-5 5\nhop 6-6 5\nhop 3-1 5\nrules hop 1-1\n")
    made = [line.split("  ")[-1] for line in ran.out.splitlines() if "made for $5" in line]
    assert made == [f"19:47-1.2(a){number}" for number in (14, 15, 17, 16, 26)]
    assert "Craps Two  N.J.A.C. 19:47-1.2(a)14" in ran.out


def test_company_bots_do_not_take_back_their_wagers(pitboss: Run) -> None:
    output = pitboss("deal", "craps", "--bots", "4", "--rounds", "40", "--seed", "5", "--json").json
    acted = [step["text"] for one in output["rounds"] for step in one["steps"] if step["step"] == "Acted"]
    assert len(acted) > 40
    assert not [text for text in acted if "removed" in text or "reduced" in text or "taken down" in text]


def test_a_wager_with_the_dice_in_the_air_counts_only_if_confirmed(pitboss: Run) -> None:
    ran = pitboss(*TABLE, stdin=f"{POINT_OF_4}close\nfield 5\nfield 5 confirmed by dealer and boxperson\n\n")
    assert "✗ the dice are in the air; the wager counts only if the dealer and the boxperson confirm it" in ran.out
    assert ran.out.count("✓ Field Bet made for $5") == 1
    assert "Field Bet $5 loses" in ran.out


def test_an_irregularity_happens_where_the_rules_have_it(pitboss: Run) -> None:
    ran = pitboss(*TABLE, stdin=f"{POINT_OF_4}irregularity\nirregularity die off table\n\n")
    assert "die_off_table" in ran.out
    assert "• A die or both leave the table: no roll.  19:47-1.9" in ran.out
    assert "✗" not in ran.out


def test_help_describes_the_current_game(pitboss: Run) -> None:
    said = pitboss("deal", "sic-bo", "--seed", "9", stdin="help\n").out
    assert "small 10 " in said
    assert "pass 10" not in said
    assert "hint" not in said, "there is nothing to decide"


def test_bets_rules_history_and_help(pitboss: Run) -> None:
    ran = pitboss(*TABLE, stdin=f"{POINT_OF_4}?\nbets hop\nrules place 6\nhistory\nlayout\nhelp\n")
    offered = next(line for line in ran.out.splitlines() if line.lstrip().startswith("odds "))
    assert all(part in offered for part in ("Odds on the Pass Bet", "$1", "$10", "2 to 1", "0%"))
    assert any("place 4/5/6/8/9/10" in line and "1.52% – 6.67%" in line for line in ran.out.splitlines())
    assert "hop 2-5" in ran.out
    assert "house edge 1.515%, exactly 1/66 per wager decided" in ran.out
    assert "1  2-2: 4 the hard way on the come-out roll; the point is 4." in ran.out
    assert "take down X" in ran.out
    assert "✗" not in ran.out


def test_the_person_may_decline_the_dice_pass_them_and_leave(pitboss: Run) -> None:
    ran = pitboss(*TABLE, stdin="\ndecline\n\n\nbuy in 50\npass dice\nleave\n")
    assert "No one takes the dice: no roll." in ran.out
    assert "position 1 passes the dice" in ran.out
    assert "Guest leaves with $1,050" in ran.out
    assert ran.out.endswith("Goodbye after 1 round.\n")


def test_the_same_seed_deals_the_same_evening(pitboss: Run) -> None:
    words = ("deal", "craps", "--bots", "3", "--rounds", "12", "--json")
    one, same, other = (pitboss(*words, "--seed", seed, stdin="pass 10\n").json for seed in ("a", "a", "b"))
    assert one == same
    assert one != other


def test_bots_play_lawfully_and_chips_are_conserved(pitboss: Run, tmp_path: Path) -> None:
    tape = tmp_path / "bots.tape"
    output = pitboss("deal", "craps", "--bots", "4", "--rounds", "60", "--seed", "5", "--tape", tape, "--json").json
    assert (len(output["rounds"]), output["verified"], output["unfinished"]) == (60, True, False)
    assert [one["name"] for one in output["positions"]] == ["Guest", "Ann", "Bob", "Cleo", "Dan"]
    assert sum(one["rack"] + one["wagers"] - one["bought_in"] for one in output["positions"]) + output["inventory"] == 0
    kinds = {step["step"] for one in output["rounds"] for step in one["steps"]}
    assert {"Acted", "Settled", "Said"} <= kinds
    settled = [step for one in output["rounds"] for step in one["steps"] if step["step"] == "Settled"]
    assert len(settled) > 60
    assert all(step["citation"].startswith("N.J.A.C. 13:69F-1.") for step in settled)


def test_without_a_seed_runs_differ(pitboss: Run) -> None:
    evenings = {json.dumps(pitboss("deal", "craps", "--bots", "3", "--rounds", "8", "--json").json) for _ in range(3)}
    assert len(evenings) == 3


def test_a_table_file_and_its_limits(pitboss: Run, tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(
        'game = "craps"\non = 2008-06-01\n[options]\noffer_678 = true\n[limits]\nminimum = 10\nmaximum = 500\n'
    )
    ran = pitboss("deal", "craps", "--table", table, "--seed", "9", stdin="pass 5\n6-7-8 10\n")
    assert "✗ $5 is outside the posted limits, $10 to $500 (N.J.A.C. 19:47-8.2)" in ran.out
    assert "✓ 6-7-8 made for $10" in ran.out


# ---- the tape


def test_a_tape_is_replayed_to_the_cent(pitboss: Run, tmp_path: Path) -> None:
    tape = tmp_path / "evening.tape"
    dealt = pitboss(*TABLE, "--bots", "2", "--tape", tape, stdin=f"{POINT_OF_4}odds 10\n\n\n\n\n")
    assert "was replayed and verified." in dealt.out
    again = pitboss("replay", tape)
    assert again.code == 0
    assert "all seals intact" in again.out
    assert "Pass Bet made for $10" in again.out
    output = pitboss("replay", tape, "--json").json
    assert (output["game"], output["on"], output["verified"]) == ("craps", "2008-06-01", True)
    guest = next(one for one in output["positions"] if one["name"] == "Guest")
    assert any(line.split()[:3] == ["1", "Guest", dollars(guest["rack"])] for line in again.out.splitlines())
    one = pitboss("replay", tape, "--round", 1, "--steps", "--position", 2, "--json").json["rounds"]
    assert [each["round"] for each in one] == [1]
    assert "AskDice" in {step["step"] for step in one[0]["steps"]}
    assert "has" in pitboss("replay", tape, "--round", 99).refused


def test_a_tape_with_several_breaches_in_its_layout_is_refused_in_one_line(pitboss: Run, tmp_path: Path) -> None:
    open_entry = json.loads((TAPES / "02-even-money.tape").read_text().splitlines()[0])
    del open_entry["hash"], open_entry["prev"]
    open_entry["layout"]["options"] |= {"decks": "9", "no_such_option": True}
    tape = tmp_path / "forged.tape"
    tape.write_text(seal(open_entry, START)[0] + "\n")
    ran = pitboss("replay", tape)
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert "entry 1: " in ran.err
    assert "no_such_option" in ran.err


def test_a_changed_byte_is_found_at_its_entry(pitboss: Run, tmp_path: Path) -> None:
    tape, changed = tmp_path / "true.tape", tmp_path / "changed.tape"
    pitboss(*TABLE, "--tape", tape, stdin=POINT_OF_4)
    lines = tape.read_text().splitlines(keepends=True)
    assert len(lines) > 5
    for number, line in enumerate(lines, 1):
        middle = len(line) // 2
        other = line[:middle] + ("7" if line[middle] != "7" else "8") + line[middle + 1 :]
        changed.write_text("".join([*lines[: number - 1], other, *lines[number:]]))
        ran = pitboss("replay", changed)
        assert (ran.code, ran.out) == (1, "")
        assert f"changed.tape: entry {number} " in ran.err
        assert ran.err.count("\n") == 1
    changed.write_text("".join(lines[1:]))
    assert "entry 1" in pitboss("replay", changed).err


@pytest.mark.parametrize("held", [b"", b"\xff\xfe\x00"])
def test_invalid_tapes_are_refused(pitboss: Run, tmp_path: Path, held: bytes) -> None:
    file = tmp_path / "no.tape"
    file.write_bytes(held)
    ran = pitboss("replay", file)
    assert ran.code == (2 if held else 1)
    assert ran.err.count("\n") == 1


def test_a_tape_is_not_written_over_unless_forced(pitboss: Run, tmp_path: Path) -> None:
    tape = tmp_path / "evening.tape"
    assert pitboss(*TABLE, "--tape", tape, stdin=POINT_OF_4).code == 0
    held = tape.read_text()
    assert "already exists: choose another name, or use --force" in pitboss(*TABLE, "--tape", tape).refused
    assert tape.read_text() == held
    assert pitboss(*TABLE, "--tape", tape, "--force").code == 0
    assert tape.read_text() != held


class Terminal:
    """A program in a real terminal; its output must appear in order."""

    def __init__(self, file: int) -> None:
        self.file = file
        self.shown = b""
        self.read = 0

    def until(self, wanted: bytes, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while (found := self.shown.find(wanted, self.read)) < 0:
            assert time.monotonic() < end, self.shown.decode(errors="replace")
            if select.select([self.file], [], [], 0.1)[0]:
                self.shown += os.read(self.file, 4096)
        self.read = found + len(wanted)

    def shows(self, wanted: bytes, seconds: float = 20) -> bool:
        """Whether the expected output appears within this many seconds."""
        end = time.monotonic() + seconds
        while wanted not in self.shown[self.read :] and time.monotonic() < end:
            if select.select([self.file], [], [], 0.1)[0]:
                self.shown += os.read(self.file, 4096)
        return wanted in self.shown[self.read :]

    def type(self, line: str) -> None:
        os.write(self.file, line.encode())


def test_ctrl_c_leaves_a_valid_tape_and_says_goodbye(tmp_path: Path) -> None:
    """In a real terminal, type three lines and then Ctrl-C."""
    tape = tmp_path / "evening.tape"
    master, slave = pty.openpty()
    terminal = Terminal(master)
    words = [PROGRAM, *TABLE, "--bots", "2", "--tape", tape]
    with subprocess.Popen(
        words, stdin=slave, stdout=slave, stderr=slave, env=os.environ | {"TERM": "dumb"}, start_new_session=True
    ) as process:
        os.close(slave)
        try:
            for line in ("pass 10\n", "\n", "\n"):
                terminal.until(b"\n> ")
                terminal.type(line)
            terminal.until(b"the point is 4")
            terminal.until(b"\n> ")
            for _ in range(10):  # readline may miss a signal that arrives just before it starts listening
                process.send_signal(signal.SIGINT)
                if terminal.shows(b"Goodbye."):
                    break
            terminal.until(b"replayed and verified.")
            assert process.wait(60) == 0
        finally:
            process.kill()
    os.close(master)
    with tape.open() as lines:
        assert replay(lines).states[-1].rounds == 1


def test_ctrl_c_through_a_pipe_too(tmp_path: Path) -> None:
    tape = tmp_path / "evening.tape"
    words = [PROGRAM, *TABLE, "--tape", tape]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(POINT_OF_4)
        process.stdin.flush()
        wait_until(lambda: tape.exists() and '"entry":"end"' in tape.read_text())
        process.send_signal(signal.SIGINT)
        said = process.stdout.read()
        assert process.wait(60) == 0
    assert "Goodbye." in said
    with tape.open() as lines:
        assert replay(lines).states[-1].rounds == 1


# ---- scripts


def test_a_playthrough_is_plain_and_the_same_every_time() -> None:
    script = (PLAYTHROUGHS / "craps.script").read_text()
    output = playthrough(script)
    assert output == playthrough(script)
    assert "\x1b" not in output
    assert output.startswith("Craps and mini-craps, N.J.A.C. 19:47-1, on 2008-06-01\n")
    assert "* offer_678 = true" in output
    assert "\n> 1: pass 10\n    1: Pass Bet made for $10 " in output
    assert "refused: " in output
    assert "(N.J.A.C. 19:47-1.3(c))" in output
    assert "    = the house: " in output


def test_a_script_is_dealt_and_taped(pitboss: Run, tmp_path: Path) -> None:
    script, tape = PLAYTHROUGHS / "craps.script", tmp_path / "script.tape"
    ran = pitboss("deal", "craps", "--script", script, "--tape", tape)
    assert ran.out.startswith(playthrough(script.read_text()))
    output = pitboss("replay", tape, "--json").json
    data = pitboss("deal", "craps", "--script", script, "--json").json
    assert output["positions"] == data["positions"]
    assert [one["positions"] for one in output["rounds"]] == [one["positions"] for one in data["rounds"]]


def test_a_script_with_a_false_statement_names_its_line(pitboss: Run, tmp_path: Path) -> None:
    script = tmp_path / "wrong.script"
    script.write_text("game craps\non 2008-06-01\n1: sit Ann 100\n1: pass 10\nroll 5-6\n= 1: +11\n")
    assert "wrong.script:6: = 1: +11: position 1 is up $10" in pitboss("deal", "craps", "--script", script).refused
    script.write_text("game craps\n1: pass ten\n")
    assert "wrong.script:2" in pitboss("deal", "craps", "--script", script).refused
    script.write_text("game craps\n1: sit Ann 100\n")
    assert "is a script for craps, not for high-card" in pitboss("deal", "high-card", "--script", script).refused


def test_bots_play_the_best_strategy_and_a_person_may_ask_for_it(pitboss: Run) -> None:
    typed = "blackjack 10\n\n\nhint\nquit\n"
    said = pitboss("deal", "blackjack", "--seed", "5", "--bots", "1", "--best", stdin=typed).out
    assert "  best: stand" in said, "17 against 5"
    assert "no decisions to advise on" in pitboss("deal", "craps", "--bots", "1", "--best").refused
    assert "hints are for decisions" in pitboss("deal", "blackjack", "--seed", "5", stdin="hint\nquit\n").out
