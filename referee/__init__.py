"""The referee: games, matches and records; standard library only, but for `pettingzoo`.

game, games             what a game is, and those that there are
visibility, compiled    who may see a field, said in its type; copies and views made from the types
cards                   the standard pack, and the one way to shuffle
positions, reading      positions from JSON, and any JSON, read strictly by type
match, record           a game played to its end, and what is kept of that
replay, spectator       a record as a viewer draws it; a match for those who hold no seat
playthrough             a match as text to read
pettingzoo              the games as environments for those who train
observations            what a seat sees, as numbers
duplicate, fairness     everybody plays every hand; seeds that anybody can check
fixture                 a finished fixture as a document that proves itself
opening                 the matches in whatever file holds some
errors                  what is refused, and why
"""
