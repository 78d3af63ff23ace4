"""The operator's figures per table and day, and per player. They begin with the first round after this migration."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "table_day",
        sa.Column("table", NUMBER, nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("rounds", sa.BigInteger(), nullable=False),
        sa.Column("voids", sa.BigInteger(), nullable=False),
        sa.Column("wagers", sa.BigInteger(), nullable=False),
        sa.Column("handle", sa.BigInteger(), nullable=False),
        sa.Column("hold", sa.BigInteger(), nullable=False),
        sa.Column("mistakes", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["gaming_table.id"], name=op.f("fk_table_day_table")),
        sa.PrimaryKeyConstraint("table", "day", name=op.f("pk_table_day")),
    )
    op.create_index(op.f("ix_table_day_day"), "table_day", ["day"])
    op.create_table(
        "player_day",
        sa.Column("person", NUMBER, nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("table", NUMBER, nullable=False),
        sa.Column("rounds", sa.BigInteger(), nullable=False),
        sa.Column("handle", sa.BigInteger(), nullable=False),
        sa.Column("net", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_player_day_person")),
        sa.ForeignKeyConstraint(["table"], ["gaming_table.id"], name=op.f("fk_player_day_table")),
        sa.PrimaryKeyConstraint("person", "day", "table", name=op.f("pk_player_day")),
    )
    op.create_index(op.f("ix_player_day_day"), "player_day", ["day"])


def downgrade() -> None:
    raise NotImplementedError("figures that were booked cannot be taken back")
