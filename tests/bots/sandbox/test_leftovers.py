"""After any run: no process, no descriptor, no mount, no control group, no file."""

import os
from pathlib import Path

import pytest

from bots.sandbox import Limits
from tests import remains
from tests.launched import eventually

SOURCES = {
    "answers and is closed": "def choose(view, legal): return legal[0]",
    "crashes": "import ctypes\nctypes.string_at(0)",
    "is forbidden something": "import ctypes\nctypes.CDLL(None).ptrace(0, 0, 0, 0)",
    "tries to leave others": "import os\nfor _ in range(9):\n    try: os.fork()\n    except OSError: pass",
    "starts threads": "import threading, time\nthreading.Thread(target=time.sleep, args=(9,)).start()",
    "burns": "while True: pass",
    "is not Python": "((",
}


def remaining(folder: Path) -> dict[str, object]:
    """Everything countable that a bot might leave."""
    files = sorted(path.name for path in folder.rglob("*") if path.name != "__pycache__")
    return remains.everything() | {"files": files}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_nothing_is_left(launcher, folder, source):
    (folder / "bot.py").write_text(source)
    before = remaining(folder)
    for early in (True, False):
        with remains.adopting(), launcher.launch(folder, "bot.py", "python", Limits()) as process:
            if not early:
                os.write(process.stdin, b'{"type": "hello"}\n')
                process.exit()
            pid = process.pid
            process.close()
            assert not os.path.exists(f"/proc/{pid}")
            assert eventually(lambda: remains.reaped(before["processes"]))
    assert remaining(folder) == before
