"""Blackjack's compiled loop, beyond the tests in `tests/simulation`: arbitrary strategies, and rare events."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss.chapter.layout import Layout
from pitboss.cli import main
from pitboss.families.twenty_one.kernel.classes import VARIANTS, Classes
from pitboss.families.twenty_one.kernel.loop import deal, shoe_for
from pitboss.families.twenty_one.kernel.rules import (
    DOUBLE,
    FACES,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    VALUES,
    sure_rounds,
)
from pitboss.families.twenty_one.kernel.table import SimulatedTable
from pitboss.families.twenty_one.price.strategies import NAMED, chart_of
from pitboss.families.twenty_one.price.table import analysis_of
from pitboss.games.blackjack.round import Blackjack
from pitboss.library.simulations import dealt_again, exact_prices
from pitboss.pricing import price
from pitboss.pricing.twenty_one import kernels
from pitboss.pricing.twenty_one.chart import ROWS, UPS, Cell, Chart, ExceptionKey
from pitboss.pricing.twenty_one.hands import hands
from pitboss.pricing.twenty_one.play import apply_chart
from pitboss.simulation.kernel import CELLS, ROUNDS, Kernel, kernel_of, remake_kernel
from pitboss.simulation.run import simulate
from pitboss.simulation.statistics import Statistics
from pitboss.table import Settled, Step, game_on

DAY = date(2005, 6, 1)
STAKE = 2000
SEED = 7

FOR_ANALYSIS = {
    "doubling": ["any_two", "hard_9_11", "hard_10_11", "none"],
    "splitting": [True, False],
    "double_after_split": [True, False],
    "hit_split_aces": [True, "and_double", False],
    "surrender": ["none", "late", "early"],
}
"""Choices that the chapter never permitted, or no longer does."""
DEALT = {
    "decks": [1, 2, 4, 6, 8],
    "hole_card": ["unpeeked", "none", "reader"],
    "soft17": ["stand", "hit"],
    "max_split_hands": [2, 3, 4],
    "resplit_aces": [True, False],
    "split_21_reading": ["ordinary", "two_card_wins"],
    "pay_678_suited": ["off", "2 to 1"],
    "pay_777": ["off", "3 to 2"],
    "five_card_21": ["off", "2 to 1", "3 to 2"],
    "shuffle_method": ["manual", "manual", "bart_carter"],
    "double_shoe": ["off", "off", "on"],
    "continuous_shuffler": ["off", "off", "off", "on"],
    "multiple_action": ["off", "off", "off", "on"],
    "additional_wager": ["none", "over_under", "same_suit", "sevens"],
    "sevens_reading": ["from_first", "any_position"],
    "third_card_guarantee": [True, False],
    "progressive": ["off", "on"],
    "progressive_count": ["completed", "as_drawn"],
    "bj_bonus": ["off", "on"],
    "streak": ["off", "off", "on"],
    "match_dealer": ["off", "on"],
    "penetration": [0.10, 0.5, 0.75],
}


# ---- Random tables, random strategies


def random_layout(random: Random) -> Layout:
    """Generate any layout that can be dealt, permitted or not."""
    while True:
        chosen: dict[str, Any] = {name: random.choice(values) for name, values in (DEALT | FOR_ANALYSIS).items()}
        if chosen["multiple_action"] == "on":
            chosen |= {"hole_card": "none", "surrender": "none", "streak": "off", "max_split_hands": 2}
            chosen["resplit_aces"] = False
        if chosen["decks"] == 1 or chosen["continuous_shuffler"] == "on":
            chosen["double_shoe"] = "off"
        if chosen["additional_wager"] != "none":
            chosen["progressive"] = "off"
        return Layout.of("blackjack", DAY, chosen, unlawful=True)


def random_chart(random: Random) -> Chart:
    """Random choices everywhere: many splits, and hits on hands that no player would hit."""
    cells: dict[Cell, str] = {}
    for kind, rows in ROWS.items():
        for row in rows:
            for up in UPS:
                wishes = random.sample("PSHDR" if kind == "pair" else "DR", random.randint(0, 2))
                if kind == "pair" and random.random() < 0.6:
                    wishes = ["P", *(chart_action for chart_action in wishes if chart_action != "P")]
                last = "S" if row > 16 and random.random() < 0.8 else random.choice("SH")
                cells[kind, row, up] = "".join(wishes) + ("" if last in wishes else last)
    exceptions: dict[ExceptionKey, str] = {}
    for _ in range(random.choice((0, 2, 20))):
        cards = tuple(sorted(random.randint(1, 10) for _ in range(random.choice((2, 2, 3, 4)))))
        if sum(cards) < 21 and (1 not in cards or sum(cards) != 11):
            suited, up = random.random() < 0.3, random.randint(1, 10)
            exceptions[cards, suited, up] = "".join(random.sample("SHDPR", random.randint(1, 3)))
    return Chart(cells, exceptions, "anything")


def dealt_both_ways(kernel: Kernel, seed: int, unit: int) -> list[list[Step]]:
    """Deal a unit by kernel and by round and compare every wager to the cent. Return the steps of its rounds."""
    steps, _ = dealt_again(kernel, game_on(kernel.layout), seed, unit)
    rounds = [
        [(one.wager.kind, one.wager.spot, one.net) for one in steps_ if isinstance(one, Settled)] for steps_ in steps
    ]
    tally = kernel.run(seed, unit, 1)
    assert tally[ROUNDS] == len(rounds)
    assert kernel.settled is not None
    for slot in kernel.slots:
        dealt = Counter(net for one in rounds for net in kernel.settled(slot.id, one))
        counted = Counter({result.net: count for result, count in kernel.histograms(tally)[slot.id].items()})
        assert +counted == dealt, f"{slot.id} of {kernel.layout}, seed {seed}, unit {unit}"
    nets = np.zeros(len(rounds), np.int64)
    assert kernel.play(seed, unit, nets) == 1
    assert nets.tolist() == [sum(net for _, _, net in one) for one in rounds]
    assert nets.min() >= -kernel.at_risk
    return steps


def deal_anything(seed: int, rounds: int) -> None:
    random = Random(seed)
    while rounds > 0:
        layout = random_layout(random)
        wagers = random.sample(list(layout.wagers), random.randint(1, len(layout.wagers)))
        kernel = kernel_of(layout, wagers, random_chart(random).to_toml())
        chosen, first = random.getrandbits(64), random.getrandbits(random.choice((3, 40)))
        dealt = 0
        for unit in count(first):
            dealt += len(dealt_both_ways(kernel, chosen, unit))
            if dealt >= 20:
                break
        rounds -= dealt


def test_any_strategy_at_any_table_gives_the_same_cents() -> None:
    deal_anything(1, 400)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 10))
def test_any_strategy_at_any_table_gives_the_same_cents_at_length(seed: int) -> None:
    deal_anything(seed, 10_000)


# ---- Rare events


def first_unit(kernel: Kernel, slot: str, least: int, most: int | None = None) -> int:
    """Return the first unit in which a wager's net is `least`, or between `least` and `most`."""
    where = next(one for one in kernel.slots if one.id == slot)
    wanted = [least <= result.net <= (least if most is None else most) for result in where.results]
    assert any(wanted)

    def met(first: int, units: int) -> bool:
        return bool(np.array(where.histogram(kernel.run(SEED, first, units)))[wanted].any())

    first, units = 0, 1 << 12
    while not met(first, units):
        first += units
    while units > 1:
        units //= 2
        first += 0 if met(first, units) else units
    return first


