"""The initial schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.String(length=60), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("overdraft", sa.Boolean(), nullable=False),
        sa.CheckConstraint("overdraft OR balance >= 0", name=op.f("ck_account_no_debt")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
    )
    op.create_table(
        "house",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_house")),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("name", name=op.f("uq_person_name")),
    )
    op.create_table(
        "process",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_process")),
    )
    op.create_table(
        "gaming_table",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("layout", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("opened_by", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("closed", sa.Float(), nullable=True),
        sa.Column("owner", sa.BigInteger(), nullable=True),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("deadline", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["opened_by"], ["person.id"], name=op.f("fk_gaming_table_opened_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_gaming_table")),
    )
    op.create_table(
        "token",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("expires", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_token_person")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_token")),
    )
    op.create_index(op.f("ix_token_person"), "token", ["person"], unique=False)
    op.create_table(
        "entry",
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["gaming_table.id"], name=op.f("fk_entry_table")),
        sa.PrimaryKeyConstraint("table", "number", name=op.f("pk_entry")),
    )
    op.create_index("ix_entry_kind", "entry", ["table", "kind", "number"], unique=False)
    op.create_index("ix_entry_round", "entry", ["table", "round", "number"], unique=False)
    op.create_table(
        "journal",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("entry", sa.Integer(), nullable=True),
        sa.Column("what", sa.String(length=80), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["gaming_table.id"], name=op.f("fk_journal_table")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_journal")),
    )
    op.create_index("ix_journal_entry", "journal", ["table", "entry"], unique=False)
    op.create_table(
        "receipt",
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_receipt_person")),
        sa.ForeignKeyConstraint(["table"], ["gaming_table.id"], name=op.f("fk_receipt_table")),
        sa.PrimaryKeyConstraint("table", "person", "key", name=op.f("pk_receipt")),
    )
    op.create_table(
        "seat",
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("bot", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_seat_person")),
        sa.ForeignKeyConstraint(["table"], ["gaming_table.id"], name=op.f("fk_seat_table")),
        sa.PrimaryKeyConstraint("table", "position", name=op.f("pk_seat")),
    )
    op.create_index(op.f("ix_seat_person"), "seat", ["person"], unique=False)
    op.create_table(
        "shuffle",
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("shoe", sa.String(length=40), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("dealt", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("nonce", sa.String(length=64), nullable=True),
        sa.Column("order", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["table"], ["gaming_table.id"], name=op.f("fk_shuffle_table")),
        sa.PrimaryKeyConstraint("table", "entry", name=op.f("pk_shuffle")),
    )
    op.create_table(
        "posting",
        sa.Column("journal", sa.BigInteger(), nullable=False),
        sa.Column("account", sa.String(length=60), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_posting_account")),
        sa.ForeignKeyConstraint(["journal"], ["journal.id"], name=op.f("fk_posting_journal")),
        sa.PrimaryKeyConstraint("journal", "account", name=op.f("pk_posting")),
    )
    op.create_index("ix_posting_account", "posting", ["account"], unique=False)


def downgrade() -> None:
    raise NotImplementedError("the initial schema cannot be downgraded")
