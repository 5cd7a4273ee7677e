"""Matches while they are played, as Server-Sent Events: a raw ASGI application beside Django.

`app` answers requests, `hub` keeps what all watchers of this process share, `reader` asks the database,
`wire` spells events. A watcher costs a coroutine: no thread, no database connection, no query of its own.
"""