def said(rounds: list[list[Step]]) -> str:
    return "\n".join(getattr(step, "text", "") for steps in rounds for step in steps)


def splitter(draws: str = "Ds") -> str:
    """Return a chart that splits every pair and takes this action with every other hand."""
    texts = {"hard": range(4, 21), "soft": range(12, 21), "pair": (*range(2, 11), "A")}
    lines = []
    for kind, rows in texts.items():
        cell = "P" if kind == "pair" else draws
        lines += [f"[{kind}]", *(f'{row} = "{" ".join([cell] * 10)}"' for row in rows)]
    return "\n".join([*lines, ""])


def four_hands(**options: Any) -> Kernel:
    options = {"decks": 2, "max_split_hands": 4, "resplit_aces": True} | options
    return kernel_of(Layout.of("blackjack", DAY, options), ["blackjack", "double", "split"], splitter())


@pytest.mark.parametrize("net", [-8 * STAKE, 8 * STAKE])
def test_2_11_e_four_hands_all_doubled(net: int) -> None:
    kernel = four_hands()
    assert kernel.at_risk == 8 * STAKE
    steps = dealt_both_ways(kernel, SEED, first_unit(kernel, "blackjack", net))
    assert "box 1, hand 4" in said(steps)


def test_2_11_d_a_blackjack_takes_the_original_wager_of_split_hands_only() -> None:
    kernel = four_hands(hole_card="none")
    for unit in count():
        steps = dealt_both_ways(kernel, SEED, unit)
        if any("is split" in said([one]) and "a blackjack" in said([one]) for one in steps):
            return


