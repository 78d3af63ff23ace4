"""Verification of an export, without access to the floor that made it.

1. The chain: every entry is sealed together with the previous entry's hash.
2. The rounds: replayed from the tape, each ends in the state on the tape, to the cent.
3. The shuffles: each commitment on the tape was published; an opened order matches its commitment, contains the cards
   of the shoe, and the cards on the tape came in that order.
4. Chance: rolls, draws and shuffles follow from seeds that the tape commits to before the first wager of the round and
   opens afterwards (`commitments`); none was used in two rounds, and none was withheld.
5. The ledger: every journal balances, and the postings to the table's accounts agree with the states on the tape; chips
   that the house added to the inventory after the opening have a slip on the tape.
6. The anchor, if one is given: the tape has every head that the floor signed and copied there.
7. The signature: the whole document is signed with the given key. The reader must know whose key it is; a floor
   publishes its own. Without a key no export is valid, because anyone can make one.

For a tape alone (a file of entries), the chain, the rounds and chance are checked. For shuffles alone, as returned by
`/api/v1/tables/{table}/shuffles`, the opened cards are checked against their commitments. An earlier download of the
same list, or one signed by the floor, proves that none was replaced since.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card, Opening
from pitboss.equipment.cards import cards as read_cards
from pitboss.floor.anchors.checkpoints import Checkpoint, faults_of, in_force
from pitboss.floor.anchors.places import FileAnchor
from pitboss.floor.batch import COUPONS, is_house, of_chips
from pitboss.floor.card_proofs import Disclosure, commitment_of, is_opening
from pitboss.floor.chance import LiveSource, is_valid_signature
from pitboss.floor.commitments import ROLLS, commitment_to, commitments_in, outcome_of, seed_kind_of, shuffle_order
from pitboss.floor.export import Bundle, OpeningPart, ShufflePart
from pitboss.floor.ledger import table_balances
from pitboss.floor.shuffles import ShuffleView, promise
from pitboss.table import BadTape, Dealer, State, game_on, replay
from pitboss.table.game import Game
from pitboss.table.steps import Ask, AskCard, AskShuffle
from pitboss.table.tape import ROUND_ENDS, START, Entry, canonical, encode_reply, read_entries, seal

SHUFFLES_ALONE: TypeAdapter[list[ShuffleView]] = TypeAdapter(list[ShuffleView])
Part = Literal["chain", "rounds", "shuffles", "chance", "ledger", "signature", "anchor"]


class BadExport(ValueError):
    """The document is neither an export nor a tape."""


class ExportFault(BaseModel):
    """A fault in an export."""

    model_config = ConfigDict(frozen=True)

    part: Part
    entry: int | None = Field(description="The entry of the tape where it was found")
    what: str


class AnchorResult(BaseModel):
    """The comparison of a tape with a file of checkpoints."""

    model_config = ConfigDict(frozen=True)

    name: str
    heads: int = Field(description="The number of signed heads that the tape was compared with")
    last: str = Field("", description="The checkpoint with the last of them, and its time")
    later: int = Field(0, description="The number of heads beyond the end of this tape")


class VerificationResult(BaseModel):
    """The result of a verification."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["export", "tape", "shuffles"]
    table: int | None = None
    name: str = ""
    game: str = ""
    entries: int = 0
    rounds: int = Field(0, description="The number of rounds replayed to the end")
    unfinished: bool = Field(False, description="Whether the tape ends in the middle of a round")
    shuffles: int = 0
    opened: int = Field(0, description="The number of shuffles with a published order, which was checked")
    known: int = Field(0, description="The number of finished shuffles whose commitment was in the earlier file")
    cards: int = Field(0, description="The number of cards on the tape that were checked against a published order")
    commitments: int = Field(0, description="The number of seeds that the tape commits to")
    draws: int = Field(0, description="The number of rolls, spins, draws and shuffles that follow from an opened seed")
    journals: int = 0
    signed_by: str = Field("", description="The key of the floor that signed it")
    vouched: bool = Field(False, description="Whether it is the expected key")
    anchor: AnchorResult | None = Field(None, description="The anchor that the tape was compared with")
    faults: list[ExportFault] = []

    @property
    def true(self) -> bool:
        """Whether everything is valid. An export must be signed; a tape or shuffles alone cannot be."""
        return not self.faults and (self.vouched or self.kind != "export")


