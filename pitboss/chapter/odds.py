"""Exact odds and amounts; money never touches a float.

Odds are the ratio of winnings to stake, stated with the word "to". The chapter forbids the word "for" (1.4(a),
16.12(a), …) because "8 for 1" pays one unit less than "8 to 1".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

_ODDS = re.compile(r"\s*(\d+(?:\.\d+)?)\s+(to|win|for)\s+(\d+(?:\.\d+)?)\s*", re.IGNORECASE | re.ASCII)
LOSES = "loses"
"""Stated in place of odds for a row that the licensee's own pay table does not pay."""
MOST_DIGITS = 12
"""The maximum number of digits in odds; no table needs more, and they would only slow down arithmetic."""
LARGEST_AMOUNT = 10**15
"""The largest amount in cents accepted anywhere; anything more is a typing error."""
CACHE_SIZE = 10_000
"""The size of the cache of parsed odds, which may come from untrusted users."""
_DOLLARS = re.compile(r"\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?", re.ASCII)


@dataclass(frozen=True, slots=True, eq=False)
class Odds:
    """The winnings per unit wagered.

    >>> Odds.parse("9 to 5")
    Odds('9 to 5')
    >>> Odds.parse("9 to 5").pays(1000)
    1800
    >>> Odds.parse("3 to 2") > Odds.parse("6 to 5")
    True
    >>> Odds.parse("3.5 to 1"), Odds.parse("9 for 1", free=True)
    (Odds('7 to 2'), Odds('8 to 1'))
    >>> Odds.parse("8 for 1")
    Traceback (most recent call last):
    ValueError: '8 for 1': odds are stated with the word "to", never "for"; 8 for 1 is 7 to 1
    """

    win: int
    stake: int

    def __post_init__(self) -> None:
        if self.win < 0 or self.stake < 1:
            raise ValueError(f"'{self}': odds are 'X to Y' with X at least 0 and Y at least 1")

    @staticmethod
    @lru_cache(CACHE_SIZE)
    def parse(text: str, free: bool = False) -> Odds:
        """Parse "9 to 5", or "9 win 5" as some sections permit; "for" is refused with an explanation unless `free`."""
        match = _ODDS.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            raise ValueError(f"{str(text)[:60]!r} is not odds; write them like '9 to 5'")
        if max(len(match[1]), len(match[3])) > MOST_DIGITS:
            raise ValueError(f"{text[:60]!r}: a number in odds has at most {MOST_DIGITS} digits")
        win, stake = _whole(match[1], match[3])
        if match[2].lower() != "for":
            return Odds(win, stake)
        meant = f"; {text.strip()} is {win - stake} to {stake}" if win >= stake else ""
        if not free:
            raise ValueError(f'{text!r}: odds are stated with the word "to", never "for"{meant}')
        if win < stake:
            raise ValueError(f"{text!r}: a winning wager is paid at least its stake, as in '1 for 1'")
        return Odds(win - stake, stake)

    @property
    def ratio(self) -> Fraction:
        """The winnings for one unit wagered."""
        return Fraction(self.win, self.stake)

    def pays(self, amount: int) -> int:
        """Return the winnings in cents on `amount` cents; raise an error if they are not exact (1.4(e))."""
        winnings, rest = divmod(amount * self.win, self.stake)
        if rest:
            raise ValueError(f"{dollars(amount)} cannot be paid exactly at {self}")
        return winnings

    def payable(self, amount: int, chip: int = 1) -> bool:
        """Whether the winnings on `amount` are a multiple of `chip` cents."""
        return amount * self.win % (self.stake * chip) == 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odds) and self.win * other.stake == other.win * self.stake

    def __hash__(self) -> int:
        return hash(self.ratio)

    def __lt__(self, other: Odds) -> bool:
        return self.win * other.stake < other.win * self.stake

    def __le__(self, other: Odds) -> bool:
        return not other < self

    def __gt__(self, other: Odds) -> bool:
        return other < self

    def __ge__(self, other: Odds) -> bool:
        return not self < other

    def __str__(self) -> str:
        return f"{self.win} to {self.stake}"

    def __repr__(self) -> str:
        return f"Odds('{self}')"


def _whole(win: str, stake: str) -> tuple[int, int]:
    """Return two numbers with decimals as integers in the same ratio; whole ones stay as written.

    >>> _whole("3.5", "1"), _whole("4", "2")
    ((7, 2), (4, 2))
    """
    if "." not in win + stake:
        return int(win), int(stake)
    if not Fraction(stake):
        return int(Fraction(win)), 0
    ratio = Fraction(win) / Fraction(stake)
    return ratio.numerator, ratio.denominator


def cents(amount: str | int | Decimal) -> int:
    """Parse dollars into cents.

    >>> cents("$1,250.50"), cents(5), cents(Decimal("0.25"))
    (125050, 500, 25)
    >>> cents("2.505")
    Traceback (most recent call last):
    ValueError: '2.505' is not an amount; write dollars and cents, like 25 or $12.50
    """
    if isinstance(amount, float):
        raise ValueError(
            f"{amount} is not an exact amount; write it as text, like '{amount:.2f}', or as a whole number"
        )
    match = _DOLLARS.fullmatch(str(amount).strip()) if not isinstance(amount, bool) else None
    if match is None:
        raise ValueError(f"{str(amount)!r} is not an amount; write dollars and cents, like 25 or $12.50")
    return int(match[1].replace(",", "")) * 100 + int((match[2] or "0").ljust(2, "0"))


@lru_cache(maxsize=4096)
def dollars(amount: int) -> str:
    """Format cents as dollars.

    >>> dollars(125050), dollars(-500), dollars(0)
    ('$1,250.50', '-$5', '$0')
    """
    whole, part = divmod(abs(amount), 100)
    return f"{'-' if amount < 0 else ''}${whole:,}" + (f".{part:02}" if part else "")