@pytest.mark.parametrize(
    "options",
    [
        {"max_split_hands": 4},
        {"decks": 2, "double_shoe": "on", "multiple_action": "on"},
        pytest.param({"multiple_action": "on"}, marks=pytest.mark.slow),
    ],
)
def test_2_15_a_shoe_that_runs_out_is_refilled(options: dict[str, Any]) -> None:
    """A player who draws to every hand and splits every pair uses many cards."""
    kernel = kernel_of(Layout.of("blackjack", DAY, {"decks": 1} | options), None, splitter("H"))
    texts = (said(dealt_both_ways(kernel, SEED, unit)) for unit in range(2000))
    filled = (one for one in texts if "cards are shuffled and cut" in one)
    assert next(filled)


def test_2_19_the_meter_grows_and_is_won() -> None:
    options = {"decks": 4, "progressive": "on", "progressive_rate": 1}
    kernel = kernel_of(Layout.of("blackjack", DAY, options), ["progressive"])
    steps = dealt_both_ways(kernel, SEED, first_unit(kernel, "progressive", 10_005_00, 11_000_00))
    assert "has the progressive award" in said(steps)


@pytest.mark.parametrize("hole", ["reader", "none"])
def test_2_24_two_queens_of_hearts_wait_for_the_second_card(hole: str) -> None:
    layout = Layout.of("blackjack", date(2010, 1, 1), {"decks": 2, "twenty_point": "A", "hole_card": hole})
    kernel = kernel_of(layout, ["twenty_point"])
    for odds in (125, 1000):
        dealt_both_ways(kernel, SEED, first_unit(kernel, "twenty_point", odds * STAKE))


def test_2_22_streaks_stand_from_shoe_to_shoe() -> None:
    layout = Layout.of("blackjack", DAY, {"decks": 1, "streak": "on"})
    kernel = kernel_of(layout, ["streak_5"])
    assert kernel.unit == "cycle"
    texts = [said(dealt_both_ways(kernel, SEED, unit)) for unit in range(8)]
    assert max(one.count("The cards are shuffled") for one in texts) > 2
    assert "Streak of five" in said(dealt_both_ways(kernel, SEED, first_unit(kernel, "streak_5", 37 * STAKE)))


def test_2_1_a_bart_carter_shuffle_is_of_the_side_in_use() -> None:
    """With streaks a unit has several shoes: each side is shuffled when due, while the other continues."""
    options = {"decks": 4, "double_shoe": "on", "shuffle_method": "bart_carter", "streak": "on"}
    kernel = kernel_of(Layout.of("blackjack", DAY, options), ["streak_5"])
    texts = "".join(said(dealt_both_ways(kernel, SEED, unit)) for unit in range(12))
    assert texts.count("Bart Carter shuffle") > 3
    assert "from the left side" in texts
    assert "from the right side" in texts


def test_2_2_c_a_round_is_priced_from_one_side_of_a_double_shoe() -> None:
    double, single = (Layout.of("blackjack", DAY, {"decks": decks, "double_shoe": on}) for decks, on in DOUBLE_SHOE)
    assert price(double)["blackjack"].house_edge == price(single)["blackjack"].house_edge
    kernel = kernel_of(double, ["blackjack"])
    counts = kernel.histograms(simulate(kernel, 4_000_000, SEED), priced=True)["blackjack"]
    outcomes = {Fraction(one.net): one.probability for one in price(double)["blackjack"].outcomes}
    expected = {result: sum(counts.values()) * outcomes[result.ratio] for result in counts}
    assert sum((counts[one] - expected[one]) ** 2 / expected[one] for one in counts) < 40


