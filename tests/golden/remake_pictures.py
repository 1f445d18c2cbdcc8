"""Golden pictures, by ``python tests/golden/remake_pictures.py``. Look at them before keeping them."""

from collections.abc import Iterator
from pathlib import Path

from plombox_widget.game.observation import observe
from plombox_widget.locales.i18n import load
from plombox_widget.table.gallery import crowded, pictured, played, table
from plombox_widget.table.shapes import Part
from plombox_widget.table.svg import svg
from plombox_widget.table.text import position, status

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).resolve().parent


def drawn(observation, language, compact=False, **choices) -> str:
    words = load(language)
    scene = pictured(observation, words, compact, choices)
    return svg(scene, status(observation, words), position(observation, words))


def pictures() -> Iterator[tuple[Path, str]]:
    """Path of each golden picture and the SVG that it must hold."""
    start, middle, crowd = played(4, 1, 0), played(6, 6, 40), observe(crowded(), 0)
    yield FOLDER / "start.en.svg", drawn(observe(start, 0), "en")
    yield FOLDER / "watched.es.svg", drawn(observe(middle, None), "es")
    yield FOLDER / "compact.es.svg", drawn(observe(middle, middle.turn), "es", True)
    resource, *_, incrimination, _ = crowd.hand
    yield (
        FOLDER / "resource.fr.svg",
        drawn(crowd, "fr", picked=resource.card_index, hovered=Part("site", 2), target=1),
    )
    yield FOLDER / "incrimination.en.svg", drawn(crowd, "en", True, picked=incrimination.card_index)
    yield FOLDER / "end.fr.svg", drawn(observe(played(5, 2), 0), "fr")
    yield FOLDER / "end_compact.en.svg", drawn(observe(played(8, 2), 0), "en", True)
    yield FOLDER / "cover.es.svg", drawn(crowd, "es", cover="<img src=x onerror=alert(1)>")
    yield ROOT / "notebooks" / "reference" / "table.svg", table()


if __name__ == "__main__":
    for path, text in pictures():
        path.write_text(text, encoding="utf-8")
