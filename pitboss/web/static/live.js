// Client-side behaviour of the lobby and tables: keyboard shortcuts, results floating over the felt, clocks, tabs, the
// bottom sheet on phones, and the preferred amount of motion.
"use strict";

window.pitbossLive = (() => {
  const PACE = "pitboss-pace";
  const calm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const ASLEEP = 300;
  const clocks = new Map();

  // ---- keys

  function typing(target) {
    return target.closest?.("input, textarea, select, [contenteditable], .q-menu, [role=dialog]");
  }

  function press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing(event.target)) return;
    const key = event.key.toLowerCase();
    // Enter and Space belong to the focused element; they press a button only if nothing has the focus.
    const focused = event.target.closest?.("button, a, .felt-area");
    if ((key === "enter" || key === " ") && focused) return;
    if (key === "escape" && document.querySelector(".side.open")) return open("side", false);
    const found = [...document.querySelectorAll("[data-key]")].find(
      (node) => node.dataset.key === key && node.offsetParent !== null,
    );
    if (!found) return;
    event.preventDefault();
    if (found.getAttribute("aria-disabled") === "true") return;
    // Ignore keys pressed before a new choice could be read.
    if (found.matches(".choice") && !awake(found)) return;
    found.click();
  }

  const since = new WeakMap();

  function awake(choice) {
    if (!since.has(choice)) since.set(choice, performance.now());
    return performance.now() - since.get(choice) >= ASLEEP;
  }

  // Whether keys are accepted now: nothing is asked, or the question has been visible for a moment.
  function hears() {
    // Check every choice instead of stopping early, because this starts its timer.
    return [...document.querySelectorAll(".choice")].map(awake).every(Boolean);
  }

  // ---- setting cards into hands

  // Ignore the click that follows a drag.
  let dropped = -Infinity;

  function noTap(event) {
    if (performance.now() - dropped < 80 && event.target.closest?.(".set-card")) event.stopImmediatePropagation();
  }

  // Drag a card with finger or mouse and report where it was dropped; a tap remains a tap.
  function lift(event) {
    const card = event.target.closest?.(".set-card");
    if (!card || event.button) return;
    const from = { x: event.clientX, y: event.clientY };
    const hands = () => [...document.querySelectorAll(".set-hand")];
    const far = (at) => Math.hypot(at.clientX - from.x, at.clientY - from.y) > 8;
    const under = (at) =>
      hands().find((hand) => {
        const box = hand.getBoundingClientRect();
        return at.clientX >= box.left && at.clientX <= box.right && at.clientY >= box.top && at.clientY <= box.bottom;
      });
    const follow = (move) => {
      if (!far(move)) return;
      card.style.translate = `${move.clientX - from.x}px ${move.clientY - from.y}px`;
      card.classList.add("lifted");
      for (const hand of hands()) hand.classList.toggle("over", hand === under(move));
    };
    const drop = (end) => {
      for (const kind of ["pointerup", "pointercancel"]) window.removeEventListener(kind, drop, true);
      window.removeEventListener("pointermove", follow, true);
      for (const hand of hands()) hand.classList.remove("over");
      card.classList.remove("lifted");
      card.style.translate = "";
      if (end.type !== "pointerup" || !far(end)) return;
      dropped = performance.now();
      // The page may have redrawn the card in the meantime.
      const here = document.querySelector(`.set-card[data-place="${card.dataset.place}"]`);
      const hand = under(end);
      if (hand && here && !hand.contains(here)) here.dispatchEvent(new CustomEvent("put", { detail: hand.dataset.hand }));
    };
    window.addEventListener("pointermove", follow, true);
    for (const kind of ["pointerup", "pointercancel"]) window.addEventListener(kind, drop, true);
  }

  // ---- tabs, and the bottom sheet on phones

  function choose(tab) {
    const side = tab.closest(".side");
    for (const other of side.querySelectorAll(".tab")) {
      const chosen = other === tab;
      other.setAttribute("aria-selected", String(chosen));
      other.tabIndex = chosen ? 0 : -1;
      document.getElementById(other.getAttribute("aria-controls")).hidden = !chosen;
    }
  }

  function open(id, whether) {
    const sheet = document.getElementById(id);
    sheet.classList.toggle("open", whether);
    const opener = document.querySelector(`[data-opens="${id}"]`);
    opener?.setAttribute("aria-expanded", String(whether));
    if (whether) sheet.querySelector("[aria-selected=true]")?.focus();
    else opener?.focus();
  }

  // Show a tab of the side panel, opening the sheet on narrow screens.
  function show(part) {
    const tab = document.querySelector(`.tab[data-tab="${part}"]`);
    if (!tab) return;
    choose(tab);
    if (document.querySelector('[data-opens="side"]')?.offsetParent) open("side", true);
  }

  function clicked(event) {
    // Remove the results of the last round when the player continues.
    if (event.target.closest?.(".doing, .felt")) for (const old of document.querySelectorAll(".float")) old.remove();
    const tab = event.target.closest?.(".tab");
    if (tab) return choose(tab);
    const opener = event.target.closest?.("[data-opens]");
    if (opener) return open(opener.dataset.opens, opener.getAttribute("aria-expanded") !== "true");
    const shower = event.target.closest?.("[data-shows]");
    if (shower) return show(shower.dataset.shows);
    const closer = event.target.closest?.("[data-closes]");
    if (closer) open(closer.dataset.closes, false);
  }

  // Arrow keys move along a row of tabs or options.
  function along(event) {
    const here = event.target.closest?.(".tab, [role=radio]");
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!here || !by) return;
    const all = [...here.parentElement.querySelectorAll(here.matches(".tab") ? ".tab" : "[role=radio]")];
    const next = all[(all.indexOf(here) + by + all.length) % all.length];
    event.preventDefault();
    next.click();
    next.focus();
  }

  // ---- results and clocks

  function float(id, text, kind, x, y) {
    const place = document.getElementById(id);
    if (!place) return;
    const made = document.createElement("span");
    made.className = `float ${kind}`;
    made.textContent = text;
    made.style.left = `${x * 100}%`;
    made.style.top = `${y * 100}%`;
    place.append(made);
    if (wanted && kind === "won") [660, 880, 1320].forEach((pitch, number) => tone(pitch, 0.07, number * 0.09));
    // Move a result down if it would cover another.
    const others = [...place.children].filter((one) => one !== made);
    // Each result grows briefly when it appears.
    const covers = (one) =>
      Math.abs(one.offsetLeft - made.offsetLeft) < 1.12 * (one.offsetWidth + made.offsetWidth) / 2 &&
      Math.abs(one.offsetTop + (one.lower ?? 0) - made.offsetTop - made.lower) < 1.12 * made.offsetHeight;
    made.lower = 0;
    while (others.some(covers)) made.lower += 4;
    made.style.setProperty("--lower", `${made.lower}px`);
    setTimeout(() => made.remove(), 2600);
  }

  const CALM = 120;

  function clock(id, seconds) {
    const place = document.getElementById(id);
    if (!place) return;
    clearInterval(clocks.get(id)?.timer);
    const before = clocks.get(id);
    const end = performance.now() + seconds * 1000;
    // The ring is full when a clock starts, and continues if it is still the same clock.
    const whole = before && Math.abs(before.end - end) < 1500 ? before.whole : seconds;
    const tick = () => {
      const left = Math.max(0, (end - performance.now()) / 1000);
      place.style.setProperty("--left", String(whole > 0 ? left / whole : 0));
      place.textContent = String(Math.ceil(left));
      place.style.visibility = left > CALM ? "hidden" : ""; // hidden while there are minutes left
      place.classList.toggle("soon", left < 5);
      if (left <= 0 || !place.isConnected) clearInterval(clocks.get(id)?.timer);
    };
    clocks.set(id, { end, whole, timer: setInterval(tick, 200) });
    tick();
  }

  // Dice and cards are dealt at the head of the felt, next to the player's own. On a small screen that may be off
  // screen; then scroll as much of the felt into view as fits, starting at its head.
  function look() {
    for (const old of document.querySelectorAll(".float")) old.remove();
    ownSeat();
    bringUp(24);
  }

  // Keep the player's own seat visible in the row of seats.
  function ownSeat() {
    const row = document.querySelector(".seats");
    const you = row?.querySelector(".you");
    if (you) row.scrollLeft = you.offsetLeft - row.offsetLeft - (row.clientWidth - you.offsetWidth) / 2;
  }

  // `hidden` pixels of the felt may be covered by the panel.
  function bringUp(hidden) {
    const felt = document.querySelector(".felt-box")?.getBoundingClientRect();
    const foot = document.querySelector(".doing")?.getBoundingClientRect().top;
    if (!felt || (felt.top >= 0 && felt.bottom <= foot + hidden)) return;
    const top = Math.min(felt.top - 4, Math.max(felt.bottom - foot, 0));
    window.scrollBy({ top, behavior: calm() ? "auto" : "smooth" });
  }

  // A question with a slider takes more room, and the player's cards are at the foot of the felt: scroll them into view
  // above it once it is drawn.
  function asked() {
    requestAnimationFrame(() => requestAnimationFrame(() => bringUp(8)));
  }

  // Scroll the area that a newly seated player most likely wants into view, between header and panel.
  function sight(begins) {
    ownSeat();
    const node = [...document.querySelectorAll(".felt-area")].find((one) => one.dataset.area.startsWith(begins));
    const foot = document.querySelector(".doing")?.getBoundingClientRect().top;
    if (!node?.info || !foot) return;
    const { x, y } = new DOMPoint(node.info.x, node.info.y).matrixTransform(node.ownerSVGElement.getScreenCTM());
    if (y > 20 && y < foot - 40) return;
    const lowest = document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
    window.scrollBy({ top: Math.min(y - foot * 0.6, lowest), behavior: calm() ? "auto" : "smooth" });
  }

  function bankroll(text) {
    for (const node of document.querySelectorAll(".person-bankroll")) node.textContent = text;
  }

  // ---- motion

  function pace() {
    if (calm()) return "at once";
    try {
      return localStorage.getItem(PACE) ?? "calm";
    } catch {
      return "calm";
    }
  }

  function keepPace(name) {
    if (calm()) return;
    try {
      localStorage.setItem(PACE, name);
    } catch {
      // Without storage the user is asked again next time.
    }
  }

  // ---- sound, off until the user turns it on

  const SOUND = "pitboss-sound";
  const TONES = { laid: [1900, 0.03], dealt: [520, 0.04], drawn: [700, 0.04], thrown: [240, 0.09], spun: [330, 0.12] };
  let wanted = false;
  let ear = null;
  let heard = 0;

  function tone(pitch, length, after = 0) {
    ear ??= new AudioContext();
    const at = ear.currentTime + after;
    const voice = ear.createOscillator();
    const loud = ear.createGain();
    voice.type = "triangle";
    voice.frequency.value = pitch;
    loud.gain.setValueAtTime(0.12, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + length + 0.08);
    voice.connect(loud).connect(ear.destination);
    voice.start(at);
    voice.stop(at + length + 0.1);
    heard += 1;
  }

  function sound(button) {
    if (button) {
      wanted = !wanted;
      try {
        localStorage.setItem(SOUND, wanted ? "on" : "off");
      } catch {
        // Without storage the sound is off again next time.
      }
      if (wanted) tone(880, 0.05);
    }
    for (const one of document.querySelectorAll("[data-sounds]")) one.setAttribute("aria-pressed", String(wanted));
    return heard;
  }

  function listen() {
    try {
      wanted = localStorage.getItem(SOUND) === "on";
    } catch {
      wanted = false;
    }
    document.addEventListener("felt-enters", (event) => {
      if (wanted && TONES[event.detail]) tone(...TONES[event.detail]);
    });
    document.addEventListener("click", (event) => {
      const button = event.target.closest?.("[data-sounds]");
      if (button) sound(button);
    });
  }
  listen();

  // A link to the staff entrance may carry a token after the #, which browsers do not send; put it in the form.
  function carried() {
    const field = document.querySelector('form[action="/staff"] input[name="token"]');
    if (!field || location.hash.length < 20) return;
    field.value = decodeURIComponent(location.hash.slice(1));
    history.replaceState(history.state, "", location.pathname);
  }

  // ---- verifying randomness

  const hex = (bytes) => [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");
  const sha256 = async (bytes) => new Uint8Array(await window.crypto.subtle.digest("SHA-256", bytes));
  const hashed = async (text) => hex(await sha256(new TextEncoder().encode(text)));

  // The random stream of a seed, as in the library's SeededSource.
  async function stream(text) {
    const key = await sha256(new TextEncoder().encode(`pitboss:${text}`));
    const block = new Uint8Array(40);
    block.set(key);
    let ready = [];
    let made = 0n;
    async function take(size) {
      while (ready.length < size) {
        new DataView(block.buffer).setBigUint64(32, made++);
        ready = ready.concat([...(await sha256(block))]);
      }
      return ready.splice(0, size);
    }
    async function number(below) {
      const size = below > 1 ? Math.ceil((below - 1).toString(2).length / 8) : 0;
      const all = 256 ** size;
      while (true) {
        const value = (await take(size)).reduce((sum, byte) => sum * 256 + byte, 0);
        if (value < all - (all % below)) return value % below;
      }
    }
    return { take, number };
  }

  // Recompute a result from the seed and the state of the tape.
  async function answered(asked) {
    const { take, number } = await stream(`${asked.seed} ${asked.head}`);
    if (asked.kind === "dice") {
      let rolled = await number(6 ** asked.number);
      const faces = [];
      for (let die = 0; die < asked.number; die++, rolled = Math.floor(rolled / 6)) faces.unshift((rolled % 6) + 1);
      return faces.join("-");
    }
    if (asked.kind === "number") {
      const came = await number(asked.below);
      return asked.shows.length ? asked.shows[came] : came;
    }
    if (asked.kind === "draw") {
      const left = Array.from({ length: asked.of }, (_, place) => place + 1).filter((one) => !asked.out.includes(one));
      const drawn = [];
      while (drawn.length < asked.take) drawn.push(left.splice(await number(left.length), 1)[0]);
      return drawn;
    }
    const order = asked.cards.split(" ");
    for (let last = order.length - 1; last > 0; last--) {
      const other = await number(last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    const nonce = await take(32);
    const whole = await hashed(`${hex(nonce)} ${order.join(" ")}`); // the commitment format of an earlier version
    return asked.result === whole ? whole : shuffled(nonce, order);
  }

  // ---- shuffles with a commitment per card: a hash tree, split as in RFC 6962

  const leaf = (place, card, salt) => hashed(`card ${place} ${card} ${salt}`);

  function split(first, end) {
    let left = 1;
    while (left * 2 < end - first) left *= 2;
    return first + left;
  }

  // Compute the commitment from the revealed cards of a shuffle and the hashes of the other subtrees.
  async function committed({ count, cards, hidden }) {
    const leaves = new Map();
    for (const { place, card, salt } of cards) leaves.set(place, await leaf(place, card, salt));
    const rest = [...hidden];
    const places = [...leaves.keys()];
    async function top(first, end) {
      if (!places.some((place) => place > first && place <= end)) return rest.shift();
      if (end - first === 1) return leaves.get(end);
      const middle = split(first, end);
      const left = await top(first, middle);
      return hashed(`node ${left} ${await top(middle, end)}`);
    }
    const found = await top(0, count);
    return rest.length ? "" : hashed(`shuffle ${count} ${found}`);
  }

  // Compute the commitment to a whole order: each card's salt is derived from the nonce.
  async function shuffled(nonce, order) {
    const key = await window.crypto.subtle.importKey(
      "raw", new Uint8Array(nonce), { name: "HMAC", hash: "SHA-256" }, false, ["sign"],
    );
    const salt = async (place) => {
      const made = await window.crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`salt ${place}`));
      return hex(new Uint8Array(made));
    };
    const cards = [];
    for (const [at, card] of order.entries()) cards.push({ place: at + 1, card, salt: await salt(at + 1) });
    return committed({ count: order.length, cards, hidden: [] });
  }

  async function isKept({ commitment, draw, opened, disclosure }) {
    if (disclosure) return (await committed(JSON.parse(disclosure))) === commitment;
    if (opened) return (await hashed(opened)) === commitment; // format of an earlier version
    const asked = JSON.parse(draw);
    const follows = JSON.stringify(await answered(asked)) === JSON.stringify(asked.result);
    return follows && (await hashed(asked.seed)) === commitment;
  }

  // ---- commitments that this browser saw before anything was opened

  const COMMITMENTS = "pitboss-commitments";
  const REMEMBERED = 2000;

  function remembered() {
    try {
      return JSON.parse(localStorage.getItem(COMMITMENTS) ?? "[]");
    } catch {
      return []; // storage is blocked, or was changed by hand
    }
  }

  // Remember the commitments on a table's page; the floor cannot exchange them afterwards without being noticed.
  function remember() {
    const shown = [...document.querySelectorAll(".commitment")].flatMap((one) => one.textContent.match(/[0-9a-f]{64}/g) ?? []);
    if (shown.every((one) => known.has(one))) return;
    for (const one of shown) known.add(one);
    try {
      localStorage.setItem(COMMITMENTS, JSON.stringify([...known].slice(-REMEMBERED)));
    } catch {
      // storage is blocked: nothing is remembered
    }
  }

  const known = new Set(remembered());

  // Verify all commitments here, without trusting the server.
  async function verify() {
    if (!window.crypto?.subtle) return; // without https there is no crypto.subtle; use the command shown
    for (const verdict of document.querySelectorAll(".verdict")) {
      const kept = await isKept(verdict.dataset);
      const before = known.has(verdict.dataset.commitment) ? ", which saw the commitment before" : "";
      verdict.textContent = kept ? `verified in your browser${before}` : "DOES NOT MATCH the commitment";
      verdict.classList.toggle("good", kept);
      verdict.classList.toggle("dear", !kept);
    }
  }

  new MutationObserver(hears).observe(document, { childList: true, subtree: true });
  new MutationObserver(remember).observe(document, { childList: true, subtree: true, characterData: true });
  document.addEventListener("keydown", press);
  document.addEventListener("keydown", along);
  document.addEventListener("click", clicked);
  document.addEventListener("click", noTap, true);
  document.addEventListener("pointerdown", lift);

  return { float, clock, hears, look, asked, sight, sound, bankroll, pace, keepPace, carried, verify, answered };
})();
