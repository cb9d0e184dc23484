"""`python -m kerys.cli` is the `kerys` command."""

from kerys.cli import main

main()
