"""Whether play workers can isolate strangers' code here, asked as whom and where one would run.

    python -m caravan.up.able       the answer as JSON; exit code 1 and a sentence where they cannot

`asked` runs that in the place of a worker.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from bots.sandbox import Rung, detect
from bots.sandbox.layers import Layer, layers, spoken
from bots.sandbox.remedies import remedy
from caravan.up.supervise import Program

ORDINARY = "Or start Caravan as an ordinary user: only root's workers need a namespace of their own."


@dataclass(frozen=True)
class Ability:
    """What a place can do about strangers' code, and what that rests on."""

    rung: Rung
    layers: Sequence[Layer] = ()
    languages: Sequence[Layer] = ()


def asked(worker: Program) -> Ability:
    """What the self-test says where and as whom this worker would run."""
    start = worker.command.index(sys.executable)
    command = [*worker.command[:start], sys.executable, "-m", "caravan.up.able"]
    done = subprocess.run(command, env=worker.environment, capture_output=True, text=True, check=False)
    if done.stdout:
        told = json.loads(done.stdout)
        seen = ([Layer(**layer) for layer in told[kind]] for kind in ("layers", "languages"))
        return Ability(Rung(**told["rung"]), *seen)
    last = (done.stderr.strip().splitlines() or [f"It ended with {done.returncode}."])[-1]
    return Ability(unable(last, ORDINARY if os.geteuid() == 0 else ""))


def unable(reason: str, instead: str = "") -> Rung:
    """That nothing can be isolated, for this reason; what helps, or what may be done instead."""
    return Rung("none", reason, f"{remedy(reason)} {instead}".strip())


def main() -> None:
    """Prints what can be done here; SystemExit says that it is not enough."""
    ability = Ability(detect(), layers(), spoken())
    print(json.dumps(asdict(ability)))
    sys.exit(ability.rung.complaint or 0)


if __name__ == "__main__":
    main()
