"""The command line: `main`, and one function a command, from parsed arguments to an exit status."""

from .main import main as main
