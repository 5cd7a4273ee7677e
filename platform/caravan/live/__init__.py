"""Matches while they are played, as Server-Sent Events: a raw ASGI application beside Django.

    app, asked              answers requests; what one asks for, and whether it may have it
    hub, channel            what all watchers of this process share; one stream of events
    reader, wall, news      what is read of a fixture, and of all that is played; what was found
    bell                    hears which fixtures have news
    wire                    spells events

A watcher costs a coroutine: no thread, no database connection, no query of its own.
"""
