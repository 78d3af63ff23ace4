"""Ledger rules in the database itself, and a second person's approval for grants of money.

1. No account is below zero, except the named sources of money: the cage, grants, coupons, the house, and the racks of
   tournaments. No other account may be declared one of them.
2. Postings are never changed or deleted, and none is too large for the ledger to add up.

On SQLite these are triggers, because a table cannot get new constraints; on PostgreSQL constraints and a trigger.
"""

import sqlalchemy as sa
from alembic import op

from pitboss.floor.guards import add_guards

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "approval",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("person", NUMBER, nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.String(length=200), nullable=False),
        sa.Column("author", NUMBER, nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("second", NUMBER, nullable=True),
        sa.Column("needs_second", sa.Boolean(), nullable=False),
        sa.Column("done", sa.Float(), nullable=True),
        sa.Column("withdrawn", sa.Float(), nullable=True),
        sa.CheckConstraint("second IS NULL OR second <> author", name=op.f("ck_approval_two_people")),
        sa.CheckConstraint("done IS NULL OR NOT needs_second OR second IS NOT NULL", name=op.f("ck_approval_approved")),
        sa.CheckConstraint("amount > 0", name=op.f("ck_approval_amount")),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_approval_person")),
        sa.ForeignKeyConstraint(["author"], ["person.id"], name=op.f("fk_approval_author")),
        sa.ForeignKeyConstraint(["second"], ["person.id"], name=op.f("fk_approval_second")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_approval")),
    )
    add_guards(op.get_bind())


def downgrade() -> None:
    raise NotImplementedError("money that was approved cannot be taken back")
