// Watches over the page's connection to its kernel. Where it is lost, the reader is told in their own
// language, and the game's resume code, kept in this tab, brings the same game back in a new kernel.
(() => {
  "use strict";
  const CHECK = 30000, RETRY = 3000, CALM = 1500, SLOW = 40000, BACK = 4000, RESUME = 60000, SPEAK = 60000;
  const KEPT = "plombox-code", WANTED = "plombox-wanted";
  const json = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");
  const words = json("plombox-words"), base = json("plombox-base");
  let kernel = null, socket = null, state = "starting", code = null;

  // What was chosen at the table, which is English until something is; else what the browser speaks.
  function language() {
    const table = document.querySelector("[class*='plombox-lang-']")?.className.match(/plombox-lang-(\w+)/);
    const chosen = table && table[1] !== "en" ? [table[1]] : [];
    const wanted = [...chosen, ...navigator.languages.map((tag) => tag.slice(0, 2))];
    return wanted.find((name) => name in words) ?? "en";
  }

  function notice(lines, buttons = [], good = false) {
    let box = document.getElementById("plombox-notice");
    if (!box) {
      box = document.createElement("div");
      box.id = "plombox-notice";
      box.setAttribute("role", "alert");
      document.body.prepend(box);
    }
    box.lang = language();
    box.className = lines.length ? (good ? "shown good" : "shown") : "";
    box.replaceChildren(
      ...lines.map(([tag, text]) => Object.assign(document.createElement(tag), { textContent: text })),
      ...buttons.map(([key, act]) => {
        const button = Object.assign(document.createElement("button"), { type: "button" });
        button.textContent = words[language()][key];
        button.addEventListener("click", act);
        return button;
      }),
    );
  }
  const say = (key) => ["p", words[language()][key]];

  function become(next) {
    if (state === next || state === "gone") return;
    const before = state;
    state = next;
    if (next === "lost") notice([say("lost")]);
    else if (next === "slow") notice([say("slow")], [["again", () => location.reload()]]);
    else if (next === "gone") farewell();
    else if (before === "lost") {
      notice([say("back")], [], true);
      setTimeout(() => state === "well" && notice([]), BACK);
    } else notice([]);
  }

  function farewell() {
    const kept = sessionStorage.getItem(KEPT);
    const fresh = ["new", () => { sessionStorage.removeItem(KEPT); location.reload(); }];
    if (!kept) return notice([say("gone")], [fresh]);
    const resume = ["resume", () => { sessionStorage.setItem(WANTED, kept); location.reload(); }];
    notice([say("gone"), say("kept"), ["code", kept]], [resume, fresh]);
  }

  async function check() {
    if (!kernel || state === "gone") return;
    try {
      const answer = await fetch(`${base}plombox/alive/${kernel}`, { cache: "no-store" });
      if (answer.ok) return (await answer.json()).alive || become("gone");
      const plain = await fetch(`${base}api/kernels/${kernel}`, { cache: "no-store" });
      if (plain.status === 404) become("gone");
    } catch {
      become("lost");
    }
  }

  function watch(opened) {
    socket = opened;
    opened.addEventListener("open", () => become("well"));
    opened.addEventListener("close", () => {
      setTimeout(() => opened === socket && become("lost"), CALM);
      setTimeout(check, CALM);
    });
  }

  window.WebSocket = new Proxy(window.WebSocket, {
    construct(target, given) {
      const opened = new target(...given);
      const found = String(given[0]).match(/\/api\/kernels\/([\w-]+)\/channels/);
      if (found) {
        kernel = found[1];
        watch(opened);
      }
      return opened;
    },
  });

  // The field that shows the resume code, and the one that takes it, with its button.
  const shown = () => document.querySelector(".plombox-code code");
  const field = () => document.querySelector(".plombox-resume input");
  const button = () => document.querySelector("button.plombox-resume");

  function keep() {
    const now = shown()?.textContent;
    if (now && now !== code) sessionStorage.setItem(KEPT, (code = now));
  }

  // The picture swallows every key that reaches it, and all that it says stands in words and buttons too.
  function settle() {
    for (const canvas of document.querySelectorAll("canvas.plombox-canvas[tabindex]")) {
      canvas.removeAttribute("tabindex");
      canvas.setAttribute("aria-hidden", "true");
    }
    // The handle of a slider has no name of its own: it gets the one that stands beside it.
    for (const handle of document.querySelectorAll(".noUi-handle")) {
      const name = handle.closest(".widget-slider")?.querySelector("label")?.textContent;
      if (name && handle.ariaLabel !== name) handle.ariaLabel = name;
    }
  }

  function resume(wanted, until) {
    if (field() && button() && state === "well") {
      field().value = wanted;
      for (const type of ["input", "change"]) field().dispatchEvent(new Event(type, { bubbles: true }));
      setTimeout(() => button().click(), 200);
      sessionStorage.removeItem(WANTED);
    } else if (Date.now() < until) setTimeout(() => resume(wanted, until), 100);
    else notice([say("back_failed"), ["code", wanted]]);
  }

  // A table that was drawn before anyone asked for it knows nothing of the address with its ?lang=es.
  function speak(asked, until) {
    const choice = document.querySelector(".plombox-language select");
    const options = [...(choice?.options ?? [])].map((option) => option.textContent);
    const at = options.indexOf(words[asked].language);
    if (at >= 0 && state === "well") {
      if (document.querySelector(`.plombox-lang-${asked}`)) return;
      choice.selectedIndex = at;
      choice.dispatchEvent(new Event("change", { bubbles: true }));
    } else if (Date.now() < until) setTimeout(() => speak(asked, until), 100);
  }

  const asked = new URLSearchParams(location.search).get("lang");
  if (Object.hasOwn(words, asked)) speak(asked, Date.now() + SPEAK);
  const reloaded = performance.getEntriesByType("navigation")[0]?.type === "reload";
  const wanted = sessionStorage.getItem(WANTED) ?? (reloaded ? sessionStorage.getItem(KEPT) : null);
  if (wanted) resume(wanted, Date.now() + RESUME);
  setInterval(keep, 500);
  setInterval(settle, 500);
  setInterval(() => (state === "lost" ? check() : undefined), RETRY);
  setInterval(check, CHECK);
  document.addEventListener("visibilitychange", () => document.hidden || check());
  setTimeout(() => state === "starting" && become("slow"), SLOW);
})();
