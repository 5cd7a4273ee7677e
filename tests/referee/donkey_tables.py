"""Tables of Donkey as tests want them, and play in the notation of the rule sheet."""

from random import Random

from referee.game import CHANCE
from referee.games.donkey import Donkey


def table(*hands, leader=0, **fields):
    """The only hand of a match, with these cards left; `leader` is to lead."""
    position = {
        "seats": len(hands),
        "hands": [hand.split() for hand in hands],
        "rules": {"deals": 1},
        "phase": "lead",
        "leader": leader,
        "turn": leader,
    }
    return Donkey.from_json(position | fields)


def play(game, text):
    """Play moves in the notation of the sheet: `0>6,6,6 1>-`, a seat and its cards or `-` for passing."""
    for word in text.split():
        seat, cards = word.split(">")
        assert game.turn == int(seat)
        game.play("pass" if cards == "-" else f"play {cards.replace(',', ' ')}")
    return game


def sets(game):
    """What may be laid, without the verb, and `-` for passing."""
    return ["-" if move == "pass" else move.removeprefix("play ") for move in game.legal()]


def hand(game, seat):
    return " ".join(game.hands[seat])


def donkey_led_by_three():
    return play(table("1 9", "2 12", "1 7", "D 5", "2 6", leader=3), "3>D 4>2 0>1 1>2 2>1")


def dealt(seats, seed="1", **rules):
    """A table after the first deal."""
    game = Donkey.start(seats, **rules)
    while game.turn == CHANCE:
        game.play(game.deal(Random(f"{seed}/{game.act.name}")))
    return game
