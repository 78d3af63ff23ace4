"""People on the floor: their roles, names, passwords and tokens.

A token is shown once, when it is created; the database stores only its digest. A role belongs to a token, not to a
person: someone may deal in the afternoon and play in the evening.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from sqlalchemy import ColumnElement, Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from pitboss.floor import schema

DAY = 24 * 3600.0
LIFETIME = 30 * DAY
"""The default lifetime of a token in seconds."""
AT_ONCE = 1_000
"""The maximum number of tokens looked up in one statement."""
REVOKED = 0.0
"""The expiry time of a revoked token."""
BY_KEY = ("guest", "registered")
"""The labels of tokens that may be derived from a key."""
RESERVED = re.compile(r"(guest|bot)[olzeasgtb]*")
"""Matches the outlines of names that the house assigns: "Guest 000001" has the outline "guestoooool"."""
OFFICES = (
    *("dealer", "floorperson", "floorman", "surveillance", "regulator", "admin", "administrator", "staff"),
    *("house", "cage", "cashier", "pitboss", "moderator", "operator", "support", "system", "boxperson", "inspector"),
)
"""Words that may not be, begin or end a player's name, because the player would seem to be staff."""
NAME = re.compile(r"[^\W_](?:[\w '.-]{0,38}[\w.'])?")
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
HASHER = PasswordHasher(time_cost=3, memory_cost=64 * 1024, parallelism=1)
"""Argon2id with RFC 9106's low-memory parameters, but on one core, because the tables need the others."""
FIRST_SCRYPT_COST = 14
"""The cost of the first scrypt hashes, which do not state it."""
ALIKE = str.maketrans(
    "аеорсухіјѕһԁԛԝьвнкмтгαοιρνυχκτεηω01",
    "aeopcyxijshdqwbbhkmtraoipvuxktenwol",
)
"""Letters and digits that look like a Latin letter."""
MISREAD = str.maketrans(
    {"i": "l", "j": "l", "2": "z", "3": "e", "4": "a", "5": "s", "6": "g", "7": "t", "8": "b", "9": "g"}
)
"""Letters and digits that are easily misread as another letter."""
MISTAKEN = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "GEORGIAN"})
"""Alphabets with letters that are easily mistaken for another alphabet's."""


class Role(StrEnum):
    """A token's role, which decides what it allows."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SURVEILLANCE = "surveillance"
    REGULATOR = "regulator"
    ADMIN = "admin"


SEES_ALL = (Role.SURVEILLANCE, Role.REGULATOR)
"""Roles that see every card of a shuffle when it is over, even those never shown."""


class BadPerson(ValueError):
    """An invalid name or password."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person in one role."""

    id: int
    name: str
    kind: str
    role: Role


THE_HOUSE = Person(0, "the house", "staff", Role.ADMIN)
"""The actor for commands that no particular person gives: closing an abandoned table, seating a tournament's
entrant."""


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def normalized_name(name: str) -> str:
    """A name as stored, with single spaces and normalised characters.

    >>> normalized_name("  Ａnn   Lee ")
    'Ann Lee'
    """
    return " ".join(unicodedata.normalize("NFKC", name).split())


def likeness(name: str) -> str:
    """The visual form of a name; names of different people must differ in it.

    >>> likeness("Ann L33"), likeness("ÁNN l33"), likeness("Аnn L33")
    ('ann l33', 'ann l33', 'ann l33')
    """
    bare = unicodedata.normalize("NFKD", normalized_name(name).casefold())
    return "".join(one for one in bare if not unicodedata.combining(one)).translate(ALIKE)[:80]


def outline(name: str) -> str:
    """The coarsest form of a name: its likeness without spaces and marks, with easily misread characters merged.

    >>> outline("Guest 000001"), outline("GUE5T_OOOO0I"), outline("D3a1er")
    ('guestoooool', 'guestoooool', 'dealer')
    """
    bare = "".join(filter(str.isalnum, likeness(name).replace("rn", "m").replace("vv", "w")))
    return bare.translate(MISREAD)