DOUBLE_SHOE = ((4, "on"), (2, "off"))


def test_two_wagers_of_which_a_box_may_have_one_take_turns() -> None:
    kernel = kernel_of(Layout.of("blackjack", DAY, {"additional_wager": "over_under"}))
    for unit, stands, rests in ((0, "over_13", "under_13"), (1, "under_13", "over_13")):
        found = kernel.histograms(kernel.run(SEED, unit, 1))
        assert sum(found[stands].values()) == sum(found["blackjack"].values())
        assert not any(found[rests].values())
    alone = kernel_of(kernel.layout, ["under_13"])
    assert any(alone.histograms(alone.run(SEED, 0, 1))["under_13"].values())


# ---- The loop against itself


@pytest.mark.parametrize(
    "options", [{}, {"hole_card": "none", "surrender": "late"}, {"hole_card": "unpeeked", "decks": 1}]
)
def test_the_automaton_and_the_round_count_the_same(options: dict[str, Any]) -> None:
    kernel = kernel_of(Layout.of("blackjack", DAY, options))
    rules = SimulatedTable(kernel.layout, dict.fromkeys(kernel.layout.wagers, ""), chart_of(kernel.layout, None)).rules
    assert rules.unsplit.used
    counted = []
    for fast in (True, False):
        tally = kernel.nothing()
        arrays = rules._replace(unsplit=rules.unsplit._replace(used=fast)).to_arrays()
        at = np.uint64(SEED), np.uint64(0), 20_000
        _, tally[ROUNDS] = deal(arrays, shoe_for(arrays.rules), *at, tally[CELLS:], np.zeros(0, np.int64))
        counted.append(tally)
    assert counted[0][ROUNDS] == counted[1][ROUNDS]
    assert kernel.histograms(counted[0]) == kernel.histograms(counted[1])
    assert kernel.histograms(counted[0], priced=True) == kernel.histograms(counted[1], priced=True)
    assert (counted[0] != counted[1]).any()


def test_every_shoe_has_its_sure_rounds() -> None:
    for options in ({"decks": 1}, {"decks": 2, "max_split_hands": 4}, {"decks": 8}):
        kernel = kernel_of(Layout.of("blackjack", DAY, options), None, splitter())
        sure = int(next(iter(word for word in kernel.compares.split() if word.isdecimal()), 1))
        assert min(int(kernel.run(SEED, unit, 1)[ROUNDS]) for unit in range(2000)) >= sure > 1


@pytest.mark.parametrize(
    ("values", "round_value", "stop", "rounds"),
    [
        # Twenty aces: a round of 5 takes five cards, so ten are out before the third round and fifteen before the
        # fourth.
        ([1] * 20, 5, 11, 3),
        ([1] * 20, 5, 10, 2),
        # The third round could need more cards than are left.
        ([1] * 13, 5, 11, 2),
        # Two rounds of 5 together could take a ten.
        ([10] * 20, 5, 1, 2),
        ([1] * 4, 5, 2, 1),
    ],
)
def test_rounds_that_are_sure(values: list[int], round_value: int, stop: int, rounds: int) -> None:
    assert sure_rounds(values, round_value, 0, 0, stop) == rounds


# ---- Strategies

ACT = {kernels.STAND: STAND, kernels.HIT: HIT, kernels.DOUBLE: DOUBLE, kernels.SPLIT: SPLIT}
ACT |= {kernels.SURRENDER: SURRENDER}


