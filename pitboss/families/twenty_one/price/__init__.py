"""Prices of the games of twenty-one: `table` turns a layout into `Terms` and a shoe, and wagers read the analysis.

The analysis itself, in `pitboss.pricing.twenty_one`, knows no game. `pricing` is the class that games build on,
`wagers` prices the wagers on a hand, `side_wagers` those on the first cards, and `strategies` has the named charts.
"""
