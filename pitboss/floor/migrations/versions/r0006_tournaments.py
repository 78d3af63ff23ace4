"""Tournaments, their entrants and their tables."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "tournament",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("filed_by", sa.String(length=40), nullable=False),
        sa.Column("starts", sa.Float(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament")),
    )
    op.create_table(
        "entrant",
        sa.Column("tournament", NUMBER, nullable=False),
        sa.Column("person", NUMBER, nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("bot", sa.String(length=20), nullable=False),
        sa.Column("out", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("chips", sa.BigInteger(), nullable=False),
        sa.Column("prize", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["tournament"], ["tournament.id"], name=op.f("fk_entrant_tournament")),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_entrant_person")),
        sa.PrimaryKeyConstraint("tournament", "person", name=op.f("pk_entrant")),
    )
    op.create_index(op.f("ix_entrant_person"), "entrant", ["person"])
    op.add_column("gaming_table", sa.Column("tournament", sa.BigInteger(), nullable=True))
    op.add_column("gaming_table", sa.Column("stage", sa.Integer(), nullable=True))


def downgrade() -> None:
    raise NotImplementedError("tournaments that were held cannot be undone")
