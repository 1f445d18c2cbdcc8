// Watches over the page's connection to its kernel. Where it is lost, the reader is told in their own
// language, and the game's resume code, kept in this tab, brings the same game back in a new kernel.
(() => {
  "use strict";
  const CHECK = 30000, RETRY = 3000, CALM = 1500, SLOW = 40000, BACK = 4000, RESUME = 60000, SPEAK = 60000;
  // What this tab keeps, it keeps for this page: a lesson has no game to bring back.
  const page = location.pathname.split("/").at(-1) || "play.ipynb";
  const KEPT = `plombox-code ${page}`, WANTED = `plombox-wanted ${page}`, CHOICE = "plombox-lang";
  const json = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");
  const words = json("plombox-words"), base = json("plombox-base"), largest = json("plombox-largest");
  let kernel = null, socket = null, state = "starting", code = null;

  // The language that the address asks for, else the one chosen last in this browser, else the browser's own.
  const codes = Object.fromEntries(Object.entries(words).map(([name, texts]) => [texts.language, name]));
  const asks = (name) => typeof name === "string" && Object.hasOwn(words, name);
  const last = document.cookie.match(new RegExp(`(?:^|; )${CHOICE}=(\\w+)`))?.[1];
  const given = new URLSearchParams(location.search).getAll("lang").at(-1);
  let spoken = [given, last, ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())].find(asks) ?? "en";
  let speaking = true, telling = false;
  document.documentElement.lang = spoken;
  const language = () => spoken;

  // What the table's choice, or the lesson's, shows as taken.
  function taken() {
    const option = document.querySelector(".plombox-language select")?.selectedOptions[0];
    const pressed = [...document.querySelectorAll(".widget-toggle-buttons button.mod-active")];
    const names = [option, ...pressed].map((element) => element?.textContent.trim());
    return codes[names.find((name) => Object.hasOwn(codes, name))];
  }

  function follow() {
    if (!speaking) spoken = taken() ?? spoken;
    if (document.documentElement.lang !== spoken) document.documentElement.lang = spoken;
  }

  // The server reads the cookie, and gives the lessons their language. An address that asked for another
  // language asks for this one from now on, so that a reload keeps the choice.
  function remember(name) {
    if (!Object.hasOwn(codes, name)) return;
    spoken = codes[name];
    speaking = false;
    document.cookie = `${CHOICE}=${spoken}; path=${base}; max-age=31536000; samesite=lax`;
    const address = new URL(location);
    if (address.searchParams.has("lang")) {
      address.searchParams.set("lang", spoken);
      history.replaceState(history.state, "", address);
    }
    document.documentElement.lang = spoken;
  }

  document.addEventListener("change", (event) => {
    const select = !telling && event.target.closest?.(".plombox-language select");
    if (select) remember(select.selectedOptions[0]?.textContent.trim());
  }, true);
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".widget-toggle-buttons button");
    if (button) remember(button.textContent.trim());
  }, true);

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

  // A message for which the server would end the connection is not sent: a file that is no record.
  function bound(opened) {
    const send = opened.send.bind(opened);
    opened.send = (data) => {
      const size = data.byteLength ?? data.size ?? new Blob([data]).size;
      if (size <= largest) send(data);
      else notice([say("too_large")], [["close", () => notice([])]]);
    };
  }

  window.WebSocket = new Proxy(window.WebSocket, {
    construct(target, given) {
      const opened = new target(...given);
      const found = String(given[0]).match(/\/api\/kernels\/([\w-]+)\/channels/);
      if (found) {
        kernel = found[1];
        watch(opened);
        bound(opened);
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

  // A table that was drawn before anyone asked for it knows nothing of its reader's language.
  function speak(until) {
    if (!speaking) return;
    const choice = document.querySelector(".plombox-language select");
    const at = [...(choice?.options ?? [])].findIndex((option) => codes[option.textContent] === spoken);
    if (at >= 0 && state === "well") {
      if (!document.querySelector(`.plombox-lang-${spoken}`)) {
        choice.selectedIndex = at;
        telling = true;
        choice.dispatchEvent(new Event("change", { bubbles: true }));
        telling = false;
      }
      speaking = false;
    } else if (Date.now() < until && !(!choice && taken())) setTimeout(() => speak(until), 100);
    else speaking = false;
  }

  speak(Date.now() + SPEAK);
  // A reload, the way back, or a link of our own: the reader was here before, and wants the same game. An
  // address that was typed is a new visit.
  const way = performance.getEntriesByType("navigation")[0]?.type;
  const ours = document.referrer && new URL(document.referrer).origin === location.origin;
  const again = way === "reload" || way === "back_forward" || ours;
  const wanted = sessionStorage.getItem(WANTED) ?? (again ? sessionStorage.getItem(KEPT) : null);
  if (wanted) resume(wanted, Date.now() + RESUME);
  setInterval(keep, 500);
  setInterval(settle, 500);
  setInterval(follow, 500);
  setInterval(() => (state === "lost" ? check() : undefined), RETRY);
  setInterval(check, CHECK);
  document.addEventListener("visibilitychange", () => document.hidden || check());
  setTimeout(() => state === "starting" && become("slow"), SLOW);
})();
