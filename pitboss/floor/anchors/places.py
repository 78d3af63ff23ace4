"""Places that keep checkpoints: files, webhooks, and a time-stamping authority.

Everything here blocks, and runs in the anchor's own thread, so that a hanging anchor holds up nothing else.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import socket
import ssl
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Protocol
from urllib.parse import urlsplit

import httpx

from pitboss.floor.anchors.checkpoints import LONGEST, BadCheckpoint, Checkpoint, read_checkpoint
from pitboss.table.tape import START, canonical

HEADS_FILE = "heads.jsonl"
PATIENCE = 10.0
"""Seconds within which a webhook or a time-stamping authority must answer."""
LARGEST_ANSWER = LONGEST
TAIL = 1 << 20
"""The number of bytes at the end of a file to search for its last checkpoint."""


class AnchorDown(Exception):
    """An anchor cannot be reached, or does not answer as it should."""


class AnchorMoved(Exception):
    """An anchor does not hold what was expected: another process wrote to it, or another floor."""


class CannotBeRead(Exception):
    """An anchor accepts checkpoints but cannot return them."""


class Anchor(Protocol):
    """A place that keeps checkpoints."""

    name: str
    """Its name in the database and in messages, without secrets."""

    def latest(self, public: str) -> Checkpoint | None:
        """The last checkpoint that it holds; raises `AnchorDown`, `BadCheckpoint` or `CannotBeRead`."""

    def add(self, checkpoints: Sequence[Checkpoint]) -> None:
        """Add some checkpoints that follow the last one; raises `AnchorDown` or `AnchorMoved`."""


# ---- files


@dataclass(frozen=True, slots=True)
class Stamp:
    """A time stamp in a file: the checkpoint it stamps, and the authority's answer."""

    number: int
    checkpoint: str
    token: bytes


