"""Bots: what an upload is, the sandbox, playing a fixture, opponents of the house, the command `caravan`.

    entry               where the command begins, and how signals end it
    cli                 the command line
    client              a server, asked over the network
    export              recorded matches as rows, a row for each decision
    again, rulebook     alike at home and on the site: asking a bot once more, the rule books
    viewer              the replay in one page, and what it draws with
    play                a fixture, its matches, clocks and faults
    house               the bots that ship with Caravan
    kits                what a bot starts from, in each language
    upload              what may be sent in, and where it lies
    sandbox             the one way to start strangers' code
    errors, quoting     what can go wrong around a bot; strangers' words, made fit to be shown

Each imports only those below it.
"""
