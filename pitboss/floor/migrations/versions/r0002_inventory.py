"""Table inventories: the chips that the house brought at the opening, so that none of a table's accounts is
negative."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

OPENING = 100_000_00


def upgrade() -> None:
    connection = op.get_bind()
    tables = connection.execute(sa.text("SELECT id, closed FROM gaming_table ORDER BY id")).all()
    held: dict[str, int] = dict(connection.execute(sa.text("SELECT id, balance FROM account")).all())
    house = 0
    if tables:
        _account(connection, "house", True)
    for table, closed in tables:
        name = f"table:{table}:inventory"
        stands = held.get(name, 0)
        # A closed table gets just what it lost; an open one that has lost a lot gets another full inventory.
        brought = max(0, -stands) if closed is not None else OPENING * (1 + max(0, -stands) // OPENING)
        if name not in held:
            _account(connection, name, False)
        if brought:
            _bring(connection, table, name, brought)
            house += brought
    connection.execute(sa.text("UPDATE account SET overdraft = :no WHERE id LIKE 'table:%'").bindparams(no=False))
    connection.execute(sa.text("UPDATE account SET balance = balance - :all WHERE id = 'house'"), {"all": house})


def _account(connection: sa.Connection, name: str, overdraft: bool) -> None:
    row = {"id": name, "overdraft": overdraft}
    connection.execute(sa.text("INSERT INTO account (id, balance, overdraft) VALUES (:id, 0, :overdraft)"), row)


def _bring(connection: sa.Connection, table: int, name: str, amount: int) -> None:
    """Post it at the table's first entry, under the table's number; processes number their journals from 2**36."""
    row = {"id": table, "table": table, "what": "opening inventory", "at": time.time()}
    new = 'INSERT INTO journal (id, "table", entry, what, at) VALUES (:id, :table, 1, :what, :at)'
    connection.execute(sa.text(new), row)
    posting = sa.text("INSERT INTO posting (journal, account, amount) VALUES (:journal, :account, :amount)")
    for account, cents in (("house", -amount), (name, amount)):
        connection.execute(posting, {"journal": table, "account": account, "amount": cents})
    move = sa.text("UPDATE account SET balance = balance + :amount WHERE id = :id")
    connection.execute(move, {"id": name, "amount": amount})


def downgrade() -> None:
    raise NotImplementedError("the house's inventory cannot be removed from the books")
