"""Checkpoints and their anchors. The sizes of the files of heads, which earlier versions recorded, are forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "checkpoint",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("restore", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_checkpoint")),
        sa.UniqueConstraint("hash", name=op.f("uq_checkpoint_hash")),
    )
    op.create_table(
        "anchor",
        sa.Column("name", sa.String(length=300), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_anchor")),
    )
    op.execute("DELETE FROM house WHERE name = 'heads' OR name LIKE 'heads:%'")


def downgrade() -> None:
    raise NotImplementedError("checkpoints that were anchored cannot be taken back")
