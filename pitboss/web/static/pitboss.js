// Client-side behaviour of the reading pages: the filter, and scrolling to the anchor in the address.
"use strict";

window.pitboss = (() => {
  // Show the items of a scope that contain every word; hide parts that contain none.
  function filter(box) {
    const scope = document.getElementById(box.dataset.filters);
    if (!scope) return;
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const holds = (text) => words.every((word) => text.toLowerCase().includes(word));
    for (const item of scope.querySelectorAll(".item")) {
      item.hidden = !holds(`${item.textContent} ${item.dataset.find ?? ""}`);
    }
    // If a title matches, show everything under it.
    for (const part of scope.querySelectorAll(".part")) {
      const title = part.querySelector(":scope > :is(h2, h3), :scope > summary > h2");
      if (title && holds(title.textContent)) for (const item of part.querySelectorAll(".item")) item.hidden = false;
    }
    for (const part of scope.querySelectorAll(".part")) {
      part.hidden = words.length > 0 && !part.matches(".item:not([hidden])") && !part.querySelector(".item:not([hidden])");
    }
    const shown = scope.querySelectorAll(".item:not([hidden])").length;
    for (const fold of scope.querySelectorAll("details")) {
      if (words.length > 0 && !("was" in fold.dataset)) fold.dataset.was = fold.open ? "open" : "shut";
      if (words.length > 0) fold.open = !fold.hidden;
      else if ("was" in fold.dataset) {
        fold.open = fold.dataset.was === "open";
        delete fold.dataset.was;
      }
    }
    const count = document.getElementById(`${box.id}-count`);
    if (count) count.textContent = words.length === 0 ? "" : shown === 1 ? "1 found" : `${shown} found`;
    const here = new URL(location.href);
    if (box.value.trim()) here.searchParams.set("find", box.value.trim());
    else here.searchParams.delete("find");
    history.replaceState(history.state, "", here);
  }

  // Return the element for a fragment; for a paragraph without an element, the one it belongs to.
  function place(fragment) {
    let id = decodeURIComponent(fragment);
    while (id) {
      const found = document.getElementById(id);
      if (found) return found;
      const above = id.replace(/(\([^()]*\)|\d+|[A-Za-z]+)$/, "");
      if (above === id || above.endsWith(".")) return null;
      id = above;
    }
    return null;
  }

  // Go to the anchor in the address: expand its parents and highlight it.
  function arrive() {
    for (const old of document.querySelectorAll(".here")) old.classList.remove("here");
    const found = location.hash.length > 1 ? place(location.hash.slice(1)) : null;
    if (!found) return;
    for (let fold = found.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    found.classList.add("here");
    found.scrollIntoView({ block: "start" });
  }

  function reveal(id) {
    const found = document.getElementById(id);
    if (!found) return;
    const seen = found.getBoundingClientRect();
    if (seen.top < 0 || seen.top > window.innerHeight * 0.7) found.scrollIntoView({ block: "start" });
  }

  // Move the focus to the element that replaced the focused one.
  function focus(attribute, value) {
    document.querySelector(`[${attribute}="${CSS.escape(value)}"]`)?.focus({ preventScroll: true });
  }

  // Limit pasted or dropped text before it is sent.
  function bounded(event) {
    const held = event.target.closest?.("[data-most]");
    if (!held) return;
    const text = (event.clipboardData ?? event.dataTransfer)?.getData("text/plain") ?? "";
    if (new Blob([text]).size <= Number(held.dataset.most)) return;
    event.preventDefault();
    event.stopPropagation();
    held.dispatchEvent(new CustomEvent("toolong", { bubbles: true }));
  }

  // Label an element that is added later, for screen readers.
  function label(selector, text, tries = 50) {
    const found = document.querySelector(selector);
    if (found) found.setAttribute("aria-label", text);
    else if (tries > 0) setTimeout(() => label(selector, text, tries - 1), 100);
  }

  // Data stored in the browser: favourite and recently played games.
  const LISTS = ["favourites", "recent"];

  function keep(name, list) {
    try {
      localStorage.setItem(`pitboss-${name}`, JSON.stringify(list.slice(0, 100)));
    } catch {
      // Without storage the lists start empty next time.
    }
  }

  function stored() {
    const read = (name) => {
      try {
        const list = JSON.parse(localStorage.getItem(`pitboss-${name}`) ?? "[]");
        return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
      } catch {
        return [];
      }
    };
    return Object.fromEntries(LISTS.map((name) => [name, read(name)]));
  }

  function played(game) {
    keep("recent", [game, ...stored().recent.filter((one) => one !== game)].slice(0, 8));
  }

  // Expand collapsed parts for printing, and collapse them again afterwards.
  const unfolded = [];

  function unfold() {
    for (const fold of document.querySelectorAll("details:not([open]):not(.choices)")) {
      fold.open = true;
      unfolded.push(fold);
    }
  }

  function fold() {
    for (const one of unfolded.splice(0)) one.open = false;
  }

  window.addEventListener("beforeprint", unfold);
  window.addEventListener("afterprint", fold);
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-prints]")) window.print();
  });

  document.addEventListener("input", (event) => {
    if (event.target.dataset?.filters) filter(event.target);
  });
  document.addEventListener("paste", bounded, true);
  document.addEventListener("drop", bounded, true);
  window.addEventListener("hashchange", arrive);

  // Called when a reading page has loaded.
  function ready() {
    // On phones, collapse a book to its parts to give an overview.
    if (window.matchMedia("(max-width: 44rem)").matches) {
      for (const part of document.querySelectorAll(".book-part")) part.open = false;
    }
    for (const box of document.querySelectorAll("input[data-filters]")) if (box.value) filter(box);
    arrive();
  }

  return { ready, reveal, focus, label, keep, stored, played };
})();
