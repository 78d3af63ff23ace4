"""The price of craps, compared with published figures to the last published digit.

Published: pass with odds up to 3-4-5x (casinodealerswebsite.com), the probabilities of 0 to 4 points that Catlin takes
from Ethier's *Doctrine of Chances* (casinocitytimes.com, 13 February 2010), "about 21" and "25 percent" for the fire
bet. The other percentages and standard deviations are widely quoted (wizardofodds.com and textbooks) and were written
down from memory. The fire bet is checked exactly by a second method, inclusion–exclusion.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from importlib.resources import files
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.odds import Odds
from pitboss.chapter.rules import Rules, RulesError, Value, read_rules
from pitboss.pricing import PricedWager, PriceReport, price

DAY = date(2012, 6, 1)
POINTS = (4, 5, 6, 8, 9, 10)


def craps(options: Mapping[str, Value] | None = None, odds: Mapping[str, str] | None = None) -> PriceReport:
    return price(Layout.of("craps", on=DAY, options=options, odds=odds))


@pytest.fixture(scope="module")
def report() -> PriceReport:
    return craps()


def numbers(kind: str, edges: Mapping[tuple[int, ...], str]) -> Iterable[tuple[str, str]]:
    return [(f"{kind}_{number}", edge) for pair, edge in edges.items() for number in pair]


PUBLISHED = {
    "1.2(a)1-4 line": [("pass", "7/495"), ("come", "7/495"), ("dont_pass", "3/220"), ("dont_come", "3/220")],
    "1.6 odds": [(wager, "0") for wager in ("pass_odds", "dont_pass_odds", "come_odds", "dont_come_odds")],
    "1.2(a)5 place": numbers("place_win", {(4, 10): "1/15", (5, 9): "1/25", (6, 8): "1/66"}),
    "1.2(a)6 place to lose": numbers("place_lose", {(4, 10): "1/33", (5, 9): "1/40", (6, 8): "1/55"}),
    "1.5(a) buy": numbers("buy", {POINTS: "1/20"}),
    "1.5(b) lay": numbers("lay", {POINTS: "1/20"}),
    "1.2(a)7-10 hardways": numbers("hard", {(4, 10): "1/9", (6, 8): "1/11"}),
    "1.2(a)11 field": [("field", "1/18")],
    "1.2(a)12 any seven": [("any_seven", "1/6")],
    "1.2(a)13 any craps": [("any_craps", "1/9")],
    "1.2(a)14-17 single totals": [
        ("craps_two", "5/36"),
        ("craps_twelve", "5/36"),
        ("craps_three", "1/9"),
        ("eleven", "1/9"),
    ],
    "1.2(a)18 C and E": [("c_and_e", "1/9")],
    "1.2(a)19 horn": [("horn", "1/8")],
    "1.2(a)20 horn high": numbers("horn_high", {(2, 12): "23/180", (3, 11): "11/90"}),
    "1.2(a)21 whirl": [("whirl", "2/15")],
    "1.2(a)22-25 hops of doubles": numbers("hop", {(22, 33, 44, 55): "5/36"}),
    "1.2(a)26-38 hops": numbers("hop", {(13, 14, 23, 15, 24, 16, 25, 34, 26, 35, 36, 45, 46): "1/9"}),
    "1.2(a)39 6-7-8": [("six_seven_eight", "1/18")],
}


@pytest.mark.parametrize(
    ("wager", "edge"),
    [pytest.param(wager, edge, id=f"{section} {wager}") for section, rows in PUBLISHED.items() for wager, edge in rows],
)
def test_house_edge_as_published(report: PriceReport, wager: str, edge: str) -> None:
    assert report[wager].exact == edge
    assert report[wager].house_edge == float(Fraction(edge))
    assert report[wager].element_of_risk == report[wager].house_edge


def test_every_permissible_wager_has_a_price_and_all_but_the_fire_bet_a_published_one() -> None:
    layout = Layout.of("craps", on=DAY)
    assert [wager.id for wager in price(layout).wagers] == list(layout.permissible)
    assert set(layout.permissible) - {wager for rows in PUBLISHED.values() for wager, _ in rows} == {"fire_bet"}


# ---- 1.2(a)1-4: line wagers


def test_1_2_a_1_pass_wins_244_of_495(report: PriceReport) -> None:
    assert [(outcome.net, outcome.exact) for outcome in report["pass"].outcomes] == [
        ("1", "244/495"),
        ("-1", "251/495"),
    ]
    assert report["pass"].rounds_exact == "557/165"
    assert f"{report['pass'].per_round:.2%}" == "0.42%"


def test_1_2_a_2_dont_pass_void_on_12_counts_in_the_base(report: PriceReport) -> None:
    wager = report["dont_pass"]
    outcomes = [(outcome.net, outcome.exact) for outcome in wager.outcomes]
    assert outcomes == [("1", "949/1980"), ("0", "1/36"), ("-1", "244/495")]
    assert f"{wager.house_edge:.4%}" == "1.3636%"
    assert wager.house_edge_resolved_exact == "27/1925"
    assert f"{wager.house_edge_resolved:.2%}" == "1.40%"
    assert f"{wager.per_round:.2%}" == "0.40%"


# ---- 1.6: odds


@pytest.mark.parametrize(
    ("limit", "taking", "laying"),
    [
        ("1x", "0.848%", "0.682%"),
        ("2x", "0.606%", "0.455%"),
        ("3x", "0.471%", "0.341%"),
        ("3-4-5x", "0.374%", "0.273%"),
        ("5x", "0.326%", "0.227%"),
        ("10x", "0.184%", "0.124%"),
        ("20x", "0.099%", "0.065%"),
        ("100x", "0.021%", "0.014%"),
    ],
)
def test_1_6_line_wagers_with_full_odds(limit: str, taking: str, laying: str) -> None:
    report = craps({"max_odds_pass": limit, "max_odds_dont": limit})
    for flat, edge, published in (
        ("pass", "7/495", taking),
        ("come", "7/495", taking),
        ("dont_pass", "3/220", laying),
        ("dont_come", "3/220", laying),
    ):
        row = report[f"{flat}+{flat}_odds"]
        assert row.exact == edge
        assert f"{row.element_of_risk:.3%}" == published
        assert row.provenance == ("published" if limit == "3-4-5x" else "text")


@pytest.mark.parametrize("times", [1, 4, 7, 12, 250])
def test_1_6_any_whole_multiple_is_lawful(times: int) -> None:
    """Two come-out rolls in three set a point; laying odds to win N costs N on average, over all come-outs."""
    report = craps({"max_odds_pass": f"{times}x", "max_odds_dont": f"{times}x"})
    assert report["pass+pass_odds"].action_exact == str(1 + times * Fraction(2, 3))
    assert report["dont_pass+dont_pass_odds"].action_exact == str(1 + times)


def test_1_6_a_worked_example_1_pass_and_odds_on_6_win_22_for_10(report: PriceReport) -> None:
    assert "11/5" in {outcome.net for outcome in report["pass+pass_odds"].outcomes}


def test_1_6_b_worked_example_3_dont_pass_and_odds_on_4_win_20_or_lose_30_for_10(report: PriceReport) -> None:
    nets = {outcome.net for outcome in report["dont_pass+dont_pass_odds"].outcomes}
    assert {"2", "-3"} <= nets


def test_1_6_odds_have_no_edge_on_any_point(report: PriceReport) -> None:
    assert report["pass_odds"].odds == {
        "4": "2 to 1", "5": "3 to 2", "6": "6 to 5", "8": "6 to 5", "9": "3 to 2", "10": "2 to 1",
    }  # fmt: skip
    assert report["pass_odds"].hit_rate == float(Fraction(67, 165))
    assert "called On" in report["come_odds"].note


# ---- 1.2(a)5-10, 1.5: wagers on a number before a seven


@pytest.mark.parametrize(
    ("wager", "per_roll", "std_dev"),
    [
        ("place_win_4", "1.67%", "1.32"),
        ("place_win_5", "1.11%", "1.18"),
        ("place_win_6", "0.46%", "1.08"),
        ("place_lose_4", "0.76%", "0.69"),
        ("place_lose_5", "0.69%", "0.80"),
        ("place_lose_6", "0.56%", "0.90"),
        ("hard_4", "2.78%", "2.51"),
        ("hard_6", "2.78%", "2.87"),
        ("pass", "0.42%", "1.00"),
        ("dont_pass", "0.40%", "0.99"),
        ("field", "5.56%", "1.08"),
        ("any_seven", "16.67%", "1.86"),
        ("any_craps", "11.11%", "2.51"),
        ("craps_two", "13.89%", "5.09"),
    ],
)
def test_edge_per_roll_and_standard_deviation(report: PriceReport, wager: str, per_roll: str, std_dev: str) -> None:
    assert f"{report[wager].per_round:.2%}" == per_roll
    assert f"{report[wager].std_dev:.2f}" == std_dev


def test_1_5_a_worked_example_8_buy_4_for_20(report: PriceReport) -> None:
    """+39 or -21 with vigorish charged up front; +39 or -20 with vigorish on winning bets only."""
    assert [Fraction(outcome.net) * 20 for outcome in report["buy_4"].outcomes] == [39, -21]
    on_win = craps({"vig_timing": "on_win"})["buy_4"]
    assert [Fraction(outcome.net) * 20 for outcome in on_win.outcomes] == [39, -20]


def test_1_5_b_worked_example_8_lay_4_for_40(report: PriceReport) -> None:
    assert [Fraction(outcome.net) * 40 for outcome in report["lay_4"].outcomes] == [18, -42]
    on_win = craps({"vig_timing": "on_win"})["lay_4"]
    assert [Fraction(outcome.net) * 40 for outcome in on_win.outcomes] == [18, -40]


@pytest.mark.parametrize("wager", [f"{kind}_{number}" for kind in ("buy", "lay") for number in POINTS])
def test_1_5_vigorish_when_made_costs_5_percent_or_1_in_21_of_the_total(report: PriceReport, wager: str) -> None:
    assert report[wager].exact == "1/20"
    assert report[wager].house_edge_with_percentage_exact == "1/21"
    assert f"{report[wager].house_edge_with_percentage:.2%}" == "4.76%"


@pytest.mark.parametrize(
    ("number", "buy", "lay"), [(4, "1.667%", "3.333%"), (5, "2.000%", "3.000%"), (6, "2.273%", "2.727%")]
)
def test_1_5_percentage_on_winning_bets_only(number: int, buy: str, lay: str) -> None:
    report = craps({"vig_timing": "on_win"})
    assert f"{report[f'buy_{number}'].house_edge:.3%}" == buy
    assert f"{report[f'lay_{number}'].house_edge:.3%}" == lay
    assert report[f"buy_{number}"].house_edge_with_percentage is None


@pytest.mark.parametrize(
    ("number", "made", "of_all_put_down", "on_win"),
    [(4, "1/40", "2.44%", "1.67%"), (5, "1/30", "3.23%", "2.00%"), (6, "1/24", "4.00%", "2.27%")],
)
def test_1_5_b_percentage_of_what_a_lay_bet_can_win(number: int, made: str, of_all_put_down: str, on_win: str) -> None:
    """The textbook figures, with five percent of the win. A buy bet is always charged on the wager."""
    before = craps({"vig_basis": "lay_win"})
    after = craps({"vig_basis": "lay_win", "vig_timing": "on_win"})
    for lay in (f"lay_{number}", f"lay_{14 - number}"):
        assert before[lay].exact == made
        assert f"{before[lay].house_edge_with_percentage:.2%}" == of_all_put_down
        assert f"{after[lay].house_edge:.2%}" == on_win
        assert before[lay].provenance == "reconstructed"
        assert "of what the bet can win" in before[lay].note
    assert before[f"buy_{number}"].exact == "1/20"
    assert before[f"buy_{number}"].provenance == "text"


def test_1_5_a_lower_percentage_is_a_lower_price() -> None:
    rates = {"0": "0", "0.02": "1/50", "0.05": "1/20"}
    assert [craps({"vig_rate": Decimal(rate)})["buy_6"].exact for rate in rates] == list(rates.values())


@pytest.mark.parametrize(
    ("wager", "stake", "edge", "said"),
    [
        ("buy_4", None, "1/20", "$1 on $20"),
        ("lay_5", None, "1/21", "$1 on $21"),
        ("lay_6", None, "1/24", "$1 on $24"),
        ("buy_4", 1900, "0", "$0 on $19"),
        ("buy_4", 3900, "1/39", "$1 on $39"),
        ("buy_5", 3900, "1/20", "$2 on $40"),
    ],
)
def test_1_5_vigorish_rounded_down_to_chips_depends_on_the_amount(
    wager: str, stake: int | None, edge: str, said: str
) -> None:
    layout = Layout.of("craps", on=DAY, options={"vig_rounding": "down_to_chip"})
    priced = price(layout, stake)[wager]
    assert priced.exact == edge
    assert said in priced.note
    assert priced.provenance == "reconstructed"


def test_1_5_usual_stake_is_not_below_the_minimum_of_the_table() -> None:
    options: dict[str, Value] = {"vig_rounding": "down_to_chip"}
    layout = Layout.of("craps", on=DAY, options=options, limits=Limits(minimum=2500, maximum=500000))
    assert "$1 on $25" in price(layout)["buy_4"].note


def test_1_5_vigorish_is_exact_to_the_cent_if_not_rounded_to_chips() -> None:
    layout = Layout.of("craps", on=DAY)
    assert "$0.95 on $19" in price(layout, 1900)["buy_4"].note
    assert price(layout, 1900)["buy_4"].exact == "1/20"


# ---- 1.2(a)11-39, 1.4: one-roll wagers and raised odds


def test_1_4_b_field_with_3_to_1_on_12() -> None:
    by_option, by_key = craps({"field_12": "3 to 1"})["field"], craps(odds={"field.12": "3 to 1"})["field"]
    assert by_option.exact == by_key.exact == "1/36"
    assert f"{by_option.std_dev:.2f}" == "1.14"
    assert by_option.odds["12"] == "3 to 1"


def test_1_2_a_39_pairs_of_3_and_4_pay_double(report: PriceReport) -> None:
    rows = [(outcome.net, outcome.combinations) for outcome in report["six_seven_eight"].outcomes]
    assert rows == [("2", 2), ("1", 14), ("-1", 20)]


def test_1_2_a_21_worked_example_6_whirl_gives_back_its_five_on_seven(report: PriceReport) -> None:
    assert [(outcome.net, outcome.combinations) for outcome in report["whirl"].outcomes] == [
        ("26/5", 2), ("11/5", 4), ("0", 6), ("-1", 24),
    ]  # fmt: skip
    assert report["whirl"].push_rate == 1 / 6


def test_1_2_a_20_worked_example_6_horn_high_11(report: PriceReport) -> None:
    assert [Fraction(outcome.net) * 5 for outcome in report["horn_high_11"].outcomes] == [27, 26, 11, -5]


def test_1_4_d_worked_example_7_c_and_e(report: PriceReport) -> None:
    rows = [(outcome.net, outcome.combinations) for outcome in report["c_and_e"].outcomes]
    assert rows == [("7", 2), ("3", 4), ("-1", 30)]


def test_1_4_c_horn_and_whirl_follow_the_raised_odds_of_their_parts() -> None:
    raised = craps(odds={"craps_two": "31 to 1"})
    assert raised["craps_two"].exact == "1/9"
    assert raised["horn"].exact == str(Fraction(1, 8) - Fraction(1, 36 * 4))
    assert raised["horn_high_2"].exact == str(Fraction(23, 180) - Fraction(2, 36 * 5))
    assert raised["whirl"].exact == str(Fraction(2, 15) - Fraction(1, 36 * 5))
    assert raised["horn"].odds["craps_two"] == "31 to 1"
    assert raised["c_and_e"].exact == "1/9"


RAISABLE = [
    ("pass", "1 to 1"), ("dont_come", "1 to 1"), ("place_win_4", "9 to 5"), ("place_lose_6", "4 to 5"),
    ("hard_8", "9 to 1"), ("any_craps", "7 to 1"), ("eleven", "15 to 1"), ("hop_36", "15 to 1"),
]  # fmt: skip


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(RAISABLE), st.integers(1, 500))
def test_1_4_b_raised_odds_are_priced(wager: tuple[str, str], hundredths: int) -> None:
    """A higher payoff lowers the edge by the difference times the probability of winning."""
    name, least = wager
    odds = Odds.parse(least)
    raised = Odds(odds.win * 100 + hundredths * odds.stake, odds.stake * 100)
    before, after = craps()[name], craps(odds={name: str(raised)})[name]
    won = Fraction(before.outcomes[0].exact or 0)
    assert Fraction(before.exact or 0) - Fraction(after.exact or 0) == won * Fraction(hundredths, 100)
    assert after.hit_rate == before.hit_rate


# ---- 1.12: the fire bet


def points_made() -> list[Fraction]:
    """Return the probability of each number of different points, by inclusion–exclusion over sets of points.

    A shooter makes no point outside a set before the loser seven with probability q / (q + probability of such a
    point), where q is the probability that a point is set and missed.
    """
    ways = {point: Fraction(6 - abs(7 - point)) for point in POINTS}
    makes = {point: ways[point] / 36 * ways[point] / (ways[point] + 6) for point in POINTS}
    misses = sum(ways.values(), Fraction()) / 36 - sum(makes.values(), Fraction())

    def within(chosen: Iterable[int]) -> Fraction:
        return misses / (misses + sum((makes[point] for point in POINTS if point not in set(chosen)), Fraction()))

    return [
        sum(
            (
                within(subset) * (-1 if (number - size) % 2 else 1)
                for made in combinations(POINTS, number)
                for size in range(number + 1)
                for subset in combinations(made, size)
            ),
            Fraction(),
        )
        for number in range(len(POINTS) + 1)
    ]


def test_1_12_points_made_match_ethier() -> None:
    published = [0.593939393939, 0.260750492004, 0.101275355549, 0.033434212179, 0.008798178440]
    assert [round(float(probability), 12) for probability in points_made()[:5]] == published
    assert sum(points_made()) == 1


@pytest.mark.parametrize(
    ("table", "pays", "edge"),
    [
        ("A", {4: 24, 5: 249, 6: 999}, "20.76%"),
        ("B", {4: 10, 5: 200, 6: 2000}, "24.86%"),
        ("C", {3: 6, 4: 29, 5: 149, 6: 299}, "20.73%"),
    ],
)
def test_1_12_fire_bet(table: str, pays: Mapping[int, int], edge: str) -> None:
    fire = craps({"fire_pay_table": table})["fire_bet"]
    exact = -sum(chance * pays.get(number, -1) for number, chance in enumerate(points_made()))
    assert fire.exact == str(exact)
    assert f"{fire.house_edge:.2%}" == edge
    assert fire.provenance == "published"
    assert not fire.offered


def test_1_12_fire_bet_lasts_a_shooter_s_hand(report: PriceReport) -> None:
    """A hand lasts 1671/196 rolls on average; a sixth point ends the wager slightly earlier."""
    rounds = report["fire_bet"].rounds
    assert rounds is not None
    assert 8.52 < rounds < 1671 / 196


# ---- Permitted and offered wagers


def test_offered_wagers_are_those_on_the_layout() -> None:
    report = craps({"offer_678": True, "offer_lay": "in_lieu", "offer_buy": False})
    offered = {wager.id for wager in report.wagers if wager.offered}
    assert {"six_seven_eight", "lay_4", "pass"} <= offered
    assert not {"place_lose_4", "buy_4", "fire_bet"} & offered
    assert report["place_lose_4"].exact == "1/33"


@pytest.mark.parametrize(
    ("day", "absent"),
    [
        (date(1983, 1, 1), {"horn_high_2", "c_and_e", "whirl", "hop_22", "six_seven_eight", "fire_bet"}),
        (date(1996, 12, 1), {"whirl", "hop_22", "six_seven_eight", "fire_bet"}),
        (date(2008, 6, 1), {"fire_bet"}),
        (DAY, set()),
    ],
)
def test_only_wagers_permissible_on_the_date_are_priced(day: date, absent: set[str]) -> None:
    layout = Layout.of("craps", on=day)
    ids = {wager.id for wager in price(layout).wagers}
    assert absent == {"horn_high_2", "c_and_e", "whirl", "hop_22", "six_seven_eight", "fire_bet"} - ids
    assert "big_6" not in ids


def test_citations_are_those_of_the_date() -> None:
    before, after = (price(Layout.of("craps", on=day)) for day in (date(2008, 6, 1), DAY))
    assert before["field"].citation == "N.J.A.C. 19:47-1.2(a)11"
    assert after["field"].paid_under == "N.J.A.C. 13:69F-1.4(b)"


# ---- The price depends only on the data


def changed(old: str, new: str) -> Rules:
    text = (files("pitboss.games.craps") / "rules.toml").read_text("utf-8")
    assert old in text
    return read_rules(text.replace(old, new), "changed.toml")


@pytest.mark.parametrize(
    ("old", "new", "wager", "edge"),
    [
        ('"12" = [12], other = [3, 4, 9, 10, 11]', '"12" = [12], other = [3, 4, 5, 9, 10, 11]', "field", "-1/6"),
        ("wins = { totals = [2, 3]", "wins = { totals = [2, 3, 12]", "dont_pass", "-7/495"),
        ("parts = { any_craps = 1, eleven = 1 }", "parts = { any_craps = 1, any_seven = 1 }", "c_and_e", "5/36"),
        ("number = 4, off_on_come_out = true }", "number = 6, off_on_come_out = true }", "place_win_4", "-3/11"),
        ('exactly = { "4" = "24 to 1"', 'exactly = { "4" = "25 to 1"', "fire_bet", None),
        ('on = { "" = ["2-2"] }', 'on = { "" = ["2-2", "6-5"] }', "hop_22", "-19/12"),
    ],
)
def test_a_change_of_the_data_changes_the_price(old: str, new: str, wager: str, edge: str | None) -> None:
    before = craps()[wager]
    after: PricedWager = price(Layout.of(changed(old, new), on=DAY))[wager]
    assert after.exact != before.exact
    assert edge is None or after.exact == edge


def test_first_roll_without_a_rule_is_an_error() -> None:
    rules = changed("loses = { totals = [2, 3, 12]", "loses = { totals = [2, 3]")
    with pytest.raises(RulesError, match=r"wager\.pass\.terms: no rule covers a 12"):
        price(Layout.of(rules, on=DAY))


def test_an_unknown_kind_of_wager_is_an_error() -> None:
    rules = changed('terms = { kind = "fire" }', 'terms = { kind = "blaze" }')
    with pytest.raises(RulesError, match=r"wager\.fire_bet\.terms\.kind: .*'one_roll'"):
        price(Layout.of(rules, on=DAY))


def test_1_2_a_7_big_six_and_big_eight_are_listed_in_the_prices_of_their_time() -> None:
    then = price(Layout.of("craps", date(1980, 1, 1)))
    assert [(one.id, one.citation) for one in then.unpriced] == [
        ("big_6", "N.J.A.C. 19:47-1.2(a)7"),
        ("big_8", "N.J.A.C. 19:47-1.2(a)8"),
    ]
    assert price(Layout.of("craps", date(1981, 11, 2))).unpriced == ()


# ---- Frequencies


def test_1_12_frequency_of_each_number_of_points(report: PriceReport) -> None:
    points = next(one for one in report.frequencies if one.id == "points_made")
    assert [Fraction(one.exact or 0) for one in points.chances] == points_made()
    assert [one.value for one in points.chances] == ["0", "1", "2", "3", "4", "5", "6"]
    assert Fraction(points.mean_exact) == sum(number * chance for number, chance in enumerate(points_made()))


def test_1_11_a_rolls_in_a_hand(report: PriceReport) -> None:
    """The mean is in every textbook; the rest is checked by a second method, the eight-state matrix."""
    hand = next(one for one in report.frequencies if one.id == "rolls_in_a_hand")
    assert hand.mean_exact == "1671/196"
    assert f"{hand.mean:.4f}" == "8.5255"
    ways = {point: 6 - abs(7 - point) for point in POINTS}
    at, ends = {0: 1.0}, [0.0]
    for _ in range(1500):
        point = {
            number: at.get(number, 0.0) * (30 - ways[number]) / 36 + at.get(0, 0.0) * ways[number] / 36
            for number in POINTS
        }
        ends.append(sum(at.get(number, 0.0) for number in POINTS) / 6)
        at = {0: at.get(0, 0.0) / 3 + sum(at.get(number, 0.0) * ways[number] / 36 for number in POINTS)} | point
    mean = sum(roll * chance for roll, chance in enumerate(ends))
    square = sum(roll * roll * chance for roll, chance in enumerate(ends))
    assert hand.std_dev == pytest.approx((square - mean**2) ** 0.5, rel=1e-12)
    *listed, rest = hand.chances
    assert {int(one.value): one.probability for one in listed} == pytest.approx(
        {roll: chance for roll, chance in enumerate(ends) if 2 <= roll <= int(listed[-1].value)}
    )
    assert rest.value == f"{int(listed[-1].value) + 1} or more"
    assert 0 < rest.probability <= 0.001


def test_terminal_price_shows_the_expected_number_of_rolls(report: PriceReport) -> None:
    from pitboss.cli.price import how_often

    points, hand = (how_often(one) for one in report.frequencies)
    assert "0 59.3939%, 1 26.0750%" in points
    assert "50% end within 6, 90% end within 17" in hand
    assert "mean 8.5255 = 1671/196" in hand
