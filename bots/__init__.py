"""Bots: what an upload is, the sandbox, playing a fixture, opponents of the house, the command `caravan`.

    cli         the command line
    play        a fixture, its matches, clocks and faults
    house       the bots that ship with Caravan
    upload      what may be sent in, and where it lies
    sandbox     the one way to start strangers' code

Each imports only those below it. Beside them, for all: `errors`, and `quoting` for strangers' words; for
command line and site: `again`, the command that asks a bot once more, and `rulebook`.
"""
