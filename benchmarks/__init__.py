"""What `manage.py bench` measures; each of the first six prints a page of `docs/benchmarks`.

    referee, matches, separation                        what is measured of games and bots
    database, rerating, watching                        what is measured of databases and sites
    costs, scratch                                      costs side by side; a folder to measure in
    ours, peers                                         for `referee`: random play here and elsewhere
    worker, playing, starting, kaggle, queueing         for `matches`: single bots, a peer, whole fixtures
    power                                               for `separation`: how many matches tell two bots apart
    synthetic, played, bulk                             for `database` and `rerating`: made-up rows
    asking, figures, queries                            for `database`: what is asked, and what that took
    broadcasting, watchers, seeking                     for `watching`: a site, those who watch, a long replay

Peers have an environment of their own, which lacks what Caravan needs: what runs there imports little.
"""
