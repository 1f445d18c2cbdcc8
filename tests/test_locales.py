"""The three languages say the same things, the code asks for nothing else, and names stay data."""

import ast
import json
import pickle
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from plombox_widget.locales.i18n import LANGUAGES, Words, load

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "plombox_widget"
TEXTS: dict[str, dict[str, str]] = {
    language: json.loads((PACKAGE / "locales" / f"{language}.json").read_text(encoding="utf-8"))
    for language in LANGUAGES
}
KEYS = set(TEXTS["en"])
PLURAL = (".one", ".other")
KEY = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)+")
AREA = re.compile(r"[a-z0-9_]+\.")


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def stem(key: str) -> str:
    return key.rsplit(".", 1)[0] if key.endswith(PLURAL) else key


# --- the files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_twice_in_a_file(language: str) -> None:
    pairs: list[tuple[str, str]] = []
    text = (PACKAGE / "locales" / f"{language}.json").read_text(encoding="utf-8")
    json.loads(text, object_pairs_hook=lambda found: pairs.extend(found))
    keys = [key for key, _ in pairs]
    assert sorted(keys) == sorted(set(keys))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_has_the_keys_and_fields_of_english(language: str) -> None:
    assert set(TEXTS[language]) == KEYS
    different = {
        key
        for key in KEYS
        if fields(TEXTS[language][key]) != fields(TEXTS["en"][key]) and not key.endswith(".one")
    }
    assert different == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_filled_have_plain_named_fields_and_no_stray_space(language: str) -> None:
    for key, text in TEXTS[language].items():
        assert text.strip() == text, key
        assert text, key
        assert "  " not in text, key
        assert KEY.fullmatch(key), key
        for name in fields(text):
            assert re.fullmatch(r"[a-z_]+", name), f"{key}: field {name!r} is not a plain name"


def test_plural_texts_come_in_pairs_and_a_single_one_needs_no_more_than_many() -> None:
    for language in LANGUAGES:
        for key, text in TEXTS[language].items():
            if key.endswith(PLURAL):
                assert {f"{stem(key)}{suffix}" for suffix in PLURAL} <= KEYS, key
                assert stem(key) not in KEYS, key
            if key.endswith(".one"):
                assert fields(text) <= fields(TEXTS["en"][f"{stem(key)}.other"]) | {"count"}, key


def test_french_puts_no_break_spaces_before_high_signs_and_uses_curly_apostrophes() -> None:
    for key, text in TEXTS["fr"].items():
        assert not re.search(r"(?<![\u00a0\u202f]) ?(?<![\u00a0\u202f(:])[;?!»](?!\w)", text), (
            f"{key}: {text}"
        )
        assert not re.search(r"(?<![\u00a0\u202f\d]):(?=\s|$)", text), f"{key}: {text}"
        assert "'" not in text, key


def test_spanish_opens_its_questions_and_exclamations() -> None:
    for key, text in TEXTS["es"].items():
        assert text.count("?") == text.count("¿"), key
        assert text.count("!") == text.count("¡"), key


def test_spanish_takes_no_side_between_tu_vos_and_usted() -> None:
    sides = r"\b(vos|tú|tenés|podés|querés|jugás|elegí|hacé|usted|ustedes|vosotros|tienes|puedes|quieres)\b"
    found = {key for key, text in TEXTS["es"].items() if re.search(sides, text, re.IGNORECASE)}
    assert found == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_controls_are_called_the_same(language: str) -> None:
    texts = [text for key, text in TEXTS[language].items() if key.startswith("control.")]
    assert sorted(texts) == sorted(set(texts))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_splits_words_by_gender(language: str) -> None:
    for key, text in TEXTS[language].items():
        assert not re.search(r"\w\((a|as|e|es|ne|nes|se)\)|\w·e|\w@\w|\bo/a\b|\wo/a\b", text), key


# --- the code ----------------------------------------------------------------------------------------


def sources() -> Iterator[tuple[str, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "notebooks").rglob("*.ipynb")):
        for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"]):
            if cell["cell_type"] == "code":
                yield f"{path.relative_to(ROOT)}[{number}]", "".join(cell["source"])


TREES = [(name, ast.parse(source)) for name, source in sources()]


def is_lookup(call: ast.Call) -> bool:
    """``words(…)``, ``self.words(…)``, ``view.words(…)``, ``self._words(…)``."""
    function = call.func
    name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
    return bool(call.args) and (name == "words" or name.endswith("_words"))


def pattern(node: ast.expr) -> re.Pattern[str] | None:
    """What keys an f-string that begins with an area, such as ``f"role.{role}"``, can name."""
    if not isinstance(node, ast.JoinedStr) or not node.values:
        return None
    parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
    if not isinstance(parts[0], str) or not AREA.match(parts[0]):
        return None
    return re.compile("".join("[a-z0-9_.]+" if part is None else re.escape(str(part)) for part in parts))


def lookups() -> Iterator[tuple[str, ast.Call]]:
    for name, tree in TREES:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and is_lookup(node):
                yield f"{name}:{node.lineno}", node