def verify_text(
    text: str, key: str | None = None, anchor: Path | None = None, earlier: str | None = None
) -> VerificationResult:
    """Verify an export, a tape, or shuffles, given as text.

    `key` is the public key that must have signed an export, or the commitments of shuffles; `anchor` a file of
    checkpoints signed with the same key; `earlier` the text of the same shuffles from before their cards were opened.
    """
    if anchor is not None and key is None:
        raise BadExport("an anchor is compared with the key of the floor, so --key is needed too")
    try:
        data = json.loads(text, object_pairs_hook=_once)
    except BadExport:
        raise
    except (ValueError, RecursionError):
        data = None
    if isinstance(data, dict) and "tape" in data and data.get("entry") is None:
        try:
            bundle = Bundle.model_validate(data)
            # The signature covers the parsed document, so it must be identical to the text.
            if canonical(bundle.model_dump(mode="json")) != canonical(data):
                raise BadExport("not an export as a floor writes it: a number or a name has another form")
            found = verify(bundle, key)
            return found if anchor is None or key is None else _with_anchor(found, bundle, anchor, key.strip().lower())
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise BadExport(f"not an export of a table: {where}: {first['msg']}") from None
    if isinstance(data, list) and data:
        before = [] if earlier is None else _read_shuffles(_list_in(earlier))
        return _verify_shuffles(_read_shuffles(data), None if key is None else key.strip().lower(), before)
    if key is not None:
        raise BadExport("only an export or a list of shuffles is signed, not a tape alone")
    if earlier is not None:
        raise BadExport("only a list of shuffles is compared with an earlier one")
    lines = text.removesuffix("\n").split("\n")
    if '"prev":' not in lines[0] and '"prev":' not in lines[-1]:
        raise BadExport("neither an export of a table nor a tape")
    return _verify("tape", lines)