@pytest.mark.parametrize("seed", range(4))
def test_a_chart_is_played_as_it_is_priced(seed: int) -> None:
    """Every hand against every up card, unsplit and split, must be read as pricing reads the same chart."""
    random = Random(seed)
    options = {name: random.choice(values) for name, values in FOR_ANALYSIS.items()}
    layout = Layout.of("blackjack", DAY, {**options, "max_split_hands": 4, "resplit_aces": True}, unlawful=True)
    chart = random_chart(random)
    chart = Chart(chart.cells, {key: text for key, text in chart.exceptions.items() if not key[1]}, "priced")
    game = game_on(layout)
    assert isinstance(game, Blackjack)
    made = Classes(game, chart, STAKE)
    act = made.arrays().act.reshape(len(VARIANTS), -1, VALUES)
    analysis = analysis_of(layout)
    priced, table = apply_chart(chart, analysis), hands()
    asked = [h for h in range(len(table)) if table.size[h] > 1 and table.total[h] < 21]
    for h in asked:
        mine = act[:, made.known[h, 4], :10]
        assert [ACT[one] for one in priced.act[h].tolist()] == mine[0].tolist()
        for p in np.flatnonzero(table.cards[h]):
            pair = int(table.cards[h].max() == 2 and table.size[h] == 2)
            last = mine[2 if p else 4]
            if p or layout.option("hit_split_aces"):
                assert [ACT[one] for one in priced.split[p, :, pair, h].tolist()] == last.tolist()


def test_hands_with_the_same_future_are_one() -> None:
    game = game_on(Layout.of("blackjack"))
    assert isinstance(game, Blackjack)
    made = Classes(game, chart_of(game.layout, None), STAKE)
    table = hands()
    seven_and_nine, six_and_ten = (made.known[table.index(*cards), 4] for cards in ((7, 9), (6, 10)))
    assert seven_and_nine == six_and_ten
    assert made.known[table.index(8, 8), 4] != six_and_ten
    assert len(made.arrays().total) < 150
    assert len(made.arrays().to) == len(made.arrays().total) * FACES


def chart_file(folder: Path, name: str = "mine.toml", **rows: Any) -> Path:
    """Return basic strategy as `pitboss strategy --toml` writes it, with some rows replaced."""
    lines = chart_of(Layout.of("blackjack"), None).to_toml().splitlines()
    path = folder / name
    path.write_text("\n".join(rows.get(line.split(" = ")[0].replace(" ", ""), line) for line in lines), "utf-8")
    return path


def test_a_strategy_from_a_file_is_the_one_that_is_played(tmp_path: Path) -> None:
    layout = Layout.of("blackjack")
    path = chart_file(tmp_path)
    path.write_text(path.read_text("utf-8").replace('20 = "S S', '20 = "H S'), "utf-8")
    kernel = kernel_of(layout, ["blackjack"], str(path))
    plain = kernel_of(layout, ["blackjack"])
    assert (kernel.plays, plain.plays) == ("mine", "basic strategy")
    assert kernel.fingerprint != plain.fingerprint
    edges = {name: exact_prices(one)["blackjack"].house_edge for name, one in {"hit": kernel, "": plain}.items()}
    assert edges["hit"] > edges[""] + 0.002
    found = Statistics.of(kernel.histograms(simulate(kernel, 1_000_000, SEED), priced=True)["blackjack"])
    assert found is not None
    assert abs(found.z(exact_prices(kernel)["blackjack"]) or 9) < 4
    csv = tmp_path / "mine.csv"
    csv.write_text(Chart.read(path).to_csv(), "utf-8")
    same = kernel_of(layout, ["blackjack"], str(csv))
    assert same.plays == "mine"
    assert (same.run(SEED, 0, 50) == kernel.run(SEED, 0, 50)).all()


def test_a_strategy_goes_with_the_kernel_and_needs_no_file_there(tmp_path: Path) -> None:
    path = chart_file(tmp_path, 'bob\'s "own".toml')
    kernel = kernel_of(Layout.of("blackjack"), None, str(path))
    path.unlink()
    again = remake_kernel(json.loads(json.dumps(kernel.spec)))
    assert again.fingerprint == kernel.fingerprint
    assert (again.run(SEED, 5, 5) == kernel.run(SEED, 5, 5)).all()


