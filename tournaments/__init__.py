"""The tournaments app: leagues, seasons, fixtures, ratings.

models, migrations                      what is written down
services, tasks                         what writes, and what a worker asks of it
deeds                                   what organisers do by hand, each asked for twice
selectors, finding, search, watching    what pages read, and those who follow a fixture being played
operations, organising, estimates       what operators and organisers ask
alarms, rosters                         what an organiser should look after, and the lists to pick from
reports, statistics                     what results say: the rows of it, and the pure part
errors, refusals, plainly               why something cannot be, or failed
stages, pairing                         the stages of a season, and who meets whom in each
ranking, settling, oracle               ratings, a round of them, a second opinion
final_table                             places and medals at the end of a season
documents, archive, verify              files that prove themselves, made, read and proved
telling                                 what programs are told of fixtures, rounds and seasons
posting                                 how a webhook is reached, and nothing behind it
comparison                              whether a fixture played again went the same way
demo, management, admin, apps           what a new Caravan begins with; commands; Django's own
"""
