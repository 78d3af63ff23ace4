"""`pitboss serve` as a separate process that can be killed and restarted.

with served(database) as server:
    httpx.get(server.url)
    server.kill()       # kill -9
    server.start()      # same port, same folder, same database
"""

import os
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType

from tests.shared.needs import free_port, leashed
from tests.shared.waiting import wait_until

PITBOSS = (str(Path(sys.executable).with_name("pitboss")),)
_TESTS = Path(__file__).parents[1]
_PATH = os.pathsep.join([str(_TESTS / "stranger"), str(_TESTS.parent)])
"""A third-party game, and this tree's code, wherever Pitboss is installed from."""
_PATIENCE = 120.0
"""Seconds to wait for a server to answer; the first start on a machine compiles."""
_FAREWELL = 60.0
"""Seconds that a server is given to shut down."""
_TRACEBACK = "Traceback (most recent call last)"


class Served:
    """A server that keeps its port, folder and database across restarts."""

    def __init__(
        self,
        folder: Path,
        database: str | None,
        program: Sequence[str],
        words: Sequence[str],
        environment: Mapping[str, str],
    ) -> None:
        self.folder = folder
        self._environment = environment
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = folder / "log.txt"
        self._process: subprocess.Popen[bytes] | None = None
        self._words = [*program, "serve", "--no-browser", "--port", str(self.port), "--folder", str(folder / "floor")]
        self._words += ["--database", database] if database else []
        self._words += words

    @property
    def log(self) -> str:
        """The server's output over all its restarts."""
        return self._log.read_text("utf-8", "replace") if self._log.exists() else ""

    @property
    def pid(self) -> int:
        assert self._process is not None, "the server is not running"
        return self._process.pid

    def start(self) -> None:
        """Start the server and wait until it answers."""
        assert self._process is None, "the server is already running"
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                leashed(self._words, "KILL"),
                env={**_environment(), **self._environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        process = self._process
        try:
            wait_until(lambda: process.poll() is not None or self._answers(), _PATIENCE)
        except TimeoutError:
            self.kill()
            raise RuntimeError("the server runs but does not answer") from None
        if process.poll() is not None:
            code = self._end(signal.SIGKILL)
            raise RuntimeError(f"the server ended with {code} before it answered")

    def kill(self) -> None:
        """Kill the server and its child processes with kill -9."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask the server to shut down, as Ctrl-C or a service manager does; return its exit code."""
        return self._end(signal.SIGTERM)

    def restart(self) -> None:
        """Kill the server and start it again."""
        self.kill()
        self.start()

    def close(self) -> None:
        if self._process is not None:
            self.stop()

    def _end(self, how: signal.Signals) -> int:
        assert self._process is not None, "the server is not running"
        process, self._process = self._process, None
        if how is not signal.SIGKILL:
            process.send_signal(how)
            with suppress(subprocess.TimeoutExpired):
                process.wait(_FAREWELL)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        return process.wait()

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.url, timeout=10) as answer:
                return bool(answer.status < 500)
        except urllib.error.HTTPError as refusal:
            return refusal.code < 500
        except OSError:
            return False


@contextmanager
def served(
    database: str | None = None,
    *words: str,
    program: Sequence[str] = PITBOSS,
    folder: Path | None = None,
    tracebacks: bool = False,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Served]:
    """Yield a running server; `words` are extra command-line arguments.

    Without a database it uses the default, SQLite in the folder. A traceback in its log fails the test that used the
    server, even if no page or response showed it, unless `tracebacks` are expected.
    """
    with tempfile.TemporaryDirectory(prefix="pitboss-served-") as temporary:
        server = Served(folder or Path(temporary), database, program, words, environment)
        try:
            server.start()
            yield server
        except BaseException as error:
            error.add_note(f"The server's log ends:\n{server.log[-4000:]}")
            raise
        finally:
            server.close()
        if not tracebacks and _TRACEBACK in server.log:
            raise AssertionError(f"the server logged an error:\n{server.log[-8000:]}")


def _environment() -> dict[str, str]:
    """Return a user's environment with the third-party game installed. NiceGUI must not see pytest's variable."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "NICEGUI_"))}
    return kept | {"PYTHONPATH": _PATH, "PYTHONUNBUFFERED": "1"}
