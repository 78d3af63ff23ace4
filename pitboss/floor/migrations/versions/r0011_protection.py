"""Limits that players set for themselves, exclusions, time at tables, and flags for surveillance."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "player_limit",
        sa.Column("person", NUMBER, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=True),
        sa.Column("coming", sa.BigInteger(), nullable=True),
        sa.Column("since", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_player_limit_person")),
        sa.PrimaryKeyConstraint("person", "kind", name=op.f("pk_player_limit")),
    )
    op.create_table(
        "exclusion",
        sa.Column("person", NUMBER, nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.Column("by", sa.String(length=40), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_exclusion_person")),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_exclusion")),
    )
    op.create_table(
        "player_time",
        sa.Column("person", NUMBER, nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_player_time_person")),
        sa.PrimaryKeyConstraint("person", "day", name=op.f("pk_player_time")),
    )
    op.create_table(
        "flag",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("table", NUMBER, nullable=False),
        sa.Column("what", sa.String(length=40), nullable=False),
        sa.Column("people", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["gaming_table.id"], name=op.f("fk_flag_table")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_flag")),
    )


def downgrade() -> None:
    raise NotImplementedError("limits and exclusions that are in force cannot be taken back")
