"""Runs a program that is in no file. Reaching it would mean programs that nobody has ever checked."""

import os
import sys

from wire import OUT

ANSWER = f"""import os; os.write({OUT}, b'{{"move": "reached"}}\\n')"""


def choose(view, legal):
    program = os.memfd_create("program", 0)
    with open(sys.executable, "rb") as file:
        os.write(program, file.read())
    os.set_inheritable(OUT, True)
    os.execve(program, [sys.executable, "-S", "-c", ANSWER], os.environ)
