"""Computes a number for minutes, deaf to signals. Reaching its goal would be a clock in vain."""


def choose(view, legal):
    return str(pow(3, 10**8))
