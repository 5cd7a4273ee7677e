"""The Caravan site, and all that makes an installation.

settings, environment, keys     every choice, what of it is read without Django, secrets of its own
mail                            what of it says whether mail is sent
urls, asgi, apps                where Django begins
web, api, live                  pages; the same for programs; matches while they are played
access, subjects, problems      what these share: who may what, to which row it is done, what is wrong
filters, streams                by what matches are found, and where what is played can be followed
games, standings                what is told of each game; tables of seasons
throttles, openapi              how often one may ask, by what address; where the document of the API lies
broker, desk, play, beat        what the two Celery apps share, each of them, the clock that rings for one
up                              all of it under one supervisor
doctor, health, metrics, logs   what whoever runs it may ask, and what is written down
backup                          an installation in one file, and back
whole_season, season_shape      seasons of house bots from one command
management                      the commands of `manage.py`
"""
