"""The page for others: Voilà for a class, and JupyterLab on a copy of the notebooks."""
