"""A sensible caravan: leads in the dear goods, spends the cheap ones, and keeps specials for their points.

It tries each move on a sheet of paper and takes the one after which it expects most. It expects the more
points of a kind the further it leads in it, and is the surer the nearer the end of the round is. Goods in the
hand are worth a little, because they still have to be loaded.
"""

import math

GOODS = ("water", "gold", "salt", "millet")
POINTS = {"usual": (5, 4, 3, 2), "scarcity+1": (6, 5, 4, 3), "by_frequency": (4, 5, 6, 7)}


def choose(view, legal):
    sheet = Sheet(view)
    return max(legal, key=sheet.expects)


class Sheet:
    """What matters of a view."""

    def __init__(self, view):
        self.view = view
        self.me = view["seat"]
        self.points = dict(zip(GOODS, POINTS[view["rules"]["majority"]], strict=True))
        self.hand = view["hands"][self.me]
        self.animals = view["animals"][self.me]
        self.used = {each["number"]: each["used"] for own in view["specials"] for each in own}
        self.carried = [self.count(seat) for seat in range(view["seats"])]
        self.sure = 0.5 + 1.5 * (1 - min(1, len(view["pile"]) / 24))
        self.room = sum(4 - len(load) for load in self.animals.values())

    def count(self, seat):
        """The goods of a seat that will be counted, as far as I know them."""
        goods = [good for load in self.view["animals"][seat].values() for good in load]
        for special in self.view["specials"][seat]:
            goods += special["goods"]
        return {good: goods.count(good) for good in GOODS}

    def expects(self, move):
        """How many points more a move lets me expect."""
        verb, *words = move.split()
        return 0 if verb == "pass" else getattr(self, verb)(*words)

    def lead(self, mine=(), theirs=(), victim=None):
        """What the leads are worth after goods came to me (or went: "-gold"), and some left a victim."""
        total = 0
        for good in GOODS:
            own = self.carried[self.me][good] + mine.count(good) - mine.count("-" + good)
            others = [
                count[good] - (theirs.count(good) if seat == victim else 0)
                for seat, count in enumerate(self.carried)
                if seat != self.me
            ]
            ahead = own - max(others) if own else -9
            total += self.points[good] / (1 + math.exp(-self.sure * ahead))
        return total

    def gain(self, mine=(), theirs=(), victim=None):
        return self.lead(mine, theirs, victim) - self.lead()

    def held(self, goods):
        """What goods in the hand are worth; nothing when there is no time to load them."""
        if self.view["extra"] is not None and self.view["round"] == 2:
            return 0
        return sum(0.12 * self.points[good] for good in goods)

    def spent(self, number):
        """What it costs to use a special that would score unused."""
        return 0 if self.used[int(number)] else 1

    # ---- the moves

    def draw(self):
        return 0.6 * min(3, 5 - len(self.hand)) if self.room else 0.1

    def load(self, animal, *goods):
        return self.take(animal, *goods) - self.held(goods)

    def take(self, animal, *goods):
        kind, number = animal.split(":")
        return self.gain(goods) - (self.spent(number) if kind == "donkey" else 0)

    def buy(self, special, *payment):
        from_hand = [part for part in payment if "*" not in part]
        tops = [part.split("*") for part in payment if "*" in part]
        gone = ["-" + good for animal, count in tops for good in self.animals[animal][-int(count) :]]
        worth = 2 if special == "map" else 1
        if self.view["round"] == 1:
            worth += 1
        return worth + self.gain(gone) - self.held(from_hand)

    def cave(self, number, source, good=None):
        if good is None:
            return 0.05 - self.spent(number)
        return self.gain([good]) - self.held([good]) - self.spent(number)

    def thief(self, number, victim, source):
        if source == "hand":
            return -1
        top = self.view["animals"][int(victim)][source][-1]
        return self.gain([top], [top], int(victim)) - self.spent(number) - 0.2

    def end(self, *goods):
        return 0.01 - self.held(goods)

    def map(self, how):
        return 2 if how == "redeem" else 3
