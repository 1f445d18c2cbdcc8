"""On Binder, Voilà is a part of Jupyter Server: the page of `plombox serve`, without its bounds."""

from plombox_widget.serving.app import START_SECONDS, TEMPLATE, page_config

c = get_config()  # noqa: F821 - given by Jupyter
c.VoilaConfiguration.template = TEMPLATE
c.VoilaConfiguration.page_config_hook = page_config
c.VoilaConfiguration.show_tracebacks = False
c.VoilaExecutor.iopub_timeout = START_SECONDS
