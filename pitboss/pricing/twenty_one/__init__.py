"""The exact value of every decision at twenty-one, from `Terms` and the composition of a shoe.

`Analysis(terms, shoe)` in `analysis` is the entry point. This package knows no layout, no wager and no game.

Theory of operation
1. `Terms` are the rules that affect a price; the shoe is ten counts, ace to ten. `Analysis(terms, shoe)` gives the
   value of every decision with every hand (`values`), perfect play (`perfect`), the computed basic strategy (`basic`,
   `basic_chart`) and the price of any other chart (`evaluate`).
2. Cards are drawn without replacement: every probability is for the cards that are left once the hand, the up card and
   whatever else is known are out of the shoe. Means are exact up to rounding, with splits and resplits included
   (`splits`). Distributions are exact for unsplit hands and summed to a stated bound for split ones (`spread`).
3. `exchange` analyses two hands whose second cards may be exchanged; `chart` reads and writes strategies; `figures`
   stores the results for the best chart on disk.
4. `counts` counts the outcomes of wagers on the first cards with integers.
5. Compiled code is cached on disk and loaded on first use, not when Pitboss starts.

>>> from fractions import Fraction
>>> from pitboss.pricing.twenty_one.analysis import Analysis
>>> from pitboss.pricing.twenty_one.terms import Terms
>>> analysis = Analysis(Terms(blackjack_pays=Fraction(3, 2)), shoe=[32] * 9 + [128])
>>> round(analysis.perfect.house_edge, 9), round(analysis.basic.house_edge, 9)
(0.004857804, 0.004876748)
>>> analysis.values((10, 6), up=10).best
'hit'
"""
