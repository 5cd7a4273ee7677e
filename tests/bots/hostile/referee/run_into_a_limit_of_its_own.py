"""Lowers its CPU limit and runs into it. Reaching it would look like a kill from outside: no loss."""

import resource

resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
while True:
    pass