STEMS = {stem(key) for key in KEYS}


def test_every_text_that_the_code_asks_for_exists() -> None:
    missing = []
    for place, call in lookups():
        key, shape = call.args[0], pattern(call.args[0])
        if isinstance(key, ast.Constant) and key.value not in STEMS | KEYS:
            missing.append(f"{place}: {key.value}")
        if shape is not None and not any(shape.fullmatch(known) for known in STEMS | KEYS):
            missing.append(f"{place}: {shape.pattern}")
    assert missing == []


def test_every_lookup_gives_the_facts_that_its_text_needs() -> None:
    lacking = []
    for place, call in lookups():
        key = call.args[0]
        given = {keyword.arg for keyword in call.keywords}
        if not isinstance(key, ast.Constant) or None in given:
            continue
        for known in KEYS:
            if key.value in (known, stem(known)) and not fields(TEXTS["en"][known]) <= given:
                lacking.append(f"{place}: {known} needs {fields(TEXTS['en'][known]) - given}")
    assert lacking == []


def test_no_text_stands_unused() -> None:
    literals: set[str] = set()
    shapes: list[re.Pattern[str]] = []
    for _, tree in TREES:
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                literals.add(node.value)
            shape = pattern(node) if isinstance(node, ast.JoinedStr) else None
            if shape is not None:
                shapes.append(shape)
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "group" and node.args:
                prefix = getattr(node.args[0], "value", None)
                if isinstance(prefix, str):
                    shapes.append(re.compile(re.escape(prefix) + ".+"))
    unused = [
        key
        for key in sorted(KEYS)
        if not {key, stem(key)} & literals
        and not any(shape.fullmatch(key) or shape.fullmatch(stem(key)) for shape in shapes)
    ]
    assert unused == []


# --- the machinery -----------------------------------------------------------------------------------


def test_loading_an_unknown_language_is_one_clear_line() -> None:
    for wrong in ("de", "", "en\n", "../en", "x" * 500, None, 7, []):
        with pytest.raises(ValueError, match="expected one of en, es, fr") as caught:
            load(wrong)  # type: ignore[arg-type]
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 100


def test_a_missing_text_or_fact_is_a_key_error_that_names_the_key() -> None:
    words = load("en")
    with pytest.raises(KeyError, match=r"en: no text .no\.such"):
        words("no.such")
    with pytest.raises(KeyError, match=r"turn\.of.*'name'"):
        words("turn.of")
    with pytest.raises(KeyError, match=r"no text .token\.lost"):
        words("token.lost")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["{0}", "{name}", "}{", "{name.__class__}", "%s", "<b>", "{{", ""])
def test_names_are_inserted_as_they_are(language: str, name: str) -> None:
    plain = load(language)("turn.of", name="#")
    assert load(language)("turn.of", name=name) == plain.replace("#", name)


def test_counts_choose_the_form_as_each_language_does() -> None:
    texts = {"n.one": "one {count}", "n.other": "many {count}"}
    forms = {
        language: [Words(language, texts)("n", count=n).split()[0] for n in (0, 1, 2)]
        for language in LANGUAGES
    }
    assert forms == {
        "en": ["many", "one", "many"],
        "es": ["many", "one", "many"],
        "fr": ["one", "one", "many"],
    }


def test_lists_numbers_and_shares_in_each_language() -> None:
    en, es, fr = map(load, LANGUAGES)
    assert en.listed([]) == ""
    assert en.listed(["Ana"]) == "Ana"
    assert en.listed(["Ana", "Bruno", "Irene"]) == "Ana, Bruno and Irene"
    assert es.listed(["Ana", "Irene"]) == "Ana e Irene"
    assert es.listed(["Ana", "hierro"]) == "Ana y hierro"
    assert fr.listed(["Ana", "Irene"]) == "Ana et Irene"
    assert (en.number(-1.25, 1), es.number(2.5, 1), fr.number(3)) == ("−1.2", "2,5", "3")
    assert (en.percent(0.455, 1), es.percent(0.5), fr.percent(1)) == ("45.5%", "50\u00a0%", "100\u202f%")


def test_words_are_values() -> None:
    assert load("es") is load("es")
    assert pickle.loads(pickle.dumps(load("fr"))) == load("fr")
    assert len({load("en"), load("en"), load("es")}) == 2
    assert "role.ngo" in load("en")
    assert "role" not in load("en")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Ana", "d’Ana"),
        ("Élise", "d’Élise"),
        ("Bruno", "de Bruno"),
        ("Hugo", "de Hugo"),
        ("", "de "),
        (8, "de 8"),
    ],
)
def test_french_words_lose_their_e_before_a_vowel(name: object, told: str) -> None:
    french = load("fr")
    assert french("control.paper.role", name=name) == f"Rôle {told}"
    plain = load("es")("control.paper.role", name=name)
    assert plain.endswith(str(name))


def test_that_before_a_vowel_too() -> None:
    french = load("fr")
    assert french("coach.saw", actor="Elena").startswith("Ce qu’Elena voyait")
    assert french("coach.saw", actor="Carla").startswith("Ce que Carla voyait")
