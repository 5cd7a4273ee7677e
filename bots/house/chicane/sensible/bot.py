"""A sensible player: keeps every duty, calls every error it sees, and gives the other one all cards it can.

Each legal move that breaks no duty gets a mark; the highest is played. To judge the other's last move it is
taken back first. The duties are those of the usual rules; where a league has others, that is a way to win.
"""

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def choose(view, legal):
    board = Board(view)
    if "taccs" in legal:
        board.take_back(view["action"])
        return "taccs" if board.breaks_a_duty(view["action"]) else "ok"
    good = [move for move in legal if not board.breaks_a_duty(move)]
    return max(good or legal, key=board.mark)


def rank(card):
    return RANKS.index(card[:-1])


def suit(card):
    return card[-1]


def fits(card, pile):
    """Whether a card goes on a pile of the layout, downwards in the other colour."""
    top = pile[-1] if pile else card
    return rank(top) == rank(card) + 1 and (suit(top) in "DH") != (suit(card) in "DH")


class Board:
    """What matters of a view, as the player sees it whose turn it is."""

    def __init__(self, view):
        me, other = view["mover"], 1 - view["mover"]
        self.layout = {f"T{number}": pile for number, pile in enumerate(view["layout"])}
        self.piles = self.layout | {
            "R": view["reserve_open"][me],
            "S": view["turned"],
            "OR": view["reserve_open"][other],
            "OW": view["waste"][other],
            "waste": view["waste"][me],
        }
        self.centre = view["centre"]
        self.raised = view["raised"]
        self.shut = len(view["reserve"][me]) + len(view["reserve_seen"][me])
        self.first_turn = view["own_turns"][me] == 1

    def take_back(self, action):
        match action.split():
            case ["move", source, "F"]:
                card = self.centre[self.raised]
                self.centre[self.raised] = RANKS[rank(card) - 1] + suit(card) if rank(card) else None
                self.piles[source].append(card)
            case ["move", source, target]:
                self.piles[source].append(self.piles[target].pop())
            case ["turn", "reserve"]:
                self.piles["R"].pop()
                self.shut += 1
            case ["turn", "stock"]:
                self.piles["S"].pop()
            case ["discard"]:
                self.piles["S"].append(self.piles["waste"].pop())

    def in_centre(self, pile):
        """Whether the top of a pile can go to the centre."""
        if not pile:
            return False
        card = pile[-1]
        return rank(card) == 0 or RANKS[rank(card) - 1] + suit(card) in self.centre

    def breaks_a_duty(self, move):
        """V1 to V5 of the rule book."""
        reserve = self.piles["R"]
        movable = ["S"] if self.piles["S"] else ["R", *self.layout]
        due = [place for place in movable if self.in_centre(self.piles[place])]
        match move.split():
            case ["move", source, "F"]:
                return source != "R" and "R" in due
            case ["move", "S", target] if target in self.layout and not self.piles[target]:
                return bool(due or reserve or self.shut)
            case ["turn", "reserve"]:
                return self.first_turn and bool(due)
            case ["turn", "stock"]:
                piles = self.layout.values()
                can_lay = reserve and any(not pile or fits(reserve[-1], pile) for pile in piles)
                return bool(due or can_lay or (self.shut and not reserve))
            case ["move", *_] | ["discard"]:
                return bool(due)
        return False

    def mark(self, move):
        """How good a move is that breaks no duty."""
        match move.split():
            case ["move", _, "F"]:
                return 100
            case ["turn", "reserve"] | ["ask", _]:
                return 90
            case ["move", source, "OR" | "OW" as target]:  # rid of a card, and the other one has it
                return 70 + 10 * (source not in self.layout) + 5 * (target == "OR")
            case ["move", "R" | "S", target]:
                return 60 if self.piles[target] else 50
            case ["move", source, target]:
                return self.mark_of_building(self.piles[source], self.piles[target])
            case ["turn", "stock"]:
                return 40
        return 20

    def mark_of_building(self, source, target):
        """From pile to pile only for a space, or for what lies below: else it would go on for ever."""
        if not target:
            return 0
        below = source[:-1]
        return 65 if not below or self.in_centre(below) else 10