@pytest.mark.parametrize("name", NAMED)
def test_strategies_by_name_match_their_price(name: str) -> None:
    layout = Layout.of("blackjack", options={"decks": 2, "surrender": "late"})
    kernel = kernel_of(layout, ["blackjack"], name)
    exact = exact_prices(kernel)["blackjack"]
    assert float(exact.house_edge) == price(layout, strategy=chart_of(layout, name))["blackjack"].house_edge
    found = Statistics.of(kernel.histograms(simulate(kernel, 1_500_000, SEED), priced=True)["blackjack"])
    assert found is not None
    assert abs(found.z(exact) or 9) < 4


def test_mimic_the_dealer_neither_doubles_nor_splits() -> None:
    kernel = kernel_of(Layout.of("blackjack"), ["blackjack", "double", "split"], "mimic-the-dealer")
    found = kernel.histograms(kernel.run(SEED, 0, 2000))
    assert not any(found["double"].values())
    assert not any(found["split"].values())
    assert {result.net for result in found["blackjack"]} == {3000, 2000, 0, -2000}
    assert kernel.at_risk == STAKE


def test_never_bust_loses_no_hand_before_the_dealer_plays() -> None:
    kernel = kernel_of(Layout.of("blackjack"), ["blackjack"], "never-bust")
    steps = [step for unit in range(3) for one in dealt_both_ways(kernel, SEED, unit) for step in one]
    assert sum(isinstance(step, Settled) for step in steps) > 150
    assert not any(isinstance(step, Settled) and step.section == "2.12" and step.net < 0 for step in steps)


HOLE = "the strategy does not say what to do with hard 16 against 2; hard 16 against 3; hard 16 against 4, and 7 more"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[hard]", "[hard", "is not a strategy: the strategy is not TOML"),
        ("16 = ", "# 16 = ", HOLE),
        ('16 = "S', '16 = "X', "hard 16 against 2: 'X' is not a choice; write letters in order of preference: S stand"),
        ('16 = "S', '16 = "P', "hard 16 against 2: 'P' does not say what to do if that is not allowed; add S or H"),
        ('16 = "S', '16 = "Ps', "hard 16 against 2: only a pair can be split"),
        ('16 = "S', '16 = "D', "hard 16 against 2: 'D' does not say what to do if that is not allowed; add S or H"),
        ("[soft]", "[sofd]", "'sofd' is not part of a strategy: use name, hard, soft, pair, doubled or exceptions"),
        ("[hard]", '[exceptions]\n"10 6" = "S"\n[hard]', "'10 6' is not an exception; write it like '10 4 2 v 10'"),
    ],
)
def test_a_bad_strategy_is_one_clear_line(tmp_path: Path, run: Run, old: str, new: str, says: str) -> None:
    path = chart_file(tmp_path)
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    refused = run("--strategy", path)
    assert refused.startswith(f"pitboss: {path}")
    assert says in refused


def test_a_file_that_is_not_a_strategy_gives_one_clear_line(tmp_path: Path, run: Run) -> None:
    names = "use basic, mimic-the-dealer, never-bust, or a TOML or CSV file such as chart.toml"
    assert f"unknown strategy 'perfect'; {names}" in run("--strategy", "perfect")
    assert "unknown strategy" in run("--strategy", tmp_path)
    noise = tmp_path / "noise.toml"
    noise.write_bytes(bytes(range(128, 256)))
    assert "it is not text" in run("--strategy", noise)
    empty = tmp_path / "empty.csv"
    empty.write_text("", "utf-8")
    assert "the strategy is empty" in run("--strategy", empty)


# ---- The command


Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `pitboss simulate blackjack` with these arguments; return its output, or the refusal's single line."""
    monkeypatch.setenv("COLUMNS", "120")

    def ran(*words: object) -> str:
        code = main(["simulate", "blackjack", *map(str, words)])
        out, err = capsys.readouterr()
        if code:
            assert (code, out, err.count("\n")) == (2, "", 1)
            return str(err)
        return str(out)

    return ran


def test_a_strategy_against_a_strategy(run: Run) -> None:
    words = ("--rounds", "2e5", "--seed", "7", "--strategy", "mimic-the-dealer", "--against", "basic")
    texts = run(*words)
    assert "strategy: mimic-the-dealer" in texts
    assert "strategy: basic strategy" in texts
    assert "Blackjack wager: mimic-the-dealer costs +" in texts
    report = json.loads(run(*words, "--json"))
    assert report["plays"] == "mimic-the-dealer"
    assert report["against"]["plays"] == "basic strategy"
    assert report["wagers"][0]["house_edge"] > report["against"]["wagers"][0]["house_edge"] + 0.03
    alone = json.loads(run(*words[:4], "--json"))
    assert alone["wagers"] == report["against"]["wagers"]


