"""In a notebook: a bot that was typed into a cell travels to the workers, and the bar is a widget."""

import nbformat
from nbclient import NotebookClient

CELLS = (
    """
from plombox_widget import Rules, simulate
from plombox_widget.bots.simple import RandomBot

class Mine(RandomBot):
    name = "mine"
""",
    """
found = simulate(Rules(players=3), 60, 1, Mine, jobs=2, progress=True)
print(found == simulate(Rules(players=3), 60, 1, Mine), found.policies)
""",
)


def test_a_bot_from_a_cell_and_a_progress_bar():
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = notebook.cells[1].outputs
    printed = "".join(output.text for output in outputs if output.output_type == "stream")
    assert "True ('mine', 'mine', 'mine')" in printed
    shown = [output.data for output in outputs if output.output_type == "display_data"]
    assert any("application/vnd.jupyter.widget-view+json" in data for data in shown)
