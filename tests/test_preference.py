"""The reader's language: from the page, the environment, the last choice; never from other readers."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from plombox_widget.locales import preference
from plombox_widget.locales.preference import preferred_language, remember_language
from plombox_widget.table.kept import KeptTable
from plombox_widget.teaching import Lesson


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A reader with no settings yet, in JupyterLab."""
    for name in ("QUERY_STRING", "PLOMBOX_LANG", "SERVER_SOFTWARE", "VOILA_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(preference.FOLDER, str(tmp_path / "settings"))
    return tmp_path / "settings" / preference.FILE


def in_the_next_notebook() -> str:
    """What another kernel of the same reader speaks."""
    code = "from plombox_widget.teaching import Lesson; print(Lesson('rules').lang)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.strip()


def test_the_page_comes_before_the_environment_and_that_before_the_last_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert preferred_language() == "en"
    remember_language("fr")
    assert preferred_language() == "fr"
    monkeypatch.setenv("PLOMBOX_LANG", "es")
    assert preferred_language() == "es"
    monkeypatch.setenv("QUERY_STRING", "a=1&lang=en")
    assert preferred_language() == "en"
    monkeypatch.setenv("QUERY_STRING", "lang=xx&lang=de")
    assert preferred_language() == "es"


def test_a_choice_in_one_notebook_is_the_language_of_the_next(place: Path) -> None:
    lesson = Lesson("index")
    assert lesson.lang == "en"
    assert not place.exists()
    lesson.header._languages.value = "es"
    assert place.read_text() == "es\n"
    assert in_the_next_notebook() == "es"
    table = KeptTable(seed=1)
    assert table.lang == "es"
    assert 'href="index.ipynb?lang=es"' in table._lessons.value
    table._controls.language.value = "fr"
    assert table.lang == "fr"
    assert 'href="index.ipynb?lang=fr"' in table._lessons.value
    assert in_the_next_notebook() == "fr"
    table.close()


def test_only_a_readers_own_choice_is_kept(place: Path) -> None:
    Lesson("index", lang="es").speak("fr")
    KeptTable(seed=1, lang="es").close()
    assert not place.exists()


@pytest.mark.parametrize(("name", "value"), [("SERVER_SOFTWARE", "voila/0.5"), ("VOILA_BASE_URL", "/")])
def test_behind_voila_one_reader_never_chooses_for_another(
    place: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    remember_language("fr")
    monkeypatch.setenv(name, value)
    assert preferred_language() == "en"
    lesson = Lesson("index")
    lesson.header._languages.value = "es"
    assert lesson.lang == "es"
    assert place.read_text() == "fr\n"


@pytest.mark.parametrize("kept", [b"", b"de\n", b"\xff\xfe\x00", b"es" * 100_000, b"es\nfr\n"])
def test_whatever_stands_in_the_file_is_no_error(place: Path, kept: bytes) -> None:
    place.parent.mkdir()
    place.write_bytes(kept)
    assert preferred_language() == "en"


def test_without_a_folder_to_write_to_the_choice_ends_with_the_notebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(preference.FOLDER, str(tmp_path / "file" / "below"))
    lesson = Lesson("index")
    lesson.header._languages.value = "es"
    assert lesson.lang == "es"
    assert preferred_language() == "en"
    with pytest.raises(ValueError, match="expected one of en, es, fr"):
        remember_language("de")


def test_the_file_lies_in_the_users_own_place_for_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(preference.FOLDER)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    remember_language("es")
    assert (tmp_path / "plombox" / "language").read_text() == "es\n"
    assert os.listdir(tmp_path / "plombox") == ["language"]
