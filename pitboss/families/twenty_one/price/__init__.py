"""Prices of twenty-one games: `table` turns a layout into `Terms` and a shoe, and wagers are priced from their
analysis.

The analysis itself, in `pitboss.pricing.twenty_one`, does not depend on the game. `pricing` is the class that games
build on, `wagers` prices the wagers on a hand, `side_wagers` those on the first cards, and `strategies` has the named
charts.
"""