class FileAnchor:
    """A file to which checkpoints are appended, one on each line; several processes may share it."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self.name = f"{socket.gethostname()}:{self.path}"[:300]

    def latest(self, public: str) -> Checkpoint | None:
        try:
            with open(self.path, "rb") as file:
                fcntl.flock(file, fcntl.LOCK_SH)  # so that no line is half written
                line = _last(file)
        except FileNotFoundError:
            if not self.path.parent.is_dir():
                raise AnchorDown(f"the folder {self.path.parent} does not exist") from None
            return None
        except OSError as problem:
            raise AnchorDown(problem.strerror or str(problem)) from None
        return None if line is None else read_checkpoint(line.decode("utf-8", "replace"), public)

    def add(self, checkpoints: Sequence[Checkpoint]) -> None:
        try:
            with open(self.path, "a+b", opener=_private) as file:
                fcntl.flock(file, fcntl.LOCK_EX)  # until it is closed
                last = _last(file, repair=True)
                fresh = _fresh(checkpoints, None if last is None else last.decode("utf-8", "replace"))
                file.write(b"".join(one.text.encode() + b"\n" for one in fresh))
                file.flush()
                os.fsync(file.fileno())
        except OSError as problem:
            raise AnchorDown(problem.strerror or str(problem)) from None

    def add_stamp(self, stamp: Stamp) -> None:
        """Append a time stamp for a checkpoint."""
        token = base64.b64encode(stamp.token).decode()
        line = canonical({"stamp": stamp.number, "checkpoint": stamp.checkpoint, "token": token})
        try:
            with open(self.path, "a+b", opener=_private) as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                _last(file, repair=True)
                file.write(line.encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as problem:
            raise AnchorDown(problem.strerror or str(problem)) from None

    def lines(self, public: str) -> Iterator[Checkpoint | Stamp | str]:
        """All checkpoints and time stamps, and the faults in lines as text; raises `AnchorDown`."""
        try:
            with open(self.path, "rb") as file:
                fcntl.flock(file, fcntl.LOCK_SH)
                lines = file.read().split(b"\n")
        except FileNotFoundError:
            return
        except OSError as problem:
            raise AnchorDown(problem.strerror or str(problem)) from None
        for number, line in enumerate(lines[:-1], 1):
            text = line.decode("utf-8", "replace")
            try:
                yield _stamp(text) if _is_stamp(line) else read_checkpoint(text, public)
            except BadCheckpoint as problem:
                yield f"line {number} {problem}"
        if lines[-1]:
            yield f"line {len(lines)} is incomplete"


def _fresh(checkpoints: Sequence[Checkpoint], last: str | None) -> Sequence[Checkpoint]:
    """The given checkpoints that a file is still missing, which follow its last line."""
    texts, first = [one.text for one in checkpoints], checkpoints[0]
    if last in texts:
        return checkpoints[texts.index(last) + 1 :]
    if last is None:
        if first.before != START:
            raise AnchorMoved("the file is empty")
        return checkpoints
    held = json.loads(last) if last.startswith("{") else {}
    number = held.get("number", 0)
    abandoned = first.restore is not None and first.restore.base < number < first.number
    if first.before == sha256(last.encode()).hexdigest() or abandoned or (first.number == 1 and number == 0):
        return checkpoints
    raise AnchorMoved(f"the file does not end with the checkpoint before {first.number}")


def _is_stamp(line: bytes) -> bool:
    return b'"stamp":' in line and b'"signature":' not in line


def _stamp(text: str) -> Stamp:
    try:
        data = json.loads(text)
        return Stamp(int(data["stamp"]), str(data["checkpoint"]), base64.b64decode(data["token"], validate=True))
    except (ValueError, KeyError, TypeError):
        raise BadCheckpoint("cannot be read") from None


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _last(file: BinaryIO, repair: bool = False) -> bytes | None:
    """The last line with a checkpoint. A partial line, left by a process that died, is removed with `repair`."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - TAIL))
    tail = file.read()
    whole = tail.rfind(b"\n") + 1
    if repair and whole < len(tail):
        file.truncate(size - (len(tail) - whole))
    file.seek(0, os.SEEK_END)
    lines = tail[:whole].split(b"\n")[:-1]
    return next((line for line in reversed(lines) if not _is_stamp(line)), None)


# ---- webhooks


class Webhook:
    """A URL to which each checkpoint is posted.

    An answer of 2xx means that the checkpoint is stored; 409 that it does not follow the last one there. A GET of the
    same URL may return the last checkpoint, so that the floor can be compared with it at the start.
    """

    def __init__(self, url: str, token: str = "") -> None:
        self._url = url
        parts = urlsplit(url)
        self.name = f"{parts.scheme}://{parts.hostname}{f':{parts.port}' if parts.port else ''}"[:300]
        self._headers = {"authorization": f"Bearer {token}"} if token else {}
        self._client: httpx.Client | None = None

    def _open(self) -> httpx.Client:
        if self._client is None:
            self._client = _client(self._headers)
        return self._client

    def latest(self, public: str) -> Checkpoint | None:
        try:
            with self._open().stream("GET", self._url, headers={"accept": "application/json"}) as answer:
                content = _bounded(answer)
        except (httpx.HTTPError, httpx.InvalidURL) as problem:
            raise AnchorDown(type(problem).__name__) from None
        if answer.status_code in (204, 404):
            return None
        if answer.status_code in (405, 501):
            raise CannotBeRead
        if answer.status_code != 200:
            raise AnchorDown(f"it answered {answer.status_code}")
        text = content.decode("utf-8", "replace").strip()
        return read_checkpoint(text, public) if text else None

    def add(self, checkpoints: Sequence[Checkpoint]) -> None:
        for one in checkpoints:
            try:
                with self._open().stream(
                    "POST",
                    self._url,
                    content=one.text.encode(),
                    headers={"content-type": "application/json", "idempotency-key": one.hash},
                ) as answer:
                    _bounded(answer)
            except (httpx.HTTPError, httpx.InvalidURL) as problem:
                raise AnchorDown(type(problem).__name__) from None
            if answer.status_code == 409:
                raise AnchorMoved(f"it answered that checkpoint {one.number} does not follow its last one")
            if not answer.is_success:
                raise AnchorDown(f"it answered {answer.status_code}")


