"""Lotteries: games of numbers drawn from many; so far only the words of the family, for lobby and pages."""
