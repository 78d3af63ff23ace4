"""Everything that the files in deploy/ name exists: programs, options, environment variables, paths, and each other's
parts.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from pitboss.cli.app import app
from pitboss.floor.api import health

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
DATA, CACHE = "/var/lib/pitboss", "/var/cache/pitboss"


def instructions() -> list[tuple[str, str]]:
    """Return the Containerfile's instructions, each with its arguments."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Containerfile").read_text("utf-8"), flags=re.MULTILINE)
    lines = text.replace("\\\n", " ").splitlines()
    return [(word, " ".join(rest.split())) for line in lines if line for word, _, rest in [line.partition(" ")]]


def of_kind(kind: str) -> list[str]:
    return [rest for word, rest in instructions() if word == kind]


def parsed(words: list[str]) -> dict[str, Any]:
    """Parse `pitboss serve` as the program does; unknown options are errors."""
    assert words[0] == "serve"
    with get_command(app).commands["serve"].make_context("serve", words[1:]) as context:
        return dict(context.params)


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return found


def unit() -> dict[str, list[str]]:
    """Return the service's settings."""
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / "pitboss.service").read_text("utf-8").splitlines():
        if "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


def test_the_image_serves_its_data_folder_as_a_user_of_its_own() -> None:
    (command,), (entry,) = of_kind("CMD"), of_kind("ENTRYPOINT")
    assert entry == '["pitboss"]'
    served = parsed(yaml.safe_load(command))
    assert (str(served["folder"]), served["host"], served["no_browser"]) == (DATA, "0.0.0.0", True)
    assert of_kind("USER") == ["10001:10001"]
    assert of_kind("EXPOSE") == [str(served["port"])]
    assert yaml.safe_load(of_kind("VOLUME")[0]) == [DATA, CACHE]
    assert of_kind("STOPSIGNAL") == ["SIGTERM"]


def test_the_image_copies_what_exists() -> None:
    copied = [one.split()[:-1] for one in of_kind("COPY") if not one.startswith("--from")]
    for name in copied[0]:
        assert name.startswith("dist/") or (ROOT / name).exists(), name


def test_what_the_image_writes_lies_in_its_volumes() -> None:
    (settings,) = of_kind("ENV")
    paths = [one.partition("=")[2] for one in settings.split() if not one.startswith(("PATH", "PYTHON"))]
    assert paths == [value.partition("=")[2] for value in unit()["Environment"][1:]]
    assert all(path.startswith(f"{CACHE}/") for path in paths)


def test_the_health_check_asks_an_address_that_the_floor_has() -> None:
    (check,) = of_kind("HEALTHCHECK")
    (asked,) = re.findall(r"http://127\.0\.0\.1:8080(/[\w/]+)", check)
    assert asked.endswith(tuple(route.path for route in health.router.routes))


def test_the_services_use_only_what_the_file_declares() -> None:
    found = compose()
    for name, service in found["services"].items():
        assert set(service.get("secrets", ())) <= set(found["secrets"]), name
        assert set(service["networks"]) <= set(found["networks"]), name
        assert set(service.get("depends_on", ())) <= set(found["services"]), name
        for volume in service["volumes"]:
            source = volume.partition(":")[0]
            assert source in found["volumes"] or (DEPLOY / source).is_file(), volume
        assert service["read_only"] is True, name
    assert found["networks"]["inside"]["internal"] is True
    assert list(found["services"]["proxy"]["ports"]) == ["80:80", "443:443"]
    assert all("ports" not in found["services"][name] for name in ("floor", "database"))


def test_the_floor_of_the_compose_file_starts_with_options_that_exist() -> None:
    service = compose()["services"]["floor"]
    served = parsed(service["command"])
    assert served["database"] == f"@/run/secrets/{service['secrets'][0]}"
    subnet = compose()["networks"]["front"]["ipam"]["config"][0]["subnet"]
    assert service["environment"]["FORWARDED_ALLOW_IPS"] == subnet
    assert (ROOT / "deploy" / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
    assert "reverse_proxy {$PITBOSS_UPSTREAM:floor:8080}" in (DEPLOY / "Caddyfile").read_text("utf-8")


def test_the_service_starts_with_options_that_exist() -> None:
    program, *words = shlex.split(unit()["ExecStart"][0])
    assert program == "/opt/pitboss/bin/pitboss"
    assert str(parsed(words)["folder"]) == DATA
    assert (unit()["StateDirectory"], unit()["CacheDirectory"]) == (["pitboss"], ["pitboss"])


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
def test_systemd_accepts_the_service_and_finds_it_hardened(tmp_path: Path) -> None:
    there = tmp_path / "pitboss.service"
    text = (DEPLOY / "pitboss.service").read_text("utf-8")
    there.write_text(text.replace("/opt/pitboss/bin/pitboss", sys.executable), "utf-8")
    for words in (["verify"], ["security", "--offline=true", "--threshold=20"]):
        ran = subprocess.run(["systemd-analyze", "--no-pager", *words, str(there)], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stdout[-300:] + ran.stderr
