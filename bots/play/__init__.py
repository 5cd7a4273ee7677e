"""How bots play: a fixture from its order to its records, on clocks that are fair.

fixture, trial                   all matches of a fixture; the one that a new version has to pass
session, running, channel        a bot for one rotation, its process, and the pipes to it
protocol, schemas                what is said there, and as JSON schemas
clock, meter                     what a bot may use of time, and how that is measured from outside
faults, logbook, tags            what a bot can be blamed for, what its owner may read, its tags
broadcast                        what spectators are told meanwhile
questions                        what a seat was asked, found out again from the record
"""
