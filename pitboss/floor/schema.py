"""The schema of the floor's database, for both SQLite and PostgreSQL.

Money is in whole cents. A row of `entry` is one line of a table's tape; everything else that play changes (postings,
seats, shuffles, receipts) is written in the same transaction as the entries that caused it. `migrations/` creates this
schema in a database and changes it later.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)
MOST_POSTED = 10**16
"""The largest amount of a posting in cents. It takes 900 such postings for a balance to overflow 64 bits."""
NUMBER = BigInteger().with_variant(Integer, "sqlite")
"""An autoincrementing number; SQLite supports it only for INTEGER."""

house = Table(
    "house",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Facts that the whole floor must agree on, such as the key that seals its shuffles."""

person = Table(
    "person",
    metadata,
    Column("id", NUMBER, primary_key=True, autoincrement=True),
    Column("name", String(40), nullable=False, unique=True),
    Column("kind", String(10), nullable=False),
    Column("likeness", String(80), index=True),
    Column("password", Text),
    Column("at", Float, nullable=False),
)
token = Table(
    "token",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("person", ForeignKey("person.id"), nullable=False, index=True),
    Column("role", String(20), nullable=False),
    Column("label", String(80), nullable=False),
    Column("at", Float, nullable=False),
    Column("expires", Float, nullable=False),
    Column("client", String(120), nullable=False, server_default=""),
    Column("second", Boolean, nullable=False, server_default=false()),
)
"""Tokens: `client` says where one was created, `second` whether its owner gave a second factor."""
second_factor = Table(
    "second_factor",
    metadata,
    Column("person", ForeignKey("person.id"), primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("step", BigInteger, nullable=False),
    Column("codes", Text, nullable=False),
    Column("at", Float, nullable=False),
)
"""The second factors of staff: the sealed secret, the last time step used, and digests of recovery codes."""
process = Table(
    "process",
    metadata,
    Column("id", NUMBER, primary_key=True, autoincrement=True),
    Column("url", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("beat", Float),
)
"""The processes of the floor; `beat` is the last heartbeat of each, by the database's clock."""
gaming_table = Table(
    "gaming_table",
    metadata,
    Column("id", NUMBER, primary_key=True, autoincrement=True),
    Column("name", String(80), nullable=False),
    Column("game", String(60), nullable=False),
    Column("layout", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("opened_by", ForeignKey("person.id")),
    Column("at", Float, nullable=False),
    Column("closed", Float),
    Column("owner", BigInteger),
    Column("epoch", Integer, nullable=False, default=0),
    Column("deadline", Float),
    Column("tournament", BigInteger),
    Column("stage", Integer),
)
entry = Table(
    "entry",
    metadata,
    Column("table", ForeignKey("gaming_table.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("round", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("line", Text, nullable=False),
    Index("ix_entry_round", "table", "round", "number"),
    Index("ix_entry_kind", "table", "kind", "number"),
)
seat = Table(
    "seat",
    metadata,
    Column("table", ForeignKey("gaming_table.id"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("person", ForeignKey("person.id"), nullable=False, index=True),
    Column("since", BigInteger, nullable=False),
    Column("bot", String(20), nullable=False, default=""),
)
shuffle = Table(
    "shuffle",
    metadata,
    Column("table", ForeignKey("gaming_table.id"), primary_key=True),
    Column("entry", Integer, primary_key=True),
    Column("shoe", String(40), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("sealed", LargeBinary, nullable=False),
    Column("dealt", Integer, nullable=False),
    Column("status", String(10), nullable=False),
    Column("nonce", String(64)),
    Column("order", Text),
)
seed = Table(
    "seed",
    metadata,
    Column("table", ForeignKey("gaming_table.id"), primary_key=True),
    Column("commitment", String(64), primary_key=True),
    Column("entry", Integer, nullable=False),
    Column("of", String(10), nullable=False),
    Column("sealed", LargeBinary, nullable=False),
)
"""Seeds whose commitments are on the tape and that are not opened yet; an opened seed is only on the tape."""

account = Table(
    "account",
    metadata,
    Column("id", String(60), primary_key=True),
    Column("balance", BigInteger, nullable=False),
    Column("overdraft", Boolean, nullable=False),
    CheckConstraint("overdraft OR balance >= 0", name="no_debt"),
)
"""Balances. The database itself refuses a negative balance in any account that is not a named source of money, and
`overdraft` for any such account (migration 0008).
"""

journal = Table(
    "journal",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("table", ForeignKey("gaming_table.id")),
    Column("entry", Integer),
    Column("what", String(80), nullable=False),
    Column("at", Float, nullable=False),
    Column("seal", String(64)),
    Index("ix_journal_entry", "table", "entry"),
)
posting = Table(
    "posting",
    metadata,
    Column("journal", ForeignKey("journal.id"), primary_key=True),
    Column("account", ForeignKey("account.id"), primary_key=True),
    Column("amount", BigInteger, nullable=False),
    Index("ix_posting_account", "account"),
)
"""Journal lines. The database refuses to change or delete them (migration 0008)."""

approval = Table(
    "approval",
    metadata,
    Column("id", NUMBER, primary_key=True, autoincrement=True),
    Column("kind", String(10), nullable=False),
    Column("person", ForeignKey("person.id")),
    Column("amount", BigInteger, nullable=False),
    Column("why", String(200), nullable=False),
    Column("author", ForeignKey("person.id"), nullable=False),
    Column("at", Float, nullable=False),
    Column("second", ForeignKey("person.id")),
    Column("needs_second", Boolean, nullable=False),
    Column("done", Float),
    Column("withdrawn", Float),
    CheckConstraint("second IS NULL OR second <> author", name="two_people"),
    CheckConstraint("done IS NULL OR NOT needs_second OR second IS NOT NULL", name="approved"),
    CheckConstraint("amount > 0", name="amount"),
)
"""Money that staff give to players: a `grant` to a person, or a batch of `coupons` with a total. Above the threshold of
the house policy it needs a second person.
"""
reservation = Table(
    "reservation",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("process", BigInteger, nullable=False),
    Column("account", ForeignKey("account.id"), nullable=False, index=True),
    Column("amount", BigInteger, nullable=False),
    Column("at", Float, nullable=False),
)
"""Money reserved for a request in progress, which no one else can spend. It is released with the request or its
process.
"""

errand = Table(
    "errand",
    metadata,
    Column("person", ForeignKey("person.id"), primary_key=True),
    Column("key", String(80), primary_key=True),
    Column("digest", String(64), nullable=False),
    Column("answer", Text, nullable=False),
    Column("at", Float, nullable=False),
)
"""Receipts of requests to the house instead of a table: money at the cage, opening a table, a coupon."""

tournament = Table(
    "tournament",
    metadata,
    Column("id", NUMBER, primary_key=True, autoincrement=True),
    Column("name", String(80), nullable=False),
    Column("file", Text, nullable=False),
    Column("status", String(10), nullable=False),
    Column("stage", Integer, nullable=False),
    Column("filed_by", String(40), nullable=False),
    Column("starts", Float, nullable=False),
    Column("why", Text, nullable=False),
    Column("at", Float, nullable=False),
)
"""Tournaments with the text of their file; `stage` is the current one, counted from 1."""

table_day = Table(
    "table_day",
    metadata,
    Column("table", ForeignKey("gaming_table.id"), primary_key=True),
    Column("day", String(10), primary_key=True, index=True),
    Column("rounds", BigInteger, nullable=False),
    Column("voids", BigInteger, nullable=False),
    Column("wagers", BigInteger, nullable=False),
    Column("handle", BigInteger, nullable=False),
    Column("hold", BigInteger, nullable=False),
    Column("mistakes", BigInteger, nullable=False),
)
"""The operator's figures of a table on a day (`figures`)."""

player_day = Table(
    "player_day",
    metadata,
    Column("person", ForeignKey("person.id"), primary_key=True),
    Column("day", String(10), primary_key=True, index=True),
    Column("table", ForeignKey("gaming_table.id"), primary_key=True),
    Column("rounds", BigInteger, nullable=False),
    Column("handle", BigInteger, nullable=False),
    Column("net", BigInteger, nullable=False),
)
"""The amounts that a person wagered and won at a table on a day."""

player_limit = Table(
    "player_limit",
    metadata,
    Column("person", ForeignKey("person.id"), primary_key=True),
    Column("kind", String(20), primary_key=True),
    Column("value", BigInteger),
    Column("coming", BigInteger),
    Column("since", Float),
)
"""Limits that players set for themselves; `coming` counts from `since`."""

exclusion = Table(
    "exclusion",
    metadata,
    Column("person", ForeignKey("person.id"), primary_key=True),
    Column("until", Float, nullable=False),
    Column("by", String(40), nullable=False),
    Column("at", Float, nullable=False),
)

player_time = Table(
    "player_time",
    metadata,
    Column("person", ForeignKey("person.id"), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("seconds", Float, nullable=False),
)
"""Time at tables of players who have limited it or want reality checks."""

flag = Table(
    "flag",
    metadata,
    Column("id", NUMBER, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("table", ForeignKey("gaming_table.id"), nullable=False),
    Column("what", String(40), nullable=False),
    Column("people", Text, nullable=False),
)
"""What surveillance should look at."""

entrant = Table(
    "entrant",
    metadata,
    Column("tournament", ForeignKey("tournament.id"), primary_key=True),
    Column("person", ForeignKey("person.id"), primary_key=True, index=True),
    Column("entries", Integer, nullable=False),
    Column("bot", String(20), nullable=False),
    Column("out", Integer),
    Column("place", Integer),
    Column("chips", BigInteger, nullable=False),
    Column("prize", BigInteger, nullable=False),
)
"""Entrants: how often each entered (re-buys count), the stage after which they were out, and their result."""

receipt = Table(
    "receipt",
    metadata,
    Column("table", ForeignKey("gaming_table.id"), primary_key=True),
    Column("person", ForeignKey("person.id"), primary_key=True),
    Column("key", String(80), primary_key=True),
    Column("digest", String(64), nullable=False),
    Column("answer", Text, nullable=False),
    Column("at", Float, nullable=False),
)

checkpoint = Table(
    "checkpoint",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("hash", String(64), nullable=False, unique=True),
    Column("line", Text, nullable=False),
    Column("restore", Boolean, nullable=False),
)
"""The chain of signed checkpoints that is copied to anchors; `restore` marks checkpoints that accept a restored
database."""

anchor = Table(
    "anchor",
    metadata,
    Column("name", String(300), primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("at", Float, nullable=False),
)
"""The last checkpoint that each anchor is known to hold, by the anchor's name."""