def _imitates(name: str) -> str:
    """The reason why a player may not use a name, because it looks like someone else's; "" if they may."""
    if RESERVED.fullmatch(outline(name)):
        return "names like Guest 000001 or Bot 1 are reserved; choose another one"
    whole, words = outline(name), [outline(word) for word in re.split(r"[\s_.'-]+", name)]
    for office in OFFICES:
        looks = office.replace("rn", "m").translate(MISREAD)
        if looks in words or re.fullmatch(rf"(the)?{looks}[olzeasgtb]{{0,6}}", whole):
            return f"a player's name may not look like staff ({office}); choose another one"
    return ""


def _one_alphabet(name: str) -> bool:
    """Whether all letters of a name belong to one alphabet; mixed alphabets usually mean impersonation."""
    used = {unicodedata.name(one, "?").partition(" ")[0] for one in name if one.isalpha()}
    return len(used & MISTAKEN) <= 1


def create_person(connection: Connection, name: str, kind: str, password: str | None = None) -> int:
    """Create a person; the name must be free. `password` is a hash."""
    name = normalized_name(name)
    if not NAME.fullmatch(name):
        raise BadPerson("a name must have 1 to 40 letters, digits, spaces, dots, apostrophes or hyphens")
    if not _one_alphabet(name):
        raise BadPerson("the letters of a name must belong to one alphabet")
    if kind == "staff" and RESERVED.fullmatch(outline(name)):
        raise BadPerson("names like Guest 000001 or Bot 1 are reserved; choose another one")
    if kind == "member" and (reason := _imitates(name)):
        raise BadPerson(reason)
    if kind in ("member", "staff") and _like(connection, name):
        raise BadPerson(f"the name {name!r} is taken")
    try:
        with connection.begin_nested():
            made = connection.execute(
                insert(schema.person).values(
                    name=name, kind=kind, likeness=likeness(name), password=password, at=time.time()
                )
            )
    except IntegrityError:
        raise BadPerson(f"the name {name!r} is taken") from None
    return int(made.inserted_primary_key[0])  # type: ignore[index]


def _like(connection: Connection, name: str) -> bool:
    """Whether someone has a name that looks like this one."""
    alike = select(schema.person.c.id).where(schema.person.c.likeness == likeness(name))
    return connection.execute(alike.limit(1)).first() is not None


def create_guest(connection: Connection) -> tuple[int, str]:
    """Create a guest with a free name."""
    while True:
        name = f"Guest {secrets.randbelow(10**6):06}"
        try:
            return create_person(connection, name, "guest"), name
        except BadPerson:
            continue


