"""Every irregularity of 2.15 and its sisters has a script that throws it."""

from pitboss.chapter import rules_of
from tapes import GAMES


def test_2_15_every_irregularity_has_its_script() -> None:
    scripts = (GAMES / "blackjack" / "irregularities").glob("*.script")
    lines = [line for script in scripts for line in script.read_text().splitlines()]
    thrown = {line.split()[1] for line in lines if line.startswith(("throw ", "interrupt "))}
    assert thrown == set(rules_of("blackjack").irregularities)
