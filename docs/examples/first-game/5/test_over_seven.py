from fractions import Fraction

from pitboss import price
from pitboss.chapter.layout import Layout
from pitboss.equipment import SeededSource
from pitboss.table import Action, Dealer, game_on, walk


def test_8_4_c_over_seven_pays_over_all_rolls_what_the_price_says():
    dealer = Dealer(game_on(Layout.of("over-seven")), SeededSource(1))
    dealer.act(1, Action("sit", amount=100_00))
    dealer.act(1, Action("make", "over", 10_00))
    rolls = list(walk(dealer.game, dealer.ask.state))
    net = sum(chance * (end.rack(1) - 100_00) for chance, end, _ in rolls)
    assert len(rolls) == 36
    assert -net / 10_00 == Fraction(price("over-seven")["over"].exact) == Fraction(1, 6)
