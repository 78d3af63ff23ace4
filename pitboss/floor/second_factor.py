"""The second factor for staff: time-based one-time passwords (RFC 6238) and recovery codes.

1. A secret is shown once, to be scanned by an authenticator app; it counts once its owner has entered a code made from
   it. In the database it is sealed with the floor's key.
2. A code is valid only once, during its half minute and the ones before and after.
3. Ten recovery codes replace the app if it is lost; each is valid once, and the database stores only their digests.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import io
import secrets
import struct
from collections.abc import Sequence
from urllib.parse import quote

STEP = 30
"""Seconds for which a code is shown."""
DRIFT = 1
"""The number of steps by which a clock may be off."""
DIGITS = 6
RECOVERY_CODES = 10
ISSUER = "Pitboss"


def new_secret() -> str:
    """A new secret of 160 bits, in base32."""
    return base64.b32encode(secrets.token_bytes(20)).decode()


def code_at(secret: str, step: int) -> str:
    """The code for a time step (RFC 4226, section 5.3, with the step as counter).

    >>> code_at(base64.b32encode(b"12345678901234567890").decode(), 59 // 30)
    '287082'
    """
    digest = hmac.digest(base64.b32decode(secret), struct.pack(">Q", step), "sha1")
    at = digest[-1] & 0xF
    number = int.from_bytes(digest[at : at + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def matching_step(secret: str, given: str, now: float, after: int = 0) -> int | None:
    """The time step of a code; None if the code is wrong, too old, or not `after` the last one used."""
    code = "".join(given.split())
    for step in range(int(now) // STEP - DRIFT, int(now) // STEP + DRIFT + 1):
        if hmac.compare_digest(code_at(secret, step).encode(), code.encode()) and step > after:
            return step
    return None


def enrolment_url(secret: str, name: str) -> str:
    """The URL that an authenticator app scans."""
    label = quote(f"{ISSUER}:{name}")
    return f"otpauth://totp/{label}?secret={secret}&issuer={ISSUER}&algorithm=SHA1&digits={DIGITS}&period={STEP}"


def qr_svg(url: str) -> str:
    """A URL as a QR code, in SVG."""
    import segno

    out = io.BytesIO()
    segno.make_qr(url, error="m").save(
        out, kind="svg", scale=5, border=4, dark="#131110", light="#f4ecdc", xmldecl=False, omitsize=True
    )
    return out.getvalue().decode()


def new_recovery_codes() -> list[str]:
    """New recovery codes of 49 bits each, such as `K7QF2-9XWTB`."""
    letters = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
    words = ["".join(secrets.choice(letters) for _ in range(5)) for _ in range(2 * RECOVERY_CODES)]
    return [f"{one}-{other}" for one, other in zip(words[::2], words[1::2], strict=True)]


def digest_of_code(code: str) -> str:
    """The digest under which a recovery code is stored; case, spaces and hyphens do not matter."""
    return hashlib.sha256("".join(filter(str.isalnum, code)).upper().encode()).hexdigest()


def without_code(digests: Sequence[str], given: str) -> list[str] | None:
    """The digests left after using a recovery code; None if it is not one of them."""
    wanted = digest_of_code(given)
    if not any(hmac.compare_digest(one, wanted) for one in digests):
        return None
    return [one for one in digests if one != wanted]


__all__ = [
    "code_at",
    "digest_of_code",
    "enrolment_url",
    "matching_step",
    "new_recovery_codes",
    "new_secret",
    "qr_svg",
    "without_code",
]
