"""The ledger rules that the database itself enforces (migration 0008), and whether they are still there.

Someone who may change the database's schema can remove them, so an audit looks for them. They stop mistakes in our own
code, and anyone who may only change rows.
"""

from __future__ import annotations

from sqlalchemy import Connection, text

from pitboss.floor.schema import MOST_POSTED

TRIGGERS = ("account_source_insert", "account_source_update", "posting_delete", "posting_size", "posting_update")
CONSTRAINTS = ("ck_account_named_source", "ck_account_no_debt", "ck_posting_size")
CHANGES = "posting_change"
_SOURCE = "{0}id IN ('cage', 'grants', 'coupons', 'house') OR {0}id LIKE 'tournament:%:rack'"
_ON_SQLITE = (
    *(
        f"CREATE TRIGGER account_source_{verb.lower()} BEFORE {verb} ON account "
        f"WHEN NEW.overdraft AND NOT ({_SOURCE.format('NEW.')}) "
        "BEGIN SELECT RAISE(ABORT, 'only a named source of money may be below zero'); END"
        for verb in ("INSERT", "UPDATE")
    ),
    f"CREATE TRIGGER posting_size BEFORE INSERT ON posting WHEN abs(NEW.amount) > {MOST_POSTED} "
    "OR typeof(NEW.amount) <> 'integer' BEGIN SELECT RAISE(ABORT, 'a posting is too large'); END",
    *(
        f"CREATE TRIGGER posting_{verb.lower()} BEFORE {verb} ON posting "
        "BEGIN SELECT RAISE(ABORT, 'postings are never changed'); END"
        for verb in ("UPDATE", "DELETE")
    ),
)
_ON_POSTGRESQL = (
    f"ALTER TABLE account ADD CONSTRAINT ck_account_named_source CHECK (NOT overdraft OR {_SOURCE.format('')})",
    f"ALTER TABLE posting ADD CONSTRAINT ck_posting_size CHECK (abs(amount) <= {MOST_POSTED})",
    "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'postings are never changed'; END $$",
    "CREATE TRIGGER posting_change BEFORE UPDATE OR DELETE ON posting FOR EACH ROW EXECUTE FUNCTION refuse_change()",
)


def missing_guards(connection: Connection) -> list[str]:
    """The ledger rules that the database no longer enforces."""
    if connection.dialect.name == "sqlite":
        there = set(connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars())
        return [name for name in TRIGGERS if name not in there]
    names = "SELECT conname FROM pg_constraint UNION SELECT tgname FROM pg_trigger WHERE tgenabled <> 'D'"
    there = set(connection.execute(text(names)).scalars())
    return [name for name in (*CONSTRAINTS, CHANGES) if name not in there]


def add_guards(connection: Connection) -> None:
    """Make the database enforce the rules, which must not be there yet."""
    for statement in _ON_SQLITE if connection.dialect.name == "sqlite" else _ON_POSTGRESQL:
        # :rack would be mistaken for a parameter.
        connection.execute(text(statement.replace(":", r"\:")))


def remove_guards(connection: Connection) -> None:
    """Remove the rules, to repair or to rewrite a ledger by hand."""
    if connection.dialect.name == "sqlite":
        for name in TRIGGERS:
            connection.execute(text(f"DROP TRIGGER IF EXISTS {name}"))
        return
    connection.execute(text(f"DROP TRIGGER IF EXISTS {CHANGES} ON posting"))
    connection.execute(text("DROP FUNCTION IF EXISTS refuse_change"))
    for name in CONSTRAINTS:
        table = name.split("_")[1]
        if name != "ck_account_no_debt":
            connection.execute(text(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {name}"))
