"""Raises an error whose words are an error. Reaching it would break whoever reports it."""


class Monster(BaseException):
    def __str__(self):
        raise self


def choose(view, legal):
    raise Monster
