"""Shoe composition: the exact value of every decision at twenty-one, from `Terms` and ten counts.

`Analysis(terms, shoe)` in `analysis` is the door. This package knows no layout, no wager and no game.

Theory of operation
1. `Terms` are the rules that move a price; the shoe is ten counts, ace to ten. `Analysis(terms, shoe)` has
   the value of every decision with every hand (`values`), perfect play (`perfect`), the computed basic strategy
   (`basic`, `basic_chart`) and the price of any chart that somebody writes (`played`).
2. Cards are not put back: chances are those of the very cards that are left when the hand, the up card and whatever
   else is known have gone. Means are exact but for the rounding of floats, splits and resplits included (`splits`);
   distributions are exact for unsplit hands and summed to a stated bound for split ones (`spread`).
3. `exchange` has two hands whose second cards may be exchanged; `chart` is a strategy in words, and `figures` keeps on
   disk what the best one comes to.
4. `counts` counts wagers on the first cards, with whole numbers.
5. Compiled code is kept on disk; it is loaded when something here is first used, not when Pitboss starts.

>>> from fractions import Fraction
>>> from pitboss.pricing.twenty_one.analysis import Analysis
>>> from pitboss.pricing.twenty_one.terms import Terms
>>> analysis = Analysis(Terms(blackjack_pays=Fraction(3, 2)), shoe=[32] * 9 + [128])
>>> round(analysis.perfect.house_edge, 9), round(analysis.basic.house_edge, 9)
(0.004857804, 0.004876748)
>>> analysis.values((10, 6), up=10).best
'hit'
"""
