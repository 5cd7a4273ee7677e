"""What runs inside the sandbox: loads a Python bot and speaks the wire for it. Standard library only.

    runner.py ENTRY RLIMITS        the bot's file, and a JSON object such as {"AS": 335544320, "CORE": 0}

A bot is the function `choose(view, legal)` of its file, or else the class `Bot`, one object for each match:

    class Bot:
        def start(self, info): ...            # optional: game, rules, clocks, seats, match, seat, dice_seed
        def choose(self, view, legal): ...    # self.news: what was heard since; self.clock: seconds left
        def over(self, result): ...           # optional: points, ranks

Either returns a move, or (move, tag) with a short word that is kept beside the move. `random` is seeded with
the bot's own dice when a match starts. What the bot prints goes to its log. An exception is written there too
and ends the process with exit code 1, for want of memory with 12; 13 is a bot that closed the way out.
"""

from __future__ import annotations

import json
import os
import random
import resource
import sys
import types

TYPE_CHECKING = False  # typing itself would cost every bot two milliseconds
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

OUT_OF_MEMORY = 12
CLOSED = 13


IMPORTED = frozenset(sys.modules)
"""What every bot finds imported."""


def main() -> None:
    """Be the bot's process."""
    entry, limits = sys.argv[1:3]
    restrict(json.loads(limits))
    play(entry)


def play(entry: str) -> None:
    """Answer until the other end closes, and be gone then, whatever the bot has left running."""
    try:
        answer(entry)
    except SystemExit as end:
        leave(end.code)
    leave(None)


def answer(entry: str) -> None:
    """Load the bot and speak for it."""
    wire = Wire()
    hello = wire.read()
    del hello["type"]
    make = ask(load, entry)
    wire.write({"ready": True})
    bot: Any = None
    while message := wire.read():
        match message.pop("type"):
            case "start":
                random.seed(message["dice_seed"])
                bot = ask(make)
                ask(getattr(bot, "start", ignore), {**hello, **message})
            case "ask":
                bot.news, bot.clock = message["news"], message["clock"]
                wire.write(reply(ask(bot.choose, message["view"], message["legal"])))
            case "over":
                ask(getattr(bot, "over", ignore), message)


class Wire:
    """The protocol on private descriptors; the bot's own input is empty, its own output is the log."""

    def __init__(self) -> None:
        self._from, self._to = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
        self._decode = json.JSONDecoder().raw_decode
        self._prints = sys.stdout
        with open(os.devnull, "rb") as nothing:
            os.dup2(nothing.fileno(), 0)
        os.dup2(2, 1)
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]

    def read(self) -> dict[str, Any]:
        """The next message; empty when there will be no more."""
        line = self._from.readline()
        return self._decode(line.decode())[0] if line else {}

    def write(self, message: dict[str, Any]) -> None:
        """Send one line, after all that was printed before it; a bot that has closed the way out ends."""
        try:
            if not self._prints.closed:
                self._prints.flush()
            self._to.write(json.dumps(message).encode() + b"\n")
            self._to.flush()
        except OSError:
            leave(CLOSED)


def restrict(limits: dict[str, int]) -> None:
    """Lower the hard limits named, for good; one that is lower already stays."""
    for name, value in limits.items():
        which = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(which)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(which, (value, value))


def load(entry: str) -> Callable[[], Any]:
    """Run the bot's file as a module; what makes a bot for a match."""
    sys.argv = [entry]
    sys.path.insert(0, os.path.dirname(entry))
    module = types.ModuleType(os.path.basename(entry).removesuffix(".py"))
    module.__file__ = entry
    sys.modules[module.__name__] = module
    with open(entry, "rb") as file:
        source = file.read()
    exec(compile(source, entry, "exec"), vars(module))  # noqa: S102 what a sandbox is for
    if choose := getattr(module, "choose", None):
        return lambda: types.SimpleNamespace(choose=choose)
    if make := getattr(module, "Bot", None):
        return make  # type: ignore[no-any-return]
    sys.exit(f"{os.path.basename(entry)} defines neither a function choose(view, legal) nor a class Bot")


def ask(function: Callable[..., Any], *arguments: Any) -> Any:
    """What the bot's function returns; its exception goes to the log, without our frames, and ends all."""
    try:
        return function(*arguments)
    except Exception as error:
        own = error.__traceback__
        while own and own.tb_frame.f_code.co_filename == __file__:
            own = own.tb_next
        sys.excepthook(type(error), error.with_traceback(own), own)
        sys.exit(OUT_OF_MEMORY if isinstance(error, MemoryError) else 1)


def reply(answer: Any) -> dict[str, str]:
    """The bot's answer as a message; one that is neither a move nor (move, tag) is its error."""
    match answer:
        case str():
            return {"move": answer}
        case (str() as move, str() as tag):
            return {"move": move, "tag": tag}
    sys.exit(f"choose returned {answer!r:.100}: it must be a move, or (move, tag)")


def ignore(_: Any) -> None:
    """Stand in for a method that the bot does without."""


def leave(why: Any) -> None:
    """Do what `sys.exit(why)` does, but at once: that would wait for the bot's threads."""
    code = why if isinstance(why, int) else int(why is not None)
    try:
        sys.stdout.flush()
        if why is not None and why is not code:
            print(why, file=sys.stderr)
        sys.stderr.flush()
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