def _client(headers: Mapping[str, str]) -> httpx.Client:
    """A client that trusts the system's certificates and those in $SSL_CERT_FILE."""
    return httpx.Client(timeout=PATIENCE, trust_env=False, verify=ssl.create_default_context(), headers=headers)


def _bounded(answer: httpx.Response) -> bytes:
    """The content of an answer; raises `AnchorDown` if it is too long."""
    content = b""
    for part in answer.iter_bytes():
        content += part
        if len(content) > LARGEST_ANSWER:
            raise AnchorDown(f"its answer is longer than {LARGEST_ANSWER} bytes")
    return content


# ---- time stamps


class TimeStamps:
    """A time-stamping authority by RFC 3161. With its root certificate its signatures are checked, too."""

    def __init__(self, url: str, certificate: Path | None = None) -> None:
        self._url = url
        parts = urlsplit(url)
        self.name = f"time stamps of {parts.scheme}://{parts.netloc.rpartition('@')[2]}"[:300]
        self.certificate = certificate

    def stamp(self, checkpoint: Checkpoint) -> Stamp:
        """A time stamp for a checkpoint; raises `AnchorDown`."""
        from rfc3161_client import HashAlgorithm, TimestampRequestBuilder

        request = TimestampRequestBuilder().data(checkpoint.text.encode()).hash_algorithm(HashAlgorithm.SHA256).build()
        try:
            with (
                _client({}) as client,
                client.stream(
                    "POST",
                    self._url,
                    content=request.as_bytes(),
                    headers={"content-type": "application/timestamp-query"},
                ) as answer,
            ):
                token = _bounded(answer)
        except (httpx.HTTPError, httpx.InvalidURL) as problem:
            raise AnchorDown(type(problem).__name__) from None
        if answer.status_code != 200:
            raise AnchorDown(f"it answered {answer.status_code}")
        made = Stamp(checkpoint.number, checkpoint.hash, token)
        if fault := fault_of_stamp(made, self.certificate, request.nonce):
            raise AnchorDown(fault)
        return made


def fault_of_stamp(stamp: Stamp, certificate: Path | None, nonce: int | None = None) -> str:
    """The fault in a time stamp; "" if it has none. Its signature is checked only with a root certificate."""
    from cryptography.x509 import load_pem_x509_certificates
    from rfc3161_client import PKIStatus, VerificationError, Verifier, VerifierBuilder, decode_timestamp_response

    try:
        response = decode_timestamp_response(stamp.token)
        if PKIStatus(response.status) not in (PKIStatus.GRANTED, PKIStatus.GRANTED_WITH_MODS):
            return "the authority did not grant a time stamp"
        if response.tst_info.message_imprint.message.hex() != stamp.checkpoint:
            return f"it is not of checkpoint {stamp.number}"
        if nonce is not None and response.tst_info.nonce != nonce:
            return "it answers another request"
        if certificate is None:
            return ""
        builder = VerifierBuilder(roots=[])
        for root in load_pem_x509_certificates(certificate.read_bytes()):
            builder = builder.add_root_certificate(root)
        verifier: Verifier = builder.build()
        verifier.verify(response, bytes.fromhex(stamp.checkpoint))
    except OSError as problem:
        return f"{certificate}: {problem.strerror or problem}"
    except (VerificationError, ValueError) as problem:
        return f"its signature cannot be verified: {problem}"
    return ""


def time_of_stamp(stamp: Stamp) -> float:
    """The time that an authority confirmed, in seconds since 1970."""
    from rfc3161_client import decode_timestamp_response

    return decode_timestamp_response(stamp.token).tst_info.gen_time.timestamp()
