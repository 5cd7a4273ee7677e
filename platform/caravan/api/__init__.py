"""The site for programs, at `/api/v1/`: by the selectors and the rules of the pages.

urls, views              addresses; what every resource is made of
resources                a module for each noun: what is told of it, and which of them are found
authentication, scopes   who asks, and what their token is good for
errors                   what is raised becomes a problem, by field
fields                   what is sent, exactly
pages, queries           lists: a page at a time, and what may be asked of all of them
schema, lines            what the document says that describes all of it; the streams in it
"""
