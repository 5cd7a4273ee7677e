"""A whole Caravan under one supervisor: for `manage.py up`, and for whatever needs workers of its own.

running, once             from the broker to the first page; until a fixture has been seen there
programs, isolate         what is run, and how root starts a play worker
supervise                 keeps programs running and leaves none behind
installation, site        what a start needs first; the listening socket and its pages
able                      whether play workers can isolate bots here, asked in the place of one
"""
