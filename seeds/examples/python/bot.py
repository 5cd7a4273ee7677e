"""Plays the first legal move that opens with a wanted word, else any: a start for a bot in Python."""

import random

WANTED = ("play", "load", "move", "ability")


class Bot:
    def start(self, info):
        self.seat = info["seat"]

    def choose(self, view, legal):
        for move in legal:
            if move.startswith(WANTED):
                return move, "wanted"
        return random.choice(legal)

    def over(self, result):
        print("points", result["points"][self.seat], "rank", result["ranks"][self.seat])
