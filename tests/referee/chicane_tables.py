"""Tables of Chicane in the middle of a match, written shortly; used by its tests."""

from referee.games.chicane import Chicane


def table(layout="KS KH QC JD 10S 9D 5C 4H", reserve=("3C", "KD"), turned="", **fields):
    """A table as in the sheet's scenarios; a card with "?" lies face down, "-" is a space."""
    rules = fields.pop("rules", {})
    stock = fields.pop("stock", ("2C", "2D"))
    waste = fields.pop("waste", ("", ""))
    centre = [None] * 8
    for top in fields.pop("centre", "").split():
        pair = 2 * "CDHS".index(top[-1])
        centre[pair + (centre[pair] is not None)] = top
    position = {
        "seats": 2,
        "rules": rules,
        "turn": 0,
        "turn_no": 3,
        "own_turns": [2, 2],
        "layout": [pile.replace("-", "").split("/") if pile != "-" else [] for pile in layout.split()],
        "reserve": [[card[:-1] for card in pile.split() if card.endswith("?")] for pile in reserve],
        "reserve_open": [[card for card in pile.split() if not card.endswith("?")] for pile in reserve],
        "stock": [pile.split() for pile in stock],
        "waste": [pile.split() for pile in waste],
        "turned": turned.split(),
        "centre": centre,
    }
    return Chicane.from_json(position | fields)


def played(game, *moves):
    for move in moves:
        game.play(move)
    return game
