"""Writes requirements.txt: the exact versions that Binder installs. Run by `make binder-lock`.

They are what pip chooses today for the package with its `app` extra, on the Python of runtime.txt, with the
Jupyter packages held at the versions that Binder's own image brings, so that none of those is replaced.
"""

import re
import subprocess
import sys
import tempfile
import venv
from importlib.resources import files
from pathlib import Path

BINDER = Path(__file__).parent
HEAD = "# Written by `make binder-lock`: do not edit.\n"
HELD = re.compile(r"(?:jupyter|ipy|notebook|nb|traitlets|tornado|pyzmq)")
BUILD = ("hatchling>=1.25",)
"""What postBuild needs to build the package without looking for anything."""


def base_image(python: str) -> list[str]:
    """``name==version`` of the Jupyter packages in the image that repo2docker starts from."""
    lock = files("repo2docker.buildpacks.conda").joinpath(f"environment.py-{python}-linux-64.lock")
    built = re.findall(
        r"/([^/\s]+)-([^-/\s]+)-[^-/\s]+\.(?:conda|tar\.bz2)", lock.read_text(encoding="utf-8")
    )
    pins = [f"{name}=={version}" for name, version in built if HELD.match(name)]
    if not any(pin.startswith("jupyterlab==") for pin in pins):
        raise SystemExit(f"binder-lock: no JupyterLab in repo2docker's image for Python {python}")
    return pins


def main() -> None:
    python = (BINDER / "runtime.txt").read_text(encoding="utf-8").strip().removeprefix("python-")
    if python != f"{sys.version_info.major}.{sys.version_info.minor}":
        raise SystemExit(f"binder-lock: runtime.txt says Python {python}, this is {sys.version.split()[0]}")
    with tempfile.TemporaryDirectory() as folder:
        held = Path(folder, "held.txt")
        held.write_text("\n".join(base_image(python)), encoding="utf-8")
        venv.create(Path(folder, "venv"), with_pip=True)
        pip = [str(Path(folder, "venv", "bin", "python")), "-m", "pip", "--disable-pip-version-check"]
        wanted = [f"{BINDER.parent}[app]", *BUILD]
        subprocess.run([*pip, "install", "--quiet", "--constraint", str(held), *wanted], check=True)
        frozen = subprocess.run([*pip, "freeze"], check=True, capture_output=True, text=True).stdout
    pins = [line for line in frozen.splitlines() if re.fullmatch(r"[\w.-]+==[\w.+!-]+", line)]
    kept = [pin for pin in pins if not pin.startswith(("plombox", "pip==", "setuptools==", "wheel=="))]
    (BINDER / "requirements.txt").write_text(HEAD + "\n".join(kept) + "\n", encoding="utf-8")
    print(f"binder/requirements.txt: {len(kept)} exact versions for Python {python}")


if __name__ == "__main__":
    main()
