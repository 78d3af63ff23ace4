"""Lotteries: games in which numbers are drawn; `family.toml` has the words for keno's buttons and pages."""
