"""Fills a file that is only in memory. Reaching it would go round the limit on addresses."""

import os


def choose(view, legal):
    file, block = os.memfd_create("block"), bytes(1 << 20)
    for _ in range(512):
        os.write(file, block)
    return "reached"
