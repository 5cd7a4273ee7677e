"""Tables of Scandaroon in the middle of a round, written as a card player would lay them."""

from referee.games.scandaroon import Scandaroon
from referee.games.scandaroon_cards import PACK


def cards(*texts):
    """One list of cards for each text."""
    return [text.split() for text in texts]


def table(*rows, hands=(), trump="N", seats=3, passed="", stock=None, **fields):
    """Round 1 with these rows; seat 0 is to move, and whatever is not named lies in the stock."""
    seats = max(seats, len(rows))
    lists = {
        "rows": cards(*rows) + [[] for _ in range(seats - len(rows))],
        "hands": cards(*hands) + [[] for _ in range(seats - len(hands))],
        "piles": cards(*fields.pop("piles", ("",) * seats)),
    }
    discard = fields.pop("discard", "").split()
    named = {*discard, *(card for part in lists.values() for each in part for card in each)}
    rest = [card for card in PACK if card not in named]
    position = {
        "seats": seats,
        "phase": "play",
        "turn": 0,
        "trump": trump,
        "starts": ["X"],
        "discard": discard,
        "stock": rest if stock is None else stock.split(),
        "passed": [str(seat) in passed for seat in range(seats)],
        **lists,
    }
    return Scandaroon.from_json(position | fields)


def rows(game):
    """The rows as texts."""
    return [" ".join(row) for row in game.rows]


def moves(game, start):
    """What follows these words in the legal moves that begin so."""
    return [move.removeprefix(start).strip() for move in game.legal() if f"{move} ".startswith(f"{start} ")]


def play(game, *moves):
    """Play some moves, one after the other."""
    for move in moves:
        game.play(move)
    return game
