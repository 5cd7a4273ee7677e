"""Tables of Tuareg in the middle of a match, as its tests lay them out."""

from referee.game import EVERYONE
from referee.games.tuareg import Tuareg


def table(*hands, seats=3, **fields):
    """Seat 0 is to act in the first round, with six millet in the pile; hands and lists are words."""
    position = {
        "seats": seats,
        "phase": "main",
        "turn": 0,
        "pile": "millet " * 6,
        "hands": [*hands, *[""] * (seats - len(hands))],
    }
    position |= fields
    for name in ("pile", "market", "discard", "second"):
        if isinstance(position.get(name), str):
            position[name] = position[name].split()
    position["hands"] = [hand.split() for hand in position["hands"]]
    position["specials"] = [specials(own) for own in seated(position.get("specials"), seats)]
    loads = seated(position.get("animals"), seats)
    position["animals"] = [
        animals(seats, own, carried) for own, carried in zip(position["specials"], loads, strict=True)
    ]
    position["bought"] = max((each["number"] for own in position["specials"] for each in own), default=0)
    return Tuareg.from_json(position)


def seated(by_seat, seats):
    """One value a seat, from a dict by seat."""
    return [(by_seat or {}).get(seat, {}) for seat in range(seats)]


def animals(seats, own, loads):
    """What the animals of a seat carry, from words by animal; those not named carry nothing."""
    camels = {f"camel:{number}": [] for number in range(3 if seats == 2 else 2)}
    donkeys = {f"donkey:{each['number']}": [] for each in own if each["kind"] == "donkey"}
    return camels | donkeys | {animal: load.split() for animal, load in loads.items()}


def specials(own):
    """Specials from words by name, `{"cave 3": "gold"}`: unused if that is None, else with open goods."""
    return [
        {
            "number": int(name.split()[1]),
            "kind": name.split()[0],
            "used": goods is not None,
            "goods": [{"card": good, "mask": EVERYONE} for good in (goods or "").split()],
        }
        for name, goods in own.items()
    ]


def goods_of(special):
    """What lies under a special, in words."""
    return " ".join(marked.card for marked in special.goods)


def moves(game, *verbs):
    """The legal moves that begin with one of the verbs."""
    return [move for move in game.legal() if move.split()[0] in verbs]
