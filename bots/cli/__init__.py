"""The command `caravan`: what a bot's author does, at home with the server's referee, and on a server.

    games, check, play, matrix, test    the commands at home
    compare, replay, export             has it become better; recorded matches turn by turn, and as rows
    new                                 and the first: a bot to start with
    again, retold                       for `play --from`: a decision made once more, and what is told of it
    positions                           for `test`: saved positions and the moves that are right there
    entrants, contest, tally            who plays; deals played in portions; how the entrants stand
    fields                              positions and views as text
    screen, kept                        what is shown meanwhile and at the end; records and logs as files
    writing                             files whole or not at all
    sequential                          for `compare`: a test that may be ended at any time
    turns, stepper                      for `replay`: what is told, and keys on a terminal
    rows, parquet                       for `export`: where rows are written
    login, submit, status, standings    the commands on a server
    matches, logs, watch, challenge     and those about matches
    online, found, columns              which server, and its refusals; what names stand for; tables
    told                                for `watch`: lines of a stream in words
    packing, trials                     for `submit`: what is sent in of a file or folder; what comes of it
    completion, choices, options        words that shells complete, those that are near, shared options
    group                               how every command ends

Exit codes: 0 all is well, 1 a bot is at fault, 2 the command was not understood, or asks for what is not
there or not yours, 3 the failure is ours, the server's, the network's or the host's, 129 its terminal was
closed, 130 Ctrl-C, 141 nobody reads on, 143 it was asked to end.
"""

import click

from bots.cli.challenge import challenge
from bots.cli.check import check
from bots.cli.compare import compare
from bots.cli.completion import completion
from bots.cli.export import export
from bots.cli.games import games, rules
from bots.cli.group import Commands
from bots.cli.login import login, logout
from bots.cli.logs import logs
from bots.cli.matches import matches
from bots.cli.matrix import matrix
from bots.cli.new import new
from bots.cli.play import play
from bots.cli.replay import replay
from bots.cli.standings import standings
from bots.cli.status import status
from bots.cli.submit import submit
from bots.cli.test import test
from bots.cli.watch import watch

AT_HOME = [
    games,
    rules,
    new,
    check,
    play,
    matrix,
    compare,
    replay,
    test,
    export,
]
ON_A_SERVER = [
    login,
    logout,
    submit,
    status,
    matches,
    logs,
    watch,
    standings,
    challenge,
]


@click.group(cls=Commands)
@click.version_option(package_name="caravan")
def main() -> None:
    """Build bots for card games, and let them play."""


main.section("At home", AT_HOME)
main.section("On a server", ON_A_SERVER)
main.section("Besides", [completion])
