"""Checks of any page's appearance: structure, width and contrast."""

from itertools import pairwise

from playwright.sync_api import Page

LEVELS = """() => [...document.querySelectorAll('h1, h2, h3, h4')].map((one) => Number(one.tagName[1]))"""
NAMELESS = """() => [...document.querySelectorAll('input, select, textarea, [contenteditable=true]')].filter((one) =>
    one.offsetParent !== null && !one.labels?.length && !one.getAttribute('aria-label') &&
    !one.getAttribute('aria-labelledby')).map((one) => one.outerHTML)"""
TWICE = """() => { const seen = new Set(), twice = [];
    for (const { id } of document.querySelectorAll('[id]')) seen.has(id) ? twice.push(id) : seen.add(id);
    return twice; }"""


def in_good_order(page: Page) -> None:
    """Check that headings nest without gaps, every input has a name, and ids are unique."""
    levels = page.evaluate(LEVELS)
    assert levels[0] == 1
    assert all(below - above <= 1 for above, below in pairwise(levels)), levels
    assert page.evaluate(NAMELESS) == []
    assert page.evaluate(TWICE) == []


CONTRAST = """() => {
  const parts = (colour) => { const c = colour.match(/[\\d.]+/g).map(Number); return c.length < 4 ? [...c, 1] : c; };
  const light = (c) => { const [r, g, b] = c.slice(0, 3).map((v) => { v /= 255;
    return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const over = (top, under) => top.slice(0, 3).map((v, i) => v * top[3] + under[i] * (1 - top[3]));
  const ground = (one) => { const layers = [];
    for (let e = one; e; e = e.parentElement) layers.unshift(parts(getComputedStyle(e).backgroundColor));
    return layers.reduce((under, top) => over(top, under), [19, 17, 16]); };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const one = walker.currentNode.parentElement, text = walker.currentNode.textContent.trim();
    if (!text || !one.checkVisibility({ opacityProperty: true })) continue;
    if (one.closest('.unseen, [aria-hidden=true], svg, .q-icon')) continue;
    const under = ground(one), ink = over(parts(getComputedStyle(one).color), under);
    const [high, low] = [light(ink), light(under)].sort((a, b) => b - a), ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) poor.push(`${ratio.toFixed(2)} ${one.className} ${text.slice(0, 40)}`);
  }
  return [...new Set(poor)];
}"""


def readable(page: Page) -> None:
    """Check that all visible text has a contrast ratio of at least 4.5 to 1."""
    assert page.evaluate(CONTRAST) == []


def fits(page: Page) -> None:
    """Check that nothing overflows horizontally. A plot takes a moment to adapt to the window."""
    page.wait_for_function("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
