"""Makes the README's table of lawful ranges: `make ranges`, after a change by which a price or a rule is another.

The last column is the day on which it is made.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

from pitboss.chapter.in_force import game_in_force
from pitboss.chapter.rules import rules_of
from pitboss.library.ranges import lawful_range

README = Path(__file__).parents[2] / "README.md"
ROWS = (
    ("blackjack", "blackjack", "blackjack"),
    ("craps, pass", "craps", "pass"),
    ("roulette, straight", "roulette", "straight"),
    ("baccarat, banker", "baccarat-punto-banco", "banker_hand"),
    ("three card poker, ante and play", "three-card-poker", "ante+play"),
)
"""What a row is called, and the game and wager of which it tells."""
DAYS = (date(1996, 3, 11), date(2008, 4, 21))
HEAD = "| the hand |"


def cell(game: str, wager: str, day: date) -> str:
    """The range of a wager on a day."""
    if not game_in_force(rules_of(game), day):
        return "not in the chapter"
    one = lawful_range(game, day)[wager]
    ends = dict.fromkeys(f"{end.house_edge:.4%}" for end in (one.best, one.worst))
    return " to ".join(ends)


def made(days: tuple[date, ...]) -> list[str]:
    """The lines of the table."""
    lines = [f"{HEAD} {' | '.join(map(str, days))} |", f"| {' | '.join(['---'] * (1 + len(days)))} |"]
    for name, game, wager in ROWS:
        lines.append(f"| {name} | {' | '.join(cell(game, wager, day) for day in days)} |")
    return lines


def held() -> list[str]:
    """The lines of the table as the README has it."""
    lines = README.read_text("utf-8").splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith(HEAD))
    return lines[first : first + 2 + len(ROWS)]


def main() -> None:
    text = README.read_text("utf-8")
    README.write_text(text.replace("\n".join(held()), "\n".join(made((*DAYS, date.today())))), "utf-8")


if __name__ == "__main__":
    main()
