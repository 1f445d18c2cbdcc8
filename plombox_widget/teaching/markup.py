"""The light markup of lesson texts → HTML: paragraphs, lists, **bold**, `code` and [links](address).

Facts are put in before; a fact that a person typed goes through ``literal`` first.
"""

import re
from html import escape

_SIGNS = re.compile(r"([\\*`\[\]])")
_INLINE = re.compile(
    r"\\(?P<sign>[\\*`\[\]])|\*\*(?P<bold>.+?)\*\*|`(?P<code>[^`]+)`|\[(?P<label>[^\]]+)\]\((?P<address>[^)\s]+)\)"
)
_LINK = "color:inherit;text-decoration:underline"
_ADDRESS = re.compile(r"https://\S+|(?!/)[\w./-]+(\?[\w=&-]*)?(#[\w-]+)?")


def literal(text: str) -> str:
    """``text`` so that none of it is taken for markup."""
    return _SIGNS.sub(r"\\\1", text)


def html(text: str) -> str:
    """Paragraphs are parted by an empty line; a paragraph of lines that begin with ``- `` is a list.

    ``ValueError`` for a link that is neither ``https`` nor a file beside the page.
    """
    return "".join(_block(block.strip()) for block in re.split(r"\n\s*\n", text.strip()) if block.strip())


def plain(text: str) -> str:
    """The text without its markup; a link is followed by where it goes."""
    return _INLINE.sub(_bare, text)


def _bare(match: re.Match[str]) -> str:
    if match["address"] is not None:
        return f"{match['label']} ({match['address']})"
    return match["sign"] or match["code"] or plain(match["bold"])


def _block(block: str) -> str:
    lines = block.splitlines()
    if all(line.startswith("- ") for line in lines):
        items = "".join(f"<li>{_inline(line[2:])}</li>" for line in lines)
        return f"<ul>{items}</ul>"
    return f"<p>{_inline(' '.join(lines))}</p>"


def _inline(text: str) -> str:
    parts, end = [], 0
    for match in _INLINE.finditer(text):
        parts += [escape(text[end : match.start()]), _element(match)]
        end = match.end()
    return "".join([*parts, escape(text[end:])])


def _element(match: re.Match[str]) -> str:
    if match["sign"] is not None:
        return escape(match["sign"])
    if match["bold"] is not None:
        return f"<strong>{_inline(match['bold'])}</strong>"
    if match["code"] is not None:
        return f"<code>{escape(match['code'])}</code>"
    address = match["address"]
    if not _ADDRESS.fullmatch(address):
        raise ValueError(f"lesson text: a link goes to https or a file beside the page, got {address[:60]!r}")
    return f'<a href="{escape(address)}" style="{_LINK}">{_inline(match["label"])}</a>'
