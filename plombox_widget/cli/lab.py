"""`plombox lab`: JupyterLab on a copy of the notebooks."""

import argparse
import os
from typing import Any

from plombox_widget.cli.errors import extra_needed, user_errors
from plombox_widget.cli.serve import add_address

DEFAULT_PORT = 8888
DEFAULT_FOLDER = "plombox-notebooks"


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser("lab", help="JupyterLab on a copy of the notebooks", description=__doc__)
    parser.add_argument(
        "--folder",
        default=DEFAULT_FOLDER,
        metavar="DIR",
        help=f"where the copy is kept (default {DEFAULT_FOLDER}); what you changed there stays",
    )
    add_address(parser, DEFAULT_PORT)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from pathlib import Path

    from plombox_widget.serving.notebooks import copy_notebooks

    with extra_needed("app", ("jupyterlab", "jupyter_server")):
        from jupyterlab.labapp import LabApp
    folder = Path(args.folder).absolute()
    with user_errors(OSError, FileNotFoundError):
        copied = copy_notebooks(folder)
    print(f"{folder}: {copied.summary()}", flush=True)
    port = DEFAULT_PORT if args.port is None else args.port
    options = [f"--ServerApp.root_dir={folder}", f"--ServerApp.ip={args.ip}", f"--ServerApp.port={port}"]
    if args.no_browser:
        options.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")  # who runs us as root, in a container, has decided that already
    LabApp.launch_instance(argv=options)
    return 0
