// What a page can do for the table that its kernel cannot: it knows how wide it is, what the reader chose the
// last time, and which elements stay when their text changes.
(() => {
  "use strict";
  const NARROW = 600, LOOKS = "plombox-looks";
  const prefers = (what) => matchMedia(`(${what})`).matches;

  function looks() {
    try {
      return JSON.parse(localStorage.getItem(LOOKS)) ?? {};
    } catch {
      return {};
    }
  }

  // The narrow picture and motion are as they were left; at first, a phone gets the narrow picture. Who asks
  // for reduced motion gets none until they ask the table for it, each time.
  function dress(table) {
    const kept = looks();
    const wanted = {
      compact: kept.compact ?? innerWidth < NARROW,
      motion: Boolean(kept.motion) && !prefers("prefers-reduced-motion: reduce"),
    };
    for (const [name, on] of Object.entries(wanted)) {
      const button = table.querySelector(`button.plombox-${name}`);
      if (button && on !== button.classList.contains("mod-active")) button.click();
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.isTrusted && event.target.closest?.("button.plombox-compact, button.plombox-motion");
    if (!button) return;
    const name = button.classList.contains("plombox-motion") ? "motion" : "compact";
    try {
      localStorage.setItem(LOOKS, JSON.stringify({ ...looks(), [name]: !button.classList.contains("mod-active") }));
    } catch {}
  }, true);

  // The canvas would keep every touch to itself: then a page that it fills cannot be scrolled. Without its own
  // answer, a tap comes as a click of the mouse, and a swipe scrolls.
  for (const kind of ["touchstart", "touchmove", "touchend", "touchcancel"])
    document.addEventListener(kind, (event) => {
      if (event.target.matches?.("canvas.plombox-canvas")) event.stopImmediatePropagation();
    }, { capture: true, passive: true });

  // A screen reader tells the new text of an element that stays. The kernel sends the status as a new alert
  // each time: what is around it stays, and speaks in its place, without breaking in.
  function hear(content) {
    if (content.getAttribute("role") !== "status") {
      content.setAttribute("role", "status");
      content.setAttribute("aria-live", "polite");
      content.setAttribute("aria-atomic", "true");
    }
    for (const alert of content.querySelectorAll("[role=alert]")) alert.removeAttribute("role");
  }

  // The kernel moves the keyboard's place when a button goes out of use, and the browser would scroll the picture
  // away for it. Who plays by mouse or finger keeps the picture in view, and a new game shows all of it; who plays
  // by keyboard sees where it goes on, with as little scrolling as that takes. What a panel gives the keyboard to
  // is what it was opened for: it is shown to everyone.
  let byKeyboard = false, fresh = false;
  document.addEventListener("keydown", () => (byKeyboard = true), true);
  document.addEventListener("pointerdown", () => (byKeyboard = false), true);
  document.addEventListener("click", (event) => {
    // The one green button of the form starts the game.
    fresh = Boolean(event.target.closest?.(".plombox-panel button.mod-success"));
  }, true);

  function showPicture(table) {
    const canvas = table.querySelector("canvas.plombox-canvas");
    const { top, bottom } = canvas?.getBoundingClientRect() ?? {};
    if (!canvas || (top >= 0 && bottom <= innerHeight)) return;
    if (fresh || bottom < 40 || top > innerHeight - 40) canvas.scrollIntoView({ block: "nearest" });
  }

  // On a phone the picture is higher than the screen. What is to be pressed next is brought into view: the
  // buttons at its top while others play, the hand at its foot when it is one's turn.
  const HEAD = 0.1, HAND = 0.87;
  function showNext(table, opening, others) {
    const canvas = table.querySelector("canvas.plombox-canvas");
    const step = table.querySelector("button.plombox-step");
    if (innerWidth >= NARROW || !canvas || !step) return;
    const { top, height } = canvas.getBoundingClientRect();
    const under = table.querySelector(".plombox-status")?.offsetHeight ?? 0;
    if (opening || (!step.disabled && top < under - 4)) canvas.scrollIntoView({ block: "start" });
    else if (others && step.disabled && top + HAND * height > innerHeight) canvas.scrollIntoView({ block: "end" });
  }
  let touched = false;
  for (const kind of ["pointerdown", "keydown", "wheel"])
    document.addEventListener(kind, () => (touched = true), { capture: true, passive: true });
  document.addEventListener("click", (event) => {
    const canvas = event.target, table = canvas.closest?.(".plombox-table");
    if (!table || !canvas.matches("canvas.plombox-canvas")) return;
    const { top, height } = canvas.getBoundingClientRect();
    setTimeout(showNext, 500, table, false, event.clientY < top + HEAD * height);
  }, true);

  const focus = HTMLElement.prototype.focus;
  HTMLElement.prototype.focus = function (options) {
    const table = this.matches("button") && !this.closest(".plombox-panel") && this.closest(".plombox-table");
    if (!table) return focus.call(this, options);
    focus.call(this, { ...options, preventScroll: true });
    if (byKeyboard) return this.scrollIntoView({ block: "nearest" });
    const show = () => showPicture(table);
    show();
    setTimeout(show, 150); // the form of a new game has closed by then
  };

  const dressed = new WeakSet();
  new MutationObserver(() => {
    for (const table of document.querySelectorAll(".plombox-table")) {
      for (const content of table.querySelectorAll(".plombox-status .widget-html-content")) hear(content);
      if (!dressed.has(table) && table.querySelector("canvas.plombox-canvas")) {
        dressed.add(table);
        setTimeout(dress, 0, table);
        // A page that is there for the table begins with it; once more when the picture has become narrow.
        const begin = () => touched || !table.querySelector(".plombox-code") || showNext(table, true);
        for (const wait of [600, 1800]) setTimeout(begin, wait);
      }
    }
  }).observe(document, { childList: true, subtree: true });
})();
