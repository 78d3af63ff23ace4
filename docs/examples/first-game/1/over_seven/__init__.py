"""Over seven: a wager that two dice show more than seven."""