def test_the_report_states_what_it_compares(run: Run) -> None:
    texts = run("--rounds", "3e5", "--seed", "7", "--set", "decks=6")
    assert "exact and z apply to the first 15 hands of each shoe" in texts
    report = json.loads(run("--rounds", "3e5", "--seed", "7", "--set", "decks=6", "--json"))
    main_wager = report["wagers"][0]
    assert (main_wager["id"], main_wager["exact"]) == ("blackjack", None)
    assert main_wager["exact_house_edge"] == pytest.approx(0.004599356)
    assert main_wager["compared"] == 15 * report["units"]
    assert main_wager["decided"] == report["rounds"]
    assert report["compares"].startswith("the first 15 hands")


def test_a_box_may_be_named(run: Run) -> None:
    assert '"spot": "3"' in run("--rounds", "1000", "--wager", "blackjack 3", "--json")
    assert "there is no box '9' on this layout; use 1 to 6" in run("--wager", "blackjack 9")
    two = ("--wager", "blackjack 2", "--wager", "insurance 3")
    assert "only one box is simulated, not 2 and 3" in run(*two)


def test_a_strategy_that_a_checkpoint_cannot_hold_is_refused(run: Run, tmp_path: Path) -> None:
    words = ("--against", "basic", "--checkpoint", tmp_path / "run.json")
    assert "--checkpoint works for a single run" in run(*words)


# ---- Against the price


def tables() -> list[Any]:
    chosen: tuple[dict[str, Any], ...] = (
        {"decks": 1, "hole_card": "none"},
        {"decks": 2, "hole_card": "unpeeked", "soft17": "hit", "surrender": "late", "max_split_hands": 4},
        {"decks": 4, "double_shoe": "on"},
        {"decks": 6, "multiple_action": "on"},
        {"decks": 4, "progressive": "on"},
        {"decks": 2, "additional_wager": "over_under", "pay_678_suited": "2 to 1", "five_card_21": "2 to 1"},
        {"decks": 4, "continuous_shuffler": "on", "streak": "on"},
        {"decks": 8, "shuffle_method": "bart_carter", "additional_wager": "same_suit"},
    )
    # Three tables with many rare events; the others are simulated in the slow tests.
    quick = (1, 3, 5)
    return [
        pytest.param(
            one,
            id=", ".join(f"{name} {value}" for name, value in one.items()),
            marks=() if number in quick else pytest.mark.slow,
        )
        for number, one in enumerate(chosen)
    ]


@pytest.mark.parametrize("options", tables())
def test_first_rounds_are_near_their_price(options: dict[str, Any]) -> None:
    kernel = kernel_of(Layout.of("blackjack", DAY, options))
    exact = exact_prices(kernel)
    found = kernel.histograms(simulate(kernel, 1_500_000, SEED), priced=True)
    for slot in kernel.slots:
        statistics = Statistics.of(found[slot.id])
        assert statistics is not None
        assert abs(statistics.z(exact[slot.id]) or 9) < 4, slot.id


@pytest.mark.slow
def test_the_cutting_card_costs_the_player_but_does_not_affect_the_first_rounds() -> None:
    """When one deck is dealt three quarters of the way, the effect is ten standard errors; in first rounds there is
    none.
    """
    kernel = kernel_of(Layout.of("blackjack", DAY, {"decks": 1}), ["blackjack"])
    tally, exact = simulate(kernel, 10**8, SEED), exact_prices(kernel)["blackjack"]
    first, every = (Statistics.of(kernel.histograms(tally, priced)["blackjack"]) for priced in (True, False))
    assert first is not None
    assert every is not None
    assert abs(first.z(exact) or 9) < 4
    assert (every.z(exact) or 0) < -6
    assert every.house_edge - float(exact.house_edge) == pytest.approx(0.00124, abs=0.0004)
