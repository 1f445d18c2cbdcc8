"""Voilà, set up to serve our page to a class: few surprises, no code from visitors, and room for all."""

import asyncio
import logging
import os
import signal
import socket
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import tornado.httpserver
import tornado.ioloop
import tornado.web
from jupyter_server import DEFAULT_STATIC_FILES_PATH
from jupyter_server.utils import url_path_join
from traitlets.config import Config
from voila.app import Voila
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.contentshandler import VoilaContentsHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from plombox_widget.serving.channels import TableChannels
from plombox_widget.serving.handlers import (
    AliveHandler,
    HealthHandler,
    LeaveHandler,
    MissingHandler,
    PageHandler,
    StatusHandler,
    TemplateFiles,
)
from plombox_widget.serving.kernels import TableKernels
from plombox_widget.serving.limits import Limits
from plombox_widget.serving.notebooks import PLAY
from plombox_widget.serving.pages import page_words

SHARE = Path(__file__).parent / "share"
TEMPLATE = "plombox"
_KERNEL = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"
_STOP_SECONDS = 10.0
_PING, _PING_TIMEOUT = 30_000, 90_000
"""Milliseconds between two signs of life over a page's connection, and after how many without one it ends."""
_LARGEST = 4 << 20
"""Bytes of one message or upload: a record may have 1 MiB, and grows on the way."""
_EXTENSIONS = ("@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "ipycanvas")
"""What the page needs of all that JupyterLab has installed: the rest would only load, and may not fit."""
_SAFER = {
    TemplateStaticFileHandler: TemplateFiles,
    VoilaKernelWebsocketHandler: TableChannels,
    VoilaShutdownKernelHandler: LeaveHandler,
}
log = logging.getLogger("plombox")
logging.getLogger("tornado.general").setLevel(logging.ERROR)  # it takes the milliseconds above for seconds


def page_config(config: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Voilà's hook: what the page's script says, and how much it may send at once; no address outside for
    formulas, Voilà brings its own."""
    return {**config, "plomboxWords": page_words(), "plomboxLargest": _LARGEST, "fullMathjaxUrl": ""}


START_SECONDS = 120
"""How long a kernel may take to tell what a notebook shows."""


def settings(limits: Limits, token: str = "", base_url: str = "/") -> Config:
    """The configuration of Voilà that serves ``limits.sessions`` sessions; an empty token asks for none."""
    config = Config()
    config.Voila.update(
        base_url=base_url, token=token, open_browser=False, config_file_paths=[], log_level=logging.ERROR
    )
    config.VoilaConfiguration.update(
        template=TEMPLATE,
        allow_template_override="NO",
        allow_theme_override="YES",  # of the two that the page's handler lets through
        show_tracebacks=False,
        strip_sources=True,
        preheat_kernel=limits.warm > 0,
        multi_kernel_manager_class=TableKernels,
        page_config_hook=page_config,
        extension_allowlist=list(_EXTENSIONS),
    )
    config.VoilaKernelManager.kernel_pools_config = {
        PLAY: {"pool_size": min(limits.warm, limits.sessions)},
        "default": {"pool_size": 0},
    }
    # After its default of 4 s a busy machine's page would be sent without the table, and stay so.
    config.VoilaExecutor.iopub_timeout = START_SECONDS
    config.KernelManager.autorestart = False
    if os.name == "posix":
        config.KernelManager.transport = "ipc"
    return config


class PageServer(Voila):  # type: ignore[misc]
    """Serves the notebooks of one folder, by name, and nothing else."""

    def __init__(
        self,
        folder: Path,
        limits: Limits,
        sockets: Sequence[socket.socket],
        *,
        hosts: Sequence[str] = (),
        anywhere: bool = False,
        **kwargs: Any,
    ) -> None:
        """``hosts``: names by which visitors may ask for us, beside localhost; ``anywhere``: by any name."""
        super().__init__(**kwargs)
        self.limits = limits
        self.sockets = sockets
        self.root_dir = str(folder)
        self.notebooks = tuple(
            sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.ipynb"))
        )
        self.tornado_settings = {
            "allow_remote_access": anywhere,
            "local_hostnames": ["localhost", *hosts],
            "compress_response": True,
            "xsrf_cookies": True,
            "websocket_max_message_size": _LARGEST,
            "static_path": DEFAULT_STATIC_FILES_PATH,
            "ws_ping_interval": _PING,
            "ws_ping_timeout": _PING_TIMEOUT,
            "log_function": _log_request,
        }

    def init_settings(self) -> dict[str, Any]:
        made: dict[str, Any] = super().init_settings()
        self.kernel_manager.mark_handed_out()
        return made

    def init_handlers(self) -> list[Any]:
        """Voilà's own, less those that list or render whatever lies in the folder, and ours."""
        unwanted = (TornadoVoilaHandler, TornadoVoilaTreeHandler, VoilaContentsHandler)
        kept = [_safer(entry) for entry in super().init_handlers() if not _is_any(entry[1], unwanted)]
        page = {
            "template_paths": self.template_paths,
            "config": self.config,
            "voila_configuration": self.voila_configuration,
            "notebooks": self.notebooks,
            "default": PLAY,
        }
        own: list[tuple[Any, ...]] = [
            ("/?()", PageHandler, page),
            (r"/([^/]+\.ipynb)", PageHandler, page),  # where links of the page at "/" lead
            ("/voila/render/(.*)", PageHandler, page),
            ("/plombox/health", HealthHandler),
            ("/plombox/status", StatusHandler),
            (f"/plombox/alive/{_KERNEL}", AliveHandler),
            ("/.*", MissingHandler),
        ]
        return [*kept, *((url_path_join(self.server_url, entry[0]), *entry[1:]) for entry in own)]

    def start(self) -> None:
        """Serves until SIGTERM, SIGINT or ``quit`` tells it to stop, and ends every kernel."""
        asyncio.run(self._run())

    def quit(self) -> None:
        """Makes ``start`` return; called on its event loop."""
        self._stopping.set()

    async def _run(self) -> None:
        self._stopping = asyncio.Event()
        self.ioloop = tornado.ioloop.IOLoop.current()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self.quit)
        with TemporaryDirectory(prefix="plombox-") as self.connection_dir:
            self.app = tornado.web.Application(**{**self.init_settings(), **self.tornado_settings})
            self.app.add_handlers(".*$", self.init_handlers())
            server = tornado.httpserver.HTTPServer(self.app, max_body_size=_LARGEST)
            server.add_sockets(self.sockets)
            watch = asyncio.create_task(self._look_after())
            await self._stopping.wait()
            server.stop()
            watch.cancel()
            logging.disable(logging.ERROR)  # what is cut off in mid-work complains, to nobody's use
            await self._end_kernels()
            with suppress(TimeoutError):
                await asyncio.wait_for(server.close_all_connections(), _STOP_SECONDS)

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(self.limits.check)
            try:
                await self.kernel_manager.look_after()
            except Exception:
                log.exception("looking after the sessions failed; it is tried again")

    async def _end_kernels(self) -> None:
        try:
            await asyncio.wait_for(self._end_all(), _STOP_SECONDS)
        except TimeoutError:
            log.warning("some kernels did not end within %g s", _STOP_SECONDS)

    async def _end_all(self) -> None:
        """Again while a kernel has only just begun to start, or ends by itself: it cannot be ended then."""
        while True:
            try:
                await self.kernel_manager.shutdown_all(now=True)
            except (asyncio.InvalidStateError, tornado.web.HTTPError):
                await asyncio.sleep(0.2)
            else:
                return


def _is_any(handler: object, classes: tuple[type, ...]) -> bool:
    return isinstance(handler, type) and issubclass(handler, classes)


def _safer(entry: Any) -> Any:
    """An entry of the handlers, with ours in place of one that trips over odd addresses or frames."""
    return (entry[0], _SAFER[entry[1]], *entry[2:]) if entry[1] in _SAFER else entry


def _log_request(handler: tornado.web.RequestHandler) -> None:
    """Our own faults alone: a full house (503) or a mistyped address is nobody's fault."""
    status = handler.get_status()
    if status >= 500 and status != 503:
        log.error("%d %s %s", status, handler.request.method, handler.request.path)
