"""The games, as pages and the API tell of them.

catalogue    names, what each is about, its deck laid out
examples     what a bot says of itself, and what it is asked
"""
