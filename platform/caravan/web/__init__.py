"""The pages of the site.

urls, account_urls, desk_urls, views     addresses, and what is answered there
middleware, accounts                     what holds for every request, what allauth is told
forms, personal, league_form, wizard     what is typed: of uploads, by people, of leagues, of seasons
uploads, limits, source                  a version on its way in, what it may use, its files
desk_filters, paging, feeds              lists: by what a desk filters them, how they go on, for feed readers
guides, manual, rulebook, prose          `docs/`, the document of the API and rules as pages; Markdown
heat, race                               what is drawn of standings
career, charts                           a bot in a season, and what is drawn of it
running, underway, schedule              seasons under way, how one goes on, what it plans
parting                                  where the matches of one deal part
decisions, insides                       what a bot decided in a match, what its owner knows beside all others
opening, standalone, shell               a match as a file: opened, written, the page that it is written into
samples                                  made-up rows, for the page that shows every part
appearance, spoilers                     how somebody wants to see it
compression, storage, templatetags       smaller on the wire, static files, what templates use
apps                                     Django's own
"""
