"""Opens an opponent's file. Reaching it would mean that bots can be copied, or seen through."""


def choose(view, legal):
    with open(view["other"]) as file:
        return "reached" if file.read() else "held"
