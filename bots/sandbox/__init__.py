"""The sandbox: the one way to start strangers' code.

`detect` says whether this host can hold it; `bubblewrap.Launcher` starts it there, `trusted.Launcher` starts
a developer's own without any isolation. Both give a `Process`.
"""

from bots.sandbox.interface import Launcher, Rung, SandboxError
from bots.sandbox.process import Ending, ExitStatus, Process
from bots.sandbox.selftest import detect

__all__ = ["Ending", "ExitStatus", "Launcher", "Process", "Rung", "SandboxError", "detect"]
