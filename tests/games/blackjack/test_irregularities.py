"""Every irregularity of 2.15 and its sisters has a script that throws it, and every script its tape."""

from pitboss.chapter import rules_of

from .make_tapes import IRREGULARITIES, SCRIPTS, tape_of


def test_2_15_every_irregularity_has_its_script_and_every_script_its_tape() -> None:
    lines = [line for script in IRREGULARITIES for line in script.read_text().splitlines()]
    thrown = {line.split()[1] for line in lines if line.startswith(("throw ", "interrupt "))}
    assert thrown == set(rules_of("blackjack").irregularities)
    assert {tape_of(script) for script in SCRIPTS} == set(tape_of(SCRIPTS[0]).parent.glob("*.tape"))
