"""The `plombox` command: a module per subcommand.

Each has ``add_parser(subparsers)``, which declares its arguments and imports nothing heavy, and
``run(args) -> int``, which does the work, imports what that needs, and returns the exit status. A user's
mistake is a ``UserError``.
"""
