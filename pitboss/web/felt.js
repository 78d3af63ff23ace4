// A felt in the browser. Python draws it; this component keeps pieces by id, moves them to their new positions,
// animates how they enter and fades them out when they go; it also handles choosing areas by pointer and keyboard.

const SVG = "http://www.w3.org/2000/svg";
const LONG_PRESS = 500; // ms
const TIP_AFTER = 350; // ms
const STAGGER = { dealt: 110, drawn: 65 }; // ms between cards dealt or balls drawn in one change
const GLIDES = 450; // ms until a piece reaches its position
const COMES = { spun: 2300, thrown: 750 }; // ms until a wheel or dice can be read
const FADE = 350; // ms
const TAKEN_UP = 600; // ms until a card reaches the discards

const STYLE = `
.felt { position: relative; width: 100%; }
.felt > svg { display: block; width: 100%; height: auto; user-select: none; -webkit-user-select: none;
  -webkit-touch-callout: none; touch-action: manipulation; }
.felt-area { outline: none; }
.felt-area > * { fill: #fff; fill-opacity: 0; stroke: #f2d68a; stroke-opacity: 0; stroke-width: 2;
  transition: fill-opacity .15s, stroke-opacity .15s; }
.felt-area.lit { cursor: pointer; }
.felt-area.lit > * { fill: #f2d68a; fill-opacity: .07; stroke-opacity: .55; }
.felt-area.fine.lit > * { fill-opacity: 0; stroke-opacity: 0; }
@media (hover: hover) {
  .felt-area:hover > * { fill-opacity: .1; }
  .felt-area.lit:hover > * { fill-opacity: .26; stroke-opacity: 1; }
  .felt-area.fine.lit:hover > * { fill-opacity: .5; stroke-opacity: 1; }
}
.felt-area.lit:active > * { fill-opacity: .42; }
.felt-area:focus-visible > * { stroke: #fff; stroke-opacity: 1; stroke-width: 3; fill-opacity: .3; }
.felt { --pace: 1; }
.felt-piece { pointer-events: none;
  transition: transform calc(.45s * var(--pace)) cubic-bezier(.2,.8,.3,1), opacity calc(.35s * var(--pace)); }
.felt-piece.spun { transition: transform calc(2.4s * var(--pace)) cubic-bezier(.15,.6,.25,1),
  opacity calc(.35s * var(--pace)); }
.felt-piece.gone { opacity: 0; }
.felt-piece.taken-up { opacity: 0; transition: transform calc(.5s * var(--pace)) ease-in,
  opacity calc(.15s * var(--pace)) ease-in calc(.4s * var(--pace)); }
.felt-piece.enter-appear > g { animation: felt-appear calc(.3s * var(--pace)) ease-out backwards; }
.felt-piece.enter-laid > g { animation: felt-laid calc(.28s * var(--pace)) ease-out backwards; }
.felt-piece.enter-thrown > g { animation: felt-thrown calc(.8s * var(--pace)) cubic-bezier(.2,.7,.3,1) backwards; }
.felt-piece.enter-thrown .pips { animation: felt-unread calc(.8s * var(--pace)) backwards; }
.felt-piece.enter-late > g { animation: felt-appear calc(.3s * var(--pace)) ease-out
  calc(var(--late, 0ms) * var(--pace)) backwards; }
.felt-piece.enter-squeezed > g { animation: felt-appear calc(.3s * var(--pace)) ease-out calc(1.6s * var(--pace)) backwards; }
.felt-piece.squeezed .face { animation: felt-squeezed calc(1.6s * var(--pace)) ease-in-out; }
.felt-piece.turned > g { animation: felt-turned calc(.35s * var(--pace)) ease-in-out; }
@keyframes felt-appear { from { opacity: 0; } }
@keyframes felt-unread { 0%, 85% { opacity: 0; } }
@keyframes felt-laid { from { opacity: 0; transform: translateY(-26px) scale(1.35); } }
@keyframes felt-thrown {
  0% { opacity: 0; transform: translate(-260px, 150px) rotate(-620deg) scale(1.5); }
  25% { opacity: 1; }
  70% { transform: translate(14px, -6px) rotate(24deg) scale(1.06); }
}
@keyframes felt-squeezed { 0% { clip-path: inset(95% 0 0 0); } 65% { clip-path: inset(60% 0 0 0); }
  100% { clip-path: inset(0 0 0 0); } }
@keyframes felt-turned { 0% { transform: scaleX(1); } 50% { transform: scaleX(.05); } 100% { transform: scaleX(1); } }
.felt-tip { position: absolute; z-index: 5; max-width: 260px; padding: 6px 10px; border-radius: 6px; pointer-events: none;
  background: #14100c; color: #f4edda; border: 1px solid #e3c06a; font: 13px/1.35 system-ui, sans-serif;
  box-shadow: 0 4px 14px rgba(0,0,0,.5); }
.felt-tip.card { pointer-events: auto; }
.felt-tip .does { display: flex; gap: 8px; margin-top: 8px; }
.felt-tip button { min-height: 40px; padding: 4px 14px; border: 1px solid #8a6d38; border-radius: 6px; background: #26211d;
  color: #f4ecdc; font: 600 14px system-ui, sans-serif; cursor: pointer; }
.felt-tip b { display: block; font-weight: 650; }
.felt-tip span { display: block; }
.felt-tip .own { color: #e3c06a; }
@media (prefers-reduced-motion: reduce) {
  .felt-piece, .felt-piece.spun, .felt-area > * { transition: none !important; }
  .felt-piece g { animation: none !important; }
}
`;

