"""Prices of the games of twenty-one: a layout becomes `Terms` and a shoe (`table`), and wagers read the analysis.

The analysis itself knows no game: `pitboss.pricing.twenty_one`. `pricing` is the class that games build on, `wagers`
prices the wagers on a hand, `side_wagers` those on the first cards; `strategies` has the charts by name.
"""
