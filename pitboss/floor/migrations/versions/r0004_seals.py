"""Journal seals. Existing journals are sealed when a process with the key next opens the floor."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("journal", sa.Column("seal", sa.String(length=64), nullable=True))


def downgrade() -> None:
    raise NotImplementedError("seals cannot be undone")