def _list_in(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadExport("the earlier file is not a list of shuffles") from None


def _read_shuffles(data: Any) -> list[ShuffleView]:
    try:
        return SHUFFLES_ALONE.validate_python(data)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadExport(f"not shuffles: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None


def _verify_shuffles(shuffles: list[ShuffleView], key: str | None, earlier: list[ShuffleView]) -> VerificationResult:
    """Verify shuffles alone: each opened card must match its commitment, which must be the one made beforehand."""
    faults: list[ExportFault] = []
    before = {(one.table, one.entry): one for one in earlier}
    for one in shuffles:
        content = promise(one.table, one.entry, one.shoe, one.commitment)
        if key is not None and not is_valid_signature(key, one.signature, content):
            what = "the floor with this key did not sign this commitment"
            faults.append(ExportFault(part="signature", entry=one.entry, what=what))
        known = before.get((one.table, one.entry))
        if known is not None and (known.commitment, known.shoe) != (one.commitment, one.shoe):
            what = f"the commitment was replaced: it was {known.commitment}"
            faults.append(ExportFault(part="shuffles", entry=one.entry, what=what))
        if one.opening is not None:
            part = ShufflePart(
                entry=one.entry,
                shoe=one.shoe,
                commitment=one.commitment,
                opening=OpeningPart(nonce=one.opening.nonce, order=one.opening.order),
            )
            faults += _openings([part])
        if one.disclosure is not None and not _is_disclosure(one.disclosure, one.commitment):
            what = "the opened cards do not match the commitment"
            faults.append(ExportFault(part="shuffles", entry=one.entry, what=what))
    opened = [one.disclosure for one in shuffles if one.disclosure is not None]
    cards = sum(len(one.cards) for one in opened)
    return VerificationResult(
        kind="shuffles",
        table=shuffles[0].table or None,
        shuffles=len(shuffles),
        opened=len(opened),
        cards=cards,
        known=sum((one.table, one.entry) in before and one.finished for one in shuffles),
        signed_by=key or "",
        vouched=key is not None and not any(one.part == "signature" for one in faults),
        faults=faults,
    )


def _is_disclosure(disclosure: Disclosure, commitment: str) -> bool:
    try:
        return commitment_of(disclosure) == commitment
    except ValueError:
        return False


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object, refusing duplicate keys, which parsers resolve differently."""
    made = dict(pairs)
    if len(made) != len(pairs):
        twice = next(name for place, (name, _) in enumerate(pairs) if name in dict(pairs[:place]))
        raise BadExport(f"not an export of a table: {twice[:60]!r} appears twice")
    return made


def _with_anchor(found: VerificationResult, bundle: Bundle, anchor: Path, key: str) -> VerificationResult:
    """Compare an export's tape with a file of checkpoints."""
    faults: list[ExportFault] = []
    checkpoints: list[Checkpoint] = []
    if not anchor.is_file():
        raise BadExport(f"{anchor}: there is no such file of checkpoints")
    for one in FileAnchor(anchor).lines(key):
        if isinstance(one, Checkpoint):
            checkpoints.append(one)
        elif isinstance(one, str):
            faults.append(ExportFault(part="anchor", entry=None, what=f"{anchor}: {one}"))
    faults += [ExportFault(part="anchor", entry=None, what=f"{anchor}: {one}") for one in faults_of(checkpoints)]
    compared, later, last = 0, 0, ""
    for checkpoint in in_force(checkpoints):
        for head in checkpoint.heads:
            if head.table != bundle.table.id:
                continue
            if head.entry > len(bundle.tape):
                later += 1
                continue
            compared, last = compared + 1, str(checkpoint)
            if f'"hash":"{head.head}"' not in bundle.tape[head.entry - 1]:
                what = f"is not the one of {checkpoint} in {anchor}: the tape was rewritten"
                faults.append(ExportFault(part="anchor", entry=head.entry, what=what))
    result = AnchorResult(name=str(anchor), heads=compared, last=last, later=later)
    return found.model_copy(update={"anchor": result, "faults": [*found.faults, *faults]})


def verify(bundle: Bundle, key: str | None = None) -> VerificationResult:
    """Verify an export."""
    return _verify("export", bundle.tape, bundle, key)


def _verify(
    kind: Literal["export", "tape"], lines: Sequence[str], bundle: Bundle | None = None, key: str | None = None
) -> VerificationResult:
    faults = list(_chain(lines))
    walked: _TapeReplay | None = None
    rounds, unfinished = 0, False
    if not faults:
        try:
            replayed = replay(f"{line}\n" for line in lines)
            rounds, unfinished = len(replayed.states) - 1, replayed.unfinished
            walked = _TapeReplay(replayed.game, replayed.opening, lines)
        except BadTape as error:
            entry, what = _named(str(error))
            faults.append(ExportFault(part="rounds", entry=entry, what=what))
    if walked is not None:
        faults += walked.chance.faults()
    if bundle is not None:
        faults += _openings(bundle.shuffles)
        faults += _balanced(bundle)
        if walked is not None:
            faults += _same_table(bundle, walked)
            faults += _orders(bundle.shuffles, walked)
            faults += _slips(bundle, walked)
            faults += _posted(bundle, walked)
        faults += _signed(bundle, key)
    opened = {one.entry for one in bundle.shuffles if one.opening is not None} if bundle is not None else set()
    return VerificationResult(
        kind=kind,
        table=None if bundle is None else bundle.table.id,
        name="" if bundle is None else bundle.table.name,
        game="" if walked is None else walked.game.layout.rules.game.id,
        entries=len(lines),
        rounds=rounds,
        unfinished=unfinished,
        shuffles=len(walked.shuffles) if walked is not None else len(bundle.shuffles) if bundle is not None else 0,
        opened=len(opened),
        cards=sum(len(one.dealt) for one in walked.shuffles.values() if one.entry in opened) if walked else 0,
        commitments=len(walked.chance.commitments) if walked is not None else 0,
        draws=walked.chance.checked if walked is not None else 0,
        journals=0 if bundle is None else len(bundle.ledger),
        vouched=bundle is not None and bundle.signed is not None and _same_key(bundle.signed.key, key),
        signed_by="" if bundle is None or bundle.signed is None else bundle.signed.key,
        faults=faults,
    )


def _named(problem: str) -> tuple[int | None, str]:
    """The entry that an error message names, and the message."""
    head, colon, rest = problem.partition(": ")
    number = head.removeprefix("entry ")
    return (int(number), rest) if colon and number.isdecimal() else (None, problem)


# ---- the chain


def _chain(lines: Sequence[str]) -> Iterator[ExportFault]:
    """Find entries that were changed, removed or inserted."""
    before = START
    for number, line in enumerate(lines, 1):
        try:
            data = json.loads(line)
            entry = {key: value for key, value in data.items() if key not in ("prev", "hash")}
            kind, said, digest = entry["entry"], str(data["prev"]), str(data["hash"])
        except (ValueError, KeyError, AttributeError, RecursionError):
            yield ExportFault(part="chain", entry=number, what="cannot be read")
            before = ""
            continue
        if seal(entry, said)[0] != line:
            yield ExportFault(part="chain", entry=number, what="was changed: its seal does not match its content")
        elif before and said != before:
            what = "cannot begin a tape" if number == 1 else f"does not follow entry {number - 1}"
            yield ExportFault(part="chain", entry=number, what=what)
        elif (kind == "open") != (number == 1):
            yield ExportFault(part="chain", entry=number, what="a tape must begin with exactly one open entry")
        before = digest


# ---- the signature


def _signed(bundle: Bundle, key: str | None) -> Iterator[ExportFault]:
    found = bundle.signed
    if found is None:
        yield ExportFault(part="signature", entry=None, what="the export is not signed")
    elif not is_valid_signature(found.key, found.signature, bundle.content):
        yield ExportFault(part="signature", entry=None, what="the export was changed after it was signed")
    elif key is not None and not _same_key(found.key, key):
        yield ExportFault(
            part="signature", entry=None, what=f"the export was signed by {found.key}, not by {key.strip()}"
        )


def _same_key(one: str, known: str | None) -> bool:
    return known is not None and one == known.strip().lower()


# ---- the rounds


@dataclass(slots=True)
class _Shuffle:
    """A shuffle on the tape: its commitment, and the cards dealt from it, each with its entry."""

    entry: int
    shoe: str
    commitment: str
    composition: tuple[int, ...]
    dealt: list[tuple[int, Card]] = field(default_factory=list)


class _TapeReplay:
    """A replay of the tape: the state at each entry, and the shuffles with their cards."""

    def __init__(self, game: Game[Any], opening: State, lines: Sequence[str]) -> None:
        self.game = game
        entries = read_entries(lines)
        first = next(entries)
        self.layout = first.data["layout"]
        game = game_on(Layout.from_plain(self.layout))  # the layout at that time
        self.states: dict[int, State] = {1: opening}
        self.shuffles: dict[int, _Shuffle] = {}
        self.slips: dict[int, int] = {}
        self.timed: int | None = 1 if "time" in first.data else None
        """The first entry that contains its time."""
        self.chance = Chance()
        self._in_play: dict[str, _Shuffle] = {}
        dealer = Dealer.resume(game, LiveSource(), opening, ())
        for entry in entries:
            if self.timed is None and "time" in entry.data:
                self.timed = entry.number
            if entry.kind == "reply":
                self._note(entry, dealer.ask)
                self.chance.replied(entry, dealer.ask, lines[entry.number - 1])
            elif entry.kind == "chance":
                self.chance.noted(entry)
            elif entry.kind == "slip":
                self.slips[entry.number] = entry.data["fill"]
            elif entry.kind in ROUND_ENDS:
                self.chance.round_ends()
            elif entry.kind == "change":
                self.layout = entry.data["layout"]
            dealer.apply_entry(entry)
            self.states[entry.number] = dealer.ask.state if dealer.ask is not None else dealer.state

    def _note(self, entry: Entry, ask: Ask | None) -> None:
        if isinstance(ask, AskShuffle):
            made = _Shuffle(entry.number, ask.shoe, entry.data["reply"], ask.composition)
            self.shuffles[entry.number] = self._in_play[ask.shoe] = made
        elif isinstance(ask, AskCard) and ask.shoe in self._in_play:
            self._in_play[ask.shoe].dealt.append((entry.number, Card(entry.data["reply"])))


def _same_table(bundle: Bundle, walked: _TapeReplay) -> Iterator[ExportFault]:
    if bundle.table.layout != walked.layout or bundle.table.game != walked.layout["game"]:
        yield ExportFault(part="rounds", entry=1, what="the layout on the tape is not that of the export")


# ---- the shuffles


def _openings(shuffles: Sequence[ShufflePart]) -> Iterator[ExportFault]:
    """Find opened orders that do not match their commitments."""
    for one in shuffles:
        if one.opening is None:
            continue
        try:
            right = is_opening(one.commitment, Opening(one.opening.nonce, read_cards(one.opening.order)))
        except (ValueError, TypeError):
            right = False
        if not right:
            yield ExportFault(part="shuffles", entry=one.entry, what="the opened order does not match the commitment")


def _orders(shuffles: Sequence[ShufflePart], walked: _TapeReplay) -> Iterator[ExportFault]:
    """Check that the cards on the tape follow the published orders."""
    published = {one.entry: one for one in shuffles}
    if len(published) != len(shuffles):
        yield ExportFault(part="shuffles", entry=None, what="a shuffle appears twice")
    for entry in sorted(published.keys() - walked.shuffles.keys()):
        yield ExportFault(part="shuffles", entry=entry, what="nothing was shuffled at this entry of the tape")
    for entry, made in walked.shuffles.items():
        known = published.get(entry)
        if known is None:
            yield ExportFault(part="shuffles", entry=entry, what="the commitment on the tape was not published")
        elif (known.commitment, known.shoe) != (made.commitment, made.shoe):
            yield ExportFault(part="shuffles", entry=entry, what="the published commitment is not the one on the tape")
        elif known.opening is not None:
            yield from _order(made, known.opening.order)


def _order(made: _Shuffle, text: str) -> Iterator[ExportFault]:
    try:
        order = read_cards(text)
    except ValueError:
        return  # already reported: it cannot match its commitment
    counts = Counter(card.index for card in order)
    if any(counts[index] != number for index, number in enumerate(made.composition)):
        what = f"the opened order does not contain the cards of the shuffled shoe ({made.shoe})"
        yield ExportFault(part="shuffles", entry=made.entry, what=what)
    for place, (entry, card) in enumerate(made.dealt):
        due = order[place] if place < len(order) else None
        if card != due:
            what = f"the tape deals {card}, the order shuffled at entry {made.entry} has {due or 'no more cards'} there"
            yield ExportFault(part="shuffles", entry=entry, what=what)
            return


# ---- chance


@dataclass(slots=True)
class _Commitment:
    """A commitment to a seed on the tape: the outcomes drawn from it, and when and how it was opened."""

    of: str
    hash: str
    entry: int
    in_time: bool
    """Whether it was made before anyone wagered in the round."""
    replies: list[tuple[int, Ask, str, Any]] = field(default_factory=list)
    """The outcomes drawn from it, each with its entry, its ask and the hash of the previous entry."""
    rounds: set[int] = field(default_factory=set)
    opened: tuple[int, str] | None = None
    superseded: int = 0


class Chance:
    """The commitments of a tape, followed entry by entry."""

    def __init__(self) -> None:
        self.commitments: dict[str, _Commitment] = {}
        self.checked = 0
        self._in_force: dict[str, _Commitment] = {}
        self._round = 0
        self._wagered = False
        self._faults: list[ExportFault] = []

    def noted(self, entry: Entry) -> None:
        """Note the commitments and openings in an entry."""
        for hash, seed in entry.data["opens"].items():
            known = self.commitments.get(hash)
            if known is None or known.opened is not None or commitment_to(seed) != hash:
                self._fault(entry.number, "an opened seed does not match any commitment")
            else:
                known.opened = entry.number, seed
        for of, hash in commitments_in(entry).items():
            # A table of an earlier version makes its first commitments wherever it is.
            made = _Commitment(of, hash, entry.number, not self._wagered or of not in self._in_force)
            if (before := self._in_force.get(of)) is not None:
                before.superseded = entry.number
            self.commitments[hash] = self._in_force[of] = made

    def replied(self, entry: Entry, ask: Ask | None, line: str) -> None:
        """Note a reply from chance or from a person."""
        self._wagered = self._wagered or isinstance(entry.data["reply"], dict)
        now = self._in_force.get(seed_kind_of(entry))
        if now is None or ask is None:
            return
        if now.opened is not None:
            self._fault(entry.number, f"it was drawn from a seed that had been opened at entry {now.opened[0]}")
        now.replies.append((entry.number, ask, json.loads(line)["prev"], entry.data["reply"]))
        now.rounds.add(self._round)

    def round_ends(self) -> None:
        self._round += 1
        self._wagered = False

    def _fault(self, entry: int, what: str) -> None:
        self._faults.append(ExportFault(part="chance", entry=entry, what=what))

    def faults(self) -> list[ExportFault]:
        """Find outcomes that do not follow from their commitments."""
        for one in self.commitments.values():
            if one.replies and not one.in_time:
                self._fault(one.entry, "the commitment was made after wagers in the same round")
            if len(one.rounds) > 1:
                self._fault(one.entry, f"one seed was used in {len(one.rounds)} rounds")
            if one.opened is not None:
                self._follows(one, one.opened[1])
            elif one.replies and one.superseded and one.of == ROLLS:
                self._fault(one.superseded, f"the seed committed to at entry {one.entry} was withheld")
        return self._faults

    def _follows(self, one: _Commitment, seed: str) -> None:
        for entry, ask, head, reply in one.replies:
            if not _is_answer(ask, seed, head, reply):
                self._fault(entry, f"the tape has {reply}, which does not follow from the seed of entry {one.entry}")
            self.checked += 1


def _is_answer(ask: Ask, seed: str, head: str, reply: Any) -> bool:
    if isinstance(ask, AskShuffle):
        return is_opening(reply, shuffle_order(ask, seed, head))
    return bool(encode_reply(outcome_of(ask, seed, head)) == reply)


# ---- the ledger


def _balanced(bundle: Bundle) -> Iterator[ExportFault]:
    mine = f"table:{bundle.table.id}:"
    for one in bundle.ledger:
        if left := sum(one.amounts.values()):
            yield ExportFault(
                part="ledger", entry=one.entry, what=f"journal {one.journal} does not balance: {left} cents"
            )
        for name in one.amounts:
            known = name.startswith((mine, "person:", "coupon:")) or of_chips(name) or is_house(name)
            if not known and name != COUPONS:
                yield ExportFault(part="ledger", entry=one.entry, what=f"journal {one.journal} posts to {name}")


def _slips(bundle: Bundle, walked: _TapeReplay) -> Iterator[ExportFault]:
    """Check that the house added exactly the chips on the slips, and the opening inventory."""
    brought: defaultdict[int, int] = defaultdict(int)
    for one in bundle.ledger:
        if one.entry != 1:
            brought[one.entry] -= _of_the_house(one.amounts)
    for entry in sorted(brought.keys() | walked.slips.keys()):
        if brought[entry] != (said := walked.slips.get(entry, 0)):
            what = f"the house added {brought[entry]} cents to the table, but the slip on the tape says {said}"
            yield ExportFault(part="ledger", entry=entry, what=what)


def _of_the_house(amounts: dict[str, int]) -> int:
    return sum(amount for name, amount in amounts.items() if is_house(name))


def _posted(bundle: Bundle, walked: _TapeReplay) -> Iterator[ExportFault]:
    """Check that the table's accounts agree with its states whenever money moved, and at the end."""
    number = bundle.table.id
    held: defaultdict[str, int] = defaultdict(int)
    mine = f"table:{number}:"
    if lost := [one for one in bundle.ledger if one.entry not in walked.states]:
        for one in lost:
            yield ExportFault(part="ledger", entry=one.entry, what=f"journal {one.journal} names no entry of the tape")
        return
    ledger = sorted(bundle.ledger, key=lambda one: one.entry)
    fills = 0
    for place, one in enumerate(ledger):
        fills -= _of_the_house(one.amounts)
        for name, amount in one.amounts.items():
            if name.startswith(mine):
                held[name] += amount
        if place + 1 < len(ledger) and ledger[place + 1].entry == one.entry:
            continue
        if wrong := _difference(held, _stands(number, walked, one.entry, fills)):
            yield ExportFault(part="ledger", entry=one.entry, what=wrong)
            return
    if wrong := _difference(held, _stands(number, walked, max(walked.states), fills)):
        yield ExportFault(part="ledger", entry=max(walked.states), what=wrong)


def _stands(number: int, walked: _TapeReplay, entry: int, fills: int) -> dict[str, int]:
    """The balances after an entry. Coupons are in the ledger only for tables whose entries record their time."""
    held = table_balances(number, walked.states[entry], fills)
    if walked.timed is not None and entry >= walked.timed:
        return held
    return {name: amount for name, amount in held.items() if not name.startswith(f"table:{number}:coupons:")}


def _difference(held: dict[str, int], now: dict[str, int]) -> str:
    for name in sorted(held.keys() | now.keys()):
        if held.get(name, 0) != now.get(name, 0):
            posted, stated = held.get(name, 0), now.get(name, 0)
            return f"{name} has postings of {posted} cents in total, but the state on the tape has {stated}"
    return ""