function calm() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export default {
  template: `<div class="felt"></div>`,
  props: {
    wide: Number,
    high: Number,
    base: String,
    areas: Array,
    pieces: Array,
    lit: Array,
    held: Array,
    number: Number,
    shoe: Array,
    discards: Array,
    pace: Number,
    below: Number,
    upright: Boolean,
  },
  mounted() {
    if (!document.getElementById("felt-style")) {
      const style = document.createElement("style");
      style.id = "felt-style";
      style.textContent = STYLE;
      document.head.append(style);
    }
    // Plain fields rather than data: Vue need not observe what only this file changes.
    this.at = -1;
    this.nodes = new Map();
    this.areaNodes = new Map();
    this.litNow = new Set();
    this.heldNow = new Map();
    this.build();
    this.hurry(this.pace ?? 1);
    this.watcher = new ResizeObserver(() => this.arrange());
    this.watcher.observe(this.$el);
    if (this.fits()) this.whole();
    this.$emit("ready", this.at);
  },
  beforeUnmount() {
    this.watcher.disconnect();
    clearTimeout(this.tipTimer);
    clearTimeout(this.pressTimer);
  },
  watch: {
    number() {
      if (this.number !== this.at && this.fits()) this.whole();
    },
    upright() {
      if (this.fits()) this.whole();
    },
  },
  methods: {
    // ---- drawing everything

    build() {
      const svg = document.createElementNS(SVG, "svg");
      const layer = (attributes) => {
        const g = document.createElementNS(SVG, "g");
        for (const [name, value] of Object.entries(attributes)) g.setAttribute(name, value);
        svg.append(g);
        return g;
      };
      svg.setAttribute("role", "presentation");
      this.svg = svg;
      this.printed = layer({ "aria-hidden": "true" });
      this.places = layer({ role: "group", "aria-label": "Betting areas: arrow keys move, Enter places a chip, Delete takes down" });
      this.lying = layer({ "aria-hidden": "true", "pointer-events": "none" });
      this.tip = document.createElement("div");
      this.tip.className = "felt-tip";
      this.tip.hidden = true;
      this.$el.append(svg, this.tip);
      this.listen();
    },
    wants() {
      const width = this.$el.parentElement.clientWidth;
      if (!this.below || !width) return false;
      // The upright arrangement is for screens higher than wide. A tablet held upright would be wide enough for the
      // other one, but fingers need larger areas.
      if (!window.matchMedia("(orientation: portrait)").matches) return false;
      return width < (window.matchMedia("(pointer: coarse)").matches ? 1.6 : 1) * this.below;
    },
    fits() {
      return this.wants() === this.upright;
    },
    arrange() {
      if (!this.fits()) this.$emit("arrange", this.wants());
      else if (this.at < 0) this.whole();
    },
    whole() {
      const first = this.at < 0;
      const turned = this.drawnUpright !== this.upright;
      this.svg.setAttribute("viewBox", `0 0 ${this.wide} ${this.high}`);
      this.$el.parentElement.style.setProperty("--felt-ratio", this.wide / this.high);
      this.$el.parentElement.classList.toggle("tall", this.high > this.wide);
      this.$el.parentElement.classList.toggle("long", this.high > 2 * this.wide);
      if (this.drawnBase !== this.base) {
        this.printed.innerHTML = this.base;
        this.drawnBase = this.base;
      }
      this.drawAreas();
      if (turned) this.clear();
      const ids = new Set(this.pieces.map((piece) => piece.id));
      const gone = [...this.nodes.keys()].filter((id) => !ids.has(id));
      this.merge({ put: this.pieces, gone, lit: this.lit, held: Object.fromEntries(this.held) }, first || turned);
      this.drawnUpright = this.upright;
      this.at = this.number;
    },
    clear() {
      this.lying.replaceChildren();
      this.nodes.clear();
    },

    // ---- changes

    change(number, change) {
      if (number <= this.at) return;
      if (number !== this.at + 1) {
        this.$emit("ready", this.at);
        return;
      }
      this.at = number;
      this.merge(change, false);
    },
    merge(change, still) {
      for (const [was, now] of change.moved ?? []) {
        const node = this.nodes.get(was);
        if (!node) continue;
        this.nodes.delete(was);
        this.nodes.set(now, node);
        node.dataset.id = now;
      }
      for (const id of change.gone ?? []) this.remove(id, still);
      const late = this.decided(change.put ?? []);
      let last = null;
      let delay = 0;
      for (const piece of change.put ?? []) {
        let node = this.nodes.get(piece.id);
        if (node) {
          this.alter(node, piece);
        } else {
          node = this.add(piece, last, still, delay, late);
          delay += STAGGER[piece.enters] ?? 0;
        }
        last = node;
      }
      if (change.lit) this.light(change.lit);
      if (change.held) this.hold(change.held);
    },
    // Milliseconds until the random events of these pieces can be seen; pieces that enter "late" wait for it.
    decided(pieces) {
      let drawn = 0;
      let last = 0;
      for (const piece of pieces) {
        const node = this.nodes.get(piece.id);
        const enters = node ? node.lie.enters : piece.enters;
        if (enters === "drawn" && !node) drawn += STAGGER.drawn;
        else if (!node || piece.turn !== undefined) last = Math.max(last, COMES[enters] ?? 0);
      }
      return Math.max(last, drawn ? drawn + GLIDES : 0);
    },
    add(piece, last, still, delay, late) {
      const outer = document.createElementNS(SVG, "g");
      const inner = document.createElementNS(SVG, "g");
      outer.append(inner);
      outer.dataset.id = piece.id;
      outer.classList.add("felt-piece");
      if (piece.enters === "spun") outer.classList.add("spun");
      inner.innerHTML = piece.svg;
      outer.lie = { x: piece.x, y: piece.y, turn: piece.turn, svg: piece.svg, enters: piece.enters };
      const below = piece.after !== undefined ? this.nodes.get(piece.after) : last;
      if (below && below.parentNode === this.lying) below.after(outer);
      else this.lying.prepend(outer);
      this.nodes.set(piece.id, outer);
      // Report new pieces to listeners, whether they move or not.
      if (!still) document.dispatchEvent(new CustomEvent("felt-enters", { detail: piece.enters }));
      if (still || this.still()) {
        this.place(outer);
        return outer;
      }
      if (piece.enters in STAGGER) {
        outer.style.transform = `translate(${this.shoe[0]}px, ${this.shoe[1]}px) rotate(-25deg)`;
        outer.style.opacity = "0"; // pieces are invisible until they enter, so that the last ball is not on top of the others
        outer.getBoundingClientRect();
        outer.style.transitionDelay = `${delay * this.share}ms`;
        outer.style.opacity = "";
        this.place(outer);
        setTimeout(() => (outer.style.transitionDelay = ""), (delay + 500) * this.share);
        return outer;
      }
      if (piece.enters === "spun") {
        outer.style.transform = `translate(${piece.x}px, ${piece.y}px) rotate(${piece.turn - 1080}deg)`;
        outer.getBoundingClientRect();
      } else {
        outer.style.setProperty("--late", `${late}ms`);
        outer.classList.add(`enter-${piece.enters}`);
        // Motion within a piece may end before the piece's own.
        inner.addEventListener("animationend", (event) => {
          if (event.target === inner) outer.classList.remove(`enter-${piece.enters}`);
        });
      }
      this.place(outer);
      return outer;
    },
    alter(node, piece) {
      const turnedOver = piece.svg !== undefined && piece.svg !== node.lie.svg;
      const { id, after, ...differs } = piece;
      Object.assign(node.lie, differs);
      if (turnedOver && piece.svg.includes("data-squeeze") && !this.still()) {
        this.squeeze(node, piece.svg);
      } else if (turnedOver) {
        node.firstChild.innerHTML = piece.svg;
        if (node.lie.enters === "dealt" && !this.still()) {
          node.classList.add("turned");
          node.firstChild.addEventListener("animationend", () => node.classList.remove("turned"), { once: true });
        }
      }
      this.place(node);
    },
    // The face comes over the back from one edge, as when a player bends a card up.
    squeeze(node, svg) {
      const inner = node.firstChild;
      inner.innerHTML = `<g>${inner.innerHTML}</g><g class="face">${svg}</g>`;
      node.classList.add("squeezed");
      inner.lastChild.addEventListener(
        "animationend",
        () => {
          node.classList.remove("squeezed");
          inner.innerHTML = node.lie.svg;
        },
        { once: true },
      );
    },
    place(node) {
      const { x, y, turn } = node.lie;
      node.style.transform = `translate(${x}px, ${y}px)` + (turn ? ` rotate(${turn}deg)` : "");
    },
    remove(id, still) {
      const node = this.nodes.get(id);
      if (!node) return;
      this.nodes.delete(id);
      if (still || this.still()) {
        node.remove();
        return;
      }
      if (node.lie.enters === "dealt" && this.discards?.length) {
        const [x, y] = this.discards;
        node.classList.add("taken-up");
        node.style.transform = `translate(${x}px, ${y}px) rotate(90deg) scale(.6)`;
        setTimeout(() => node.remove(), TAKEN_UP * this.share);
        return;
      }
      node.classList.add("gone");
      setTimeout(() => node.remove(), FADE * this.share);
    },

    // ---- motion

    still() {
      return calm() || !this.share;
    },
    hurry(share) {
      this.share = share;
      this.$el.style.setProperty("--pace", share);
    },
    // Resolves once thrown, spun or drawn pieces have come to rest; results are shown only then.
    async rested() {
      const slow = ["spun", "thrown", "drawn", "squeezed"];
      const chance = [...this.nodes.values()].filter(
        (node) => slow.includes(node.lie.enters) || node.classList.contains("squeezed"),
      );
      const moving = chance.flatMap((node) => node.getAnimations({ subtree: true }));
      await Promise.allSettled(moving.map((one) => one.finished));
      return true;
    },
    rest() {
      for (const moving of this.$el.getAnimations({ subtree: true })) moving.finish();
    },

    // ---- areas

    drawAreas() {
      const focused = this.places.contains(document.activeElement) ? document.activeElement.dataset.area : null;
      this.places.replaceChildren();
      this.areaNodes.clear();
      for (const [id, shape, x, y, label, odds, price, about] of this.areas) {
        const node = document.createElementNS(SVG, "g");
        node.innerHTML = shape;
        node.classList.add("felt-area");
        if (node.firstChild.hasAttribute("data-fine")) node.classList.add("fine");
        node.dataset.area = id;
        node.setAttribute("role", "button");
        node.setAttribute("tabindex", "-1");
        node.info = { x, y, label, odds, price, about };
        this.places.append(node);
        this.areaNodes.set(id, node);
      }
      this.light([...this.litNow]);
      if (focused && this.areaNodes.has(focused)) this.enter(this.areaNodes.get(focused));
    },
    name(id) {
      const node = this.areaNodes.get(id);
      if (!node) return;
      const { label, odds, price } = node.info;
      const own = this.heldNow.get(id);
      const closed = this.litNow.size > 0 && !this.litNow.has(id);
      const words = [label, odds && `pays ${odds}`, price, own && `you have ${own} here`, closed && "not now"];
      node.setAttribute("aria-label", words.filter(Boolean).join(", "));
    },
    light(lit) {
      this.litNow = new Set(lit);
      for (const [id, node] of this.areaNodes) {
        node.classList.toggle("lit", this.litNow.has(id));
        this.name(id);
      }
      // A single stop for the Tab key: the last focused area, or the first that can be wagered on.
      const there = this.places.querySelector('[tabindex="0"]');
      if (there && this.litNow.has(there.dataset.area)) return;
      if (there && there === document.activeElement) return;
      there?.setAttribute("tabindex", "-1");
      const next = this.places.querySelector(".lit") ?? this.places.firstChild;
      next?.setAttribute("tabindex", "0");
    },
    hold(held) {
      const before = this.heldNow;
      this.heldNow = new Map(Object.entries(held));
      for (const id of new Set([...before.keys(), ...this.heldNow.keys()])) this.name(id);
      if (!this.tip.hidden && !this.tip.classList.contains("card")) this.tell(this.described);
    },
    enter(node) {
      this.places.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
      node.setAttribute("tabindex", "0");
      node.focus();
    },
    nearest(node, across, down) {
      let best = null;
      let least = Infinity;
      for (const other of this.areaNodes.values()) {
        const dx = other.info.x - node.info.x;
        const dy = other.info.y - node.info.y;
        const ahead = dx * across + dy * down;
        const aside = Math.abs(dx * down) + Math.abs(dy * across);
        if (other === node || ahead < 1) continue;
        const far = ahead + 2.5 * aside;
        if (far < least) [best, least] = [other, far];
      }
      return best;
    },

    // ---- pointer and keys

    listen() {
      // Listens on the frame rather than on the layer of areas: SVG elements with focus listeners become focusable.
      const on = (event, handler) => this.$el.addEventListener(event, handler);
      const area = (event) => event.target.closest?.(".felt-area");
      on("click", (event) => {
        const node = area(event);
        if (event.target.closest?.(".felt-tip") || this.pressed) return;
        if (this.tip.classList.contains("card")) this.hideTip();
        if (!node) return;
        this.$emit("lay", node.dataset.area);
      });
      on("contextmenu", (event) => {
        const node = area(event);
        if (!node) return;
        event.preventDefault();
        clearTimeout(this.pressTimer);
        // Some browsers open a menu on a long press; show the wager's card instead.
        if (event.pointerType === "touch") {
          if (!this.pressed) this.showCard(node);
          this.pressed = true;
        } else this.$emit("take", node.dataset.area);
      });
      on("pointermove", (event) => (this.pointer = [event.clientX, event.clientY]));
      on("pointerdown", (event) => {
        this.pressed = false;
        clearTimeout(this.pressTimer);
        const node = area(event);
        if (!node || event.pointerType === "mouse") return;
        this.pressTimer = setTimeout(() => {
          this.pressed = true;
          navigator.vibrate?.(15);
          this.showCard(node);
        }, LONG_PRESS);
      });
      for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
        on(end, () => {
          clearTimeout(this.pressTimer);
          // The click that ends a long press follows immediately and is ignored; later clicks count.
          setTimeout(() => (this.pressed = false), 60);
        });
      }
      on("keydown", (event) => {
        const node = area(event);
        if (!node) return;
        const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        if (event.key === "Enter" || event.key === " ") this.$emit("lay", node.dataset.area);
        else if (event.key === "Delete" || event.key === "Backspace") this.$emit("take", node.dataset.area);
        else if (event.key === "Escape") this.hideTip();
        else if (step) {
          const next = this.nearest(node, ...step);
          if (next) this.enter(next);
        } else return;
        event.preventDefault();
      });
      on("pointerover", (event) => {
        const node = area(event);
        if (!node || event.pointerType === "touch") return;
        clearTimeout(this.tipTimer);
        if (this.tip.classList.contains("card")) return;
        this.tipTimer = setTimeout(() => this.showTip(node, this.pointer), TIP_AFTER);
      });
      on("pointerout", (event) => {
        if (event.pointerType !== "touch" && !this.tip.classList.contains("card")) this.hideTip();
      });
      on("focusin", (event) => {
        const node = area(event);
        if (node?.matches(":focus-visible")) this.showTip(node);
      });
      on("focusout", () => {
        if (!this.tip.classList.contains("card")) this.hideTip();
      });
    },
    // Show the tooltip of an area, beside the pointer or, for keyboard users, over the area.
    showTip(node, pointer) {
      if (!node?.isConnected) return this.hideTip();
      this.described = node;
      this.tip.classList.remove("card");
      this.tell(node);
      this.tip.hidden = false;
      const frame = this.$el.getBoundingClientRect();
      const place = node.getBoundingClientRect();
      let left = place.left - frame.left + place.width / 2 - this.tip.offsetWidth / 2;
      let top = place.top - frame.top - this.tip.offsetHeight - 8;
      if (place.top - this.tip.offsetHeight - 8 <= 0) top = place.bottom - frame.top + 8;
      if (pointer) {
        left = pointer[0] - frame.left + 14;
        top = pointer[1] - frame.top + 18;
        if (pointer[1] + 18 + this.tip.offsetHeight > window.innerHeight) top -= this.tip.offsetHeight + 30;
      }
      this.tip.style.left = `${Math.max(4, Math.min(left, frame.width - this.tip.offsetWidth - 4))}px`;
      this.tip.style.top = `${top}px`;
    },
    tell(node) {
      const { label, odds, price, about } = node.info;
      const own = this.heldNow.get(node.dataset.area);
      const line = (tag, words, name) => {
        const element = document.createElement(tag);
        element.textContent = words;
        if (name) element.className = name;
        return element;
      };
      this.tip.replaceChildren(line("b", label));
      if (odds) this.tip.append(line("span", `Pays ${odds}`));
      if (price) this.tip.append(line("span", price));
      if (about) this.tip.append(line("span", about));
      if (own) this.tip.append(line("span", `You have ${own} here`, "own"));
      return own;
    },
    // Show the card of a wager after a long press, with the possible actions.
    showCard(node) {
      if (!node?.isConnected) return;
      this.showTip(node);
      const own = this.heldNow.get(node.dataset.area);
      const does = document.createElement("div");
      does.className = "does";
      const add = (words, what) => {
        const made = document.createElement("button");
        made.type = "button";
        made.textContent = words;
        made.addEventListener("click", (event) => {
          event.stopPropagation();
          this.hideTip();
          if (what) this.$emit(what, node.dataset.area);
        });
        does.append(made);
      };
      if (own) add("Take down", "take");
      add("Close", null);
      this.tip.append(does);
      this.tip.classList.add("card");
      const frame = this.$el.getBoundingClientRect();
      const place = node.getBoundingClientRect();
      const above = place.top - this.tip.offsetHeight - 8;
      this.tip.style.top = `${(above > 0 ? above : place.bottom + 8) - frame.top}px`;
    },
    hideTip() {
      clearTimeout(this.tipTimer);
      this.tip.hidden = true;
      this.tip.classList.remove("card");
    },
  },
};
