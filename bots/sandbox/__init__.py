"""The sandbox: the one way to start strangers' code.

`detect` says whether this host can hold it and `open_launcher` gives what starts it there; `trusted.Launcher`
starts a developer's own without any isolation. All give a `Process`.
"""

from bots.sandbox.interface import Launcher, Rung, SandboxError
from bots.sandbox.opening import open_launcher
from bots.sandbox.process import Ending, ExitStatus, Process
from bots.sandbox.selftest import detect

__all__ = ["Ending", "ExitStatus", "Launcher", "Process", "Rung", "SandboxError", "detect", "open_launcher"]
