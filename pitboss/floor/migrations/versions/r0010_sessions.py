"""A second factor for staff, and where a token is used."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "second_factor",
        sa.Column("person", NUMBER, nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("step", sa.BigInteger(), nullable=False),
        sa.Column("codes", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_second_factor_person")),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_second_factor")),
    )
    op.add_column("token", sa.Column("client", sa.String(length=120), nullable=False, server_default=""))
    op.add_column("token", sa.Column("second", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    raise NotImplementedError("second factors that were set up cannot be taken back")
