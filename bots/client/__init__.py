"""A Caravan server, asked over the network by the standard library alone.

server                 what it is asked: one thing, lists page by page, streams line by line, files sent in
patience               how long it is waited for, what is tried again, and after how long
transport, multipart   one request and its answer; a file as forms send it
row                    an object in an answer
address, credentials   where a server is; the tokens that this machine keeps
errors                 what can go wrong

A token goes to the server that it is for and nowhere else, and is in nothing that is shown.
"""
