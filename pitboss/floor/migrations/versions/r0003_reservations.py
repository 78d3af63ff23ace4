"""Reservations, receipts issued by the house, process heartbeats, and look-alike forms of names."""

import sqlalchemy as sa
from alembic import op

from pitboss.floor.people import likeness

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "reservation",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("process", sa.BigInteger(), nullable=False),
        sa.Column("account", sa.String(length=60), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_reservation_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reservation")),
    )
    op.create_index(op.f("ix_reservation_account"), "reservation", ["account"], unique=False)
    op.create_table(
        "errand",
        sa.Column("person", NUMBER, nullable=False),
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_errand_person")),
        sa.PrimaryKeyConstraint("person", "key", name=op.f("pk_errand")),
    )
    op.add_column("process", sa.Column("beat", sa.Float(), nullable=True))
    op.add_column("person", sa.Column("likeness", sa.String(length=80), nullable=True))
    op.create_index(op.f("ix_person_likeness"), "person", ["likeness"], unique=False)
    connection = op.get_bind()
    named = connection.execute(sa.text("SELECT id, name FROM person")).all()
    likenesses = [{"id": id, "likeness": likeness(name)} for id, name in named]
    if likenesses:
        connection.execute(sa.text("UPDATE person SET likeness = :likeness WHERE id = :id"), likenesses)


def downgrade() -> None:
    raise NotImplementedError("receipts and what is set aside cannot be undone")
