"""What the page's server answers: the page itself, its health, its status, and whether a kernel lives."""

import logging
import random
import time
from typing import Any

from jupyter_server.base.handlers import JupyterHandler
from tornado import web
from tornado.iostream import StreamClosedError
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler

from plombox_widget import __version__
from plombox_widget.serving import pages
from plombox_widget.serving.kernels import VISITOR, KernelNotReady, TableKernels
from plombox_widget.serving.limits import MIB, free_memory

log = logging.getLogger("plombox")
_FULL_SECONDS = 15
_WAIT_SECONDS = 4


class _Plain(JupyterHandler):
    """The language of the visitor, and notices in it."""

    @property
    def kernels(self) -> TableKernels:
        return self.settings["kernel_manager"]  # type: ignore[no-any-return]

    @property
    def language(self) -> str:
        """What was chosen last in this browser, else what the browser asks for."""
        return pages.spoken(self.get_cookie(pages.CHOICE), self.request.headers.get("Accept-Language", ""))

    def notice(self, status: int, kind: str, *, again: float | None = None, **facts: object) -> None:
        """Answers with a page of our own, which lets nothing be cached."""
        self.set_status(status)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        link = self.base_url if kind == "missing" else self.request.uri or self.base_url
        if again is not None:
            self.set_header("Retry-After", str(round(again)))
        self.finish(pages.notice(self.language, kind, link, again=again, **facts))

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """No traceback: a notice in the visitor's language."""
        if self._headers_written:
            self.finish()
            return
        self.notice(status_code, "missing" if status_code == 404 else "trouble")


class PageHandler(_Plain, TornadoVoilaHandler):
    """A notebook as a page, if there is room for one more session."""

    def initialize(self, notebooks: tuple[str, ...], default: str, **kwargs: Any) -> None:
        super().initialize(**kwargs)
        self.notebooks = notebooks
        self.default = default

    @web.authenticated
    async def get(self, path: str = "") -> None:
        name = path or self.default
        if name not in self.notebooks:
            self.notice(404, "missing")
            return
        if self._embedded_elsewhere():
            self.notice(403, "trouble")
            return
        entering, limit = self.kernels.entering, self.kernels.limits.sessions
        if len(self.kernels.session_ids()) + len(entering) >= limit:
            self.notice(503, "full", again=_FULL_SECONDS + random.uniform(0, 5), limit=limit)
            return
        if not self.kernels.has_warm(name) and self.kernels.gate.expected_wait > self.kernels.limits.patience:
            self.notice(503, "wait", again=_WAIT_SECONDS + random.uniform(0, 3))
            return
        self.request.query = pages.with_language(self.request.query, self.language)
        self._set_theme()
        visitor = object()
        entering.add(visitor)
        VISITOR.set(visitor)
        try:
            await self._serve(name)
        finally:
            entering.discard(visitor)

    def _set_theme(self) -> None:
        """Leave in the request one of our themes alone, and keep it for the pages that this one leads to."""
        asked = self.get_query_argument("theme", None)
        theme = pages.shade(asked, self.get_cookie(pages.THEME))
        if asked in pages.THEMES:
            self.set_cookie(pages.THEME, theme, path=self.base_url, samesite="Lax", expires_days=None)
        for arguments in (self.request.arguments, self.request.query_arguments):
            arguments["theme"] = [theme.encode()]

    def should_use_rendered_notebook(
        self, _: Any, pool_size: int, template: object, theme: str | None, *__: Any
    ) -> bool:
        """Whenever the pool has a kernel, even one that is still on its way: another one would come later.

        Its page is written already, in the light theme.
        """
        return pool_size > 0 and theme in (None, pages.THEMES[0])

    async def _serve(self, name: str) -> None:
        began = time.monotonic()
        try:
            async for text in self.get_generator(path=name):
                self.write(text)
                await self.flush()
        except StreamClosedError:
            log.info("a visitor left before the page was ready")
        except (KernelNotReady, RuntimeError, TimeoutError):
            log.exception("no page after %.0f s", time.monotonic() - began)
            if not self._headers_written:
                self.notice(503, "trouble", again=_FULL_SECONDS)

    def _embedded_elsewhere(self) -> bool:
        """Another site asks for the page as an image, a script or a frame: that would only use up kernels."""
        headers = self.request.headers
        site, use = headers.get("Sec-Fetch-Site", "none"), headers.get("Sec-Fetch-Dest", "document")
        return site == "cross-site" and use not in ("document", "empty")


class MissingHandler(_Plain):
    """Any other address."""

    def get(self) -> None:
        self.notice(404, "missing")


class TemplateFiles(TemplateStaticFileHandler):  # type: ignore[misc]
    """Voilà's, which takes an address of another form for a fault of its own."""

    def parse_url_path(self, path: str) -> str:
        parts = path.split("/")
        if len(parts) < 3 or parts[1] != "static" or ".." in parts:
            raise web.HTTPError(404)
        return str(super().parse_url_path(path))


class LeaveHandler(VoilaShutdownKernelHandler):  # type: ignore[misc]
    """A page that goes away asks for the end of its kernel, without the proof that it may.

    It is refused, and nobody has to read so in the log: the kernel ends when no page came back for it.
    """

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        self.finish()


class HealthHandler(_Plain):
    """For a load balancer: 200 while the server answers, and a few words of JSON. Open to all."""

    def get(self) -> None:
        self.set_header("Cache-Control", "no-store")
        self.finish({"status": "ok", "version": __version__})


class AliveHandler(_Plain):
    """Whether the kernel of a page lives: what the page's script asks when in doubt."""

    @web.authenticated
    async def get(self, kernel_id: str) -> None:
        self.set_header("Cache-Control", "no-store")
        self.finish({"alive": await self.kernels.alive(kernel_id)})


class StatusHandler(_Plain):
    """Sessions and memory, for whoever looks after the server: a page, or JSON with ``?json``."""

    @web.authenticated
    def get(self) -> None:
        self.set_header("Cache-Control", "no-store")
        figures = self._figures()
        if self.get_query_argument("json", None) is not None:
            self.finish(figures)
            return
        rows = [(key, str(value)) for key, value in figures.items()]
        self.finish(pages.status(self.language, rows))

    def _figures(self) -> dict[str, int]:
        import psutil

        own = psutil.Process()
        sizes = [_resident(process) for process in (own, *own.children(recursive=True))]
        kernels = self.kernels
        return {
            "sessions": len(kernels.session_ids()),
            "limit": kernels.limits.sessions,
            "warm": kernels.ready(),
            "queue": kernels.gate.waiting,
            "memory": sum(sizes) // MIB,
            "free": free_memory() // MIB,
            "orphans": kernels.counts.orphan,
            "idle": kernels.counts.idle,
            "dead": kernels.counts.dead,
            "minutes": int(time.time() - own.create_time()) // 60,
        }


def _resident(process: Any) -> int:
    """Bytes of a process that may end while we ask."""
    import psutil

    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0
