"""Servers for the anchor tests: a witness that keeps checkpoints, and a time-stamping authority."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class Witness:
    """A server that keeps every checkpoint that follows its last one, and refuses all others."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        self.asked: list[str] = []
        """The authorization of each request."""
        self.answers_with = 0
        """A status to return instead, as if the server were broken."""
        self.readable = True
        self.url = ""

    def get(self) -> tuple[int, bytes]:
        if not self.readable:
            return 405, b""
        return (200, self.kept[-1].encode()) if self.kept else (404, b"")

    def post(self, line: str) -> tuple[int, bytes]:
        if line in self.kept:
            return 200, b""
        one, last = json.loads(line), json.loads(self.kept[-1]) if self.kept else None
        restored = last is not None and one.get("restore", {"base": 1 << 60})["base"] < last["number"] < one["number"]
        if last is not None and one["number"] != last["number"] + 1 and not restored:
            return 409, b""
        self.kept.append(line)
        return 204, b""


@contextmanager
def witness() -> Iterator[Witness]:
    """A running witness."""
    here = Witness()

    class Handler(_Quiet):
        def do_GET(self) -> None:
            here.asked.append(self.headers.get("authorization", ""))
            self.answer(*((here.answers_with, b"") if here.answers_with else here.get()))

        def do_POST(self) -> None:
            here.asked.append(self.headers.get("authorization", ""))
            line = self.content().decode()
            self.answer(*((here.answers_with, b"") if here.answers_with else here.post(line)))

    with _served(Handler) as url:
        here.url = f"{url}/secret-path"
        yield here


@contextmanager
def authority(folder: Path) -> Iterator[tuple[str, Path]]:
    """A running OpenSSL time-stamping authority; yields its URL and its root certificate."""
    folder.mkdir(parents=True, exist_ok=True)
    config = folder / "openssl.cnf"
    config.write_text(CONFIG.format(folder=folder), "utf-8")
    (folder / "serial").write_text("01\n", "utf-8")
    _openssl(
        folder, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-config", str(config),
        "-keyout", "root.key", "-out", "root.pem",
    )  # fmt: skip
    _openssl(
        folder, "req", "-newkey", "rsa:2048", "-nodes", "-keyout", "tsa.key", "-out", "tsa.csr", "-subj", "/CN=Test TSA"
    )
    signed = "x509 -req -in tsa.csr -CA root.pem -CAkey root.key -CAcreateserial -days 30 -out tsa.pem -extensions tsa"
    _openssl(folder, *signed.split(" "), "-extfile", str(config))

    class Handler(_Quiet):
        def do_POST(self) -> None:
            assert self.headers["content-type"] == "application/timestamp-query"
            with lock:
                (folder / "query").write_bytes(self.content())
                _openssl(
                    folder,
                    "ts",
                    "-reply",
                    "-config",
                    str(config),
                    "-section",
                    "authority",
                    "-queryfile",
                    "query",
                    "-out",
                    "reply",
                )
                self.answer(200, (folder / "reply").read_bytes())

    lock = threading.Lock()
    with _served(Handler) as url:
        yield url, folder / "root.pem"


CONFIG = """
[req]
distinguished_name = name
x509_extensions = root
prompt = no
default_keyfile = {folder}/root.key
[name]
CN = Test root
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
[tsa]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[authority]
serial = {folder}/serial
signer_cert = {folder}/tsa.pem
signer_key = {folder}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
ess_cert_id_alg = sha256
"""


def _openssl(folder: Path, *words: str) -> None:
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)


class _Quiet(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def content(self) -> bytes:
        return self.rfile.read(int(self.headers["content-length"]))

    def answer(self, status: int, content: bytes) -> None:
        self.send_response(status)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *given: Any) -> None:
        pass


@contextmanager
def _served(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
