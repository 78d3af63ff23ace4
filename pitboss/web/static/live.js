// What lobby and tables do without asking the server: keys that press buttons, results that float over the felt, the
// ring of a clock, tabs and the sheet on a phone, and how much motion somebody wants.
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
    // Enter and Space are for what has the focus; only where nothing has it do they press a button.
    const focused = event.target.closest?.("button, a, .felt-area");
    if ((key === "enter" || key === " ") && focused) return;
    if (key === "escape" && document.querySelector(".side.open")) return open("side", false);
    const found = [...document.querySelectorAll("[data-key]")].find(
      (node) => node.dataset.key === key && node.offsetParent !== null,
    );
    if (!found) return;
    event.preventDefault();
    if (found.getAttribute("aria-disabled") === "true") return;
    // A choice that has only just come was not meant by a key that was on its way before.
    if (found.matches(".choice") && !awake(found)) return;
    found.click();
  }

  const since = new WeakMap();

  function awake(choice) {
    if (!since.has(choice)) since.set(choice, performance.now());
    return performance.now() - since.get(choice) >= ASLEEP;
  }

  // Whether a key would be heard now: nothing is asked, or what is asked has been there for a moment.
  function hears() {
    // Every one is looked at, not only as many as it takes: each is awake from the moment that it came on.
    return [...document.querySelectorAll(".choice")].map(awake).every(Boolean);
  }

  // ---- cards that are put into hands

  // The click that follows a drag is no tap.
  let dropped = -Infinity;

  function noTap(event) {
    if (performance.now() - dropped < 80 && event.target.closest?.(".set-card")) event.stopImmediatePropagation();
  }

  // A card follows the finger or the mouse, and tells the table where it was let go; a tap stays a tap.
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
      // The page may have drawn the card anew meanwhile.
      const here = document.querySelector(`.set-card[data-place="${card.dataset.place}"]`);
      const hand = under(end);
      if (hand && here && !hand.contains(here)) here.dispatchEvent(new CustomEvent("put", { detail: hand.dataset.hand }));
    };
    window.addEventListener("pointermove", follow, true);
    for (const kind of ["pointerup", "pointercancel"]) window.addEventListener(kind, drop, true);
  }

  // ---- tabs, and the sheet on a phone

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

  // A part of the side, which on a narrow screen comes up for it.
  function show(part) {
    const tab = document.querySelector(`.tab[data-tab="${part}"]`);
    if (!tab) return;
    choose(tab);
    if (document.querySelector('[data-opens="side"]')?.offsetParent) open("side", true);
  }

  function clicked(event) {
    // Whoever goes on has seen what the last round brought.
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

  // Arrow keys go along a row of tabs, or of things of which one is chosen.
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
    // Results do not cover each other: one that would is shown lower.
    const others = [...place.children].filter((one) => one !== made);
    // Each is a little larger for a moment, when it comes.
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
    // The ring is whole when the clock begins, and goes on where it was while it is the same clock.
    const whole = before && Math.abs(before.end - end) < 1500 ? before.whole : seconds;
    const tick = () => {
      const left = Math.max(0, (end - performance.now()) / 1000);
      place.style.setProperty("--left", String(whole > 0 ? left / whole : 0));
      place.textContent = String(Math.ceil(left));
      place.style.visibility = left > CALM ? "hidden" : ""; // nobody is hurried who has minutes
      place.classList.toggle("soon", left < 5);
      if (left <= 0 || !place.isConnected) clearInterval(clocks.get(id)?.timer);
    };
    clocks.set(id, { end, whole, timer: setInterval(tick, 200) });
    tick();
  }

  // Dice are thrown and cards are dealt at the head of the felt, one's own beside them. On a small screen that may be out
  // of sight: then as much of the felt is brought up as there is room for, its head first.
  function look() {
    for (const old of document.querySelectorAll(".float")) old.remove();
    ownSeat();
    bringUp(24);
  }

  // One's own seat is in sight in the row of seats.
  function ownSeat() {
    const row = document.querySelector(".seats");
    const you = row?.querySelector(".you");
    if (you) row.scrollLeft = you.offsetLeft - row.offsetLeft - (row.clientWidth - you.offsetWidth) / 2;
  }

  // `hidden` pixels of the felt may stay under the panel.
  function bringUp(hidden) {
    const felt = document.querySelector(".felt-box")?.getBoundingClientRect();
    const foot = document.querySelector(".doing")?.getBoundingClientRect().top;
    if (!felt || (felt.top >= 0 && felt.bottom <= foot + hidden)) return;
    const top = Math.min(felt.top - 4, Math.max(felt.bottom - foot, 0));
    window.scrollBy({ top, behavior: calm() ? "auto" : "smooth" });
  }

  // A question with a slider takes more room than what stood there before, and one's own cards lie at the foot of the felt:
  // they are brought up over it, as soon as it is drawn.
  function asked() {
    requestAnimationFrame(() => requestAnimationFrame(() => bringUp(8)));
  }

  // The place that somebody who sits down is most likely to want is in sight, between the head of the page and the panel.
  function sight(begins) {
    ownSeat();
    const node = [...document.querySelectorAll(".felt-area")].find((one) => one.dataset.area.startsWith(begins));
    const foot = document.querySelector(".doing")?.getBoundingClientRect().top;
    if (!node?.told || !foot) return;
    const { x, y } = new DOMPoint(node.told.x, node.told.y).matrixTransform(node.ownerSVGElement.getScreenCTM());
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
      // Somebody who keeps nothing is asked again next time.
    }
  }

  // ---- sound, for who wants it: nothing is heard until somebody asks for it

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
        // Then it is off again next time.
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

  // A link to the staff's door may carry the token behind the #, which no browser sends: it goes into the form.
  function carried() {
    const field = document.querySelector('form[action="/staff"] input[name="token"]');
    if (!field || location.hash.length < 20) return;
    field.value = decodeURIComponent(location.hash.slice(1));
    history.replaceState(history.state, "", location.pathname);
  }

  // ---- chance

  const hex = (bytes) => [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");
  const sha256 = async (bytes) => new Uint8Array(await window.crypto.subtle.digest("SHA-256", bytes));
  const hashed = async (text) => hex(await sha256(new TextEncoder().encode(text)));

  // The stream of numbers that a text stands for, as SeededSource of the library makes it.
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

  // What chance must have answered: from its seed, and from the tape as it stood.
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
    const whole = await hashed(`${hex(nonce)} ${order.join(" ")}`); // as an earlier version committed to it
    return asked.result === whole ? whole : shuffled(nonce, order);
  }

  // ---- shuffles, committed to card by card: a tree of hashes, split as in RFC 6962

  const leaf = (place, card, salt) => hashed(`card ${place} ${card} ${salt}`);

  function split(first, end) {
    let left = 1;
    while (left * 2 < end - first) left *= 2;
    return first + left;
  }

  // The commitment to some cards of a shuffle and to the hashes of the parts in which none is opened.
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

  // The commitment to a whole order: the salt of each card follows from the nonce.
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
    if (opened) return (await hashed(opened)) === commitment; // of an earlier version
    const asked = JSON.parse(draw);
    const follows = JSON.stringify(await answered(asked)) === JSON.stringify(asked.result);
    return follows && (await hashed(asked.seed)) === commitment;
  }

  // Whether what was committed to was kept is worked out here: the server's word for it is not needed.
  async function verify() {
    if (!window.crypto?.subtle) return; // a page that did not come safely has no digests; the command beside does it
    for (const verdict of document.querySelectorAll(".verdict")) {
      const kept = await isKept(verdict.dataset);
      verdict.textContent = kept ? "verified in your browser" : "NOT what was committed to";
      verdict.classList.toggle("good", kept);
      verdict.classList.toggle("dear", !kept);
    }
  }

  new MutationObserver(hears).observe(document, { childList: true, subtree: true });
  document.addEventListener("keydown", press);
  document.addEventListener("keydown", along);
  document.addEventListener("click", clicked);
  document.addEventListener("click", noTap, true);
  document.addEventListener("pointerdown", lift);

  return { float, clock, hears, look, asked, sight, sound, bankroll, pace, keepPace, carried, verify, answered };
})();
