"""Sealed random seeds. An existing table commits to its first seeds when it is next loaded."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "seed",
        sa.Column("table", NUMBER, nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("of", sa.String(length=10), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["gaming_table.id"], name=op.f("fk_seed_table")),
        sa.PrimaryKeyConstraint("table", "commitment", name=op.f("pk_seed")),
    )


def downgrade() -> None:
    raise NotImplementedError("seeds that were committed to cannot be undone")
