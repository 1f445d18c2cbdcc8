"""Pages that the server writes itself: no kernel, no script, three languages."""

import html
from collections.abc import Iterable
from urllib.parse import parse_qsl, urlencode

from plombox_widget.locales.i18n import LANGUAGES, Words, load

_PAGE = """<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
{refresh}<title>{title}</title>
<style>
body {{ font: 1.1rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 12vh auto; padding: 0 1.2rem;
       color: #1d2733; background: #f6f3ea; }}
h1 {{ font-size: 1.6rem; line-height: 1.25; }}
a.go {{ display: inline-block; padding: .5rem 1.1rem; border-radius: .4rem; background: #00527a;
       color: #fff; text-decoration: none; }}
a.go:focus-visible {{ outline: 3px solid #d55e00; outline-offset: 2px; }}
table {{ border-collapse: collapse; }} th {{ text-align: left; font-weight: normal; padding-right: 2rem; }}
td {{ text-align: right; font-variant-numeric: tabular-nums; }}
@media (prefers-color-scheme: dark) {{ body {{ color: #ece8dc; background: #1b2229; }} }}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""


CHOICE = "plombox-lang"
"""The cookie in which the page's script keeps the language chosen last."""


THEMES = ("light", "dark")
THEME = "plombox-theme"
"""The cookie in which the theme that an address asked for is kept for the links of its page."""


def shade(asked: str | None, kept: str | None) -> str:
    """The theme of a page: what its address asks for, else what was kept, else light.

    Nothing but the two may reach Voilà, which takes a theme for the name of a folder.
    """
    return next((theme for theme in (asked, kept) if theme in THEMES), THEMES[0])


def spoken(choice: str | None, accept_language: str) -> str:
    """``choice`` if it is a language of ours, else what ``preferred`` says."""
    return choice if choice in LANGUAGES else preferred(accept_language)


def with_language(query: str, language: str) -> str:
    """The query of a page's address, with ``lang`` in it unless it asks for a language of ours itself.

    A kernel that starts for the page finds its language there; one that was warm is told by the script.
    """
    fields = parse_qsl(query[:2000], keep_blank_values=True)
    asked = [value for name, value in fields if name == "lang"]
    if asked and asked[-1] in LANGUAGES:
        return query
    return urlencode([*(field for field in fields if field[0] != "lang"), ("lang", language)])


def preferred(accept_language: str) -> str:
    """The language of ours that an ``Accept-Language`` header wants most; English if it wants none."""
    wanted: list[tuple[float, str]] = []
    for part in accept_language[:400].split(","):
        tag, _, weight = part.strip().partition(";q=")
        language = tag.partition("-")[0].lower()
        try:
            share = float(weight) if weight else 1.0
        except ValueError:
            continue
        if language in LANGUAGES and share > 0:
            wanted.append((-share, language))
    return min(wanted, key=lambda pair: pair[0])[1] if wanted else LANGUAGES[0]


def _page(words: Words, title: str, body: str, refresh: float | None = None) -> str:
    meta = "" if refresh is None else f'<meta http-equiv="refresh" content="{refresh:.0f}">\n'
    return _PAGE.format(lang=words.language, title=html.escape(title), body=body, refresh=meta)


def notice(language: str, kind: str, link: str, *, again: float | None = None, **facts: object) -> str:
    """A page of one notice: ``kind`` is ``full``, ``wait``, ``missing`` or ``trouble``.

    It links to ``link``, and with ``again`` opens itself anew after so many seconds.
    """
    words = load(language)
    lines = [words(f"serve.{kind}.text", **facts)]
    if again is not None:
        lines.append(words("serve.again.itself", count=round(again)))
    paragraphs = "".join(f"<p>{html.escape(line)}</p>\n" for line in lines)
    label = html.escape(words("serve.home" if kind == "missing" else "serve.again"))
    body = f'{paragraphs}<p><a class="go" href="{html.escape(link)}">{label}</a></p>'
    return _page(words, words(f"serve.{kind}.title"), body, again)


def status(language: str, rows: Iterable[tuple[str, str]]) -> str:
    """The status page: a row per key of ``serve.status`` with its figure."""
    words = load(language)
    cells = [(html.escape(words(f"serve.status.{key}")), html.escape(value)) for key, value in rows]
    body = "".join(f'<tr><th scope="row">{name}</th><td>{value}</td></tr>\n' for name, value in cells)
    return _page(words, words("serve.status.title"), f"<table>\n{body}</table>", refresh=10)


def page_words() -> dict[str, dict[str, str]]:
    """What the page's own script says, by language: the texts under ``page.``, their fields unfilled.

    ``language`` is what the language calls itself, as the table's choice of languages shows it.
    """
    return {
        language: {**load(language).group("page."), "language": load(language)("language.name")}
        for language in LANGUAGES
    }
