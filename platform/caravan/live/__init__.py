"""Matches while they are played, and what happens in seasons: a raw ASGI application beside Django.

    app, admission          answers requests; who has how many streams, and how often one may ask
    asked, lines            what a browser asks for, and a program; whether they may have it, how it is told
    hub, channel            what all watchers of this process share; one stream of events
    reader, season, wall    what is read of a fixture, of a season, and of all that is played
    news                    what was found
    bell                    hears which fixtures have news
    wire                    spells events

A watcher costs a coroutine: no thread, no database connection, no query of its own.
"""