def hash_password(password: str) -> str:
    """Hash a password for the database. This is slow on purpose, so call it before a transaction, not in it."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise BadPerson(f"a password must have {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters")
    return HASHER.hash(password)


def password_hash_of(connection: Connection, name: str) -> tuple[int, str] | None:
    """The id and the password hash of the person with a name; None if there is no such person or no password."""
    person = schema.person
    row = connection.execute(
        select(person.c.id, person.c.password).where(person.c.name == normalized_name(name))
    ).first()
    return None if row is None or not row.password else (int(row.id), row.password)


def verify_password(stored: str | None, password: str) -> bool:
    """Whether a password matches a stored hash. It takes as long without one, so that timing does not reveal names."""
    given = password[:LONGEST_PASSWORD]
    if stored is not None and not stored.startswith("$argon2"):
        return _matches_scrypt(stored, given)
    try:
        HASHER.verify(stored or _unmatched_hash(), given)
    except VerifyMismatchError:
        return False
    return stored is not None


def _unmatched_hash() -> str:
    """A hash that takes as long to verify as any other and matches no known password."""
    return f"$argon2id$v=19$m={HASHER.memory_cost},t={HASHER.time_cost},p={HASHER.parallelism}${'A' * 22}${'A' * 43}"


def _matches_scrypt(stored: str, password: str) -> bool:
    """Whether a password matches an scrypt hash of an older floor: "[cost:]salt:hash"."""
    *cost, salt, wanted = stored.split(":")
    n = 2 ** (int(cost[0]) if cost else FIRST_SCRYPT_COST)
    found = hashlib.scrypt(password.encode(), salt=bytes.fromhex(salt), n=n, r=8, p=1, maxmem=2 * 128 * 8 * n)
    return hmac.compare_digest(found.hex(), wanted)


def needs_rehash(stored: str) -> bool:
    """Whether a stored hash uses scrypt, or Argon2 with outdated parameters."""
    return not stored.startswith("$argon2") or HASHER.check_needs_rehash(stored)


def create_token(
    connection: Connection,
    person: int,
    role: Role,
    label: str = "",
    lifetime: float = LIFETIME,
    token: str | None = None,
    client: str = "",
    second: bool = False,
) -> str:
    """Create a token for a person in a role. It cannot be shown again, unless it is derived from a secret of the
    person. `client` says where it is used, and `second` whether its owner has given a second factor.
    """
    token = token or secrets.token_urlsafe(32)
    now = time.time()
    row = {"digest": digest_of(token), "person": person, "role": role.value, "label": label[:80]}
    row |= {"client": client[:120], "second": second}
    connection.execute(insert(schema.token).values(**row, at=now, expires=now + lifetime))
    return token


@dataclass(frozen=True, slots=True)
class Holder:
    """The holder of a valid token. It is `complete` unless the person has a second factor and has not given it."""

    person: Person
    expires: float
    complete: bool


def holder_of_token(connection: Connection, token: str) -> Holder | None:
    """The holder of a token; None if it is not valid."""
    person, given, factor = schema.person, schema.token, schema.second_factor
    confirmed = (factor.c.person == person.c.id) & factor.c.confirmed
    row = connection.execute(
        select(person.c.id, person.c.name, person.c.kind, given.c.role, given.c.expires, given.c.second, factor.c.at)
        .join(given, given.c.person == person.c.id)
        .outerjoin(factor, confirmed)
        .where(given.c.digest == digest_of(token))
    ).first()
    if row is None or row.expires < time.time():
        return None
    held = Person(int(row.id), row.name, row.kind, Role(row.role))
    return Holder(held, float(row.expires), row.at is None or bool(row.second))


def is_revoked(connection: Connection, token: str) -> bool:
    """Whether a token was valid once and is not any more."""
    given = schema.token
    asked = select(given.c.digest).where(given.c.digest == digest_of(token), given.c.expires < time.time())
    return connection.execute(asked).first() is not None


def revoke_token(connection: Connection, token: str) -> None:
    """Revoke a token."""
    revoke_tokens_where(connection, schema.token.c.digest == digest_of(token))


def revoke_tokens_where(connection: Connection, which: ColumnElement[bool]) -> int:
    """Revoke tokens; returns their number. One derived from a key stays known, so that the key cannot make it valid."""
    given = schema.token
    kept = which & given.c.label.in_(BY_KEY) & (given.c.expires > REVOKED)
    remembered = connection.execute(update(given).where(kept).values(expires=REVOKED)).rowcount
    return remembered + connection.execute(given.delete().where(which, given.c.label.not_in(BY_KEY))).rowcount


def revoke_all_tokens(connection: Connection, name: str) -> tuple[int, int]:
    """Revoke all tokens of a person; returns the person's id and the number of tokens."""
    id = id_of_name(connection, name)
    return id, revoke_tokens_where(connection, schema.token.c.person == id)


def id_of_name(connection: Connection, name: str) -> int:
    """The id of the person with a name; `BadPerson` if there is none."""
    person = schema.person
    id = connection.execute(select(person.c.id).where(person.c.name == normalized_name(name))).scalar()
    if id is None:
        raise BadPerson(f"there is no person called {normalized_name(name)!r}")
    return int(id)


def valid_tokens(connection: Connection, digests: Sequence[str]) -> set[str]:
    """Those of the tokens that no one has revoked."""
    given = schema.token
    good: set[str] = set()
    for first in range(0, len(digests), AT_ONCE):
        these = given.c.digest.in_(digests[first : first + AT_ONCE])
        asked = select(given.c.digest).where(these, given.c.expires > REVOKED)
        good.update(connection.execute(asked).scalars())
    return good
