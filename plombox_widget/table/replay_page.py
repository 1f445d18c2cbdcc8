"""A game as one HTML file: opens from a disk, offline, with nothing from outside; stepped by keys."""

from html import escape

from plombox_widget.game.observation import Observation, observe
from plombox_widget.game.record import HUMAN, Record, replay
from plombox_widget.locales.i18n import Words
from plombox_widget.table import text
from plombox_widget.table.layout import View, layout
from plombox_widget.table.svg import svg

_SCRIPT = """
const steps = [...document.querySelectorAll("section")];
let at = 0;
function show(to) {
  at = Math.max(0, Math.min(steps.length - 1, to));
  steps.forEach((step, number) => { step.hidden = number !== at; });
  document.querySelector("output").value = `${at} / ${steps.length - 1}`;
}
document.getElementById("back").onclick = () => show(at - 1);
document.getElementById("next").onclick = () => show(at + 1);
document.addEventListener("keydown", (event) => {
  const to = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1}[event.key];
  if (to !== undefined) { event.preventDefault(); show(to); }
});
show(0);
"""
_STYLE = """
body { font: 16px/1.5 sans-serif; margin: 0 auto; max-width: 1280px; padding: 1em; }
svg { max-width: 100%; height: auto; }
button { font: inherit; padding: 0.4em 1em; }
:focus-visible { outline: 3px solid #d55e00; outline-offset: 2px; }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def replay_page(record: Record, words: Words, names: tuple[str, ...]) -> str:
    """The record step by step, as everyone saw it: picture and words; without scripts, all of it in a row.

    ``RecordError`` for a record that does not replay.
    """
    labels = tuple("" if name == HUMAN else name for name in record.bots or ())
    sections = []
    for number, state in enumerate(replay(record)):
        seen = observe(state, None)
        line = text.entry(seen, number - 1, words, names) if number else text.status(seen, words, names)
        picture = svg(layout(seen, View(words, names, labels)), line)
        told = "".join(f"<p>{escape(result)}</p>" for result in _result(seen, words, names))
        lead = f"{number}. " if number else ""
        sections.append(f"<section>{picture}<p>{escape(lead + line)}</p>{told}</section>")
    title = escape(words("replay.title"))
    return "\n".join(
        (
            f'<!DOCTYPE html>\n<html lang="{words.language}"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title><style>{_STYLE}</style></head><body><main>",
            f"<h1>{title}</h1><p>{escape(words('replay.keys'))}</p>",
            f'<p><button id="back">{escape(words("replay.back"))}</button>',
            f'<button id="next">{escape(words("replay.next"))}</button> <output></output></p>',
            *sections,
            f"</main><script>{_SCRIPT}</script></body></html>\n",
        )
    )


def _result(seen: Observation, words: Words, names: tuple[str, ...]) -> list[str]:
    return [] if seen.outcome is None else text.result(seen, words, names)
