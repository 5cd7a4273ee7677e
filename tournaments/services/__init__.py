"""What writes: a module for each noun, a function for each verb. Side effects wait for the commit.

accounts, users, tokens, erasure         people, and what is theirs, until they leave
bots, versions, activations, trials      competitors, from an upload to a version that competes
submissions, quotas                      an upload that comes twice, and how many may come
house, challenges                        the bots of Caravan, matches that nobody is rated by
leagues, seasons, drafts, divisions      what is played for
entries, announcements, closing          who takes part, what they are told, what is left at the end
timetable, deadlines, guards, scheduler  what happens by the clock
staging, played, rounds, fixtures        who meets whom, drawn and settled
orders, attempts, workers, results       a fixture on its way to a play worker and back
counting, ratings, events, rebuild       points, ratings, and that both can be made again
corrections, reruns, audit               what organisers change by hand, and the list of it
logs, archives, texts                    what is kept as files
live, bells                              what can be followed while it is played
news                                     what happened, for all whom it concerns
notices, notifications, mails            what people are told of that
callbacks, webhooks, deliveries          what their servers are told
bulletins                                what those are told who follow a season
states, commits                          how a state changes, what waits for the commit
"""
