"""The pages' content security policy: scripts run only with their request's nonce."""

import re

import httpx
from playwright.sync_api import Page, expect

from tests.shared.at_table import Seat
from tests.shared.served import Served

NONCE = re.compile(r"script-src 'self' 'nonce-([\w-]{20,})' 'unsafe-eval';")


def test_every_script_of_a_page_has_the_nonce_of_its_request(server: Served) -> None:
    used = set()
    for path in ("/", "/people", "/staff", "/sessions", "/rules/craps", "/nothing"):
        answer = httpx.get(server.url + path, headers={"accept": "text/html"})
        nonce = NONCE.search(answer.headers["content-security-policy"])
        assert nonce is not None
        scripts = re.findall(r"<script[^>]*>", answer.text)
        inline = [one for one in scripts if "src=" not in one]
        assert len(inline) >= 4
        assert all(f'nonce="{nonce[1]}"' in one for one in inline), path
        used.add(nonce[1])
    assert len(used) == 6


def test_a_table_plays_under_the_policy_and_a_smuggled_script_does_not_run(seat: Seat, complaints: list[str]) -> None:
    page: Page = seat("roulette")
    expect(page.locator(".felt-box")).to_be_visible()
    assert complaints == []
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), {textContent: 'window.evil=1'}))"
    )
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.evil=1\">')")
    page.wait_for_timeout(0)
    assert page.evaluate("window.evil") is None
    assert any("Content Security Policy" in one for one in complaints)
    complaints.clear()
